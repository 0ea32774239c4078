//! Forced wins: VCF (continuous fours), VCT (continuous threats: fours and open threes), and the complete sets of
//! answers to a threat.

mod defence;
mod proof_vct;
mod threat_cache;
mod threat_search;
mod threat_win;
mod vcf;
mod vct;

pub use defence::{
    StandingThreat, five_defences, four_three_answers, standing_threat, straight_four_answers,
    straight_four_defences, wins_by_four_three,
};
pub use proof_vct::{ProofResult, ProofVct};
pub use threat_search::{SearchLimit, ThreatResult};
pub use threat_win::ThreatWin;
pub use vcf::{Vcf, fours_hold};
pub use vct::{Length, Vct};
