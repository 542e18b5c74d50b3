//! The walk from a node to its children, and what rules ask of the node at hand.

use super::{Child, EditBuilder, Found, Link, Lower, Lowered, Mode, Role, Rule, log::Mark};
use crate::{
    json::JsonId,
    order::Gather,
    schema::{Keyword, SchemaId, is_within, push_key},
    shape::{Shape, Term},
};

/// A position in what lowering notes: later edits, and objects that models leave empty, come after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    edits: Mark,
    emptied: usize,
}

impl Lower<'_, '_> {
    /// Requests that the output be lowered again, because a part on which others may depend was removed or may still
    /// change.
    pub(crate) fn request_relowering(&mut self) {
        self.unsettled = true;
    }

    /// Logs an edit of a rule, caused by the JSON at `key` (a member's key or a value).
    pub(crate) fn log(&mut self, rule: &'static Rule, key: JsonId) -> EditBuilder<'_> {
        let found = Found::new(self.model.ast.tape(), key, self.target);
        self.model.work().step(1);
        self.model.work().keep(self.log.newly_kept());
        self.log.push(rule, found, &self.path)
    }

    /// The current position in what is noted.
    pub(super) fn position(&mut self) -> Position {
        Position { edits: self.log.mark(), emptied: self.emptied.len() }
    }

    /// Takes back that edits after a position changed the output at the places that are in a relation to the current one, as
    /// no value reaches them.
    pub(super) fn retract(&mut self, since: Position, is_gone: fn(&str, &str) -> bool) {
        let gone = |output: &str| is_gone(output, &self.path);
        let noted = self.emptied.keys_in_insertion_order().get(since.emptied..).unwrap_or_default();
        self.model.work().step(self.log.revise(since.edits, &|edit| edit.retract(&gone)) + noted.len());
        for output in noted.iter().filter(|output| gone(output)).cloned().gather() {
            self.emptied.insert(output, None);
        }
    }

    /// Takes back the output places below the current node, which is lowered again, that edits after a position changed.
    pub(super) fn fold(&mut self, since: Position) {
        self.model.work().step(self.log.revise(since.edits, &|edit| edit.fold_into(&self.path)));
    }

    /// Moves what is noted after a position to the places where it is, if `moved` knows of others.
    pub(super) fn relocate(&mut self, since: Position, moved: &dyn Fn(&str) -> Option<String>) {
        let noted = self.emptied.keys_in_insertion_order().get(since.emptied..).unwrap_or_default();
        self.model.work().step(self.log.revise(since.edits, &|edit| edit.relocate(moved)) + noted.len());
        let places = noted.iter().filter_map(|before| Some((before.clone(), moved(before)?))).gather();
        let take = |(before, after)| (after, self.emptied.insert(before, None).flatten());
        for (place, source) in places.into_iter().map(take).gather() {
            self.emptied.insert(place, source);
        }
    }

    /// The same for a member that is omitted, and for edits of its key.
    pub(super) fn retract_member(&mut self, since: Position, key: JsonId, place: &[&str]) {
        self.below(place, false, |cx| {
            cx.retract(since, is_within);
            cx.log.retract_at(key, &|output| is_within(output, &cx.path));
        });
    }

    /// Whether the root of the schema is being lowered.
    #[must_use]
    pub(crate) fn at_root(&self) -> bool {
        self.depth == 0
    }

    /// Whether the root of a tool's arguments is being lowered, not that of a response, which may be of any type.
    #[must_use]
    pub(crate) fn at_arguments(&self) -> bool {
        self.depth == 0 && self.options.role == Role::Arguments
    }

    /// Whether a root is being lowered that has to be an object: that of arguments, and of a response where the target
    /// takes no other.
    #[must_use]
    pub(crate) fn at_object_root(&self) -> bool {
        self.depth == 0 && (self.options.role == Role::Arguments || self.target.closed_objects)
    }

    /// Whether descriptions state what the output schema cannot express.
    #[must_use]
    pub(crate) fn gives_hints(&self) -> bool {
        self.options.hints
    }

    /// Whether values at the current place may have a code.
    #[must_use]
    pub(crate) fn may_code(&self) -> bool {
        self.options.mode == Mode::RoundTrip && self.uncodable == 0
    }

    /// The name under which a property of the current node is declared.
    #[must_use]
    pub(crate) fn declared_name(&self, name: &str) -> String {
        let changed = self.handlers.name.filter(|_| self.may_code()).and_then(|declared| declared(self.target, name));
        changed.unwrap_or_else(|| name.to_owned())
    }

    /// Whether values have codes elsewhere, but not at the current place, such as a position of a tuple.
    pub(super) fn in_position(&self) -> bool {
        self.options.mode == Mode::RoundTrip && self.uncodable > 0
    }

    /// Omits the whole schema: the tool takes no arguments, and the schema's words go into the tool's description.
    pub(crate) fn omit_root(&mut self, shape: &Shape) {
        self.omitted = Some(self.words_of(shape));
    }

    /// The description of a node, and its hints if they are enabled.
    pub(crate) fn words_of(&self, shape: &Shape) -> Vec<String> {
        let description = shape.fact(Keyword::Description).map(|fact| self.fact_string(fact));
        let hints = shape.hints.in_insertion_order().iter().filter(|_| self.options.hints).cloned();
        description.filter(|text| !text.trim().is_empty()).into_iter().chain(hints).gather()
    }

    /// Whether the current node is the value of a member that may be absent.
    #[must_use]
    pub(crate) fn may_be_absent(&self) -> bool {
        matches!(self.steps.last(), Some((Child::Member { required: false }, _)))
    }

    /// Whether a branch of a union is being lowered.
    #[must_use]
    pub(crate) fn in_union(&self) -> bool {
        self.in_union
    }

    /// Runs `act` with the schemas of an alternative marked as being unfolded, so that references back to them count.
    pub(crate) fn unfolding<T>(&mut self, read_from: &[SchemaId], act: impl FnOnce(&mut Self) -> T) -> T {
        let active = self.active.len();
        self.active.extend_from_slice(read_from);
        let done = act(self);
        self.active.truncate(active);
        done
    }

    /// Counts bytes of memory that are held until the current node is finished. Returns whether there is room for them.
    pub(crate) fn hold(&mut self, bytes: usize) -> bool {
        self.held += bytes;
        self.model.work().keep(bytes)
    }

    /// Counts schemas that a rule visits in addition to those that are lowered. Returns whether the budget allows more.
    pub(crate) fn spend(&mut self, schemas: usize) -> bool {
        self.budget.visit(schemas);
        !self.budget.is_spent()
    }

    /// Whether the budget leaves a node no room for more than its type.
    pub(crate) fn is_scarce(&self) -> bool {
        self.budget.scope.scarce
    }

    /// Requests that the rules run again on the node, because something was folded into it that earlier rules have not
    /// seen.
    pub(crate) fn restart(&mut self) {
        self.restarting = true;
    }

    /// Records that a branch read from these schemas was folded into the node: references back to them count, and the
    /// rules run again.
    pub(crate) fn fold_in(&mut self, read_from: &[SchemaId]) {
        self.active.extend_from_slice(read_from);
        self.restart();
    }

    /// Lowers a part at the output place that these names lead to from the current one.
    pub(crate) fn lower_at(&mut self, place: &[&str], part: &[Term], origin: JsonId) -> Lowered {
        self.at_child(place, |cx| cx.lower_part(part, origin))
    }

    /// Lowers a child of the current node.
    pub(super) fn lower_child(&mut self, child: Child, place: &[&str], part: &[Term], origin: JsonId) -> Lowered {
        self.steps.push((child, self.active.len()));
        let lowered = self.lower_at(place, part, origin);
        self.steps.pop();
        lowered
    }

    /// The steps to the current node that a rule can make optional; `None` if one is optional already.
    pub(super) fn links(&self) -> Option<Vec<Link>> {
        if self.steps.iter().any(|(child, _)| child.is_optional()) {
            return None;
        }
        let link = |(child, at): &(Child, usize)| {
            let is_member = matches!(child, Child::Member { .. });
            let schema = self.active.get(*at).filter(|_| *child != Child::Fixed)?;
            Some(Link { is_member, schema: *schema })
        };
        Some(self.steps.iter().filter_map(link).gather())
    }

    /// Runs `act` at the output place of a member or an item.
    pub(super) fn at_child<T>(&mut self, place: &[&str], act: impl FnOnce(&mut Self) -> T) -> T {
        self.level += 1;
        let outer = std::mem::replace(&mut self.value_start, self.active.len());
        let done = self.below(place, false, act);
        self.value_start = outer;
        self.level -= 1;
        done
    }

    /// Lowers an alternative of the current node.
    pub(super) fn lower_branch(&mut self, place: &[&str], part: &[Term], origin: JsonId) -> Lowered {
        self.below(place, true, |cx| cx.lower_part(part, origin))
    }

    pub(super) fn below<T>(&mut self, place: &[&str], in_union: bool, act: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        for name in place.iter().filter(|_| self.log.keeps()) {
            push_key(&mut self.path, name);
        }
        self.depth += 1;
        self.union_depth += usize::from(in_union);
        let outer = std::mem::replace(&mut self.in_union, in_union);
        let done = act(self);
        self.in_union = outer;
        self.union_depth -= usize::from(in_union);
        self.depth -= 1;
        self.path.truncate(length);
        done
    }
}
