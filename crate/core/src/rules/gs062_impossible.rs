//! # schemas that nothing satisfies
//!
//! Leaves a member or an alternative out whose schema no value satisfies.
//!
//! ## Why
//!
//! `parameters` cannot say that nothing is allowed.
//!
//! ## What changes
//!
//! Equivalent for an alternative and for an optional member, which cannot be there; a required one makes every call
//! invalid, and of a list only the empty one is valid.

use super::{Event, Hook, Impossible, Priority, Rule};
use crate::{json::JsonId, lower::Lower, report::Severity};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-boolean-subschema"],
    hooks: &[Hook::On(Event::Impossible(leave_out))],
    ..Rule::of(module_path!())
};

fn leave_out(cx: &mut Lower<'_, '_>, key: JsonId, what: Impossible<'_>) {
    if what == Impossible::Alternative && cx.ast.tape().boolean(key) == Some(false) {
        // Who reads `false` tells it.
        return;
    }
    let is_root = cx.at_root();
    let circular = cx.circular.borrow().contains(&key);
    let edit = cx.log(&RULE, key);
    // What such a reference allows is not defined.
    let edit = if circular { edit.accepts_less("values that a reference back to itself may allow") } else { edit };
    match what {
        Impossible::Member { name, required: false, forbidden } => {
            let edit = edit.fix(format!("{name:?} can have no value"));
            if !forbidden {
                edit.accepts_more(format!("{name:?}, which is not declared")).idle();
            }
        }
        Impossible::Member { name, required: true, .. } => {
            let edit = edit.accepts_more(format!("objects without {name:?}, of which the schema allows none"));
            let edit = edit.fix(format!("{name:?} can have no value"));
            if is_root {
                edit.fatal();
            }
        }
        Impossible::Alternative => {
            edit.fix("an alternative can have no value; it is left out").severity(Severity::Info);
        }
        Impossible::Items { told } => {
            let edit = edit.fix("no item is allowed: the list must be empty");
            if !told {
                edit.accepts_more("lists that are not empty").severity(Severity::Warning);
            }
        }
        Impossible::Definition { name } => {
            let edit = edit.accepts_more("objects where a reference leads here");
            edit.fix(format!("{name:?} allows no value; it is a free-form object here"));
        }
        Impossible::Root => edit
            .accepts_more("calls without arguments, of which the schema allows none")
            .fix("the schema allows no value, so no call is valid")
            .fatal(),
    }
}
