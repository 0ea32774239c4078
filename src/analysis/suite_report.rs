//! The report of a suite: single checks, and a table by class.

use super::suite::{Check, CheckKind};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The checks of a suite. Written as a table, one row for each class of positions, with totals below.
#[derive(Clone, Debug, Default)]
pub struct SuiteReport {
    /// The checks, in the order of the file.
    pub checks: Vec<Check>,
}

impl SuiteReport {
    /// The number of wrong verdicts.
    pub fn wrong(&self) -> usize {
        self.count(Some(false))
    }

    /// The number of checks that a limit left undecided.
    pub fn undecided(&self) -> usize {
        self.count(None)
    }

    fn count(&self, right: Option<bool>) -> usize {
        let checked = self
            .checks
            .iter()
            .filter(|check| check.kind != CheckKind::Beyond);
        checked.filter(|check| check.right == right).count()
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.right {
            Some(true) => "right",
            Some(false) => "WRONG",
            None => "undecided",
        };
        write!(f, "{}: {verdict}", self.name)?;
        if let Some(plies) = self.plies {
            write!(f, ", {plies} plies")?;
        }
        write!(f, ", {:.3} ms {}", ms(self.elapsed), self.note)
    }
}

impl fmt::Display for SuiteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut classes: BTreeMap<(CheckKind, &str), Vec<&Check>> = BTreeMap::new();
        for check in &self.checks {
            let id = check.name.split(' ').next().unwrap_or_default();
            let class = id.rsplit_once('-').map_or(id, |(class, _)| class);
            classes.entry((check.kind, class)).or_default().push(check);
        }
        writeln!(
            f,
            "{:<22} {:>6} {:>6} {:>9} {:>10} {:>10} {:>6}",
            "class", "right", "wrong", "undecided", "median ms", "most ms", "plies"
        )?;
        for ((kind, class), checks) in &classes {
            write_row(f, *kind, class, checks)?;
        }
        let right = self.count(Some(true));
        let (wrong, undecided) = (self.wrong(), self.undecided());
        write!(f, "{right} right, {wrong} wrong, {undecided} undecided")?;
        match self.checks.len() - right - wrong - undecided {
            0 => writeln!(f),
            beyond => writeln!(f, ", {beyond} not checked"),
        }
    }
}

fn write_row(
    f: &mut fmt::Formatter<'_>,
    kind: CheckKind,
    class: &str,
    checks: &[&Check],
) -> fmt::Result {
    let count = |right| checks.iter().filter(|check| check.right == right).count();
    let mut times: Vec<f64> = checks.iter().map(|check| ms(check.elapsed)).collect();
    times.sort_by(f64::total_cmp);
    let kind = match kind {
        CheckKind::ByFours => "fours",
        CheckKind::ByThreats => "threats",
        CheckKind::Forbidden => "forbidden",
        CheckKind::Beyond => "beyond",
    };
    let plies = checks.iter().filter_map(|check| check.plies).max();
    writeln!(
        f,
        "{:<22} {:>6} {:>6} {:>9} {:>10.3} {:>10.3} {:>6}",
        format!("{class} ({kind})"),
        count(Some(true)),
        count(Some(false)),
        count(None),
        times[times.len() / 2],
        times[times.len() - 1],
        plies.map_or("-".into(), |plies| plies.to_string()),
    )
}
