//! $ref

use super::{Hooks, Phase, Priority, Rule};
use crate::{
    report::Severity,
    resolve::Resolution,
    schema::{Entry, Keyword},
    shape::{Limit, Reader},
};

pub(super) static RULE: Rule = Rule {
    code: "GS001",
    slug: "reference",
    title: "$ref",
    summary: "Writes out what a reference leads to, where it stands.",
    why: "`parameters` has no references; clients that pass them on leave Gemini to read a string.",
    change: "Nothing is lost: annotations beside the reference stay, and assertions beside it are intersected (ignored up to draft 7, as those drafts say).",
    priority: Priority::Critical,
    severity: Severity::Error,
    evidence: &["P-unknown-ref-defs", "JSON Schema 2020-12 core §8.2.3", "JSON Schema draft 7 core §8.3"],
    keywords: &[Keyword::Ref, Keyword::DynamicRef, Keyword::RecursiveRef],
    phase: Phase::Fact,
    unfolds: true,
    hooks: Hooks { read: Some(read), ..Hooks::NONE },
    ..Rule::BASE
};

/// How many levels of a recursive schema are written out.
const LEVELS: usize = 3;

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    match reader.resolution() {
        Some(Resolution::Schema(target)) => {
            let times = reader.cx.times_active(target);
            if times >= LEVELS && !reader.has_read(target) {
                reader.cut(Limit::Recursion, entry.key);
                return;
            }
            if entry.keyword == Keyword::Ref && reader.cx.old_draft {
                reader.hide_siblings(&RULE);
            }
            let undecided = reader.cx.references.is_undecided(reader.schema);
            let edit = reader.cx.log(&RULE, entry.key);
            if undecided {
                edit.gains("what the nearest place of that name allows")
                    .loses("what the outermost on each way allows")
                    .detail("which place is meant depends on the way that leads here; the nearest is taken");
            }
            reader.follow(&RULE, entry.key, target);
        }
        Some(_) => match reader.cx.rules.unresolved() {
            Some(hook) => hook(reader, entry),
            None => reader.keep(entry),
        },
        None => reader.keep(entry),
    }
}
