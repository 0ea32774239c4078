//! The examples run.

#[allow(dead_code)]
#[path = "../examples/ask_for_a_move.rs"]
mod ask_for_a_move;

#[test]
fn a_move_is_asked_for_without_protocol_text() {
    // White stops black's four: h8 to k8, with g8 white.
    let moves = "h8 g8 i8 g9 j8 g10 k8";
    assert_eq!(ask_for_a_move::run(moves).unwrap(), "l8");
    assert!(ask_for_a_move::run("h8 h8").is_err() || ask_for_a_move::run("zz").is_err());
}
