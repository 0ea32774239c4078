//! The language of the transcripts, one case after the other:
//!
//! ```text
//! case 27: a point that is taken
//! > START 15                 send a line; `>>` sends escapes (\r \n \t \xNN) and no line end
//! < OK                       expect this line; messages in between are skipped
//! < move                     expect a legal move; it then stands on the harness's board
//! < move 6,7 11,7            .. one of these      < move not 6,8     .. none of these
//! < move column 7            .. with this x
//! < ERROR   < UNKNOWN        expect a line that begins so
//! < ERROR|move               expect one or the other
//! < SWAP|move|stones 2       .. the stones of a swap2 answer
//! < OK within 100            .. in the timed tier within so many milliseconds after the last line sent
//! < FORBID 0707.             any other words: the line itself
//! said REALTIME BEST         a message with these words came since the last line sent, or comes
//! silent 50                  expect nothing but messages for so long
//! alive                      ABOUT is answered
//! turn 100                   the turn's limit: so many milliseconds in the timed tier, else nodes
//! sleep 50   eof             wait; close the input
//! exit 500                   the process ends with code 0, in the timed tier within so long
//! guard 300   timed          for tests of the harness: a hang is one after so long; times are asserted
//! ```
//!
//! A case ends with `END`, a clean exit and nothing on standard error, unless it ended before. Outside the
//! timed tier no deadline but the hang guard counts (`timing.rs`). A move that has to be found takes `turn`;
//! a limit of `INFO timeout_turn` is for cases in which any legal move will do, or one that needs no search.

use crate::Case;
use crate::brain::Brain;
use crate::pool::at_step;
use crate::timing::{ms, turn_limit};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The transcript files, in order.
pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("protocol-tests is there")
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Reads the cases of a file.
pub fn read(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut cases: Vec<(String, Vec<String>)> = Vec::new();
    for line in text
        .lines()
        .filter(|l| !l.trim().is_empty() && !l.starts_with('#'))
    {
        if line.starts_with("case ") {
            cases.push((line.to_string(), Vec::new()));
        } else {
            cases
                .last_mut()
                .expect("a file begins with a case")
                .1
                .push(line.to_string());
        }
    }
    let case = |(name, steps): (String, Vec<String>)| {
        assert!(!steps.is_empty(), "{name} does nothing");
        let is_timed = |step: &String| step.contains(" within ") || step.starts_with("exit ");
        let is_timed = steps.iter().any(is_timed);
        let case = Case::new(name, move || play(Brain::start(), &steps));
        if is_timed { case.timed() } else { case }
    };
    cases.into_iter().map(case).collect()
}

/// Plays steps against another command: for the tests of the harness itself.
pub fn play_against(command: &mut Command, steps: &str) {
    let steps: Vec<String> = steps.lines().map(|l| l.trim().to_string()).collect();
    play(Brain::spawn(command), &steps);
}

fn play(mut brain: Brain, steps: &[String]) {
    let mut ended = false;
    for step in steps {
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        let number = || rest.parse().unwrap_or_else(|_| panic!("step {step:?}"));
        at_step(step);
        match word {
            ">" => brain.send(rest),
            ">>" => brain.send_bytes(&unescape(rest)),
            "<" => expect(&mut brain, rest),
            "said" => brain.expect_said(rest),
            "silent" => brain.expect_silence(ms(number())),
            "alive" => brain.expect_alive(),
            "sleep" => std::thread::sleep(ms(number())),
            "turn" => brain.send_bytes(turn_limit(number()).as_bytes()),
            "guard" => brain.guard = ms(number()),
            "timed" => brain.is_timed = true,
            "eof" => brain.close_input(),
            "exit" => {
                brain.expect_exit(ms(number()));
                ended = true;
            }
            "END" => break,
            _ => panic!("no such step: {step:?}"),
        }
    }
    at_step("END");
    if ended {
        brain.expect_clean_end()
    } else {
        brain.finish()
    }
}

fn expect(brain: &mut Brain, expected: &str) {
    let (expected, limit) = match expected.split_once(" within ") {
        Some((expected, limit)) => (expected, Some(ms(limit.parse().unwrap()))),
        None => (expected, None),
    };
    let line = brain.expect_reply();
    let mut reasons = Vec::new();
    for choice in expected.split('|') {
        match fits(brain, choice, &line) {
            Ok(()) => {
                if let Some(limit) = limit {
                    brain.expect_within(limit);
                }
                return;
            }
            Err(reason) => reasons.push(reason),
        }
    }
    panic!("{line:?} is not '{expected}': {}", reasons.join(", "));
}

fn fits(brain: &mut Brain, expected: &str, line: &str) -> Result<(), String> {
    let (word, rest) = expected.split_once(' ').unwrap_or((expected, ""));
    let begins = |prefix: &str| {
        let found = line == prefix || line.starts_with(&format!("{prefix} "));
        found.then_some(()).ok_or(format!("no {prefix}"))
    };
    match word {
        "ERROR" | "UNKNOWN" if rest.is_empty() => begins(word),
        "stones" => brain.model.check_stones(line, rest.parse().unwrap()),
        "move" => {
            let mut wanted: Vec<&str> = rest.split_whitespace().collect();
            let not = wanted.first() == Some(&"not");
            wanted.retain(|w| *w != "not");
            if wanted.first() == Some(&"column") {
                let column = format!("{},", wanted[1]);
                if !line.starts_with(&column) {
                    return Err(format!("not in column {}", wanted[1]));
                }
            } else if !wanted.is_empty() && wanted.contains(&line) == not {
                return Err(format!("not {rest}"));
            }
            brain.model.take_move(line).map(|_| ())
        }
        _ => (line == expected)
            .then_some(())
            .ok_or("another line".into()),
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let (byte, length) = match after.as_bytes()[0] {
            b'n' => (b'\n', 1),
            b'r' => (b'\r', 1),
            b't' => (b'\t', 1),
            b'x' => (u8::from_str_radix(&after[1..3], 16).unwrap(), 3),
            other => (other, 1),
        };
        bytes.push(byte);
        rest = &after[length..];
    }
    bytes.extend(rest.as_bytes());
    bytes
}
