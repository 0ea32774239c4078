//! `tengen play` in a pseudo-terminal and through pipes.
#![cfg(unix)]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use rexpect::session::{PtySession, spawn_command};
use std::fs::read_to_string;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const LEAGUES: [&str; 6] = [
    "freestyle20",
    "freestyle15",
    "standard15",
    "renju15",
    "caro15",
    "caro-exact15",
];
/// More than any answer takes on a loaded machine.
const TIMEOUT_MS: u64 = 60_000;

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("play").args(arguments.split_whitespace());
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    command
}

/// A game in a terminal with line editing.
struct Terminal(PtySession);

impl Terminal {
    fn open(arguments: &str) -> Terminal {
        let session = spawn_command(command(arguments), Some(TIMEOUT_MS));
        Terminal(session.unwrap())
    }

    /// What is printed up to the next prompt, and the prompt.
    fn prompt(&mut self) -> (String, String) {
        let prompt = r"((black|white) \d+[0-9:., s]* > |swap2 > |\x1b\[K> )";
        let (before, prompt) = self.0.exp_regex(prompt).unwrap();
        let plain = anstream::adapter::strip_str(&before).to_string();
        (plain.replace('\r', ""), prompt)
    }

    fn type_line(&mut self, line: &str) -> String {
        self.0.send_line(line).unwrap();
        self.prompt().0
    }

    /// Types a line whose answer has this text.
    fn expect(&mut self, line: &str, wanted: &str) -> String {
        let text = self.type_line(line);
        assert!(text.contains(wanted), "{line}: {text}");
        text
    }

    /// Plays what the hint says.
    fn play_hint(&mut self) -> String {
        let hint = self.type_line("hint");
        let line = hint.trim_end().lines().last().unwrap();
        let point = line.split_whitespace().next().unwrap().to_string();
        self.type_line(&point)
    }

    /// Plays what hints say until the game is over. Returns the last text.
    fn play_to_the_end(&mut self) -> String {
        loop {
            let text = self.play_hint();
            if text.contains(" wins: ") || text.contains("draw after ") {
                return text;
            }
        }
    }

    fn quit(mut self) {
        self.0.send_line("quit").unwrap();
        self.0.exp_eof().unwrap();
    }
}

fn piped(arguments: &str, lines: &str) -> Output {
    let mut command = command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    child.wait_with_output().unwrap()
}

fn printed(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

fn words(path: &Path) -> String {
    path.to_str().unwrap().into()
}

/// Against the weakest level, with every command of a game on the way.
#[test]
fn whole_games_of_every_league_are_played_in_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    for league in LEAGUES {
        let file = folder.path().join(format!("{league}.sgf"));
        let save = words(&file);
        let arguments = format!("--league {league} --level 0 --time-ms 20 --save {save}");
        let mut terminal = Terminal::open(&arguments);
        let (introduction, prompt) = terminal.prompt();
        assert!(introduction.contains("you play black (X)"));
        assert_eq!(prompt, "black 1 > ");
        terminal.expect("h8", "white plays ");
        terminal.expect("level 1", "level 1");
        terminal.expect("undo", "2 moves taken back");
        terminal.expect("h8", "white plays ");
        terminal.expect("h8", "h8: occupied");
        let end = terminal.play_to_the_end();
        assert!(end.contains("black wins: five in a row"), "{league}: {end}");
        terminal.quit();
        let text = read_to_string(&file).unwrap();
        assert!(
            text.contains("RE[B+1]") && text.contains("PB[person]"),
            "{text}"
        );
        let judged = piped(&format!("--resume {save}"), "a1\nquit\n");
        assert!(printed(&judged).contains("a1: the game is over"));
    }
}

#[test]
fn lines_are_edited_and_recalled() {
    let mut terminal = Terminal::open("--side both");
    terminal.prompt();
    // Left over the 9, and out with the h.
    terminal.0.send_line("h9\u{1b}[D\u{7f}i").unwrap();
    terminal.0.exp_string("(X)").unwrap();
    terminal.prompt();
    terminal.expect("moves", "i9\n");
    terminal.0.send_line("\u{1b}[A").unwrap();
    terminal.0.exp_string("i9\r\n").unwrap();
    terminal.quit();
}

#[test]
fn swap2_is_played_from_both_sides() {
    let mut terminal = Terminal::open("--swap2 you --time-ms 50");
    let (text, prompt) = terminal.prompt();
    assert!(text.contains("put three stones") && prompt == "swap2 > ");
    terminal.expect("h8", "the answer does not fit");
    terminal.expect("h8 h8 i9", "h8: occupied");
    let text = terminal.expect("h8 i9 j10", "tengen ");
    let is_asked = text.contains("swap2: type black");
    assert!(is_asked || text.contains("you play "), "{text}");
    terminal.quit();

    let mut terminal = Terminal::open("--swap2 tengen --time-ms 50");
    let (text, _) = terminal.prompt();
    assert!(
        text.contains("tengen puts ") && text.contains("two points to leave tengen the choice")
    );
    terminal.expect("hint", "a good choice is: ");
    let text = terminal.expect("black", "you play black (X)");
    assert!(text.contains("white plays "), "{text}");
    terminal.expect("undo", "no move of yours");
    terminal.quit();
}

/// No color has a clock before the colors are chosen.
#[test]
fn choosing_colors_costs_no_time() {
    let mut terminal = Terminal::open("--swap2 tengen --clock 3 --nodes 100");
    terminal.prompt();
    std::thread::sleep(std::time::Duration::from_millis(3200));
    let text = terminal.expect("black", "white plays ");
    assert!(!text.contains(" wins: "), "{text}");
    terminal.quit();
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["game.sgf", "game.psq"] {
        let file = words(&folder.path().join(name));
        let played = piped(
            "--rule renju --nodes 500",
            &format!("h8\nsave {file}\nsave {file}\nquit\n"),
        );
        assert_eq!(printed(&played).matches("saved as").count(), 2);
        let resumed = piped(
            &format!("--nodes 500 --resume {file}"),
            "moves\nundo\nwhy\n",
        );
        let text = printed(&resumed);
        for part in ["renju on 15x15", "black 3 > h8 ", "2 moves taken back"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let again = piped("", &format!("save {file}\n"));
        assert!(printed(&again).contains("there is such a file already, and it is kept"));
        let again = piped(&format!("--save {file}"), "");
        assert_eq!(again.status.code(), Some(2), "{}", printed(&again));
    }
}

#[test]
fn what_is_proven_and_what_is_forbidden_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let game = |name: &str, moves: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, moves).unwrap();
        words(&file)
    };
    let three = game("three.txt", "h8 a1 i8 a3 j8 a5");
    let text = printed(&piped(&format!("--resume {three}"), "why\n"));
    assert!(
        text.contains("black wins within 3 plies, proven "),
        "{text}"
    );
    let fouls = game("fouls.txt", "f8 a1 g8 a2 h9 a15 h10 a14");
    let text = printed(&piped(
        &format!("--rule renju --resume {fouls}"),
        "forbidden\n",
    ));
    assert!(text.contains("double three"), "{text}");
    let text = printed(&piped("--league standard15", "h8\nwhy\n"));
    assert!(
        text.contains("the solved game: black wins within "),
        "{text}"
    );
    let text = printed(&piped("--league standard15 --side white", "hint\n"));
    assert!(
        text.contains("the solved game: black wins within ") && !text.contains("nothing is proven"),
        "{text}"
    );
    let named = game("named.sgf", "(;GM[4]SZ[15]RU[renju];B[hh])");
    let text = printed(&piped(&format!("--rule standard --resume {named}"), ""));
    assert!(
        text.contains("note: the game names renju: standard, asked for, is taken"),
        "{text}"
    );
}

#[test]
fn a_resignation_is_taken_back_and_bytes_that_are_no_text_end_nothing() {
    let mut command = command("--level 0 --time-ms 50");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(b"h8\nq\xe9\nresign\nundo\nmoves\nnew\n")
        .unwrap();
    drop(input);
    let text = printed(&child.wait_with_output().unwrap());
    for wanted in [
        "no point of the board",
        "black resigned",
        "the game goes on\nblack 3 > h8 ",
        "a new game",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

#[test]
fn a_clock_runs_out_and_wrong_words_are_answered() {
    let mut terminal = Terminal::open("--clock 0.05 --side both");
    terminal.prompt();
    std::thread::sleep(std::time::Duration::from_millis(100));
    terminal.expect("h8", "white wins: black's time is over");
    terminal.expect("undo", "black's time is over");
    terminal.expect("moves", "\n");
    terminal.quit();
    let text = printed(&piped(
        "--clock 60+1 --level 0",
        "h8\nfoo\nlevel 101\nundo 2\nresign\nh9\n",
    ));
    for wanted in [
        "black 1, 1:00 > ",
        "foo: no point",
        "from 0 to 100",
        "undo takes nothing",
        "black resigned",
        "h9: the game is over",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    for (arguments, wanted) in [
        ("--side red", "black, white or both"),
        ("--clock 0", "seconds up to 1000000 are expected"),
        ("--swap2 me", "you or tengen"),
        ("--rule renju --size 5", "a larger board"),
        ("--resume none.sgf", "none.sgf"),
        ("--save none/game.sgf", "there is no folder none"),
        ("--save game.txt", ".sgf or .psq"),
    ] {
        let refused = piped(arguments, "");
        assert_eq!(refused.status.code(), Some(2), "{arguments}");
        assert!(printed(&refused).contains(wanted), "{}", printed(&refused));
    }
}
