//! A proof from the first decision to the last: proves, checks, and proves what the check misses, round by
//! round, until nothing is missing.
//!
//! Also reads and writes the lines of a certificate that grows while it is proven. It opens no file.

use super::prover::{ProveProgress, ProveSettings, Record, prove};
use crate::board::{
    CanonicalStones, Color, NotationError, Point, Size, parse_points, point_name, point_names,
    stones_in_turn,
};
use crate::proof::{
    Certificate, CertificateError, Hole, HoleKind, VerifyReport, VerifySettings, verify,
};
use crate::record::whole_lines;
use parking_lot::Mutex;
use std::collections::HashSet;
use thiserror::Error;

/// How far a proof is.
#[derive(Clone, Copy, Debug)]
pub enum ProveEvent<'a> {
    /// The prover works.
    Proving(&'a ProveProgress),
    /// The prover is done for this round.
    Proved(&'a ProveProgress),
    /// The checker works.
    Checking(&'a VerifyReport),
    /// The checker is done for this round.
    Checked(&'a VerifyReport),
}

/// How a proof ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProveOutcome {
    /// The certificate is a proof.
    Proven,
    /// Holes are left after the last round.
    Open,
    /// The listener stopped it.
    Stopped,
}

/// A certificate that is to become a proof.
///
/// ```
/// use tengen::board::{Size, parse_points};
/// use tengen::proof::Certificate;
/// use tengen::rule::Rule;
/// use tengen::solve::{ProveOutcome, ProveSession, ProveSettings};
///
/// // Black has an open three.
/// let start = parse_points("h8 a1 i8 a15 j8 o1", Size::FIFTEEN)?;
/// let certificate = Certificate::new(Rule::Freestyle, Size::FIFTEEN, start, 11);
/// let settings = ProveSettings { threads: 1, efforts: 1 };
/// let mut session = ProveSession::new(certificate, settings);
/// let outcome = session.run(5, &|_, _| (), &mut |_, _, _| true);
/// assert_eq!(outcome, ProveOutcome::Proven);
/// assert!(session.certificate().len() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProveSession {
    certificate: Certificate,
    hints: Certificate,
    settled: Mutex<HashSet<CanonicalStones>>,
    settings: ProveSettings,
}

impl ProveSession {
    /// Makes a session that keeps the decisions of a certificate and completes them.
    pub fn new(certificate: Certificate, settings: ProveSettings) -> ProveSession {
        ProveSession {
            hints: certificate.clone(),
            certificate,
            settled: Mutex::default(),
            settings,
        }
    }

    /// Continues an earlier session.
    pub fn resume(earlier: GrowingCertificate, settings: ProveSettings) -> ProveSession {
        ProveSession {
            settled: Mutex::new(earlier.settled),
            ..ProveSession::new(earlier.certificate, settings)
        }
    }

    /// Tries the decisions of another certificate first.
    pub fn with_hints(self, hints: Certificate) -> ProveSession {
        ProveSession { hints, ..self }
    }

    /// The decisions so far.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Proves and checks, in `rounds` rounds at most. `record` receives each settled decision; `listen`
    /// receives the round, from 1, what it has come to, and the certificate as it was before the round's
    /// proving or checking, and stops the session by returning `false`.
    pub fn run(
        &mut self,
        rounds: usize,
        record: &Record,
        listen: &mut dyn FnMut(usize, ProveEvent, &Certificate) -> bool,
    ) -> ProveOutcome {
        let mut holes = Vec::new();
        for round in 1..=rounds {
            let proved = self.prove_round(round, std::mem::take(&mut holes), record, listen);
            let Some(proved) = proved else {
                return ProveOutcome::Stopped;
            };
            // A check would tell these once more, after all else.
            if round == rounds && !proved.open.is_empty() {
                return ProveOutcome::Open;
            }
            let mut is_stopped = false;
            let settings = VerifySettings {
                threads: self.settings.threads,
                most_holes: usize::MAX,
                ..VerifySettings::default()
            };
            let certificate = &self.certificate;
            let report = verify(certificate, &settings, &mut |report| {
                is_stopped |= !listen(round, ProveEvent::Checking(report), certificate);
                !is_stopped
            });
            if is_stopped || !listen(round, ProveEvent::Checked(&report), certificate) {
                return ProveOutcome::Stopped;
            }
            if report.is_proof() {
                return ProveOutcome::Proven;
            }
            // Another decision mends no other kind of hole.
            let is_missing =
                |hole: &Hole| matches!(hole.why, HoleKind::NotWon | HoleKind::OutOfNodes);
            let missing = report.holes.into_iter().filter(is_missing);
            holes = missing.map(|hole| hole.moves).collect();
        }
        ProveOutcome::Open
    }

    /// One round of the prover; `None` if the listener stopped it.
    fn prove_round(
        &mut self,
        round: usize,
        holes: Vec<Vec<Point>>,
        record: &Record,
        listen: &mut dyn FnMut(usize, ProveEvent, &Certificate) -> bool,
    ) -> Option<ProveProgress> {
        let size = self.certificate.size;
        let record_settled = |stones: &[(Point, Color)], point: Point| {
            record(stones, point);
            let (canonical, _) = CanonicalStones::of(stones, size);
            self.settled.lock().insert(canonical);
        };
        let known = self.settled.lock().clone();
        let before = &self.certificate;
        let mut is_stopped = false;
        let (certificate, progress) = prove(
            before.clone(),
            &self.hints,
            &known,
            holes,
            &self.settings,
            &record_settled,
            &mut |done| {
                is_stopped |= !listen(round, ProveEvent::Proving(done), before);
                !is_stopped
            },
        );
        self.certificate = certificate;
        let goes_on =
            !is_stopped && listen(round, ProveEvent::Proved(&progress), &self.certificate);
        goes_on.then_some(progress)
    }
}

/// What an earlier session has written.
#[derive(Clone, Debug)]
pub struct GrowingCertificate {
    /// Its decisions.
    pub certificate: Certificate,
    /// Bytes of the text that are whole lines; the rest was cut short.
    pub whole_bytes: usize,
    /// The positions whose replies were all answered: those of the lines, not those on the way to them.
    settled: HashSet<CanonicalStones>,
}

/// Why a text is not a certificate that grows.
#[derive(Debug, PartialEq, Error)]
pub enum GrowingError {
    /// It is no certificate as lines.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// There is no whole line, and it is not the beginning of one.
    #[error("no line of a certificate")]
    NoLine,
    /// The moves of a line cannot be read.
    #[error(transparent)]
    Moves(#[from] NotationError),
}

impl GrowingCertificate {
    /// A session that has not begun.
    pub fn new(certificate: Certificate) -> GrowingCertificate {
        GrowingCertificate {
            certificate,
            whole_bytes: 0,
            settled: HashSet::new(),
        }
    }

    /// Reads the lines of a session. `empty` has the rule, the start and the plies that hold where the text
    /// names none.
    ///
    /// # Errors
    /// [`GrowingError`].
    pub fn parse(text: &str, empty: Certificate) -> Result<GrowingCertificate, GrowingError> {
        let mut certificate = empty;
        let whole = whole_lines(text);
        if whole.is_empty() && !certificate.to_string().starts_with(text) {
            return Err(GrowingError::NoLine);
        }
        // The head of a certificate that has grown since counts too few decisions.
        let lines: Vec<&str> = whole
            .lines()
            .filter(|line| !line.starts_with("decisions "))
            .collect();
        certificate.read_lines(&lines.join("\n"))?;
        let size = certificate.size;
        let mut settled = HashSet::new();
        for (moves, _) in lines.iter().filter_map(|line| line.split_once('=')) {
            let stones = stones_in_turn(&parse_points(moves, size)?);
            settled.insert(CanonicalStones::of(&stones, size).0);
        }
        Ok(GrowingCertificate {
            certificate,
            whole_bytes: whole.len(),
            settled,
        })
    }

    /// The whole lines of a session but those that play something else than `wins` in a position of theirs.
    ///
    /// # Errors
    /// The moves of a line cannot be read.
    pub fn agreeing_lines(text: &str, wins: &Certificate) -> Result<String, NotationError> {
        let mut agreeing = String::new();
        for line in whole_lines(text).split_inclusive('\n') {
            let moves = match line.contains('=') {
                true => parse_points(&line.replace('=', " "), wins.size)?,
                false => Vec::new(),
            };
            let mut plies = 0..moves.len();
            if !plies.any(|ply| wins.contradicts(&stones_in_turn(&moves[..ply]), moves[ply])) {
                agreeing += line;
            }
        }
        Ok(agreeing)
    }

    /// The lines that a new file begins with: rule, size, start and plies.
    pub fn head(&self) -> String {
        let Certificate {
            rule, size, plies, ..
        } = self.certificate;
        let start = self.certificate.start().to_vec();
        let head = Certificate::new(rule, size, start, plies).to_string();
        let lines = head.lines().filter(|line| !line.starts_with("decisions "));
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}

/// The line of a settled decision, such as `h8 h10 = g7`, with its end.
pub fn decision_line(stones: &[(Point, Color)], point: Point, size: Size) -> String {
    let moves: Vec<Point> = stones.iter().map(|&(point, _)| point).collect();
    let (moves, point) = (point_names(&moves, size), point_name(point, size));
    format!("{moves} = {point}\n").trim_start().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    #[test]
    fn a_session_continues_from_its_whole_lines() {
        let size = Size::FIFTEEN;
        let start = parse_points("h8 a1", size).unwrap();
        let empty = Certificate::new(Rule::Standard, size, start.clone(), 33);
        let stones = stones_in_turn(&start);
        let line = decision_line(&stones, parse_points("h9", size).unwrap()[0], size);
        assert_eq!(line, "h8 a1 = h9\n");
        let whole = GrowingCertificate::new(empty).head() + &line;
        let other = Certificate::new(Rule::Freestyle, size, Vec::new(), 35);
        let read = GrowingCertificate::parse(&(whole.clone() + "h8 a1 h9 b2 = h"), other).unwrap();
        assert_eq!(
            (read.certificate.rule, read.certificate.plies),
            (Rule::Standard, 33)
        );
        assert_eq!((read.certificate.len(), read.whole_bytes), (1, whole.len()));
        assert!(read.settled.contains(&CanonicalStones::of(&stones, size).0));
    }
}
