//! `tengen analyse` as a script meets it: questions in, answers out, each of them accepted by the JSON Schema.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

mod other_engines;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
    schema: jsonschema::Validator,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("analyse")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Engine {
            input: child.stdin.take(),
            output: child.stdout.take().map(BufReader::new),
            schema: jsonschema::validator_for(&schema()["reply"]).unwrap(),
            child,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line, which the schema accepts.
    fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        if self.output.as_mut().unwrap().read_line(&mut line).unwrap() == 0 {
            return None;
        }
        let value = serde_json::from_str(&line).unwrap();
        let errors: Vec<String> = self
            .schema
            .iter_errors(&value)
            .map(|e| e.to_string())
            .collect();
        assert!(errors.is_empty(), "{line}: {errors:?}");
        Some(value)
    }

    /// The next line that is an answer's last.
    fn last(&mut self) -> Value {
        loop {
            let line = self.next().expect("an answer");
            if line["final"] != json!(false) {
                return line;
            }
        }
    }

    /// Ends the input and waits; returns the last lines of all answers that are left.
    fn finish(mut self) -> Vec<Value> {
        self.input = None;
        let lines: Vec<Value> = std::iter::from_fn(|| self.next()).collect();
        assert!(self.child.wait().unwrap().success());
        lines
            .into_iter()
            .filter(|line| line["final"] != json!(false))
            .collect()
    }
}

/// A search without limits ends with its test.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/analysis.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The answer to one question, without its id.
fn answer(question: Value) -> Value {
    let questions = jsonschema::validator_for(&schema()["question"]).unwrap();
    assert!(questions.is_valid(&question), "{question}");
    let mut engine = Engine::start(&[]);
    engine.send(&question.to_string());
    let mut answers = engine.finish();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0]["id"], question["id"]);
    answers.remove(0)
}

#[test]
fn a_review_knows_the_book() {
    let mut engine = Engine::start(&[]);
    let position = json!({"rule": "standard"});
    let limits = json!({"nodes": 1000});
    let question = json!({"id": "a", "kind": "review", "position": position, "moves": "h8 i9 g9", "limits": limits});
    engine.send(&question.to_string());
    let answer = engine.last();
    let last = &answer["moves"][2];
    assert_eq!(last["grade"], "best");
    assert_eq!(last["proven"][0]["what"], "wins");
    assert_eq!(last["proven"][0]["proof"], "book");
}

/// With one variation as with several.
#[test]
fn the_first_move_is_that_of_the_book() {
    let limits = json!({"nodes": 1000});
    for variations in [1, 2] {
        let position = json!({"rule": "standard"});
        let best = answer(json!({"id": "a", "kind": "analyse", "position": position,
            "variations": variations, "limits": limits}));
        let best = &best["variations"][0];
        let told = ["move", "certainty", "proof"].map(|key| best[key].as_str());
        assert_eq!(told, [Some("h8"), Some("proven"), Some("book")], "{best}");
    }
}

/// Its main line is as long as it says, though the solver's tree has fours before it.
#[test]
fn a_solved_line_has_the_plies_that_are_told() {
    let mut engine = Engine::start(&[]);
    let moves = "d5 c10 g10 c6 d9 h8 e4 g8 e5 f8 e8 f9 f5 c5";
    let position = json!({"moves": moves, "rule": "standard"});
    let question = json!({"id": "a", "kind": "solve", "goal": "vcf", "position": position});
    engine.send(&question.to_string());
    let answer = engine.last();
    assert_eq!(answer["plies"], 7);
    assert_eq!(answer["line"].as_array().unwrap().len(), 7);
}

/// Without the moves that one asked for at most there is no tree.
#[test]
fn a_solved_win_has_its_tree() {
    let position = json!({"moves": "h8 a1 h9 a3 h10 a5", "rule": "freestyle"});
    let tree = |most: usize| {
        let question = json!({"id": "a", "kind": "solve", "position": position, "tree": most});
        answer(question)["tree"].clone()
    };
    let whole = tree(1000);
    let [attack] = &whole.as_array().unwrap()[..] else {
        panic!("one attack is expected: {whole}");
    };
    assert!(attack["note"].as_str().unwrap().contains("threatens"));
    let defences = attack["next"].as_array().unwrap();
    assert!(!defences.is_empty());
    for defence in defences {
        assert_eq!(defence["next"].as_array().unwrap().len(), 1, "{defence}");
    }
    assert_eq!(tree(1), json!(null));
}

/// A reader that does not read loses lines about running searches, but no search waits for it, and no answer is lost.
#[test]
fn a_search_does_not_wait_for_its_reader() {
    let mut engine = Engine::start(&["--concurrency", "2"]);
    let limits = json!({"time_ms": 100});
    let name = |number: usize| format!("{number}{}", "0".repeat(4000));
    for number in 0..60 {
        let question =
            json!({"id": name(number), "kind": "analyse", "limits": limits, "variations": 10});
        engine.send(&question.to_string());
    }
    engine.send(r#"{"id":"last","kind":"stop","question":"none"}"#);
    std::thread::sleep(std::time::Duration::from_secs(4));
    let answers = engine.finish();
    assert_eq!(answers.len(), 61);
    let late = answers
        .iter()
        .filter(|line| line["elapsed_ms"].as_u64() > Some(3000));
    assert_eq!(late.count(), 0);
}

/// Analyses a position without end and with four variations, and stops once they are there.
fn stopped_analysis(position: Value) -> Value {
    let mut engine = Engine::start(&[]);
    let limits = json!({"nodes": 1_000_000_000_000_u64});
    let question = json!({"id": "a", "kind": "analyse", "position": position, "limits": limits, "variations": 4});
    engine.send(&question.to_string());
    while engine.next().unwrap()["variations"]
        .as_array()
        .unwrap()
        .len()
        < 4
    {}
    engine.send(r#"{"id":"b","kind":"stop","question":"a"}"#);
    loop {
        let line = engine.last();
        if line["id"] == "a" {
            assert_eq!(line["stopped"], true);
            return line;
        }
    }
}

#[test]
fn a_stopped_analysis_has_the_book_s_proofs() {
    let answer = stopped_analysis(json!({"moves": "h8 i9", "rule": "standard"}));
    let proofs = answer["variations"].as_array().unwrap().iter();
    let proofs: Vec<_> = proofs.map(|variation| &variation["proof"]).collect();
    let none = &Value::Null;
    assert_eq!(proofs, [&json!("book"), none, none, none]);
}

#[test]
fn a_win_that_was_not_confirmed_is_an_estimate() {
    let three = json!({"moves": "j10 a1 k10 c1 l10 e2", "size": 20});
    let stopped = &stopped_analysis(three.clone())["variations"][0];
    assert_eq!(stopped["win_in"], 3);
    assert_eq!(stopped["certainty"], "estimate");
    let mut engine = Engine::start(&[]);
    let question =
        json!({"id": "a", "kind": "analyse", "position": three, "limits": {"nodes": 1000}});
    engine.send(&question.to_string());
    let confirmed = &engine.last()["variations"][0];
    assert_eq!(confirmed["win_in"], 3);
    assert_eq!(confirmed["proof"], "every_reply");
}

#[test]
fn the_schema_in_the_docs_is_the_program_s() {
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["analyse", "--schema"])
        .output();
    let printed: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    assert_eq!(printed, schema());
}

#[test]
fn every_kind_of_question_is_answered() {
    let three = json!({"moves": "h8 a1 i8 a15 j8 o1"});
    let best = answer(
        json!({"id": "1", "kind": "analyse", "position": three, "variations": 2,
        "limits": {"nodes": 3000}}),
    );
    for variation in best["variations"].as_array().unwrap() {
        assert_eq!(variation["certainty"], "proven", "{variation}");
        assert_eq!(variation["proof"], "every_reply", "{variation}");
        assert!(
            ["g8", "k8"].contains(&variation["move"].as_str().unwrap()),
            "{variation}"
        );
        assert_eq!(variation["win_in"], 3, "{variation}");
    }
    let other = answer(
        json!({"id": "1", "kind": "analyse", "position": three, "excluded": "g8 k8",
        "limits": {"depth": 3}}),
    );
    let point = other["variations"][0]["move"].as_str().unwrap();
    assert!(!["g8", "k8"].contains(&point));
    let five = answer(json!({"id": "1", "kind": "analyse", "position":
        {"moves": "h8 h9 i8 i9 j8 j9 k8 k9", "rule": 1}}));
    let five = &five["variations"][0];
    assert_eq!(
        (&five["win_in"], &five["proof"]),
        (&json!(1), &json!("five"))
    );
    let few = answer(json!({"id": "1", "kind": "analyse", "limits": {"nodes": 1},
        "position": {"moves": "a1 o15 a15", "rule": 4}}));
    assert_eq!(few["variations"].as_array().unwrap().len(), 1, "{few}");
    // White cannot stop both ends of a straight four.
    let lost = answer(json!({"id": "1", "kind": "analyse", "limits": {"depth": 4},
        "position": {"black": "h8 i8 j8 k8", "white": "a1 a15 o1", "turn": "white"}}));
    assert_eq!(lost["variations"][0]["loss_in"], 2);
    assert_eq!(lost["variations"][0]["proof"], "vcf");
    let play =
        answer(json!({"id": "2", "kind": "play", "position": {"moves": "h8 i9", "rule": 1}}));
    assert_eq!(
        (&play["move"], &play["why"]),
        (&json!("g9"), &json!("book"))
    );
    let play = answer(json!({"id": "2", "kind": "play", "position":
        {"moves": "h8 a1 i8 a15 j8 o1 k8 o15"}, "level": 0}));
    assert!(play["move"].is_string());
    let open = answer(json!({"id": "3", "kind": "swap2", "limits": {"nodes": 500}}));
    assert_eq!(open["stones"].as_array().unwrap().len(), 3);
    let choice = answer(json!({"id": "3", "kind": "swap2", "limits": {"nodes": 500},
        "position": {"moves": "h8 h9 i9"}}));
    assert!(choice["takes_black"].is_boolean());
    let won = answer(json!({"id": "4", "kind": "solve", "position": three, "goal": "vcf"}));
    assert_eq!((&won["verdict"], &won["plies"]), (&json!("won"), &json!(3)));
    let held = answer(
        json!({"id": "4", "kind": "solve", "position": {"moves": "h8 i9", "rule": "renju"},
        "goal": "vcf"}),
    );
    assert_eq!(held["verdict"], "not_won");
    let book = answer(json!({"id": "5", "kind": "book", "position": {"moves": "h8 i9"}}));
    assert_eq!(
        (&book["move"], &book["winner"]),
        (&json!("g9"), &json!("black"))
    );
    let decided = answer(json!({"id": "5", "kind": "book", "position": {"moves": "h8 i9 g9"}}));
    assert!(decided["replies"].as_array().unwrap().len() > 10);
    let unknown =
        answer(json!({"id": "5", "kind": "book", "position": {"moves": "a1", "rule": "caro"}}));
    assert_eq!(unknown["known"], false);
    let fouls = answer(json!({"id": "6", "kind": "forbidden", "position":
        {"black": "g8 i8 h7 h9", "white": "a1 a3 c1", "rule": "renju", "turn": "black"}}));
    assert_eq!(
        fouls["points"][0],
        json!({"point": "h8", "foul": "double three"})
    );
}

/// Black makes a straight four at move 7, not its five at move 9, and that at move 11.
#[test]
fn a_game_is_reviewed_from_its_end() {
    let mut engine = Engine::start(&[]);
    let game = "h8 a1 i8 a3 j8 o15 k8 a5 a7 a9 l8 c1";
    let question = json!({"id": "g", "kind": "review", "moves": game, "from": 5,
        "limits": {"nodes": 3000}});
    engine.send(&question.to_string());
    let mut numbers = Vec::new();
    let last = loop {
        let line = engine.next().unwrap();
        if line["final"] == true {
            break line;
        }
        numbers.push(line["moves"][0]["number"].as_u64().unwrap());
    };
    assert_eq!(numbers, [11, 10, 9, 8, 7, 6, 5]);
    let note = last["notes"][0].as_str().unwrap();
    assert!(note.starts_with("move 12, c1: the game is over"), "{note}");
    let moves = last["moves"].as_array().unwrap();
    let of = |number: usize| &moves[number - 5];
    let grade = |number| of(number)["grade"].as_str().unwrap();
    let fact = |number, what: &str| {
        let facts = of(number)["proven"].as_array();
        facts.is_some_and(|facts| facts.iter().any(|fact| fact["what"] == what))
    };
    assert_eq!(
        (grade(11), &of(11)["proven"][0]["proof"]),
        ("best", &json!("five"))
    );
    assert_eq!(grade(7), "best");
    assert!(fact(7, "wins"), "{moves:?}");
    // The straight four still wins after the five that was not made.
    assert!(fact(9, "wins") && !fact(9, "missed_win"), "{moves:?}");
    let missed = answer(
        json!({"id": "m", "kind": "review", "limits": {"nodes": 3000},
        "moves": "h8 h9 i8 i9 j8 j9 k8 k9 o15 l9", "position": {"rule": "standard"}}),
    );
    let ninth = &missed["moves"][8];
    assert_eq!(ninth["grade"], "blunder", "{ninth}");
    let facts: Vec<&Value> = ninth["proven"].as_array().unwrap().iter().collect();
    assert_eq!(
        (&facts[0]["what"], &facts[0]["proof"]),
        (&json!("missed_win"), &json!("five"))
    );
    assert_eq!(
        (&facts[1]["what"], &facts[1]["plies"]),
        (&json!("loses"), &json!(2))
    );
    let occupied = answer(json!({"id": "o", "kind": "review", "moves": "h8 h8"}));
    assert!(occupied["error"].is_string(), "{occupied}");
}

/// Proofs of all variations, which come after the search, are within a clock; and where nothing limits them, what the search
/// found is told before them. The best variation is the first when proofs have found shorter or longer ends.
#[test]
fn proofs_after_a_search_keep_to_the_clock_and_to_the_order() {
    let moves = "i8 j8 h8 f9 g7 g8 f8 h6 j10 j9 h10";
    let ask = |limits| {
        json!({"id": "a", "kind": "analyse", "variations": 3, "limits": limits,
            "position": {"moves": moves, "rule": "standard"}})
    };
    let mut engine = Engine::start(&[]);
    engine.send(&ask(json!({"depth": 6})).to_string());
    let mut lines: Vec<Value> = Vec::new();
    while lines.last().is_none_or(|line| line["final"] == false) {
        lines.push(engine.next().unwrap());
    }
    let [.., before, last] = &lines[..] else {
        panic!("{lines:?}")
    };
    assert_eq!(before["variations"].as_array().unwrap().len(), 3);
    assert!(before["elapsed_ms"].as_u64() <= last["elapsed_ms"].as_u64());
    let losses: Vec<_> = last["variations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|variation| variation["loss_in"].as_u64().unwrap())
        .collect();
    assert!(losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
    let at_once = answer(ask(json!({"left_ms": 0})));
    let certain = |variation: &Value| variation["certainty"] == "proven";
    assert!(
        !at_once["variations"]
            .as_array()
            .unwrap()
            .iter()
            .any(certain),
        "no time is left for a proof: {at_once}"
    );
}

#[test]
fn games_go_from_format_to_format_and_back() {
    for to in ["sgf", "renlib", "psq", "moves"] {
        let there = answer(json!({"id": "a", "kind": "convert", "text": "h8 i9 j10", "to": to}));
        let mut back = json!({"id": "b", "kind": "convert", "to": "moves"});
        for form in ["text", "base64"] {
            if there[form].is_string() {
                back[form] = there[form].clone();
            }
        }
        assert_eq!(answer(back)["text"], "h8 i9 j10", "{to}");
    }
    let drawn = answer(json!({"id": "a", "kind": "convert", "text": "h8 i9", "to": "diagram"}));
    let text = drawn["text"].as_str().unwrap();
    assert_eq!(
        (text.matches('X').count(), text.matches('O').count()),
        (1, 1)
    );
    let set_up = answer(json!({"id": "a", "kind": "convert", "text": text, "to": "moves"}));
    assert!(
        set_up["error"].as_str().unwrap().contains("set up"),
        "{set_up}"
    );
    let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n0\n0,Renju\n";
    let psq = answer(json!({"id": "a", "kind": "convert", "text": text, "to": "psq"}));
    assert!(
        psq["text"].as_str().unwrap().ends_with("0,renju\n"),
        "{psq}"
    );
    let rec = json!({"id": "a", "kind": "convert", "text": "Piskvorky 15x15, 11:11, 0\n7,7,1\n8,6,1\n",
        "name": "a.rec", "to": "moves"});
    assert_eq!(answer(rec)["text"], "h8 i9", "counted from 0");
}

#[test]
fn several_are_searched_at_once_and_each_can_be_stopped() {
    let mut engine = Engine::start(&["--concurrency", "3"]);
    for id in ["a", "b", "c"] {
        engine.send(
            &json!({"id": id, "kind": "analyse", "position": {"moves": "h8 i9 k10", "rule": "renju"},
                "limits": {"depth": 200}})
            .to_string(),
        );
    }
    let mut begun = std::collections::HashSet::new();
    while begun.len() < 3 {
        let line = engine.next().unwrap();
        assert_eq!(line["final"], false);
        begun.insert(line["id"].as_str().unwrap().to_string());
    }
    for id in ["b", "a", "c"] {
        engine.send(&json!({"id": "s", "kind": "stop", "question": id}).to_string());
        let mut lines = [engine.last(), engine.last()];
        lines.sort_by_key(|line| line["kind"].to_string());
        assert_eq!(
            (&lines[0]["id"], &lines[0]["stopped"]),
            (&json!(id), &json!(true))
        );
        assert!(!lines[0]["variations"].as_array().unwrap().is_empty());
        assert_eq!(
            (&lines[1]["question"], &lines[1]["stopped"]),
            (&json!(id), &json!(true))
        );
    }
    engine.send(&json!({"id": "s", "kind": "stop", "question": "a"}).to_string());
    assert_eq!(engine.last()["stopped"], false);
    assert!(engine.finish().is_empty());
}

#[test]
fn what_cannot_be_asked_is_answered_with_its_id_and_the_service_lives() {
    let mut engine = Engine::start(&[]);
    for (line, id, part) in [
        ("nonsense", json!(null), "no question: expected"),
        ("[1]", json!(null), "no question"),
        (r#"{"kind":"play"}"#, json!(null), "missing field `id`"),
        (
            r#"{"id":"x","kind":"think"}"#,
            json!("x"),
            "unknown variant `think`",
        ),
        (
            r#"{"id":"x","kind":"play","positon":{}}"#,
            json!("x"),
            "unknown field `positon`",
        ),
        (
            r#"{"id":"x","kind":"play","position":{"moves":"h8 h8"}}"#,
            json!("x"),
            "move 2, h8: the point is taken",
        ),
        (
            r#"{"id":"x","kind":"play","position":{"moves":"z99"}}"#,
            json!("x"),
            "position: moves",
        ),
        (
            r#"{"id":"x","kind":"play","position":{"rule":"go"}}"#,
            json!("x"),
            "no rule 'go'",
        ),
        (
            r#"{"id":"x","kind":"play","position":{"rule":2}}"#,
            json!("x"),
            "no rule '2'",
        ),
        (
            r#"{"id":"x","kind":"play","position":{"size":4}}"#,
            json!("x"),
            "size: a number from 5 to 22",
        ),
        (
            r#"{"id":"x","kind":"play","position":{"black":"h8","white":"h8"}}"#,
            json!("x"),
            "taken twice",
        ),
        (
            r#"{"id":"x","kind":"play","position":{"black":"h8","moves":"h8"}}"#,
            json!("x"),
            "not both",
        ),
        (
            r#"{"id":"x","kind":"play","position":{"black":"a1 b1 c1 d1 e1"}}"#,
            json!("x"),
            "black has five at a1",
        ),
        (
            r#"{"id":"x","kind":"play","position":{"moves":"h8 a1 i8 a2 j8 a3 k8 a5 l8"}}"#,
            json!("x"),
            "black has won",
        ),
        (
            r#"{"id":"x","kind":"play","limits":{"depth":0}}"#,
            json!("x"),
            "limits: depth",
        ),
        (
            r#"{"id":"x","kind":"analyse","variations":11}"#,
            json!("x"),
            "from 1 to 10",
        ),
        (
            r#"{"id":"x","kind":"analyse","position":{"moves":"h8"},"excluded":"h8"}"#,
            json!("x"),
            "excluded: h8 is taken",
        ),
        (
            r#"{"id":"x","kind":"swap2","position":{"moves":"h8"}}"#,
            json!("x"),
            "0, 3 or 5 stones",
        ),
        (
            r#"{"id":"x","kind":"swap2","position":{"black":"h8 i9 j10"}}"#,
            json!("x"),
            "in turn",
        ),
        (
            r#"{"id":"x","kind":"book","position":{"black":"h8","white":"h8"}}"#,
            json!("x"),
            "h8 is taken twice",
        ),
        (
            r#"{"id":"x","kind":"convert","to":"sgf"}"#,
            json!("x"),
            "text or base64",
        ),
        (
            r#"{"id":"x","kind":"convert","base64":"?","to":"sgf"}"#,
            json!("x"),
            "base64",
        ),
    ] {
        engine.send(line);
        let answer = engine.last();
        assert_eq!(
            (&answer["kind"], &answer["id"]),
            (&json!("error"), &id),
            "{line}: {answer}"
        );
        assert!(
            answer["error"].as_str().unwrap().contains(part),
            "{line}: {answer}"
        );
    }
    // Black's double three at h8 is forbidden: black cannot have moved there.
    let moves = "g8 a1 i8 a3 h7 c1 h9 c3 h8";
    engine.send(
        &json!({"id": "f", "kind": "play", "position": {"moves": moves, "rule": "renju"}})
            .to_string(),
    );
    let forbidden = engine.last()["error"].as_str().unwrap().to_string();
    assert!(
        forbidden.ends_with("move 9, h8: forbidden (double three)"),
        "{forbidden}"
    );
    let long = json!({"id": "d", "kind": "analyse", "limits": {"depth": 200}, "position": {"moves": "h8 i9 k10"}});
    engine.send(&long.to_string());
    engine.send(&long.to_string());
    let refused = engine.last();
    assert!(
        refused["error"]
            .as_str()
            .unwrap()
            .contains("not answered yet"),
        "{refused}"
    );
    engine.send(&json!({"id": "s", "kind": "stop", "question": "d"}).to_string());
    assert_eq!(engine.finish().len(), 2);
}

/// Risk: a search without limits goes on after the script that asked has died.
#[test]
fn it_ends_when_nobody_reads() {
    let mut engine = Engine::start(&[]);
    engine.send(
        &json!({"id": "a", "kind": "analyse", "limits": {"depth": 200},
            "position": {"moves": "h8 i9 k10", "rule": "renju"}})
        .to_string(),
    );
    engine.next();
    (engine.input, engine.output) = (None, None);
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn the_example_in_python_runs() {
    let binary = Path::new(env!("CARGO_BIN_EXE_tengen"));
    let path = std::env::var("PATH").unwrap();
    let output = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/analyse.py"))
        .env(
            "PATH",
            format!("{}:{path}", binary.parent().unwrap().display()),
        )
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("best: ") && last.split(", ").count() == 3,
        "{text}"
    );
}
