//! The containers around each node of a document.

use super::{JsonId, Kind, Tape};

/// A step from a container to a child.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// To an element.
    Index(u32),
    /// To a member, by its key.
    Member(JsonId),
}

impl Step {
    /// To the element at an index.
    pub(crate) fn element(index: usize) -> Step {
        Step::Index(index as u32)
    }
}

/// The container and the step of every node, found in one pass; the root has none.
pub(crate) struct Parents(Vec<Option<(JsonId, Step)>>);

impl Parents {
    pub(crate) fn new(tape: &Tape<'_>) -> Parents {
        let mut parents = vec![None; tape.len()];
        let mut containers = vec![JsonId::ROOT];
        while let Some(container) = containers.pop() {
            let mut add = |child: JsonId, step: Step| {
                parents[child.index()] = Some((container, step));
                if matches!(tape.kind(child), Kind::Object | Kind::Array) {
                    containers.push(child);
                }
            };
            for (index, element) in tape.elements(container).enumerate() {
                add(element, Step::element(index));
            }
            for key in tape.members(container) {
                add(key, Step::Member(key));
                add(key.value_of_key(), Step::Member(key));
            }
        }
        Parents(parents)
    }

    /// The steps from the root to a node; for a member's key, those to the member.
    pub(crate) fn steps(&self, id: JsonId) -> Vec<Step> {
        let mut steps = Vec::new();
        for (_, step) in self.above(id) {
            steps.push(step);
        }
        steps.reverse();
        steps
    }

    /// The number of steps from the root to a node.
    pub(crate) fn depth(&self, id: JsonId) -> usize {
        self.above(id).count()
    }

    /// The container of a node with the step from there, the container's own, and so on up to the root.
    fn above(&self, id: JsonId) -> impl Iterator<Item = (JsonId, Step)> {
        std::iter::successors(self.0[id.index()], |(container, _)| self.0[container.index()])
    }
}
