//! # $ref
//!
//! Writes out what a reference leads to, where it stands; on targets that take references it makes it lead into the
//! root's definitions.
//!
//! ## Why
//!
//! `parameters` has no references; clients that pass them on leave Gemini to read a string. Where references are
//! taken, they must lead to a definition of the root and stand alone.
//!
//! ## What changes
//!
//! Nothing is lost: annotations beside the reference stay, and assertions beside it are intersected (ignored up to
//! draft 7, as those drafts say).

use super::{Hook, Priority, Rule};
use crate::{
    report::Severity,
    resolve::Resolution,
    schema::{Entry, Keyword, SchemaId},
    shape::{Limit, Reader, Reference},
    targets::ReferenceForm,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Critical,
    severity: Severity::Error,
    evidence: &[
        "P-unknown-ref-defs",
        "J-undefined-ref",
        "J-ref-siblings",
        "J-cyclic-bare-400",
        "V-ref-siblings",
        "L-lcgoogle-ref",
        "JSON Schema 2020-12 core §8.2.3",
        "JSON Schema draft 7 core §8.3",
    ],
    unfolds: true,
    hooks: &[Hook::Read { of: &[Keyword::Ref, Keyword::DynamicRef, Keyword::RecursiveRef], with: read }],
    ..Rule::of(module_path!())
};

/// How many levels of a recursive schema are written out.
const LEVELS: usize = 4;

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    match reader.resolution() {
        Some(Resolution::Schema(target)) => {
            if entry.keyword == Keyword::Ref && reader.cx.old_draft {
                reader.hide_siblings(&RULE);
            }
            if may_stay(reader, target) {
                stay(reader, entry, target);
                return;
            }
            let times = reader.cx.times_active(target);
            if times >= LEVELS && !reader.has_read(target) {
                reader.cut(Limit::Recursion, entry.key);
                return;
            }
            let undecided = reader.cx.references.is_undecided(reader.schema);
            let edit = reader.cx.log(&RULE, entry.key);
            if undecided {
                edit.accepts_more("what the nearest place of that name allows")
                    .accepts_less("what the outermost on each way allows")
                    .fix("which place is meant depends on the way that leads here; the nearest is taken");
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

/// Whether the target takes the reference as one: nothing beside it constrains anything, and the node
/// is not the root.
fn may_stay(reader: &Reader<'_, '_, '_>, target: SchemaId) -> bool {
    let wanted = match reader.cx.target.references {
        ReferenceForm::Refused => false,
        ReferenceForm::Dollar => true,
        ReferenceForm::Plain => reader.cx.is_recursive(target),
    };
    // OpenAI's strict tools take any loop.
    let locked = !reader.cx.target.closed_objects && reader.cx.is_locked(target);
    if !wanted || locked || reader.schema == reader.cx.ast.root() || !reader.is_alone() {
        return false;
    }
    let references = [Keyword::Ref, Keyword::DynamicRef, Keyword::RecursiveRef];
    let keywords = reader.cx.ast.keywords(reader.schema);
    if references.into_iter().filter(|keyword| keywords.has(*keyword)).count() > 1 {
        return false;
    }
    let old = reader.cx.old_draft;
    reader.cx.ast.entries(reader.schema).iter().all(|entry| match entry.keyword {
        Keyword::Ref | Keyword::DynamicRef | Keyword::RecursiveRef => !entry.shadowed,
        Keyword::Description | Keyword::Default => reader.cx.target.words_beside_references,
        keyword => keyword.is_annotation() || (old && keyword != Keyword::Unknown),
    })
}

fn stay(reader: &mut Reader<'_, '_, '_>, entry: &Entry, target: SchemaId) {
    let tape = reader.cx.ast.tape();
    let written = tape.string(entry.json()).unwrap_or_default().into_owned();
    let (name, is_own) = reader.cx.define(target, &written);
    let (keyword, definitions) = reader.cx.target.references.names();
    let as_written = is_own && tape.key(entry.key) == keyword && written.starts_with(&format!("#/{definitions}/"));
    if !as_written {
        reader.cx.log(&RULE, entry.key).fix("the reference leads into the definitions of the root now");
    }
    for other in reader.cx.ast.entries(reader.schema).iter().filter(|other| other.keyword.is_annotation()) {
        if !matches!(other.keyword, Keyword::Description | Keyword::Default) {
            reader
                .cx
                .log(&RULE, other.key)
                .fix("beside a reference only a description and a default may stand")
                .annotation();
        }
    }
    reader.stay(Reference { key: entry.key, name, as_written });
}
