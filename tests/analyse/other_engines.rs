//! Questions to other Gomocup brains.

use super::*;

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// Answers of `tengen analyse` with mock brains as other engines.
fn with_engines(mocks: &[(&str, &str)]) -> Engine {
    let keys = |(name, arguments): &(&str, &str)| {
        format!("--engine=name={name} cmd={TENGEN} args='mock {arguments}'")
    };
    let flags: Vec<String> = mocks.iter().map(keys).collect();
    Engine::start(&flags.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn other_engines_are_asked_for_moves() {
    let play = |engine, more: Value| {
        let mut question = json!({"id": "a", "kind": "play", "engine": engine,
            "limits": {"time_ms": 5000}});
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        question.to_string()
    };
    let mut engine = with_engines(&[("one", ""), ("taken", "--fault occupied --at 1")]);
    engine.send(r#"{"id":"n","kind":"engines"}"#);
    assert_eq!(engine.last()["names"], json!(["one", "taken"]));
    engine.send(&play(
        "one",
        json!({"position": {"moves": "h8 i8 h9 j8 h10 k8 h11 a1"}}),
    ));
    let move_of_one = engine.last();
    assert_eq!(move_of_one["why"], "engine", "{move_of_one}");
    assert!(move_of_one["move"].is_string(), "{move_of_one}");
    for (name, more, error) in [
        (
            "taken",
            json!({"position": {"moves": "h8"}}),
            "engine: taken: it plays h8, which is taken",
        ),
        ("two", json!({}), "engine: there is none of the name two"),
        (
            "one",
            json!({"level": 30}),
            "level: other engines have no levels",
        ),
        ("one", json!({"limits": {"time_ms": 0}}), "limits: time_ms"),
        (
            "one",
            json!({"position": {"blocked": "a1"}}),
            "position: other engines cannot be told of blocked points",
        ),
    ] {
        engine.send(&play(name, more));
        let answer = engine.last();
        assert_eq!(answer["kind"], "error", "{answer}");
        assert!(
            answer["error"].as_str().unwrap().starts_with(error),
            "{answer}"
        );
    }
    assert!(engine.finish().is_empty());
}

#[test]
fn without_other_engines_none_is_asked() {
    let names = answer(json!({"id": "n", "kind": "engines"}));
    assert_eq!(names["names"], json!([]));
    let play = answer(json!({"id": "a", "kind": "play", "engine": "one"}));
    assert_eq!(play["error"], "engine: there is none of the name one");
}

#[test]
fn engines_of_one_name_are_numbered() {
    let mut engine = with_engines(&[("one", ""), ("one", "--seed 2")]);
    engine.send(r#"{"id":"n","kind":"engines"}"#);
    assert_eq!(engine.last()["names"], json!(["one-1", "one-2"]));
}

#[test]
fn the_fault_of_another_engine_has_a_name() {
    let late = "--think-ms 100000";
    let mut engine = with_engines(&[("late", late), ("dead", "--fault die-before --at 1")]);
    for (name, fault) in [("late", "timeout"), ("dead", "crash")] {
        let question =
            json!({"id": "a", "kind": "play", "engine": name, "limits": {"time_ms": 100}});
        engine.send(&question.to_string());
        assert_eq!(engine.last()["fault"], fault);
    }
}

/// Risk: a forbidden point reaches the board as a move.
#[test]
fn a_forbidden_move_of_another_engine_is_an_error() {
    let mut engine = with_engines(&[("bold", "--at 1 --point 7,7")]);
    let position =
        json!({"black": "g8 i8 h7 h9", "white": "a1 a3 c1 o1", "rule": "renju", "turn": "black"});
    engine.send(
        &json!({"id": "a", "kind": "play", "engine": "bold", "position": position}).to_string(),
    );
    let answer = engine.last();
    assert_eq!(
        answer["error"], "engine: bold: it plays h8, which is forbidden",
        "{answer}"
    );
    assert_eq!(answer["fault"], "illegal-move");
}

#[test]
fn another_engine_searches_beside_this_one_and_can_be_stopped() {
    let mut engine = with_engines(&[("slow", "--think-ms 100000")]);
    engine.send(r#"{"id":"a","kind":"play","engine":"slow","limits":{"time_ms":200000}}"#);
    engine.send(r#"{"id":"b","kind":"analyse","position":{"moves":"h8"},"limits":{"nodes":1000}}"#);
    assert_eq!(engine.last()["id"], "b");
    engine.send(r#"{"id":"c","kind":"stop","question":"a"}"#);
    let mut lines = [engine.last(), engine.last()];
    lines.sort_by_key(|line| line["kind"].to_string());
    assert_eq!(lines[0]["error"], "engine: slow: interrupted");
    assert_eq!(lines[0]["fault"], "interrupted");
    assert_eq!(lines[1]["stopped"], true);
    assert!(engine.finish().is_empty());
}
