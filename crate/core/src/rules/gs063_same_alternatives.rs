//! # redundant alternatives
//!
//! Merges an alternative into another one that allows all of its values and declares all of its properties.
//!
//! ## Why
//!
//! Expanding references, `allOf` and `oneOf` often produces the same alternative twice; each duplicate makes the model
//! choose between equivalent alternatives.
//!
//! ## What changes
//!
//! Nothing; the remaining alternative takes over the description of the merged one and mentions its listed values. A
//! union that the target accepts as written is not changed. Of the positions of a tuple, which GS019 reports, only the
//! descriptions are merged.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"size":{"anyOf":[{"type":"string","description":"Any size."},{"enum":["S","M","L"]}]}}}
//! ```
//!
//! ```json langchain
//! {
//!   "type": "object",
//!   "properties": {"size":{"type":"string","description":"Any size. (such as S, M, L)"}}
//! }
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "size": {"anyOf":[{"type":"STRING","description":"Any size."},{"type":"STRING","enum":["S","M","L"]}]}
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `str` instead of `str | Literal["S", "M", "L"]`, with the usual values in the description
//! - zod: `z.string()` instead of `z.union([z.string(), z.enum(["S", "M", "L"])])`

use super::{
    prelude::*,
    support::{branch, fold_single, open_branch},
};
use crate::{
    json::quote,
    lower::{clip, spell_list},
    shape::{Union, branch_mut, redundant},
    targets::UnionForm,
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Info, &["JSON Schema 2020-12 core §10.2.1.2"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Has(&[Keyword::AnyOf, Keyword::OneOf]), phase: Phase::Union, with: narrow }];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for at in (0..shape.unions.len()).rev() {
        // Folding may have removed unions and left only null.
        let Some(union) = shape.unions.get(at) else { continue };
        // `oneOf` excludes values that two alternatives allow, so none of them is redundant.
        if union.keyword == Keyword::OneOf || stands(cx, shape, union) {
            continue;
        }
        let folds = redundant(&cx.model, &union.branches);
        // The rule that reads a tuple reports that each position allows what the others do.
        let keyword = Keyword::from_name(&cx.model.ast.tape().key(union.key));
        let is_tuple = matches!(keyword, Keyword::PrefixItems | Keyword::Items);
        // Branches of the source's own unions are read only if a rule for the target needs them, so that the others stay
        // as written.
        let is_made = !is_as_written(cx, shape, union);
        let Union { branches, key, keyword } = &mut shape.unions[at];
        let mut gone = Vec::new();
        for (idle, stays) in folds {
            for place in [idle, stays].into_iter().filter(|_| is_made) {
                open_branch(cx, &mut branches[place], (*key, *keyword));
            }
            let part = branches[idle].clone();
            // A branch that a limit left unread is kept, and so is one whose description the remaining reference cannot
            // have.
            let has_room = |stays: &Shape| {
                let silent = branch(&part).is_some_and(|idle| idle.words().is_none() && idle.hints.is_empty());
                stays.reference.is_none() || silent || cx.target.words_beside_references
            };
            let stays = branch_mut(&mut branches[stays]).filter(|stays| has_room(stays));
            if let (Some(shape), Some(stays)) = (branch(&part), stays) {
                fold_into(cx, stays, shape, is_tuple);
                gone.push(idle);
            }
        }
        // They are listed from last to first, so that no index moves before it is used.
        for idle in &gone {
            branches.remove(*idle);
        }
        if !gone.is_empty() && branches.len() == 1 {
            fold_single(cx, shape, at, &RULE);
        }
    }
}

/// Whether the union is output as the source wrote it, as far as can be seen here.
fn stands(cx: &Lower<'_, '_>, shape: &Shape, union: &Union) -> bool {
    let beside = shape.typed || shape.has_structure() || !shape.facts.is_empty() || shape.values.is_some();
    let moves = cx.target.unions == UnionForm::Alone && beside;
    let written_out = |part: &Part| branch(part).is_none_or(|branch| branch.unfolded || branch.read_from.len() != 1);
    is_as_written(cx, shape, union)
        && cx.target.unions != UnionForm::Refused
        && !moves
        && !union.branches.iter().any(written_out)
}

/// Whether the source has the union at this place.
fn is_as_written(cx: &Lower<'_, '_>, shape: &Shape, union: &Union) -> bool {
    shape.entry_at(&cx.model, union.key).is_some() && cx.model.ast.tape().key_is(union.key, union.keyword.name())
}

/// Adds the descriptions and listed values of a redundant branch to the one that covers it.
fn fold_into(cx: &mut Lower<'_, '_>, stays: &mut Shape, idle: &Shape, is_tuple: bool) {
    if !is_tuple {
        fold_values(cx, stays, idle);
    }
    if let Some(theirs) = idle.words() {
        let words = cx.fact_string(theirs);
        match stays.words() {
            // A reference cannot have a title as a sibling.
            None if stays.reference.is_some() => {
                stays.add_fact(cx.model.ast, Fact::of(Keyword::Description, theirs.key, quote(&words)));
            }
            None => stays.add_fact(cx.model.ast, theirs.clone()),
            Some(mine) if cx.fact_string(mine) == words => {}
            Some(_) => stays.hint(clip(&words, MAX_WORDS)),
        }
    }
    stays.hint_all(idle.hints.in_insertion_order().iter().cloned());
}

/// Logs that a branch is redundant, and adds its listed values to the one that covers it.
fn fold_values(cx: &mut Lower<'_, '_>, stays: &mut Shape, idle: &Shape) {
    let key = idle.read_from.first().map_or(idle.origin, |schema| cx.model.ast.json(*schema));
    let values = idle.listed_values().filter(|_| stays.values.is_none());
    let such = values.map(|values| format!("such as {}", spell_list(cx.model.ast.tape(), &values.list)));
    cx.log(&RULE, key).message(adds_nothing).fix("merged into the other alternative").described(such.as_deref());
    if let Some(such) = such {
        stays.hint(such);
    }
}

fn adds_nothing(found: Found<'_>) -> String {
    let source = found.to_string();
    // A long schema is not shown.
    let which = if source.starts_with('`') { format!(", {source},") } else { String::new() };
    format!("an alternative{which} allows only values that another one allows; the model chooses between equivalents")
}

/// Maximum length of a description that is added to another one, in characters.
const MAX_WORDS: usize = 120;
