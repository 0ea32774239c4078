//! The words for proofs.

use schemars::JsonSchema;
use serde::Serialize;

/// By what a win is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// The move completes five.
    Five,
    /// A loss: the opponent's VCF, confirmed by the proof checker.
    Vcf,
    /// A loss: the opponent's VCT, confirmed by the proof checker.
    Vct,
    /// A win: a VCF or VCT after each reply, confirmed by the proof checker.
    EveryReply,
    /// The certificate of the solved game.
    Book,
}
