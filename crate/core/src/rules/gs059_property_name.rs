//! # names of members
//!
//! Where calls are restored, maps a member's name that the model would send back changed: other characters become
//! `_`, and six hex digits of a hash of the original keep it unique.
//!
//! ## Why
//!
//! Names other than letters, digits and `_`, 64 at most, came back rewritten on Vertex AI; an empty name is
//! refused.
//!
//! ## What changes
//!
//! Equivalent once the call is restored.

use super::{Hook, Phase, Priority, Rule, When, support::mapped_name};
use crate::{lower::Lower, order::Map, report::Severity, shape::Shape};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Warning,
    evidence: &["Q-param-name-rewrite", "S-property-key-empty"],
    hooks: &[Hook::Narrow { on: When::Always, phase: Phase::End, with: narrow }],
    ..Rule::of(module_path!())
};

/// Longest name that comes back as it was.
const MAX_NAME: usize = 64;

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.may_code() || !cx.target.plain_names {
        return;
    }
    let mut renamed = Map::new();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for property in &mut shape.object.properties {
        let Some(mapped) = mapped_name(&property.name, MAX_NAME, &is_plain) else { continue };
        cx.log(&RULE, property.key).fix(format!("the member is called {mapped:?} here"));
        let original = std::mem::replace(&mut property.name, mapped.clone());
        renamed.insert(original.clone(), mapped);
        property.original = Some(original);
    }
    for required in &mut shape.object.required {
        if let Some(mapped) = renamed.get(&required.name) {
            required.name.clone_from(mapped);
        }
    }
}
