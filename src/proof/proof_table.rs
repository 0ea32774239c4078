//! Proof and disproof numbers, and the table that keeps them by position.
//!
//! Source: the idea of df-pn, A. Nagai, Df-pn algorithm for searching AND/OR trees (2002).

use crate::board::Point;

/// A number that is never reached by counting.
const INFINITE: u32 = u32::MAX / 4;
/// The plies of a disproof that holds however many are left.
const ALWAYS: u16 = u16::MAX;
const TABLE_BITS: u32 = 20;

/// What is known of a position within a number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// The positions still to be won, at least, so that the attacker wins; 0 where it does.
    pub proof: u32,
    /// The positions still to be held, at least, so that it does not; 0 where it does not.
    pub disproof: u32,
    /// Of a disproof: whether it holds however many plies are left.
    pub is_final: bool,
}

impl ProofNumbers {
    /// The attacker wins.
    pub const WON: ProofNumbers = ProofNumbers {
        proof: 0,
        disproof: INFINITE,
        is_final: false,
    };
    /// The attacker does not win within the plies.
    pub const NOT_IN_TIME: ProofNumbers = ProofNumbers {
        proof: INFINITE,
        disproof: 0,
        is_final: false,
    };
    /// The attacker has no win of any length.
    pub const NEVER: ProofNumbers = ProofNumbers {
        is_final: true,
        ..ProofNumbers::NOT_IN_TIME
    };
    /// Limits that only a settled position reaches.
    pub const NO_LIMITS: ProofNumbers = ProofNumbers {
        proof: INFINITE,
        disproof: INFINITE,
        is_final: false,
    };

    /// The numbers of a position that was not searched, with a guess of how many are to be won.
    pub fn unknown(proof: u32) -> ProofNumbers {
        ProofNumbers {
            proof,
            disproof: 1,
            is_final: false,
        }
    }

    /// Whether the attacker wins.
    pub fn is_won(self) -> bool {
        self.proof == 0
    }

    /// Whether the outcome is known.
    pub fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether a number has come to its limit.
    pub fn reaches(self, limits: ProofNumbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof || self.is_settled()
    }
}

/// The numbers of a position with the attacker to move, from those after each of its moves.
///
/// Its moves often lead to the same positions, so that their disproof numbers are not added: the greatest counts, and
/// one for each other move.
///
/// Source: T. Ueda et al., Weak proof-number search (2008).
pub(super) fn of_any(children: impl Iterator<Item = ProofNumbers>) -> ProofNumbers {
    let (mut all, mut open) = (ProofNumbers::NEVER, 0u32);
    for child in children {
        all.proof = all.proof.min(child.proof);
        all.disproof = all.disproof.max(child.disproof);
        all.is_final &= child.is_final;
        open += u32::from(!child.is_settled());
    }
    all.disproof = (all.disproof + open.saturating_sub(1)).min(INFINITE);
    all
}

/// The numbers of a position with the defender to move, from those after each of its replies.
pub(super) fn of_all(children: impl Iterator<Item = ProofNumbers>) -> ProofNumbers {
    children.fold(ProofNumbers::WON, |all, child| ProofNumbers {
        proof: (all.proof + child.proof).min(INFINITE),
        disproof: all.disproof.min(child.disproof),
        is_final: all.is_final || child.is_final,
    })
}

/// A limit a quarter past the second least number, so that the search does not change sides all the time.
///
/// Source: J. Pawlewicz, L. Lew, Improving depth-first PN-search: 1 + epsilon trick (2006).
fn past(second: Option<u32>) -> u32 {
    second.map_or(INFINITE, |second| second + second / 4 + 1)
}

/// The limits for the child to go on with, its own numbers being `its` of the position's `all`: a limit of the position,
/// and where the second best child, of the number `second`, comes to be better.
pub(super) fn child_limits(
    is_attack: bool,
    limits: ProofNumbers,
    all: ProofNumbers,
    its: ProofNumbers,
    second: Option<u32>,
) -> ProofNumbers {
    match is_attack {
        true => ProofNumbers {
            proof: limits.proof.min(past(second)),
            disproof: limits.disproof - (all.disproof - its.disproof),
            is_final: false,
        },
        false => ProofNumbers {
            proof: limits.proof - (all.proof - its.proof),
            disproof: limits.disproof.min(past(second)),
            is_final: false,
        },
    }
}

/// A position's numbers, and the plies for which they hold.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// The plies that were left; [`ALWAYS`] of a disproof that is final.
    left: u16,
    best: Option<Point>,
}

/// The positions that were met last.
pub(super) struct ProofTable(Box<[Entry]>);

impl ProofTable {
    pub fn new() -> ProofTable {
        ProofTable(vec![Entry::default(); 1 << TABLE_BITS].into_boxed_slice())
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.0.len() - 1)
    }

    fn entry(&self, key: u64) -> Option<&Entry> {
        Some(&self.0[self.slot(key)]).filter(|entry| entry.key == key)
    }

    /// The numbers of a position with `left` plies left, if known: a proof holds for more plies, a disproof for fewer.
    pub fn numbers(&self, key: u64, left: usize) -> Option<ProofNumbers> {
        let entry = self.entry(key)?;
        let its_left = entry.left as usize;
        let holds = match (entry.proof, entry.disproof) {
            (0, _) => its_left <= left,
            (_, 0) => its_left >= left,
            _ => its_left == left,
        };
        holds.then_some(ProofNumbers {
            proof: entry.proof,
            disproof: entry.disproof,
            is_final: entry.left == ALWAYS,
        })
    }

    /// The attacker's move that won or came first, whatever the plies left.
    pub fn best(&self, key: u64) -> Option<Point> {
        self.entry(key)?.best
    }

    /// Keeps a position in the place of what its slot held.
    pub fn store(&mut self, key: u64, left: usize, numbers: ProofNumbers, best: Option<Point>) {
        let is_always = numbers.is_final && numbers.disproof == 0;
        let slot = self.slot(key);
        self.0[slot] = Entry {
            key,
            proof: numbers.proof,
            disproof: numbers.disproof,
            left: if is_always { ALWAYS } else { left as u16 },
            best,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_holds_for_more_plies_and_a_disproof_for_fewer() {
        let mut table = ProofTable::new();
        let holds = |table: &ProofTable| [7, 9, 11].map(|left| table.numbers(5, left).is_some());
        for (numbers, expected) in [
            (ProofNumbers::WON, [false, true, true]),
            (ProofNumbers::NOT_IN_TIME, [true, true, false]),
            (ProofNumbers::NEVER, [true, true, true]),
            (ProofNumbers::unknown(3), [false, true, false]),
        ] {
            table.store(5, 9, numbers, None);
            assert_eq!(holds(&table), expected, "{numbers:?}");
        }
    }

    /// A board of 22x22 has 484 points.
    #[test]
    fn plies_of_the_largest_board_are_kept() {
        let mut table = ProofTable::new();
        table.store(5, 300, ProofNumbers::WON, None);
        assert_eq!(table.numbers(5, 299), None);
        assert_eq!(table.numbers(5, 300), Some(ProofNumbers::WON));
        table.store(5, 484, ProofNumbers::NOT_IN_TIME, None);
        assert_eq!(table.numbers(5, 484), Some(ProofNumbers::NOT_IN_TIME));
    }

    #[test]
    fn one_move_wins_and_one_reply_holds() {
        let (open, won, held) = (
            ProofNumbers::unknown(3),
            ProofNumbers::WON,
            ProofNumbers::NEVER,
        );
        assert_eq!(of_any([open, won, held].into_iter()).proof, 0);
        assert_eq!(of_all([open, won, held].into_iter()), ProofNumbers::NEVER);
        assert_eq!(of_all([won, won].into_iter()), ProofNumbers::WON);
        let any = of_any([open, open, held].into_iter());
        assert_eq!((any.proof, any.disproof, any.is_final), (3, 2, false));
        let all = of_all([open, won, open].into_iter());
        assert_eq!((all.proof, all.disproof), (6, 1));
        let in_time = of_any([held, ProofNumbers::NOT_IN_TIME].into_iter());
        assert_eq!(in_time, ProofNumbers::NOT_IN_TIME);
    }
}
