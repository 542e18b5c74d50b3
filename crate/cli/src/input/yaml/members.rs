//! Members of mappings: keys, and merge keys (`<<`), which add the members of other mappings.

use std::collections::HashSet;

use lapidary::{Issue, Span, internal::NamedStep};

use super::{
    limits::{MOST_BYTES, MOST_VALUES, too_many},
    notes::{COLLECTION_KEY, KEY, Notes, quoted},
    scalar::Scalar,
    tree::{Content, Member, NodeId, Nodes, slice},
};

/// What looking at a node costs of [`MOST_BYTES`], so that merge keys look at no more than [`MOST_VALUES`].
const LOOK: usize = MOST_BYTES / MOST_VALUES;

/// Finds the members of the mappings of a text.
pub(super) struct Mappings<'t> {
    text: &'t str,
    /// What merge keys have cost.
    spent: usize,
}

impl<'t> Mappings<'t> {
    pub(super) fn new(text: &'t str) -> Mappings<'t> {
        Mappings { text, spent: 0 }
    }

    /// The members of these keys and values, given in turn: the mapping's own, then those of merge keys.
    /// `place` gives the steps to the mapping.
    pub(super) fn members<'n>(
        &mut self,
        items: &[NodeId],
        nodes: &'n Nodes<'_>,
        noted: &mut Notes,
        place: impl Fn() -> Vec<NamedStep<'n>>,
    ) -> Result<Vec<Member>, Box<Issue>>
    where
        't: 'n,
    {
        let (mut members, mut sources) = (Vec::with_capacity(items.len() / 2), Vec::new());
        for pair in items.chunks_exact(2) {
            let (key, value) = (pair[0], pair[1]);
            match self.merged(key, value, nodes)? {
                Some(merged) => sources.extend(merged),
                None if self.is_key(key, nodes, noted, &place) => members.push(Member { key, value }),
                None => {}
            }
        }
        if !sources.is_empty() {
            self.merge(&mut members, &sources, nodes)?;
        }
        Ok(members)
    }

    /// The mappings that a merge key adds the members of; `None` for other keys.
    fn merged(&mut self, key: NodeId, value: NodeId, nodes: &Nodes<'_>) -> Result<Option<Vec<NodeId>>, Box<Issue>> {
        // In quotes, it is a key like any other.
        if slice(self.text, nodes.span(key)) != "<<" {
            return Ok(None);
        }
        let merged = match nodes.content(value) {
            Content::Mapping(_) => vec![value],
            Content::Sequence(items) => items.clone(),
            Content::Scalar(_) | Content::Alias(_) => return Ok(None),
        };
        self.spend(merged.len() * LOOK, nodes.span(value))?;
        let are_mappings = merged.iter().all(|source| nodes.is_mapping(*source));
        Ok(are_mappings.then_some(merged))
    }

    /// Adds the members of other mappings, except for names that are there.
    fn merge(&mut self, members: &mut Vec<Member>, sources: &[NodeId], nodes: &Nodes<'_>) -> Result<(), Box<Issue>> {
        let mut names = HashSet::with_capacity(members.len());
        for member in &*members {
            let name = nodes.name(member.key);
            self.spend(name.len(), nodes.span(member.key))?;
            names.insert(name);
        }
        for source in sources {
            let Content::Mapping(others) = nodes.content(*source) else { continue };
            for other in others {
                let name = nodes.name(other.key);
                self.spend(name.len() + LOOK, nodes.span(*source))?;
                if names.insert(name) {
                    members.push(*other);
                }
            }
        }
        Ok(())
    }

    /// Whether a node can be a key in JSON. Notes if it is not the string that the key becomes.
    fn is_key<'n>(
        &self,
        key: NodeId,
        nodes: &'n Nodes<'_>,
        noted: &mut Notes,
        place: impl Fn() -> Vec<NamedStep<'n>>,
    ) -> bool
    where
        't: 'n,
    {
        let text = self.text;
        let place = || [place(), vec![nodes.step(key, text)]].concat();
        match nodes.content(key) {
            Content::Scalar(Scalar::Text(_)) => true,
            Content::Scalar(_) => {
                let message = format!("a key that is not a string is read as the string {}", quoted(nodes.name(key)));
                noted.add(&KEY, message, nodes.span(key), place);
                true
            }
            Content::Sequence(_) | Content::Mapping(_) | Content::Alias(_) => {
                let message = "a key that is a collection is ignored, with its value".to_owned();
                noted.add(&COLLECTION_KEY, message, nodes.span(key), place);
                false
            }
        }
    }

    fn spend(&mut self, cost: usize, at: Span) -> Result<(), Box<Issue>> {
        self.spent += cost;
        if self.spent > MOST_BYTES {
            return Err(too_many(&format!("more than {} MiB", MOST_BYTES >> 20), at));
        }
        Ok(())
    }
}
