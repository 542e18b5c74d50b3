//! The items of a list: by position, and those that follow.

use std::mem;

use super::{Child, Failure, Impossible, Lower, LoweredNode, Out, PartialNode, children::allows_only};
use crate::{
    json::{Decimal, JsonId},
    schema::{Keyword, Kinds},
    shape::{Fact, Part, Shape},
    targets::ReferenceForm,
};

impl Lower<'_, '_> {
    /// Lowers the schemas of a list's items. For a node that is never a list, items that are truncated are dropped instead of
    /// the node.
    ///
    /// # Errors
    /// The list's failure, if it cannot do without an item that is truncated or impossible.
    pub(super) fn lower_items(&mut self, shape: &mut Shape, partial: &mut PartialNode) -> Result<(), Failure> {
        let is_list = !shape.typed || shape.kinds.has(Kinds::ARRAY);
        let lowered = self.lower_items_of_list(shape, partial);
        let Err(Failure::Cut(cut)) = lowered else { return lowered };
        if is_list {
            return Err(Failure::Cut(cut));
        }
        if let Some(edit) = self.log_cut(cut) {
            edit.fix("removed: no value is an array");
        }
        Ok(())
    }

    fn lower_items_of_list(&mut self, shape: &mut Shape, partial: &mut PartialNode) -> Result<(), Failure> {
        let array = mem::take(&mut shape.array);
        let mut ended = false;
        if let Some((key, positions)) = &array.prefix {
            if self.target.takes(Keyword::PrefixItems) {
                let mut node = Vec::with_capacity(positions.len());
                for (at, part) in positions.iter().enumerate() {
                    let place = ["prefixItems", &at.to_string()];
                    let Some(position) = self.lower_position(shape, &place, (*key, part), at)? else {
                        ended = true;
                        break;
                    };
                    node.push(position);
                }
                partial.positions = Some((*key, node)).filter(|(_, node)| !node.is_empty());
            } else {
                partial.verbatim.push((Keyword::PrefixItems, *key));
            }
        }
        if let Some((key, part)) = array.rest.as_ref().filter(|_| !ended) {
            if let Some(count) = partial.positions.as_ref().map(|(_, positions)| positions.len()) {
                let rest = self.lower_position(shape, &["items"], (*key, part), count)?;
                partial.rest = rest.map(|rest| (*key, rest));
            } else {
                partial.verbatim.push((Keyword::AdditionalItems, *key));
            }
        }
        if let Some((key, part)) = &array.items {
            partial.items = self.lower_item(shape, &["items"], (*key, part), 0)?;
            // The target requires `items` even if no item is possible.
            partial.empty = partial.items.is_none();
            let needs_items = partial.empty && self.target.complete_nodes;
            partial.items = partial.items.take().or_else(|| needs_items.then(|| self.some_text()));
        }
        shape.array.items = array.items;
        Ok(())
    }

    /// Lowers the schema of the item at a position, or of those that follow: their values have no code.
    fn lower_position(
        &mut self,
        shape: &mut Shape,
        place: &[&str],
        part: (JsonId, &Part),
        count: usize,
    ) -> Result<Option<LoweredNode>, Failure> {
        self.uncodable += 1;
        let lowered = self.lower_item(shape, place, part, count);
        self.uncodable -= 1;
        lowered
    }

    /// Lowers the schema of some items. Returns `None` if they are impossible, so that the list ends before them, after
    /// `count` items.
    fn lower_item(
        &mut self,
        shape: &mut Shape,
        place: &[&str],
        (key, part): (JsonId, &Part),
        count: usize,
    ) -> Result<Option<LoweredNode>, Failure> {
        let tape = self.model.ast.tape();
        let least = least_items(shape.fact(Keyword::MinItems).map(|fact| fact.lexeme(tape)));
        // A list that may be empty does not count as an optional step if the node has several types.
        let hidden = self.target.references != ReferenceForm::Plain && !(shape.typed && shape.kinds == Kinds::ARRAY);
        let child = if hidden || place != ["items"] { Child::Fixed } else { Child::Items { required: least > 0 } };
        let never = match self.lower_child(child, place, part, tape.value_of(key)) {
            Ok(node) => return Ok(Some(node)),
            Err(Failure::Never(never)) => never,
            Err(cut) => return Err(cut),
        };
        let Some(hook) = self.handlers.impossible else {
            return Ok(Some(LoweredNode::plain(Out::Source(tape.value_of(key)))));
        };
        if least > count && allows_only(shape, Kinds::ARRAY) {
            return Err(Failure::Never(never));
        }
        let told = count > 0 || !self.target.zero_is_unset;
        hook(self, never, Impossible::Items { told });
        if told {
            let most = Fact::of(Keyword::MaxItems, key, count.to_string());
            shape.add_fact(self.model.ast, most);
            shape.decide(tape);
            if shape.never.is_some() {
                return Err(Failure::Never(never));
            }
        } else {
            shape.hint("must be empty");
        }
        Ok(None)
    }
}

/// The number of items that a `minItems` requires.
pub(super) fn least_items(lexeme: Option<&str>) -> usize {
    let least = lexeme.and_then(|lexeme| Decimal::parse(lexeme)?.ceil());
    least.map_or(0, |least| least.parse().unwrap_or(0))
}
