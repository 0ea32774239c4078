//! Kinds of nodes, known when the program is compiled.

/// What a node is, and what its first child is.
pub(super) trait NodeKind {
    /// Whether an exact score is wanted.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
    /// The kind of the child on the principal variation.
    type First: NodeKind;
}

/// The position that is searched.
pub(super) struct Root;
/// A node on the principal variation.
pub(super) struct Pv;
/// A node that only has to be shown better or worse than a bound.
pub(super) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type First = Pv;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type First = Pv;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type First = NonPv;
}
