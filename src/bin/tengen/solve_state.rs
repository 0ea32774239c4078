//! What a search for any win has settled, as a file: a head, and a line for each position, written as
//! soon as it is settled. A run that was ended, in whatever way, goes on from it.

use super::files::{cannot_write, check_target, read_text};
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use tengen::board::{Point, Size, parse_points, point_names, stones_in_turn};
use tengen::proof::Certificate;
use tengen::solve::{Found, Settled, WinProgress};
use tengen::time::Clock;

const MAGIC: &str = "tengen solve state 1";
/// Between two times at which the system is asked to put everything on the disk.
const BETWEEN_SYNCS: Duration = Duration::from_secs(20);

/// A file that grows.
pub struct StateFile {
    file: File,
    size: Size,
    clock: Clock,
    next_sync: Duration,
    /// Writing failed; nothing more is written.
    pub error: Option<std::io::Error>,
}

impl StateFile {
    /// Opens the file of a search, or begins it. Second, what it has settled.
    pub fn open(path: &Path, search: &Certificate) -> Result<(StateFile, Vec<Settled>)> {
        let name = || path.display().to_string();
        let text = match std::fs::metadata(path).is_ok_and(|file| file.is_dir() || file.len() > 0) {
            true => read_text(path, "a state of tengen solve")?,
            false => String::new(),
        };
        // The last line may have been cut short, and so may the head, which is begun anew.
        let is_new = head(search).starts_with(&text);
        let end = text.rfind('\n').filter(|_| !is_new);
        let whole = &text[..end.map_or(0, |end| end + 1)];
        let settled = match is_new {
            true => Vec::new(),
            // A file without a line is none of ours.
            false if whole.is_empty() => read(&text, search).with_context(name)?,
            false => read(whole, search).with_context(name)?,
        };
        check_target(path)?;
        let open = || -> std::io::Result<File> {
            let mut file = File::options().create(true).append(true).open(path)?;
            file.set_len(whole.len() as u64)?;
            if is_new {
                file.write_all(head(search).as_bytes())?;
            }
            Ok(file)
        };
        let file = open().map_err(|error| cannot_write(path, error))?;
        let state = StateFile {
            file,
            size: search.size,
            clock: Clock::start(),
            next_sync: BETWEEN_SYNCS,
            error: None,
        };
        Ok((state, settled))
    }

    /// Has the system put everything on the disk.
    pub fn sync(&self) -> std::io::Result<()> {
        self.file.sync_data()
    }

    /// Writes a line.
    pub fn add(&mut self, settled: &Settled) {
        if self.error.is_none() {
            self.error = self.write(settled).err();
        }
    }

    fn write(&mut self, settled: &Settled) -> std::io::Result<()> {
        self.file.write_all(line(settled, self.size).as_bytes())?;
        let elapsed = self.clock.elapsed();
        if elapsed >= self.next_sync {
            self.next_sync = elapsed + BETWEEN_SYNCS;
            self.file.sync_data()?;
        }
        Ok(())
    }
}

fn head(search: &Certificate) -> String {
    format!(
        "{MAGIC}\nrule {}\nsize {}\nplies {}\nstart {}\n",
        search.rule,
        search.size.side(),
        search.plies,
        point_names(&search.start, search.size)
    )
}

/// `1 replies g7 g8 after h8 h9`: the effort, what was found, and the moves from the start.
fn line(settled: &Settled, size: Size) -> String {
    let (word, points) = match &settled.found {
        Found::Won(point) => ("won", point_names(&[*point], size)),
        Found::Threats(points) => ("threats", point_names(points, size)),
        Found::Replies(points) => ("replies", point_names(points, size)),
        Found::Held => ("held", String::new()),
    };
    let moves = point_names(&settled.moves, size);
    format!("{} {word} {points} after {moves}\n", settled.effort)
}

fn read(text: &str, search: &Certificate) -> Result<Vec<Settled>> {
    let size = search.size;
    let mut lines = text.lines().enumerate();
    for wanted in head(search).lines() {
        let (number, found) = lines.next().unwrap_or((text.lines().count(), ""));
        let line = number + 1;
        if number == 0 && wanted != found {
            bail!("line 1: '{found}'; a state of tengen solve begins with '{wanted}'");
        }
        let is_same = match (wanted.strip_prefix("start"), found.strip_prefix("start")) {
            (Some(wanted), Some(found)) => same_stones(wanted, found, size)?,
            _ => wanted == found,
        };
        if !is_same {
            bail!(
                "line {line}: the state of another search: it has '{found}', this search has \
                 '{wanted}'; name another file, or search as it says"
            );
        }
    }
    lines
        .map(|(number, line)| {
            settled(line, size).with_context(|| {
                let expected = "'1 replies g7 g8 after h8 h9', or the like, is expected";
                format!("line {}: '{line}': {expected}", number + 1)
            })
        })
        .collect()
}

fn same_stones(wanted: &str, found: &str, size: Size) -> Result<bool> {
    let sorted = |text| -> Result<Vec<_>> {
        let mut stones = stones_in_turn(&parse_points(text, size)?);
        stones.sort_unstable();
        Ok(stones)
    };
    Ok(sorted(wanted)? == sorted(found)?)
}

fn settled(line: &str, size: Size) -> Result<Settled> {
    let (found, moves) = line.split_once(" after").context("no 'after'")?;
    let mut words = found.splitn(3, ' ');
    let effort: usize = words.next().unwrap_or_default().parse()?;
    let word = words.next().unwrap_or_default();
    let points: Vec<Point> = parse_points(words.next().unwrap_or_default(), size)?;
    let found = match (word, &points[..]) {
        ("won", &[point]) => Found::Won(point),
        ("threats", _) => Found::Threats(points),
        ("replies", _) => Found::Replies(points),
        ("held", []) => Found::Held,
        _ => bail!("not a line of a state"),
    };
    if effort >= WinProgress::EFFORTS {
        bail!("there is no effort {effort}");
    }
    Ok(Settled {
        effort,
        moves: parse_points(moves, size)?,
        found,
    })
}
