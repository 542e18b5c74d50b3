//! # propertyOrdering
//!
//! Removes `propertyOrdering` for targets that may not know it; for others, keeps only the names of declared properties
//! in it.
//!
//! ## Why
//!
//! `propertyOrdering` has been a field of the Gemini API's schema since 2025-04-29. Before, and on gateways built then,
//! it is an unknown name, for which the request is rejected. Where the field is known, each name in it must be a
//! declared property.
//!
//! ## What changes
//!
//! The accepted values stay the same. Without `propertyOrdering`, the properties keep the order in which they are
//! declared. Properties that are renamed in round-trip mode are listed by their new names.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"to":{"type":"string"},"body":{"type":"string"}},"propertyOrdering":["to","body","cc"]}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"to":{"type":"STRING"},"body":{"type":"STRING"}}}
//! ```
//!
//! ```json gemini-api
//! {
//!   "type": "object",
//!   "properties": {"to":{"type":"string"},"body":{"type":"string"}},
//!   "propertyOrdering": ["to","body"]
//! }
//! ```

use super::prelude::*;
use crate::{
    json::quote,
    lower::{Member, PartialNode, clip},
    order::{Map, Set},
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Medium, Severity::Info, &["S-ordering-undefined"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Drop { of: &[Keyword::PropertyOrdering], phase: Phase::Note, cost: |cx, _, _| Cost::NONE.recent(cx.target) },
    Hook::Settle { phase: Phase::Note, with: settle },
    Hook::Direct(OnPlain::asked(|_, node| Direct::idle_if(!node.has(Keyword::PropertyOrdering)))),
];

/// Why a name cannot stay in the list.
#[derive(Clone, Copy, PartialEq)]
enum Wrong {
    Undeclared,
    Twice,
    Renamed,
}

fn settle(cx: &mut Lower<'_, '_>, shape: &mut Shape, partial: &mut PartialNode) {
    let tape = cx.model.ast.tape();
    let Some(fact) = shape.facts.iter_mut().find(|fact| fact.keyword == Keyword::PropertyOrdering) else { return };
    let declared: Map<&str, &str> = partial.members.iter().map(names).collect();
    let (mut kept, mut seen, mut first) = (Vec::new(), Set::new(), None);
    for name in tape.elements(fact.key.value_of_key()).filter_map(|name| tape.string(name)) {
        let wrong = match declared.get(name.as_ref()) {
            None => Some(Wrong::Undeclared),
            Some(_) if !seen.insert(name.clone().into_owned()) => Some(Wrong::Twice),
            Some(on_wire) => {
                kept.push(quote(on_wire));
                (*on_wire != name).then_some(Wrong::Renamed)
            }
        };
        // What the source has wrong is worse than what another rule has changed.
        if wrong.is_some() && first.as_ref().is_none_or(|(_, earlier)| *earlier == Wrong::Renamed) {
            first = wrong.map(|wrong| (clip(&name, SHOWN), wrong));
        }
    }
    let Some((name, wrong)) = first else { return };
    let text = format!("[{}]", kept.join(","));
    let fix = format!("`propertyOrdering: {}`", clip(&text, SHOWN));
    let key = fact.key;
    fact.text = Some(text);
    let edit = cx.log(&RULE, key).message_with(|found| message(found, &name, wrong)).fix(fix);
    edit.severity(if wrong == Wrong::Renamed { Severity::Info } else { Severity::Error });
}

/// The name of a member in the original, and in the output.
fn names(member: &Member) -> (&str, &str) {
    (member.original.as_deref().unwrap_or(&member.name), &member.name)
}

fn message(found: Found<'_>, name: &str, wrong: Wrong) -> String {
    let reader = found.reader();
    match wrong {
        Wrong::Undeclared => {
            format!("{found} lists {name:?}, which is not declared; {reader} takes only declared properties there")
        }
        Wrong::Twice => format!("{found} lists {name:?} twice; {reader} takes each property only once there"),
        Wrong::Renamed => format!("{found} lists {name:?}, which the output declares under another name"),
    }
}

/// Longest name and longest list that a finding shows whole, in characters.
const SHOWN: usize = 80;
