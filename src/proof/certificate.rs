//! A strategy as a list of decisions: which move the attacker makes in which position.
//!
//! Positions are exact and canonical, so that transpositions and the eight images of a position are
//! one. What is not listed is to be won by a VCT in the plies that are left. Two
//! forms: text, one decision a line after the moves that lead to it (`h8 h10 g7 b10 = g8`), for
//! everybody's programs; and bytes, three a decision, with a checksum.

use crate::board::{
    CanonicalStones, Color, Point, Size, parse_points, point_name, point_names, stones_in_turn,
};
use crate::rule::Rule;
use std::collections::{HashMap, HashSet};
use std::fmt;
use thiserror::Error;

/// What is wrong with a certificate's file.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CertificateError {
    /// A line of text, counted from 1.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// The file as a whole.
    #[error("{0}")]
    Damaged(&'static str),
}

/// A strategy for the side to move in one position, or in several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rule that is played.
    pub rule: Rule,
    /// The board's size; the compact form holds boards of up to 15x15.
    pub size: Size,
    /// The moves that lead to each of the positions that it begins with, black's first. At least one; the attacker moves
    /// in all of them.
    pub(super) starts: Vec<Vec<Point>>,
    /// Stones on the board when the attacker's five stands, at most.
    pub plies: usize,
    /// In the canonical frame.
    pub(super) decisions: HashMap<CanonicalStones, Point>,
}

impl Certificate {
    /// Makes a certificate without decisions. `plies` is capped by the number of points.
    pub fn new(rule: Rule, size: Size, start: Vec<Point>, plies: usize) -> Certificate {
        Certificate {
            rule,
            size,
            starts: vec![start],
            plies: plies.min(size.area()),
            decisions: HashMap::new(),
        }
    }

    /// The color that wins.
    pub fn attacker(&self) -> Color {
        Color::ALL[self.start().len() % 2]
    }

    /// The moves that lead to the position that it begins with, or to the first of them.
    pub fn start(&self) -> &[Point] {
        &self.starts[0]
    }

    /// The moves that lead to each position that it begins with.
    pub fn starts(&self) -> &[Vec<Point>] {
        &self.starts
    }

    /// Begins with one other position, in which the attacker moves.
    pub fn set_start(&mut self, start: Vec<Point>) {
        self.starts = vec![start];
    }

    /// Begins with one more position, in which the same color moves.
    pub fn add_start(&mut self, start: Vec<Point>) {
        self.starts.push(start);
    }

    /// Adds the positions and decisions of another certificate of the same rule, size, plies and attacker. Where both
    /// decide, its own move stands. Either way each decision keeps its promise, since all that follows it is added.
    pub(super) fn join(&mut self, other: Certificate) -> Option<()> {
        let kind = |c: &Certificate| (c.rule, c.size, c.plies, c.attacker());
        if kind(self) != kind(&other) {
            return None;
        }
        self.starts.extend(other.starts);
        for (stones, point) in other.decisions {
            self.decisions.entry(stones).or_insert(point);
        }
        Some(())
    }

    /// Whether it is for a rule on boards of a size.
    pub fn is_for(&self, rule: Rule, size: Size) -> bool {
        (self.rule, self.size) == (rule, size)
    }

    /// What it proves, in words.
    pub fn promise(&self) -> String {
        let ending = match (self.plies % 10, self.plies % 100) {
            (1..=3, 11..=13) => "th",
            (1, _) => "st",
            (2, _) => "nd",
            (3, _) => "rd",
            _ => "th",
        };
        let (color, plies) = (self.attacker().name(), self.plies);
        format!("{color} makes five with the {plies}{ending} stone at the latest")
    }

    /// The number of decisions.
    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    /// The number of decisions that the starts lead to.
    pub fn reachable(&self) -> usize {
        let mut count = 0;
        self.walk(|_, decision| count += usize::from(decision.is_some()));
        count
    }

    /// Whether there are no decisions.
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    /// The attacker's move in a position.
    pub fn decision(&self, stones: &[(Point, Color)]) -> Option<Point> {
        let (canonical, symmetry) = CanonicalStones::of(stones, self.size);
        let point = *self.decisions.get(&canonical)?;
        Some(symmetry.inverse().apply(point, self.size))
    }

    /// Whether it decides the position, otherwise than by a move or one of the move's images.
    pub fn contradicts(&self, stones: &[(Point, Color)], point: Point) -> bool {
        let after = |point| {
            let turn = Color::ALL[stones.len() % 2];
            CanonicalStones::of(&[stones, &[(point, turn)]].concat(), self.size).0
        };
        let decision = self.decision(stones);
        decision.is_some_and(|known| known != point && after(known) != after(point))
    }

    /// Whether a decision led to the position, in whatever order the stones were put: the defender to move.
    pub fn has_decided(&self, stones: &[(Point, Color)]) -> bool {
        let attacker = self.attacker();
        let (wanted, _) = CanonicalStones::of(stones, self.size);
        let mut own = (0..stones.len()).filter(|&last| stones[last].1 == attacker);
        own.any(|last| {
            let mut before = [&stones[..last], &stones[last + 1..]].concat();
            self.decision(&before).is_some_and(|point| {
                before.push((point, attacker));
                CanonicalStones::of(&before, self.size).0 == wanted
            })
        })
    }

    /// The attacker's move in a canonical position, in its frame.
    pub fn canonical_decision(&self, stones: &CanonicalStones) -> Option<Point> {
        self.decisions.get(stones).copied()
    }

    /// Sets the attacker's move in a position and returns the one that was set before, if any.
    pub fn decide(&mut self, stones: &[(Point, Color)], point: Point) -> Option<Point> {
        let (canonical, symmetry) = CanonicalStones::of(stones, self.size);
        let old = self
            .decisions
            .insert(canonical, symmetry.apply(point, self.size));
        old.map(|point| symmetry.inverse().apply(point, self.size))
    }

    /// Takes over the decisions of a certificate for the same rule and size, in place of its own where both decide.
    pub fn adopt(&mut self, other: &Certificate) {
        let decisions = other.decisions.iter();
        self.decisions
            .extend(decisions.map(|(stones, &point)| (stones.clone(), point)));
    }

    /// Removes the decision of a position.
    pub fn remove(&mut self, stones: &[(Point, Color)]) -> Option<Point> {
        let (canonical, symmetry) = CanonicalStones::of(stones, self.size);
        let old = self.decisions.remove(&canonical);
        old.map(|point| symmetry.inverse().apply(point, self.size))
    }

    /// Calls `see` for every decision that the starts lead to, each once: with the moves from the empty
    /// board and the attacker's; and with none when all that follows it has been seen.
    pub fn walk(&self, mut see: impl FnMut(&[Point], Option<Point>)) {
        let mut seen = HashSet::new();
        for start in &self.starts {
            self.walk_from(start, &mut seen, &mut see);
        }
    }

    pub(super) fn walk_from(
        &self,
        start: &[Point],
        seen: &mut HashSet<CanonicalStones>,
        see: &mut impl FnMut(&[Point], Option<Point>),
    ) {
        let mut moves = start.to_vec();
        let mut replies: Vec<Vec<Point>> = Vec::new();
        let mut decided = self.enter(&moves, seen);
        loop {
            if let Some(point) = decided.take() {
                see(&moves, Some(point));
                moves.push(point);
                replies.push(self.empty_points(&moves));
            }
            let Some(left) = replies.last_mut() else {
                return;
            };
            if let Some(reply) = left.pop() {
                moves.push(reply);
                decided = self.enter(&moves, seen);
                if decided.is_none() {
                    moves.pop();
                }
            } else {
                see(&moves, None);
                replies.pop();
                moves.truncate(moves.len() - if replies.is_empty() { 1 } else { 2 });
            }
        }
    }

    /// The decision after some moves, if it was not seen before.
    fn enter(&self, moves: &[Point], seen: &mut HashSet<CanonicalStones>) -> Option<Point> {
        let (canonical, symmetry) = CanonicalStones::of(&stones_in_turn(moves), self.size);
        let point = *self.decisions.get(&canonical)?;
        let point = symmetry.inverse().apply(point, self.size);
        seen.insert(canonical).then_some(point)
    }

    /// The points without a stone, in reverse order.
    fn empty_points(&self, moves: &[Point]) -> Vec<Point> {
        let mut empty: Vec<Point> = self.size.points().filter(|p| !moves.contains(p)).collect();
        empty.reverse();
        empty
    }

    /// Reads lines such as `h8 h10 g7 b10 = g8`, with or without the head that [`Certificate`]'s
    /// `Display` writes; what it does not say is taken from `self`. A move of the attacker's before the
    /// `=` is a decision too. Returns how many lines said something else than an earlier one: the
    /// earlier one stands.
    ///
    /// # Errors
    /// [`CertificateError`] with the first line that cannot be.
    pub fn read_lines(&mut self, text: &str) -> Result<usize, CertificateError> {
        let mut conflicts = 0;
        let (mut expected, mut has_start) = (None, false);
        for (number, line) in text.lines().enumerate() {
            let fault = |why: String| CertificateError::Line(number + 1, why);
            let line = line.split('#').next().unwrap_or_default().trim();
            if let Some((moves, decision)) = line.split_once('=') {
                if decision.split_whitespace().count() != 1 {
                    return Err(fault("one move stands after the =".into()));
                }
                let moves = format!("{moves} {decision}");
                let moves = parse_points(&moves, self.size).map_err(|e| fault(e.to_string()))?;
                conflicts += self.read_decisions(&moves).map_err(fault)?;
            } else if !line.is_empty() {
                let (key, value) = line.split_once(' ').unwrap_or((line, ""));
                match self.read_head(key, value.trim(), &mut has_start) {
                    Some(count) => expected = count.or(expected),
                    None => return Err(fault(format!("'{line}' is no decision"))),
                }
            }
        }
        if expected.is_some_and(|count| count != self.len()) {
            return Err(CertificateError::Damaged(
                "decisions are missing or too many",
            ));
        }
        Ok(conflicts)
    }

    /// Reads a certificate in either form: lines are added to `lines`, bytes have a head of their own. The second is the
    /// number of lines that contradict earlier ones.
    ///
    /// # Errors
    /// [`CertificateError`]; also if there is no decision in lines.
    pub fn read(
        content: Vec<u8>,
        mut lines: Certificate,
    ) -> Result<(Certificate, usize), CertificateError> {
        match String::from_utf8(content) {
            Ok(text) => match lines.read_lines(&text)? {
                _ if lines.is_empty() => Err(CertificateError::Damaged("no decisions")),
                conflicts => Ok((lines, conflicts)),
            },
            // The compact form is no text: its decisions end with a byte that no text has.
            Err(error) => Ok((Certificate::from_bytes(error.as_bytes())?, 0)),
        }
    }

    /// Takes a line of the head; `None` if it is none, else the number of decisions if it says that.
    fn read_head(&mut self, key: &str, value: &str, has_start: &mut bool) -> Option<Option<usize>> {
        // What was read so far was read under the head.
        if !self.is_empty() && key != "decisions" {
            return None;
        }
        match key {
            "rule" => self.rule = value.parse().ok()?,
            "size" => {
                let size = value.parse().ok().and_then(Size::new)?;
                let fits = self.start().is_empty() || size == self.size;
                self.size = Some(size).filter(|_| fits)?;
                self.plies = self.plies.min(size.area());
            }
            "start" => {
                let start = parse_points(value, self.size).ok()?;
                if !std::mem::replace(has_start, true) {
                    self.set_start(start);
                } else {
                    let is_turn = start.len() % 2 == self.start().len() % 2;
                    self.starts.push(Some(start).filter(|_| is_turn)?);
                }
            }
            "plies" => {
                let plies = value.parse().ok()?;
                self.plies = Some(plies).filter(|&plies| plies <= self.size.area())?;
            }
            "decisions" => return Some(Some(value.parse().ok()?)),
            _ => return None,
        }
        Some(None)
    }

    fn read_decisions(&mut self, moves: &[Point]) -> Result<usize, String> {
        let begins = |start: &&Vec<Point>| moves.starts_with(start);
        // Of starts that follow one another the last: what the line decides before it, the other decides itself.
        let starts = self.starts.iter().filter(begins);
        let Some(start) = starts.map(Vec::len).max() else {
            return Err("does not begin with a start".into());
        };
        if let Some(i) = (1..moves.len()).find(|&i| moves[..i].contains(&moves[i])) {
            return Err(format!("{} is taken", point_name(moves[i], self.size)));
        }
        if moves.len() % 2 == start % 2 {
            return Err("it is not the attacker's turn".into());
        }
        let mut conflicts = 0;
        for ply in (start..moves.len()).step_by(2) {
            let stones = stones_in_turn(&moves[..ply]);
            conflicts += usize::from(self.contradicts(&stones, moves[ply]));
            if self.decision(&stones).is_none() {
                self.decide(&stones, moves[ply]);
            }
        }
        Ok(conflicts)
    }
}

/// The text form.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |moves: &[Point]| point_names(moves, self.size);
        let mut lines = Vec::new();
        self.walk(|moves, decision| {
            lines.extend(decision.map(|point| format!("{} = {}", names(moves), names(&[point]))));
        });
        writeln!(
            f,
            "# The attacker's moves; all else is won by fours and open threes."
        )?;
        writeln!(f, "rule {}\nsize {}", self.rule, self.size.side())?;
        for start in &self.starts {
            writeln!(f, "start {}", names(start))?;
        }
        writeln!(f, "plies {}", self.plies)?;
        writeln!(f, "decisions {}", lines.len())?;
        lines
            .iter()
            .try_for_each(|line| writeln!(f, "{}", line.trim_start()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Certificate {
        let mut certificate = Certificate::new(Rule::Standard, Size::FIFTEEN, Vec::new(), 35);
        let lines = "h8 h10 = g7\nh8 h10 g7 b10 = g8\nh8 h10 g7 b12 = g8\nh8 i9 = g9\n";
        assert_eq!(certificate.read_lines(lines), Ok(0));
        certificate
    }

    #[test]
    fn both_forms_go_round() {
        let certificate = small();
        assert_eq!(certificate.len(), 5);
        let text = certificate.to_string();
        let mut again = Certificate::new(Rule::Freestyle, Size::new(9).unwrap(), Vec::new(), 9);
        assert_eq!(again.read_lines(&text), Ok(0));
        assert_eq!(again, certificate, "{text}");
        let bytes = certificate.to_bytes().unwrap();
        assert_eq!(Certificate::from_bytes(&bytes), Ok(certificate.clone()));
        let empty = || Certificate::new(Rule::Freestyle, Size::new(9).unwrap(), Vec::new(), 9);
        let both = [text.into_bytes(), bytes];
        for content in both {
            assert_eq!(
                Certificate::read(content, empty()),
                Ok((certificate.clone(), 0))
            );
        }
        let none = Certificate::read(b"# none\n".to_vec(), empty());
        assert_eq!(none.unwrap_err().to_string(), "no decisions");
    }

    #[test]
    fn several_starts_go_round_and_only_what_follows_them_is_decided() {
        let part = |start: &str, lines: &str| {
            let start = parse_points(start, Size::FIFTEEN).unwrap();
            let mut part = Certificate::new(Rule::Renju, Size::FIFTEEN, start, 61);
            assert_eq!(part.read_lines(lines), Ok(0));
            part
        };
        let first = part("h8 h10", "h8 h10 = g7\nh8 h10 g7 i9 = i7\n");
        let second = part("h8 i9", "h8 i9 = i7\nh8 i9 i7 a1 = b2\n");
        let bytes = [first.to_bytes().unwrap(), second.to_bytes().unwrap()].concat();
        let both = Certificate::from_bytes(&bytes).unwrap();
        assert_eq!((both.starts().len(), both.len()), (2, 4));
        assert_eq!(both.to_bytes().unwrap(), bytes);
        let mut again = Certificate::new(Rule::Freestyle, Size::FIFTEEN, Vec::new(), 9);
        assert_eq!(again.read_lines(&both.to_string()), Ok(0));
        assert_eq!(again, both);
        let stones = |moves: &str| stones_in_turn(&parse_points(moves, Size::FIFTEEN).unwrap());
        assert_eq!(
            both.decision(&stones("h8 i9")),
            second.decision(&stones("h8 i9"))
        );
        assert!(!both.has_decided(&stones("h8")));
        for other in [Rule::Standard, Rule::Caro] {
            let other = Certificate {
                rule: other,
                ..second.clone()
            };
            let bytes = [first.to_bytes().unwrap(), other.to_bytes().unwrap()].concat();
            let error = Certificate::from_bytes(&bytes).unwrap_err();
            assert_eq!(error.to_string(), "parts that differ in their head");
        }
    }

    #[test]
    fn a_start_may_follow_another_one() {
        let text = "start\nstart h8 i9\nh10 j7 = g1\nh8 i9 j10 g7 = g8\n";
        let mut certificate = Certificate::new(Rule::Standard, Size::FIFTEEN, Vec::new(), 35);
        assert_eq!(certificate.read_lines(text), Ok(0));
        assert_eq!(certificate.len(), 4);
        let mut again = Certificate::new(Rule::Freestyle, Size::FIFTEEN, Vec::new(), 9);
        assert_eq!(again.read_lines(&certificate.to_string()), Ok(0));
        assert_eq!(again, certificate);
    }

    #[test]
    fn a_promise_has_an_ordinal_number() {
        for (plies, nth) in [
            (11, "11th"),
            (21, "21st"),
            (22, "22nd"),
            (33, "33rd"),
            (35, "35th"),
            (111, "111th"),
        ] {
            let plain = Certificate::new(Rule::Standard, Size::FIFTEEN, Vec::new(), plies);
            let promise = format!("black makes five with the {nth} stone at the latest");
            assert_eq!(plain.promise(), promise);
        }
    }

    #[test]
    fn images_and_transpositions_hit() {
        let certificate = small();
        let decision = |moves: &str| {
            let moves = parse_points(moves, Size::FIFTEEN).unwrap();
            let point = certificate.decision(&stones_in_turn(&moves))?;
            Some(point_name(point, Size::FIFTEEN))
        };
        assert!(
            ["g9", "i9"]
                .map(Into::into)
                .contains(&decision("h8 h6").unwrap())
        );
        assert_eq!(decision("g7 b10 h8 h10").as_deref(), Some("g8"));
        assert_eq!(decision("h8 a1"), None);
    }

    #[test]
    fn a_head_names_the_rule_by_its_name_or_its_number() {
        for rule in Rule::ALL {
            for name in [rule.name().to_string(), rule.code().to_string()] {
                let mut empty = Certificate::new(Rule::Freestyle, Size::FIFTEEN, Vec::new(), 35);
                assert_eq!(
                    empty.read_lines(&format!("rule {name}\nh8 h10 = g7\n")),
                    Ok(0)
                );
                assert_eq!(empty.rule, rule);
            }
        }
    }

    #[test]
    fn damage_is_refused_with_its_line() {
        let line = |text: &str| {
            let mut certificate = Certificate::new(Rule::Standard, Size::FIFTEEN, Vec::new(), 35);
            certificate.read_lines(text).unwrap_err().to_string()
        };
        assert!(line("h8 h10 = g7\nh8 h10 = z9").starts_with("line 2: 'z9'"));
        assert!(line("h8 h10 = h8").starts_with("line 1: h8 is taken"));
        assert!(line("h8 = h10").starts_with("line 1: it is not"));
        assert!(line("h8 h10").starts_with("line 1: 'h8 h10' is no decision"));
        assert!(line("decisions 3\nh8 h10 = g7").starts_with("decisions are missing"));
        let bytes = small().to_bytes().unwrap();
        for cut in 0..bytes.len() {
            assert!(Certificate::from_bytes(&bytes[..cut]).is_err());
            let mut changed = bytes.clone();
            changed[cut] ^= 4;
            assert!(Certificate::from_bytes(&changed).is_err());
        }
    }
}
