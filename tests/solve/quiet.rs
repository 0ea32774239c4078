//! Wins with quiet moves, through the library.

use super::*;
use tengen::board::{Size, parse_points};
use tengen::proof::Certificate;
use tengen::rule::Rule;
use tengen::solve::{
    PriorKnowledge, SettledPosition, WinListener, WinProgress, WinResult, WinSettings,
    confirm_certificate, find_win,
};

/// Standard: black wins both in much the same way, the second not as soon found.
const ALIKE: [&str; 2] = ["h8 a1 g9 i8", "h8 a15 g9 i8"];

#[derive(Default)]
struct Kept(Vec<SettledPosition>, WinProgress);

impl WinListener for Kept {
    fn settled(&mut self, settled: &SettledPosition) {
        self.0.push(settled.clone());
    }
    fn goes_on(&mut self, progress: &WinProgress) -> bool {
        self.1 = *progress;
        true
    }
}

/// Searches a win under standard up to the 35th stone.
fn find_quiet_win(start: &str, known: &PriorKnowledge) -> (Certificate, Kept) {
    let start = parse_points(start, Size::FIFTEEN).unwrap();
    let empty = Certificate::new(Rule::Standard, Size::FIFTEEN, start, 35);
    let settings = WinSettings {
        nodes: 50_000_000,
        memory: 32 << 20,
        growth: None,
    };
    let mut kept = Kept::default();
    let WinResult::Win(win) = find_win(empty, &settings, known, &mut kept) else {
        panic!("{:?}", kept.1);
    };
    (win, kept)
}

/// A win with quiet moves through the library: the decisions are confirmed; what was settled makes a
/// second search short, and so does the win of a like position.
#[test]
fn quiet_wins_are_found_and_remembered() {
    let (win, kept) = find_quiet_win(QUIET, &PriorKnowledge::default());
    let confirmed = confirm_certificate(&win, &mut |_| true).unwrap();
    assert!(confirmed.decisions > 2, "{confirmed:?}");
    let known = PriorKnowledge {
        settled: &kept.0,
        like: &[],
    };
    assert_eq!(find_quiet_win(QUIET, &known).1.1.settled, 0);

    let (win, _) = find_quiet_win(ALIKE[0], &PriorKnowledge::default());
    let known = PriorKnowledge {
        settled: &[],
        like: &[win],
    };
    let (with, without) = (
        find_quiet_win(ALIKE[1], &known).1.1,
        find_quiet_win(ALIKE[1], &PriorKnowledge::default()).1.1,
    );
    assert!(with.nodes < without.nodes / 2, "{with:?} {without:?}");
}

/// A long VCT that the checker does not find by itself is spelled out for it.
#[test]
fn hard_wins_are_spelled_out() {
    let moves = "h8 l9 h7 l7 j8 l8 l6 l10";
    let flags = "--rule 4 --goal win --plies 37 --no-book";
    let won = expect(
        moves,
        flags,
        0,
        &["won within 37 plies", "1 won", "checked"],
    );
    assert!(!won.contains(" 1 decision,"), "{won}");
}

/// With one stone nothing threatens yet: moves near it are tried against every reply.
#[test]
fn the_opening_is_searched_too() {
    let flags = "--rule 1 --goal win --plies 43 --nodes 100000 --no-book";
    expect("h8 a1", flags, 3, &["unknown", "--nodes spent"]);
    let first = "--rule 1 --goal win --plies 43 --nodes 300000 --boardsize 9 --attacker white";
    expect("e5", first, 3, &["unknown"]);
}
