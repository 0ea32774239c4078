//! The examples run. `run_a_match` is run by `tests/arena`.
#![allow(dead_code, clippy::unwrap_used)]

#[path = "../examples/ask_for_a_move.rs"]
mod ask_for_a_move;
#[cfg(feature = "tools")]
#[path = "../examples/solve_a_position.rs"]
mod solve_a_position;

#[test]
fn a_move_is_asked_for_without_protocol_text() {
    // White stops black's four, h8 to k8; g8 is white.
    let moves = "h8 g8 i8 g9 j8 g10 k8";
    assert_eq!(ask_for_a_move::run(moves).unwrap(), "l8");
    assert!(ask_for_a_move::run("zz").is_err());
}

#[cfg(feature = "tools")]
#[test]
fn a_position_is_solved() {
    let verdict = solve_a_position::run().unwrap();
    assert!(verdict.starts_with("black wins in 3 plies: "), "{verdict}");
}
