//! Where the alternatives of a union are in the output.

use super::{Lower, LoweredNode, PartialNode, walk::Position};
use crate::{
    order::Gather,
    schema::{push_index, push_key},
};

impl Lower<'_, '_> {
    /// Moves what is noted after a position to where the alternatives of the current node are: after those that are
    /// omitted, each has a lower index, and a wrapped one is a member. What an omitted one changed is a change of the node.
    pub(super) fn place_alternatives(&mut self, since: Position, partial: &PartialNode) {
        if !self.log.keeps() {
            return;
        }
        let node = self.path.clone();
        for (at, (keyword, _, branches)) in partial.unions.iter().enumerate() {
            let lost = partial.lost.iter().filter(|(union, _)| *union == at).map(|(_, branch)| *branch).gather();
            if lost.is_empty() && !branches.iter().any(|branch| branch.wrapped) {
                continue;
            }
            let mut union = node.clone();
            push_key(&mut union, keyword.name());
            self.relocate(since, &|output| {
                let (branch, below) = alternative(output.strip_prefix(&union)?)?;
                let Err(before) = lost.binary_search(&branch) else { return Some(node.clone()) };
                let mut place = union.clone();
                push_index(&mut place, branch - before);
                if let Some(name) = branches.get(branch - before).and_then(LoweredNode::wrapping) {
                    push_key(&mut place, "properties");
                    push_key(&mut place, name);
                }
                Some(place + below)
            });
        }
    }
}

/// The index that a JSON Pointer starts with, and the rest of it.
fn alternative(pointer: &str) -> Option<(usize, &str)> {
    let steps = pointer.strip_prefix('/')?;
    let (index, below) = steps.split_at(steps.find('/').unwrap_or(steps.len()));
    Some((index.parse().ok()?, below))
}
