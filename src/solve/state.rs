//! The positions that a search for any win has settled, as a file: a head, and one line for each position,
//! written as soon as it is settled. A later search continues from the file, however the earlier one ended.

use super::win::{Found, SettledPosition, WinProgress};
use crate::board::{Color, NotationError, Point, Size, parse_points, point_names, stones_in_turn};
use crate::proof::Certificate;
use crate::record::{AppendedLines, whole_lines};
use std::path::Path;
use thiserror::Error;

const MAGIC: &str = "tengen solve state 1";

/// Why a text is not the state of a search.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum StateError {
    /// The first line is another.
    #[error("line 1: '{found}'; a state of tengen solve begins with '{MAGIC}'")]
    Magic {
        /// The line.
        found: String,
    },
    /// The head is another search's.
    #[error(
        "line {line}: the state of another search: it has '{found}', this search has '{wanted}'; name another file, or \
         search as it says"
    )]
    OtherSearch {
        /// The line's number from 1.
        line: usize,
        /// The line.
        found: String,
        /// This search's line.
        wanted: String,
    },
    /// A line of the head is missing or says nothing.
    #[error("line {line}: '{found}': '{key}' with its value is expected")]
    Head {
        /// The line's number from 1.
        line: usize,
        /// The line.
        found: String,
        /// The first word of the line.
        key: &'static str,
    },
    /// A line is no settled position.
    #[error(
        "line {line}: '{text}': '1 replies g7 g8 after h8 h9', or the like, is expected: {why}"
    )]
    Line {
        /// The line's number from 1.
        line: usize,
        /// The line.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// The stones of the start cannot be read.
    #[error(transparent)]
    Start(#[from] NotationError),
}

/// A state that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchState {
    /// The positions that are settled.
    pub settled: Vec<SettledPosition>,
    /// Bytes of the text that are whole lines; the rest was cut short. 0 if the file is to begin anew.
    pub whole_bytes: usize,
}

impl SearchState {
    /// The search that a state is of, by its head: a certificate without decisions.
    ///
    /// # Errors
    /// [`StateError`] names the line.
    pub fn search(text: &str) -> Result<Certificate, StateError> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        if first != MAGIC {
            return Err(StateError::Magic {
                found: first.into(),
            });
        }
        let mut lines = lines.zip(2..);
        let rule = head_value(lines.next(), "rule", |value| value.parse().ok())?;
        let size = head_value(lines.next(), "size", |value| {
            value.parse().ok().and_then(Size::new)
        })?;
        let plies = head_value(lines.next(), "plies", |value| value.parse().ok())?;
        let start = head_value(lines.next(), "start", |value| {
            parse_points(value, size).ok()
        })?;
        Ok(Certificate::new(rule, size, start, plies))
    }

    /// Reads the state of the search that fills a certificate. An empty text is the state of a search that has
    /// not begun.
    ///
    /// # Errors
    /// [`StateError`] names the line.
    pub fn parse(text: &str, search: &Certificate) -> Result<SearchState, StateError> {
        // The last line may have been cut short, and so may the head, which is written anew.
        let is_new = head(search).starts_with(text);
        let whole = match is_new {
            true => "",
            false => whole_lines(text),
        };
        let settled = match is_new {
            true => Vec::new(),
            // A text without a line is no state.
            false if whole.is_empty() => read(text, search)?,
            false => read(whole, search)?,
        };
        Ok(SearchState {
            settled,
            whole_bytes: whole.len(),
        })
    }
}

/// A file of a state that grows.
pub struct StateFile {
    /// Its lines.
    pub lines: AppendedLines,
    size: Size,
}

impl StateFile {
    /// Opens the file of a state that was read from it, or begins it.
    ///
    /// # Errors
    /// The system's, if it cannot be written.
    pub fn open(
        path: &Path,
        search: &Certificate,
        state: &SearchState,
    ) -> std::io::Result<StateFile> {
        Ok(StateFile {
            lines: AppendedLines::open(path, state.whole_bytes, &head(search))?,
            size: search.size,
        })
    }

    /// Adds a position.
    pub fn add(&mut self, settled: &SettledPosition) {
        self.lines.add(&line(settled, self.size));
    }
}

/// The whole text of a state.
pub fn state_text(search: &Certificate, settled: &[SettledPosition]) -> String {
    let lines = settled.iter().map(|settled| line(settled, search.size));
    head(search) + &lines.collect::<String>()
}

fn head(search: &Certificate) -> String {
    format!(
        "{MAGIC}\nrule {}\nsize {}\nplies {}\nstart {}\n",
        search.rule,
        search.size.side(),
        search.plies,
        point_names(search.start(), search.size)
    )
}

/// The value of a numbered line of the head.
fn head_value<T>(
    line: Option<(&str, usize)>,
    key: &'static str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, StateError> {
    let (found, line) = line.unwrap_or_default();
    let value = found.strip_prefix(key).map(str::trim);
    value.and_then(parse).ok_or_else(|| StateError::Head {
        line,
        found: found.into(),
        key,
    })
}

/// `1 replies g7 g8 after h8 h9`: the effort, what was found, and the moves from the start.
fn line(settled: &SettledPosition, size: Size) -> String {
    let (word, points) = match &settled.found {
        Found::Won(point) => ("won", point_names(&[*point], size)),
        Found::Threats(points) => ("threats", point_names(points, size)),
        Found::Replies(points) => ("replies", point_names(points, size)),
        Found::Held => ("held", String::new()),
    };
    let moves = point_names(&settled.moves, size);
    format!("{} {word} {points} after {moves}\n", settled.effort)
}

fn read(text: &str, search: &Certificate) -> Result<Vec<SettledPosition>, StateError> {
    let size = search.size;
    let mut lines = text.lines().enumerate();
    for wanted in head(search).lines() {
        let (number, found) = lines.next().unwrap_or((text.lines().count(), ""));
        if number == 0 && wanted != found {
            let found = found.into();
            return Err(StateError::Magic { found });
        }
        let is_same = match (wanted.strip_prefix("start"), found.strip_prefix("start")) {
            (Some(wanted), Some(found)) => sorted(wanted, size)? == sorted(found, size)?,
            _ => wanted == found,
        };
        if !is_same {
            return Err(StateError::OtherSearch {
                line: number + 1,
                found: as_flag(found, search),
                wanted: as_flag(wanted, search),
            });
        }
    }
    let lines = lines.map(|(number, text)| {
        settled(text, size).map_err(|why| StateError::Line {
            line: number + 1,
            text: text.into(),
            why,
        })
    });
    lines.collect()
}

/// A line of the head, with the flag that asks for its plies: a state counts them from the empty board.
fn as_flag(line: &str, search: &Certificate) -> String {
    let plies = line
        .strip_prefix("plies ")
        .and_then(|text| text.parse().ok());
    plies.map_or(line.into(), |plies: usize| {
        let left = plies.saturating_sub(search.start().len());
        format!("{line} (--plies {left})")
    })
}

fn sorted(text: &str, size: Size) -> Result<Vec<(Point, Color)>, NotationError> {
    let mut stones = stones_in_turn(&parse_points(text, size)?);
    stones.sort_unstable();
    Ok(stones)
}

fn settled(line: &str, size: Size) -> Result<SettledPosition, String> {
    let points = |text| parse_points(text, size).map_err(|error| error.to_string());
    let (found, moves) = line.split_once(" after").ok_or("no 'after'")?;
    let mut words = found.splitn(3, ' ');
    let effort = words.next().unwrap_or_default();
    let effort: usize = effort
        .parse()
        .map_err(|_| format!("'{effort}' is no effort"))?;
    if effort >= WinProgress::EFFORTS {
        return Err(format!("there is no effort {effort}"));
    }
    let word = words.next().unwrap_or_default();
    let listed = points(words.next().unwrap_or_default())?;
    let found = match (word, &listed[..]) {
        ("won", &[point]) => Found::Won(point),
        ("threats", _) => Found::Threats(listed),
        ("replies", _) => Found::Replies(listed),
        ("held", []) => Found::Held,
        _ => return Err("not a line of a state".into()),
    };
    Ok(SettledPosition {
        effort,
        moves: points(moves)?,
        found,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    fn search(plies: usize) -> Certificate {
        let start = parse_points("h8 a1", Size::FIFTEEN).unwrap();
        Certificate::new(Rule::Standard, Size::FIFTEEN, start, plies)
    }

    #[test]
    fn lines_are_read_as_they_were_written_and_a_cut_one_is_left_out() {
        let points = |names| parse_points(names, Size::FIFTEEN).unwrap();
        let founds = [
            Found::Won(points("g7")[0]),
            Found::Threats(points("g7 g8")),
            Found::Replies(Vec::new()),
            Found::Held,
        ];
        let settled = founds.map(|found| SettledPosition {
            effort: 1,
            moves: points("h9 h10"),
            found,
        });
        let text = state_text(&search(35), &settled);
        let cut = text.clone() + "1 held af";
        let state = SearchState::parse(&cut, &search(35)).unwrap();
        assert_eq!(
            (&state.settled[..], state.whole_bytes),
            (&settled[..], text.len())
        );
        let (asked, start) = (search(33), search(33).start().len());
        let flag = |plies: usize| format!("plies {plies} (--plies {})", plies - start);
        let other = StateError::OtherSearch {
            line: 4,
            found: flag(35),
            wanted: flag(33),
        };
        assert_eq!(SearchState::parse(&text, &asked), Err(other));
        let named = SearchState::search(&text).unwrap();
        assert_eq!(named.to_string(), search(35).to_string());
        let damaged = SearchState::search(&text.replace("plies 35", "plies many"));
        assert!(matches!(damaged, Err(StateError::Head { line: 4, .. })));
        let begun = SearchState::parse(&text[..9], &search(35)).unwrap();
        assert_eq!((begun.settled.len(), begun.whole_bytes), (0, 0));
        assert!(SearchState::parse(&(text + "9 held after h9\n"), &search(35)).is_err());
    }
}
