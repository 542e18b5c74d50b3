//! tools without arguments

use super::{Hooks, Phase, Priority, Rule};
use crate::{
    lower::{Closing, Draft, Lower},
    report::Severity,
    schema::{Keyword, Kinds},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    code: "GS028",
    slug: "empty-root",
    title: "tools without arguments",
    summary: "Leaves `parameters` out for a tool without arguments.",
    why: "An object without properties as `parameters` was refused until 2025; no statement lifts that.",
    change: "Nothing is lost where the tool takes no arguments; a tool whose arguments are free-form cannot be given any.",
    priority: Priority::Medium,
    severity: Severity::Info,
    evidence: &["S-object-empty-properties", "S-any-mode-needs-object"],
    keywords: &[Keyword::Type, Keyword::Properties],
    phase: Phase::End,
    hooks: Hooks { settle: Some(settle), ..Hooks::NONE },
    ..Rule::BASE
};

fn settle(cx: &mut Lower<'_, '_>, shape: &mut Shape, draft: &mut Draft) {
    let object = shape.kinds.meets(Kinds::OBJECT);
    if !cx.at_arguments() || !object || !draft.members.is_empty() || !draft.unions.is_empty() {
        return;
    }
    let as_it_was = cx.log.count() == 0 && shape.object.key.is_some();
    if cx.target.empty_root && as_it_was {
        return;
    }
    let open = cx.root_is_open();
    if open && matches!(&draft.closing, Some((_, Closing::Schema(_) | Closing::Flag(true)))) {
        return;
    }
    let edit = cx.log(&RULE, shape.origin).detail(if open {
        "the arguments are free-form; without names the model can give none"
    } else {
        "the tool takes no arguments"
    });
    if open {
        edit.loses("every argument").severity(Severity::Warning);
    }
    cx.omit_root();
}
