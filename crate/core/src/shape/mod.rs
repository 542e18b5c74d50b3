//! The meaning of schemas, whatever the target: types, values, members, items, bounds and unions, each with its place
//! in the source.
//!
//! **Invariants.** A shape states all that its schemas state: what the algebra cannot model stays as a verbatim
//! [`Fact`]. Children are kept as [`Part`]s, conjunctions of schemas that are read only when they are lowered, so
//! shared definitions are never copied before the output needs them.

mod branches;
mod compare;
mod data;
mod decide;
mod facts;
mod flatten;
mod given;
mod in_place;
mod intersect;
mod left;
mod make;
mod mentioned;
mod merge_rule;
mod model;
mod object;
mod outline;
mod outlining;
mod part;
mod range;
mod restrict;
mod says;
mod single;
mod spelled;
mod undeclared;

pub(crate) use branches::{Overlap, is_covered, overlap, redundant};
#[cfg(test)]
pub(crate) use compare::same;
pub(crate) use compare::{amounts_to, conjuncts, disjoint, listed, subsumes, verdicts};
pub(crate) use data::{
    Additional, ArrayFacts, Coding, Fact, ObjectFacts, Part, Property, Reference, Required, Shape, Term, Union, Values,
};
pub(crate) use facts::constrains_nothing;
pub(crate) use flatten::{Flattened, Naming, alternatives_in_words, flatten_unions, objects, texts};
pub(crate) use given::GIVING;
pub(crate) use in_place::in_place;
pub(crate) use left::{allows_nothing, kinds_left, kinds_of_items, remaining_kinds};
pub(crate) use mentioned::{Ask, Mentioned, depended_on, mentioned};
pub(crate) use model::Model;
pub(crate) use part::{branch, branch_mut, parts, says_nothing};
pub(crate) use restrict::split_kinds;
pub(crate) use single::{listed_for, suits};
pub(crate) use spelled::{spelled, spells};
