//! Brains that misbehave: the harness must see it, and see it for what it is.

use crate::Case;
use crate::pool::attempt;
use crate::transcript::play_against;
use std::io::{BufRead, Write};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// The environment variable that makes this program a brain.
pub const MODE: &str = "TENGEN_MOCK_BRAIN";

const ABOUT: &str = "name=\"Mock\", version=\"1\", author=\"-\", country=\"-\"";

/// A conversation that any sound brain passes.
const CONVERSATION: &str = "> START 15
< OK
> INFO timeout_turn 100
> TURN 7,7
< move
> TURN 99,0
< ERROR
> FOO
< UNKNOWN
silent 60
alive
END";

/// A brain that does one thing wrong, the step at which that must be seen, and words of the report.
///
/// None of them depends on how fast the machine is: where a brain stays silent it never answers, so that a
/// short guard at that step misses nothing; the late one sleeps for longer than its answer may take.
const WRONG: [(&str, &str, &str); 16] = [
    ("mute", "< OK", NO_REPLY),
    ("no-ok", "< OK", NO_REPLY),
    ("ok-with-text", "< OK", "no manager understands \"OK -"),
    ("hanging", "< move", NO_REPLY),
    ("late", "< move", "late: "),
    ("two-moves", "< ERROR", "\"9,9\" is not 'ERROR'"),
    ("occupied", "< move", "not an empty point"),
    ("off-board", "< move", "not an empty point"),
    ("no-number", "< move", "no manager understands \"h8\""),
    ("no-error", "< ERROR", "\"3,3\" is not 'ERROR'"),
    ("no-unknown", "< UNKNOWN", NO_REPLY),
    ("unasked", "< OK", "\"0,0\" is not 'OK'"),
    ("talking-at-the-end", "END", "said at the end: \"9,9\""),
    ("stderr", "END", "a complaint"),
    ("stays", "END", STAYS),
    ("bad-exit", "END", "exit code"),
];

const NO_REPLY: &str = "no reply";
const STAYS: &str = "still running";

/// The tests of the harness.
pub fn cases() -> Vec<Case> {
    let mut cases = vec![Case::new("harness: a sound brain passes", || {
        talk("sound", CONVERSATION)
    })];
    for (mode, step, words) in WRONG {
        let see = move || {
            // What is asked for at the step, besides.
            let strictly = match words {
                NO_REPLY | STAYS => format!("guard 300\n{step}"),
                _ if mode == "late" => format!("timed\n{step} within 400"),
                _ => step.to_string(),
            };
            let steps = CONVERSATION.replacen(step, &strictly, 1);
            let report = attempt(|| talk(mode, &steps));
            let report = report.expect_err("the harness saw nothing wrong");
            assert!(
                report.starts_with(&format!("at '{step}")) && report.contains(words),
                "seen otherwise: {report}"
            );
        };
        cases.push(Case::new(
            format!("harness: sees a brain that is {mode}"),
            see,
        ));
    }
    cases
}

fn talk(mode: &str, steps: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    play_against(command.env(MODE, mode), steps);
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
            "TURN" if is("hanging") => {}
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
            // Until the harness kills it.
            "END" if is("stays") => loop {
                std::thread::park();
            },
            "END" if is("bad-exit") => return ExitCode::from(3),
            "END" => {
                if is("talking-at-the-end") {
                    std::thread::sleep(Duration::from_millis(100));
                    say("9,9");
                }
                return ExitCode::SUCCESS;
            }
            _ if is("no-unknown") => {}
            _ => say("UNKNOWN"),
        }
    }
    ExitCode::SUCCESS
}
