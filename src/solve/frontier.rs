//! Where a search for any win would go on: positions that several machines can search as jobs.
//!
//! The most proving position of a given depth is the first job. It counts as won while the next one is chosen (a virtual
//! win), and so on. Once the start is won in this way, its best move counts as held (a virtual loss), so that the next
//! best move's jobs follow.
//!
//! Source: I.-C. Wu, H.-H. Lin, D.-J. Sun, K.-Y. Kao, P.-H. Lin, Y.-C. Chan and B.-T. Chen, Job-Level
//! Proof Number Search, IEEE Transactions on Computational Intelligence and AI in Games 5 (2013).

use super::dfpn::Dfpn;
use super::dfpn_table::{DfpnTable, ProofNumbers};
use super::win::{SettledPosition, WinListener, WinSettings};
use crate::board::Point;
use crate::proof::Certificate;
use parking_lot::RwLock;
use std::collections::HashSet;

/// No job begins more plies after the start than this.
const DEEPEST_JOB: usize = 20;

/// What is still to be shown of a win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    /// The proof number of the start; 0 if it is won by what is known.
    pub proof: u32,
    /// The disproof number of the start; 0 if none of the searched moves wins.
    pub disproof: u32,
    /// `[plies from the start]`: positions to be won in the tree that has the least proof number.
    pub open: Vec<usize>,
    /// The moves from the start to each job. No job is part of another.
    pub jobs: Vec<Vec<Point>>,
}

/// Finds out what is still to be won after the certificate's start, and chooses at most `most_jobs` positions that the
/// attacker must win, all as few plies after the start as a quarter of that number needs. Positions on the way that were not
/// expanded before are, until the settings' nodes are spent; the `listener` receives what that settles.
pub fn frontier(
    certificate: Certificate,
    settings: &WinSettings,
    settled: &[SettledPosition],
    most_jobs: usize,
    listener: &mut dyn WinListener,
) -> Frontier {
    let certificate = RwLock::new(certificate);
    let mut search = Dfpn::new(&certificate, settings, listener);
    let bytes = DfpnTable::bytes_for(settled.len());
    search.table = DfpnTable::new(bytes.max(settings.memory / 4));
    search.recall(settled);
    let mut jobs = search.choose_jobs(most_jobs);
    let start = search.quiet.position.key();
    if let Some(node) = search.known() {
        search.back_up(&node);
    }
    let numbers = search.table.numbers(start);
    if numbers.is_settled() {
        jobs.clear();
    }
    let mut open = Vec::new();
    search.count_open(&mut HashSet::new(), &mut open);
    Frontier {
        proof: numbers.phi,
        disproof: numbers.delta,
        open,
        jobs,
    }
}

/// The choice of jobs at one depth.
#[derive(Default)]
struct Choice {
    /// Plies from the start to a job.
    plies: usize,
    /// The numbers of positions before the choice changed them, the first change first.
    changed: Vec<(u64, ProofNumbers)>,
}

impl Dfpn<'_> {
    fn choose_jobs(&mut self, most: usize) -> Vec<Vec<Point>> {
        let mut jobs = Vec::new();
        for plies in (2..=DEEPEST_JOB).step_by(2) {
            if jobs.len() > most / 4 || self.must_stop() {
                break;
            }
            let mut choice = Choice {
                plies,
                ..Choice::default()
            };
            let mut chosen = Vec::new();
            while chosen.len() < most {
                match self.choose_job(0, &mut choice) {
                    Some(job) => chosen.push(job),
                    None if self.hold_best(&mut choice) => {}
                    None => break,
                }
            }
            for (key, numbers) in choice.changed.into_iter().rev() {
                self.table.set(key, numbers);
            }
            if chosen.len() > jobs.len() {
                jobs = chosen;
            }
        }
        jobs
    }

    /// The most proving position at the choice's depth; none if the position is settled. `effort` is for expanding
    /// the position.
    fn choose_job(&mut self, effort: usize, choice: &mut Choice) -> Option<Vec<Point>> {
        let key = self.quiet.position.key();
        let mut node = self.expansion(effort)?;
        let is_attack = self.quiet.position.turn() == self.attacker;
        loop {
            let known = self.table.numbers(key);
            if known.is_settled() || self.must_stop() {
                return None;
            }
            choice.changed.push((key, known));
            if is_attack && self.moves.len() >= choice.plies {
                self.table.set(key, ProofNumbers::REACHED);
                return Some(self.moves.clone());
            }
            let (numbers, best) = self.count(&node);
            self.table.set(key, numbers);
            if numbers.is_settled() {
                return None;
            }
            let Some(point) = best.step else {
                node = self.look_into(node.effort + 1)?;
                continue;
            };
            let effort = self.effort_after(&node);
            let job = self.at(point, |search| search.choose_job(effort, choice));
            if job.is_some() {
                return job;
            }
        }
    }

    /// Lets the start's best move be held; whether another one is left.
    fn hold_best(&mut self, choice: &mut Choice) -> bool {
        let key = self.quiet.position.key();
        let Some(node) = self.known() else {
            return false;
        };
        let (_, best) = self.count(&node);
        let held = best.step.map(|point| self.quiet.position.key_after(point));
        for key in held.into_iter().chain([key]) {
            choice.changed.push((key, self.table.numbers(key)));
        }
        if let Some(held) = held {
            self.table.set(held, ProofNumbers::REACHED);
        }
        let (numbers, _) = self.count(&node);
        self.table.set(key, numbers);
        !numbers.is_settled() && !self.must_stop()
    }

    /// Counts, by plies, the positions at which the tree with the least proof number ends.
    fn count_open(&mut self, seen: &mut HashSet<u64>, open: &mut Vec<usize>) {
        let key = self.quiet.position.key();
        if !seen.insert(key) || self.table.numbers(key).is_settled() {
            return;
        }
        let is_attack = self.quiet.position.turn() == self.attacker;
        let steps: Vec<Point> = match self.table.node(key) {
            Some(node) if is_attack => self.count(&node).1.step.into_iter().collect(),
            Some(node) => node.moves.iter().map(|guess| guess.point).collect(),
            None => Vec::new(),
        };
        if steps.is_empty() {
            let plies = self.moves.len();
            open.resize(open.len().max(plies + 1), 0);
            open[plies] += 1;
        }
        for point in steps {
            self.at(point, |search| search.count_open(seen, open));
        }
    }
}
