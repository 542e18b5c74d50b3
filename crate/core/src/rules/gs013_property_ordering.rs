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
//! declared.
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
    lower::{PartialNode, clip},
    order::Set,
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Medium, Severity::Info, &["S-ordering-undefined"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Drop { of: &[Keyword::PropertyOrdering], phase: Phase::Note, cost: |cx, _, _| Cost::NONE.recent(cx.target) },
    Hook::Settle { phase: Phase::Note, with: settle },
    Hook::Direct(OnPlain::asked(|_, node| Direct::idle_if(!node.has(Keyword::PropertyOrdering)))),
];

fn settle(cx: &mut Lower<'_, '_>, shape: &mut Shape, partial: &mut PartialNode) {
    let tape = cx.model.ast.tape();
    let Some(fact) = shape.facts.iter_mut().find(|fact| fact.keyword == Keyword::PropertyOrdering) else { return };
    let declared: Set<&str> = partial.members.iter().map(|member| member.name.as_str()).collect();
    let (mut kept, mut seen, mut wrong) = (Vec::new(), Set::new(), None);
    for name in tape.elements(fact.key.value_of_key()).filter_map(|name| tape.string(name)) {
        let is_declared = declared.contains(name.as_ref());
        if is_declared && seen.insert(name.clone().into_owned()) {
            kept.push(quote(&name));
        } else {
            wrong.get_or_insert_with(|| (clip(&name, SHOWN), is_declared));
        }
    }
    if let Some((name, is_declared)) = wrong {
        let text = format!("[{}]", kept.join(","));
        let fix = format!("`propertyOrdering: {}`", clip(&text, SHOWN));
        let message = |found: Found<'_>| {
            let reader = found.reader();
            if is_declared {
                format!("{found} lists {name:?} twice; {reader} takes each property only once there")
            } else {
                format!("{found} lists {name:?}, which is not declared; {reader} takes only declared properties there")
            }
        };
        let key = fact.key;
        fact.text = Some(text);
        cx.log(&RULE, key).message_with(message).fix(fix).severity(Severity::Error);
    }
}

/// Longest name and longest list that a finding shows whole, in characters.
const SHOWN: usize = 80;
