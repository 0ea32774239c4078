//! What is done with each input: nothing may panic, and what was read is the same when it is written and read again.
//!
//! `tests/corpus.rs` does the same with the inputs that are kept.

use std::io::Write;
use tengen::analysis::Consultant;
use tengen::arena::{Report, summarize};
use tengen::board::Size;
use tengen::proof::Certificate;
use tengen::protocol::{Reply, Session};
use tengen::record::{
    GameFormat, RecordedGame, parse_renlib, parse_sgf, read_game_file, write_renlib, write_sgf,
};
use tengen::rule::Rule;
use tengen::service::{Request, Task};

/// The memory limit of a search, in bytes.
const MEMORY: u64 = 4 << 20;

/// A conversation with the brain; its thinking is replaced by the first point that is free.
pub fn protocol(input: &[u8]) {
    let mut session = Session::default();
    for line in String::from_utf8_lossy(input).lines() {
        let step = session.apply(line);
        step.replies.iter().for_each(check_reply);
        if let Some(task) = step.task {
            let answer = session.answer(first_answer(&task), 1);
            answer.iter().for_each(check_reply);
        }
        session.ponder();
        if step.end {
            return;
        }
    }
}

/// A reply is one line.
fn check_reply(reply: &Reply) {
    let line = reply.to_string();
    assert!(!line.contains(['\n', '\r']), "{line:?}");
}

fn first_answer(task: &Task) -> Reply {
    let board = task.position.board();
    let mut free = board.size().points().filter(|&point| board.is_empty(point));
    match (&task.request, free.next()) {
        (Request::Swap2(_), Some(_)) => Reply::Swap,
        (_, Some(point)) => Reply::Stones(vec![point]),
        (_, None) => Reply::Error("the board is full".into()),
    }
}

/// A file of games in any format: as what it looks like, and as each format that can be named.
pub fn games(input: &[u8]) {
    let named = GameFormat::names()
        .filter_map(|name| name.parse().ok())
        .map(Some);
    for format in std::iter::once(None).chain(named) {
        let Ok(file) = read_game_file(input, "", format, None) else {
            continue;
        };
        for game in &file.games {
            let moves = game.moves().map_or(0, |moves| moves.len());
            let _ = game.position(moves);
            check_copies(game);
        }
    }
    if let Ok(sgf) = parse_sgf(input) {
        let text = sgf.text.to_string();
        let again = parse_sgf(text.as_bytes()).expect("what was written can be read");
        assert_eq!(again.text.to_string(), text);
    }
}

/// The tree is the same through SGF; through RenLib, if that takes it, the same bytes come again.
fn check_copies(game: &RecordedGame) {
    let read_again = |text: String| {
        let mut file = parse_sgf(text.as_bytes()).expect("what was written can be read");
        file.games.swap_remove(0).tree
    };
    let name = game.rule.unwrap_or(Rule::Freestyle).name();
    let tree = read_again(write_sgf(&game.tree, name, ""));
    assert_eq!(tree, game.tree);
    if let Ok(bytes) = write_renlib(&game.tree) {
        let again = parse_renlib(&bytes).expect("what was written can be read");
        assert_eq!(write_renlib(&again.tree).ok(), Some(bytes)); // its texts hold no zeros
    }
}

/// A certificate in either form is the same when it is written and read again in both.
pub fn certificate(input: &[u8]) {
    let empty = || Certificate::new(Rule::Freestyle, Size::FIFTEEN, Vec::new(), 225);
    let Ok((certificate, _)) = Certificate::read(input.to_vec(), empty()) else {
        return;
    };
    let text = certificate.to_string();
    let mut again = empty();
    assert_eq!(again.read_lines(&text), Ok(0));
    assert_eq!(again.to_string(), text);
    if let Some(bytes) = certificate.to_bytes() {
        let again = Certificate::from_bytes(&bytes).expect("the compact form");
        assert_eq!(again.to_string(), text);
    }
}

/// The results of a match, and their report.
pub fn results(input: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(input).expect("a temporary file");
    if let Ok(Some((plan, summary))) = summarize(&[file.path().into()]) {
        let _ = Report::full(&plan, &summary).to_string();
    }
}

/// Questions as lines of JSON, each stopped at once.
pub fn questions(input: &[u8]) {
    let mut consultant = Consultant::new(MEMORY);
    for line in String::from_utf8_lossy(input).lines() {
        consultant.answer_line(line, || true, &|reply| {
            assert_eq!(reply.to_json().lines().count(), 1);
        });
    }
}
