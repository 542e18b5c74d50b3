//! Nodes whose children are lowered and which are not printed yet.

use super::LoweredNode;
use crate::{
    json::{JsonId, Tape},
    schema::{Keyword, Kinds},
    shape::{Required, Shape},
};

/// A shape's lowered children, before the node is printed.
#[derive(Debug, Default)]
pub(crate) struct PartialNode {
    /// The members that stay.
    pub members: Vec<Member>,
    /// The names that stay required.
    pub required: Vec<Required>,
    /// `items`.
    pub items: Option<LoweredNode>,
    /// Whether no item is possible, whatever `items` is.
    pub empty: bool,
    /// The positions of a tuple, with their key.
    pub positions: Option<(JsonId, Vec<LoweredNode>)>,
    /// The schema of the items after them, with its key.
    pub rest: Option<(JsonId, LoweredNode)>,
    /// What undeclared members may be, with its key.
    pub closing: Option<(JsonId, Closing)>,
    /// Whether `properties` and `required` are printed even if they are empty.
    pub complete: bool,
    /// The omitted branches, by index of the union and index of the branch, sorted.
    pub lost: Vec<(usize, usize)>,
    /// The branches of each union that stays.
    pub unions: Vec<(Keyword, JsonId, Vec<LoweredNode>)>,
    /// Children that are output as written, because no rule changed them: list positions, `additionalItems`.
    pub verbatim: Vec<(Keyword, JsonId)>,
}

/// A lowered member.
#[derive(Debug)]
pub(crate) struct Member {
    /// The key in the source that it comes from.
    pub key: JsonId,
    /// Its name on the wire.
    pub name: String,
    /// Its name in the original, if it differs.
    pub original: Option<String>,
    /// Whether the original may lack it, but not have null for it: null on the wire stands for an absent member.
    pub may_be_absent: bool,
    /// Whether it is on the wire even if the original lacks it.
    pub always_sent: bool,
    /// Its schema.
    pub node: LoweredNode,
}

/// `additionalProperties`.
#[derive(Debug)]
pub(crate) enum Closing {
    /// `true` or `false`.
    Flag(bool),
    /// A schema.
    Schema(Box<LoweredNode>),
}

impl PartialNode {
    /// The levels of schemas nested in the node, itself included.
    pub(super) fn height(&self) -> u32 {
        let closing = match &self.closing {
            Some((_, Closing::Schema(node))) => Some(&**node),
            _ => None,
        };
        let members = self.members.iter().map(|member| &member.node);
        let positions = self.positions.iter().flat_map(|(_, positions)| positions);
        let rest = self.rest.iter().map(|(_, rest)| rest);
        let branches = self.unions.iter().flat_map(|(_, _, branches)| branches);
        let children = members.chain(&self.items).chain(positions).chain(rest).chain(closing).chain(branches);
        1 + children.map(|node| node.height).max().unwrap_or_default()
    }
}

/// The types that a node allows, given its lowered alternatives.
pub(super) fn kinds_of_output(tape: &Tape<'_>, shape: &Shape, partial: &PartialNode) -> Kinds {
    let own = if shape.typed || shape.coding.is_some() { shape.kinds } else { shape.possible_kinds(tape) };
    let allowed = |branches: &[LoweredNode]| branches.iter().fold(Kinds::NONE, |kinds, node| kinds.with(node.kinds));
    partial.unions.iter().fold(own, |kinds, (_, _, branches)| kinds.intersect(allowed(branches)))
}
