//! Which positions are training data: those that the evaluation is asked about.

use crate::pattern::PointClass;
use crate::position::Position;
use crate::threat::{ThreatResult, Vcf};

/// A position is not quiet if the side to move has a VCF within this number of nodes.
const VCF_NODES: u64 = 64;
/// Positions of the VCF's table, as a power of two.
const VCF_TABLE_BITS: u32 = 12;

/// Tells quiet positions from those in which quiescence search or a VCF answers.
pub(super) struct QuietFilter(Vcf);

impl QuietFilter {
    pub fn new() -> QuietFilter {
        QuietFilter(Vcf::new(VCF_TABLE_BITS))
    }

    /// Whether nothing is forced, and the side to move has no short VCF. The answer depends on the position alone.
    pub fn is_quiet(&mut self, position: &mut Position) -> bool {
        if is_forced(position) {
            return false;
        }
        self.0.clear();
        !matches!(self.0.search(position, VCF_NODES), ThreatResult::Win(_))
    }
}

/// Whether there is a five to make or stop, or a straight four to make: the evaluation is never asked then.
pub(super) fn is_forced(position: &Position) -> bool {
    let (patterns, turn) = (position.patterns(), position.turn());
    patterns.count(PointClass::Five, turn) > 0
        || patterns.count(PointClass::Five, !turn) > 0
        || patterns.count(PointClass::StraightFour, turn) > 0
}
