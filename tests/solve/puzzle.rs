//! Wins that are played as puzzles.

use super::*;

#[test]
fn a_puzzle_is_played() {
    let session = played(
        THREE,
        "--goal vcf",
        "\nzz\nH8\nb2\nl8\nhint\ng8\nboard\nk8\nb3\n",
    );
    in_order(
        &session,
        &[
            "Find the VCF within 3 plies",
            "'zz' is not a point",
            "h8 is taken",
            "wrong: after b2 there is no four: white plays",
            "wrong: after l8 white answers at k8 and black has no VCF of any length",
            "g8 wins",
            "right: white answers at",
            "is five: solved in 2 moves",
        ],
    );
    let session = played(CROSS, "", "o8\nh8\nquit\nh8\n");
    in_order(
        &session,
        &["after o8 there is no threat", "right: white answers at"],
    );
    assert!(!session.contains("solved"));
    let ended = played(CROSS, "--goal win", "h8\n");
    in_order(&ended, &["by any moves within", "right: white answers at"]);
    let four = "h8 a1 i8 a3 j8 b1 k8 c1 a5 d1 ";
    let session = played(four.trim(), "", "o15\ng8\n");
    in_order(
        &session,
        &[
            "after o15 white makes five at e1",
            "g8 is five: solved in 1 move",
        ],
    );
    let renju = played(&format!("{CROSS} h7 o7 "), "--rule 4 --goal shortest", "");
    assert!(renju.ends_with("> \n"), "{renju}");
}

/// The book's quiet moves threaten nothing that the judge's own search could see.
#[test]
fn moves_of_the_book_are_right() {
    let session = played("h8 i9", "", "hint\ng9\nhint\n");
    in_order(
        &session,
        &[
            "g9 wins",
            "right: white answers at",
            "five comes within 29 plies",
            " wins",
        ],
    );
    let session = played("h8 h9", "--rule standard", "g9\n");
    in_order(&session, &["right: white answers at"]);
}

#[test]
fn bytes_that_are_no_text_are_no_move_and_end_nothing() {
    let mut child = command(THREE, "--goal vcf --play")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"h\xff\nhint\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    in_order(&text(&output), &["is not a point of this board", " wins"]);
}
