//! The children of a shape: members, items and branches, lowered, and what their absence means.

use std::collections::BTreeSet;

use super::{Lower, Lowered, Out};
use crate::{
    json::JsonId,
    schema::{Keyword, Kinds, Segment},
    shape::{Cut, Limit, Part, Required, Shape, Union},
    targets::UnionForm,
};

/// A shape's children as output, before the node is printed.
#[derive(Debug, Default)]
pub struct Draft {
    /// The members that stay, with the key that they are written under.
    pub properties: Vec<(JsonId, String, Out)>,
    /// The names that stay required.
    pub required: Vec<Required>,
    /// `items`.
    pub items: Option<Out>,
    /// The branches of each union that stays.
    pub unions: Vec<(Keyword, JsonId, Vec<Out>)>,
    /// Children that the rules were not asked to change: list positions, `additionalProperties`.
    pub verbatim: Vec<(Keyword, JsonId)>,
}

impl Lower<'_, '_> {
    /// Lowers all children.
    ///
    /// # Errors
    /// What the node becomes instead: cut or impossible, because a child that it cannot do without is.
    pub(super) fn lower_children(&mut self, shape: &mut Shape) -> Result<Draft, Lowered> {
        let mut draft = Draft { required: std::mem::take(&mut shape.object.required), ..Draft::default() };
        let count =
            shape.object.properties.len() + shape.unions.iter().map(|union| union.branches.len()).sum::<usize>() + 1;
        let mut shares = Shares { left: count };
        self.lower_properties(shape, &mut draft, &mut shares);
        self.lower_items(shape, &mut draft, &mut shares)?;
        for union in std::mem::take(&mut shape.unions) {
            self.lower_union(shape, &union, &mut draft, &mut shares)?;
        }
        Ok(draft)
    }

    fn lower_properties(&mut self, shape: &mut Shape, draft: &mut Draft, shares: &mut Shares) {
        let names: BTreeSet<String> = draft.required.iter().map(|required| required.name.clone()).collect();
        for property in std::mem::take(&mut shape.object.properties) {
            let place = [Segment::Key("properties".to_owned()), Segment::Key(property.name.clone())];
            let required = names.contains(&property.name);
            match self.lower_share(shares, &place, &property.part, property.key.value_of_key()) {
                Lowered::Out(out) => draft.properties.push((property.key, property.name, out)),
                Lowered::Cut(cut) => {
                    if let Some(out) = self.stand_in(cut, required, shape, &property.name) {
                        draft.properties.push((property.key, property.name, out));
                    } else {
                        draft.required.retain(|name| name.name != property.name);
                    }
                }
                Lowered::Never(key) => match self.rules.impossible() {
                    Some(hook) => {
                        hook(self, key, &property.name, required);
                        draft.required.retain(|name| name.name != property.name);
                    }
                    None => draft.properties.push((property.key, property.name, Out::Source(key))),
                },
            }
        }
    }

    fn lower_items(&mut self, shape: &mut Shape, draft: &mut Draft, shares: &mut Shares) -> Result<(), Lowered> {
        if let Some((key, _)) = shape.array.prefix {
            draft.verbatim.push((Keyword::PrefixItems, key));
        }
        if let Some((key, _)) = shape.array.rest {
            draft.verbatim.push((Keyword::AdditionalItems, key));
        }
        let Some((key, part)) = shape.array.items.clone() else { return Ok(()) };
        let place = [Segment::Key("items".to_owned())];
        draft.items = match self.lower_share(shares, &place, &part, key.value_of_key()) {
            Lowered::Out(out) => Some(out),
            Lowered::Cut(cut) => return Err(Lowered::Cut(cut)),
            // An array whose items are impossible is empty; its items are said to be anything.
            Lowered::Never(_) => Some(self.bare()),
        };
        Ok(())
    }

    fn lower_union(
        &mut self,
        shape: &mut Shape,
        union: &Union,
        draft: &mut Draft,
        shares: &mut Shares,
    ) -> Result<(), Lowered> {
        let mut outs = Vec::with_capacity(union.branches.len());
        let mut missing = None;
        for (at, part) in union.branches.iter().enumerate() {
            let place = [Segment::Key(union.keyword.name().to_owned()), Segment::Index(at as u32)];
            match self.lower_share(shares, &place, part, union.key.value_of_key()) {
                Lowered::Out(out) => outs.push(out),
                lost @ (Lowered::Cut(_) | Lowered::Never(_)) => missing = Some(lost),
            }
        }
        match missing {
            Some(lost) if outs.is_empty() => return Err(lost),
            Some(Lowered::Cut(cut)) => {
                self.tell_cut(cut, shape, "one alternative");
                if self.target.unions == UnionForm::Alone {
                    shape.hints.clear();
                }
            }
            _ => {}
        }
        draft.unions.push((union.keyword, union.key, outs));
        Ok(())
    }

    /// Lowers one of several siblings with its fair share of the unfolding budget, so that the first
    /// does not use up what the others need.
    fn lower_share(&mut self, shares: &mut Shares, place: &[Segment], part: &Part, origin: JsonId) -> Lowered {
        let whole = self.budget;
        let share = if self.shared_out { whole / shares.left.max(1) } else { whole };
        shares.left = shares.left.saturating_sub(1);
        self.budget = share;
        let lowered = self.lower_at(place, part, origin);
        self.budget = whole - (share - self.budget);
        lowered
    }

    /// What stands for a member that a limit cut off: nothing if it is optional, else an object
    /// without members.
    fn stand_in(&mut self, cut: Cut, required: bool, shape: &mut Shape, name: &str) -> Option<Out> {
        if required {
            let bare = self.bare();
            if let Some(rule) = self.rules.limit(cut.limit) {
                self.log(rule, cut.key)
                    .gains(format!("any object as {name:?}"))
                    .detail(format!("{name:?} is not described further"));
            }
            return Some(bare);
        }
        self.tell_cut(cut, shape, &format!("{name:?}"));
        None
    }

    fn tell_cut(&mut self, cut: Cut, shape: &mut Shape, what: &str) {
        let Some(rule) = self.rules.limit(cut.limit) else { return };
        self.log(rule, cut.key).loses(format!("{what} at this depth")).detail(format!("{what} is left out here"));
        let reason = match cut.limit {
            Limit::Recursion => "nests no further here",
            Limit::Depth | Limit::Budget => "is left out here",
        };
        shape.hint(format!("{} {reason}", what.trim_matches('"')));
    }

    /// An object about which nothing is said.
    fn bare(&self) -> Out {
        let name = Kinds::OBJECT.name(self.case.unwrap_or_else(|| self.written_case()));
        let description = Out::string("free-form object");
        Out::Object(vec![
            (super::OutKey::Name("type"), Out::string(name)),
            (super::OutKey::Name("description"), description),
        ])
    }
}

/// How many siblings still share the budget.
struct Shares {
    left: usize,
}
