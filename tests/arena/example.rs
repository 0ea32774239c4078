//! The example of the library's match runner.

#[allow(dead_code)]
#[path = "../../examples/run_a_match.rs"]
mod run_a_match;

#[test]
fn the_example_plays_two_games() {
    let report = run_a_match::run(super::BRAIN.as_ref()).unwrap();
    assert!(report.contains("Games: 2, "), "{report}");
}
