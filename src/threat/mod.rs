//! Is it forced: wins by fours, by fours and threes, and the complete answers to a threat.

mod defence;
mod proof_vct;
mod sure_win;
mod threat_cache;
mod threat_search;
mod vcf;
mod vct;

pub use defence::{five_defences, straight_four_answers, straight_four_defences};
pub use proof_vct::{ProofResult, ProofVct};
pub use sure_win::SureWin;
pub use threat_search::{SearchLimit, ThreatResult};
pub use vcf::Vcf;
pub use vct::{Length, Vct};
