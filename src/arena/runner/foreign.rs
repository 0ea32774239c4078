//! Flags of c-gomoku-cli and fastchess that this runner does not have: those without effect, each with the reason, and
//! those that are refused, each with the replacement. Flags with the same effect here are in `options`.

use super::super::watchdog::WATCHDOG_COMMAND;
use super::error::{Result, invalid};
use std::path::Path;

/// What a program is asked that may have the name of another runner.
#[derive(Debug, PartialEq)]
pub enum Invocation {
    /// To print its version, which names the flags and lines that it speaks.
    Version(&'static str),
    /// To run with these words, the program's name first.
    Words(Vec<String>),
}

impl Invocation {
    /// Reads a command line. Under a name that begins with `fastchess` the program is that runner: `match` goes without
    /// saying.
    pub fn of(mut words: Vec<String>) -> Invocation {
        let program = words.first().map(Path::new).and_then(Path::file_stem);
        let is_fastchess =
            program.is_some_and(|stem| stem.to_string_lossy().starts_with("fastchess"));
        let is_version = |word: &String| word.trim_start_matches('-') == "version";
        if is_fastchess && words.iter().skip(1).any(is_version) {
            return Invocation::Version(concat!(
                "speaks fastchess 1.8.1, is tengen ",
                env!("CARGO_PKG_VERSION")
            ));
        }
        let is_command = |word: &String| word == WATCHDOG_COMMAND || word == "match";
        if is_fastchess && !words.get(1).is_some_and(is_command) {
            words.insert(1, "match".into());
        }
        Invocation::Words(words)
    }
}

/// What follows a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// One word.
    Word,
    /// One word or none.
    MaybeWord,
    /// All words up to the next flag.
    Words,
}

#[derive(Clone, Copy)]
enum Fate {
    /// It changes nothing, for this reason.
    NoEffect(&'static str),
    /// It cannot be done; this can.
    Refused(&'static str),
}

/// A flag of another runner.
#[derive(Clone, Copy)]
pub struct Foreign {
    /// Its name without dashes.
    pub name: &'static str,
    /// The words that follow it.
    pub takes: Takes,
    /// With these values, or without any, it asks for what is always so.
    is_so_with: &'static [&'static str],
    fate: Fate,
}

const fn always_so(name: &'static str) -> Foreign {
    Foreign {
        name,
        takes: Takes::Nothing,
        is_so_with: &[""],
        fate: Fate::NoEffect(""),
    }
}

const fn no_effect(name: &'static str, takes: Takes, why: &'static str) -> Foreign {
    Foreign {
        name,
        takes,
        is_so_with: &[],
        fate: Fate::NoEffect(why),
    }
}

const fn refused(name: &'static str, takes: Takes, instead: &'static str) -> Foreign {
    Foreign {
        name,
        takes,
        is_so_with: &[],
        fate: Fate::Refused(instead),
    }
}

const fn is_so_with(values: &'static [&'static str], foreign: Foreign) -> Foreign {
    Foreign {
        is_so_with: values,
        ..foreign
    }
}

const TABLEBASES: &str = "there are no tablebases of this game";
const PAIRS: &str =
    "games always come in pairs with colors swapped; --rounds counts pairs of each encounter";

/// All of them.
const FOREIGN: [Foreign; 24] = [
    always_so("recover"),
    always_so("transform"),
    always_so("force-concurrency"),
    no_effect(
        "testEnv",
        Takes::Nothing,
        "nothing is different in a test environment",
    ),
    no_effect(
        "variant",
        Takes::Word,
        "--rule and --boardsize, or --league, choose what is played",
    ),
    no_effect(
        "scoreinterval",
        Takes::Word,
        "a report follows every --ratinginterval pairs",
    ),
    no_effect(
        "autosaveinterval",
        Takes::Word,
        "every game is saved as it ends",
    ),
    is_so_with(
        &["penta=true", ""],
        no_effect("report", Takes::Words, "pairs are always reported (Ptnml)"),
    ),
    is_so_with(
        &["format=fastchess"],
        no_effect(
            "output",
            Takes::Words,
            "the lines are those of format=fastchess",
        ),
    ),
    no_effect("tb", Takes::Word, TABLEBASES),
    no_effect("tbpieces", Takes::Word, TABLEBASES),
    no_effect("tbignore50", Takes::Nothing, TABLEBASES),
    no_effect("tbadjudicate", Takes::Word, TABLEBASES),
    no_effect(
        "check-mate-pvs",
        Takes::Nothing,
        "brains of this protocol announce no mates",
    ),
    no_effect(
        "show-latency",
        Takes::Nothing,
        "brains of this protocol do not report the time that they took",
    ),
    no_effect(
        "use-affinity",
        Takes::MaybeWord,
        "brains are not bound to processors; taskset does that",
    ),
    no_effect(
        "ucinewgame-ms",
        Takes::Word,
        "START is waited for as --startup-ms says",
    ),
    no_effect(
        "ping-ms",
        Takes::Word,
        "the protocol has no ping; stall= ends a move without a limit",
    ),
    no_effect(
        "crc32",
        Takes::Words,
        "no checksum is printed; cksum makes one of a file",
    ),
    refused("noswap", Takes::Nothing, PAIRS),
    refused("reverse", Takes::Nothing, PAIRS),
    is_so_with(
        &["1"],
        refused(
            "seeds",
            Takes::Word,
            "a gauntlet is the first engine against all others",
        ),
    ),
    refused(
        "epdout",
        Takes::Words,
        "positions are not written as EPD; --sgf, --pgnout and --sample write games and positions",
    ),
    refused(
        "compliance",
        Takes::Words,
        "tengen accept tries a brain as it is handed in; tengen match --strict fails on warnings",
    ),
];

/// The flag of this name, without its dashes.
pub fn named(name: &str) -> Option<&'static Foreign> {
    FOREIGN.iter().find(|foreign| foreign.name == name)
}

impl Foreign {
    /// What there is to say about its use with these words.
    ///
    /// # Errors
    /// If it is refused.
    pub fn judge(&self, words: &[String]) -> Result<Option<String>> {
        let said = words.join(" ");
        if self.is_so_with.contains(&said.as_str()) {
            return Ok(None);
        }
        let flag = match said.is_empty() {
            true => format!("--{}", self.name),
            false => format!("--{} {said}", self.name),
        };
        match self.fate {
            Fate::NoEffect(why) => Ok(Some(format!("{flag} has no effect: {why}"))),
            Fate::Refused(instead) => invalid!("{flag} cannot be done here: {instead}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_the_name_of_fastchess_match_goes_without_saying() {
        let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let read = |text: &str| Invocation::of(words(text));
        let asked = |text: &str| Invocation::Words(words(text));
        assert_eq!(
            read("tengen bench --version"),
            asked("tengen bench --version")
        );
        assert_eq!(
            read("/bin/fastchess-ob -rounds 1"),
            asked("/bin/fastchess-ob match -rounds 1")
        );
        assert_eq!(read("fastchess"), asked("fastchess match"));
        assert_eq!(read("fastchess match -h"), asked("fastchess match -h"));
        let guard = format!("fastchess {WATCHDOG_COMMAND} 1-a");
        assert_eq!(read(&guard), asked(&guard));
        let version = read("fastchess.exe -version");
        assert!(
            matches!(version, Invocation::Version(text) if text.starts_with("speaks fastchess 1."))
        );
    }

    fn judged(line: &str) -> Result<Option<String>> {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        named(&words[0]).unwrap().judge(&words[1..])
    }

    #[test]
    fn each_flag_is_so_has_no_effect_or_is_refused() {
        for so in [
            "recover",
            "transform",
            "report penta=true",
            "output format=fastchess",
            "seeds 1",
        ] {
            assert!(judged(so).unwrap().is_none(), "{so}");
        }
        for (line, why) in [
            (
                "tb /syzygy",
                "--tb /syzygy has no effect: there are no tablebases",
            ),
            (
                "output format=cutechess",
                "--output format=cutechess has no effect",
            ),
            (
                "use-affinity",
                "--use-affinity has no effect: brains are not bound",
            ),
        ] {
            assert!(judged(line).unwrap().unwrap().starts_with(why), "{line}");
        }
        for (line, instead) in [
            (
                "noswap",
                "--noswap cannot be done here: games always come in pairs",
            ),
            ("seeds 2", "--seeds 2 cannot be done here: a gauntlet"),
            ("epdout file=x", "--sgf"),
        ] {
            let error = judged(line).unwrap_err().to_string();
            assert!(error.contains(instead), "{error}");
        }
        assert!(named("engine").is_none());
    }
}
