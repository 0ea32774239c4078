//! Brains that misbehave: the harness must see it.

use crate::Case;
use crate::transcript::play_against;
use std::io::{BufRead, Write};
use std::panic::catch_unwind;
use std::process::{Command, ExitCode};
use std::time::Duration;

/// The environment variable that makes this program a brain.
pub const MODE: &str = "TENGEN_MOCK_BRAIN";

const ABOUT: &str = "name=\"Mock\", version=\"1\", author=\"-\", country=\"-\"";

/// A conversation that any sound brain passes.
const CONVERSATION: &str = "> START 15
    < OK within 400
    > INFO timeout_turn 100
    > TURN 7,7
    < move within 400
    > TURN 99,0
    < ERROR within 400
    > FOO
    < UNKNOWN within 400
    silent 60
    alive";

/// What each brain does wrong.
const WRONG: [&str; 14] = [
    "mute",
    "no-ok",
    "ok-with-text",
    "late",
    "two-moves",
    "occupied",
    "off-board",
    "no-number",
    "no-error",
    "no-unknown",
    "unasked",
    "stderr",
    "stays",
    "bad-exit",
];

/// The tests of the harness.
pub fn cases() -> Vec<Case> {
    let talk = |mode: &str| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        play_against(command.env(MODE, mode), CONVERSATION);
    };
    let mut cases = vec![Case::new("harness: a sound brain passes", move || {
        talk("sound")
    })];
    for mode in WRONG {
        cases.push(Case::new(
            format!("harness: sees a brain that is {mode}"),
            move || {
                std::panic::set_hook(Box::new(|_| {}));
                let passed = catch_unwind(|| talk(mode)).is_ok();
                let _ = std::panic::take_hook();
                assert!(!passed, "the harness saw nothing wrong");
            },
        ));
    }
    cases
}

/// Plays the brain, sound but for one thing.
pub fn run(mode: &str) -> ExitCode {
    let is = |wrong: &str| mode == wrong;
    let say = |line: &str| {
        let mut out = std::io::stdout();
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    };
    if is("unasked") {
        say("0,0");
    }
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let word = line.split(' ').next().unwrap_or("");
        if is("mute") && word != "END" {
            continue;
        }
        match word {
            "START" if is("no-ok") => {}
            "START" if is("ok-with-text") => say("OK - all good"),
            "START" => say("OK"),
            "TURN" if line.contains("99") && is("no-error") => say("3,3"),
            "TURN" if line.contains("99") => say("ERROR off the board"),
            "TURN" => {
                if is("late") {
                    std::thread::sleep(Duration::from_millis(600));
                }
                say(match mode {
                    "occupied" => "7,7",
                    "off-board" => "15,3",
                    "no-number" => "h8",
                    _ => "8,8",
                });
                if is("two-moves") {
                    say("9,9");
                }
                if is("stderr") {
                    eprintln!("a complaint");
                }
            }
            "ABOUT" => say(ABOUT),
            "INFO" => {}
            "END" if is("stays") => std::thread::sleep(Duration::from_secs(3)),
            "END" if is("bad-exit") => return ExitCode::from(3),
            "END" => return ExitCode::SUCCESS,
            _ if is("no-unknown") => {}
            _ => say("UNKNOWN"),
        }
    }
    ExitCode::SUCCESS
}
