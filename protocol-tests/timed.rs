//! Cases.
use crate::Case;
/// All.
pub fn cases() -> Vec<Case> { vec![] }
