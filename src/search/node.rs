//! Node types, as compile-time parameters of the node function.

/// A node type, and that of its first child.
pub(super) trait NodeKind {
    /// Whether the node is searched with an open window for an exact score.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
    /// The kind of the child on the principal variation.
    type First: NodeKind;
}

/// The root.
pub(super) struct Root;
/// A node on the principal variation.
pub(super) struct Pv;
/// A node that is searched with a null window.
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
