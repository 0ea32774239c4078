//! The flags of `tengen match`.

use clap::Args;
use std::path::{Path, PathBuf};
use tengen::arena::{PlanOptions, RecordOptions};

const EXAMPLES: &str = "\
Examples:
  tengen match --brain ./old --brain ./new --each tc=60/5+0.1 --league renju15 --rounds 50 --concurrency 4
  tengen match -engine name=old cmd=./old -engine name=new cmd=./new -each nodes=20000 -sprt elo0=0 elo1=5
  tengen match --resume matches/0001";

/// Pairs between two reports where nothing is said of it.
const RATING_INTERVAL: u64 = 10;

/// Plays a match between brains, in pairs of games with colors swapped.
///
/// Every flag may have one dash, and KEYS may be separate words:
/// -engine name=a cmd=./a -each tc=60/5+0.1 -sprt elo0=0 elo1=5. --config FILE reads flags from a TOML file; flags on
/// the command line override it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    pub plan: PlanOptions,
    #[command(flatten)]
    pub running: Running,
}

/// How a plan is played and recorded; nothing of it changes a result.
#[derive(Args)]
#[command(next_help_heading = "Run")]
pub struct Running {
    /// Games at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency: u16,
    /// The folder for the results; created if missing. [default: a new one in matches/]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Resumes the match in a folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["PlanOptions", "out"])]
    pub resume: Option<PathBuf>,
    /// Milliseconds to wait between games.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    pub wait: u64,
    /// Ends the match, with code 3, at the first fault of a brain.
    #[arg(long)]
    pub fatalerror: bool,
    /// Pairs between two reports, when the output is not a terminal.
    #[arg(
        long,
        default_value_t = RATING_INTERVAL,
        value_name = "PAIRS",
        help_heading = "Records"
    )]
    pub ratinginterval: u64,
    /// Fails, with code 3, on any fault or warning of a brain.
    #[arg(long)]
    pub strict: bool,
    /// Fails if a move passes its limit by more than MS milliseconds, or if brains use less than 70 % of their turns
    /// for moves that are neither forced nor proven.
    #[arg(long, value_name = "MS")]
    pub assert_overrun_ms: Option<u64>,
    /// Measures the cost of the runner itself, with mock brains.
    #[arg(long)]
    pub selftest: bool,
    #[command(flatten)]
    pub records: RecordOptions,
}

impl Running {
    /// The command that resumes a match, past the fault that ended it if one did, and writes the same records.
    pub fn resume_command(&self, place: &Path) -> String {
        let mut words = ["tengen", "match", "--resume"].map(String::from).to_vec();
        words.push(place.display().to_string());
        if self.concurrency > 1 {
            words.extend(["--concurrency".into(), self.concurrency.to_string()]);
        }
        words.extend(self.strict.then(|| "--strict".into()));
        let mut number = |name: &str, number: u64| words.extend([name.into(), number.to_string()]);
        if self.wait > 0 {
            number("--wait", self.wait);
        }
        if self.ratinginterval != RATING_INTERVAL {
            number("--ratinginterval", self.ratinginterval);
        }
        if let Some(ms) = self.assert_overrun_ms {
            number("--assert-overrun-ms", ms);
        }
        words.extend(self.records.flags());
        let text = shlex::try_join(words.iter().map(String::as_str));
        text.unwrap_or_else(|_| words.join(" "))
    }
}
