//! # function names
//!
//! Maps a name that the target refuses to one that it takes: other characters become `_`, and six hex digits of a
//! hash of the original keep it unique.
//!
//! ## Why
//!
//! A name starts with a letter or an underscore, goes on with letters, digits, `_`, `.`, `:` or `-`, and has at
//! most 64 characters (128 on Vertex AI).
//!
//! ## What changes
//!
//! The model calls the new name; the codec of the tool holds the original.

use super::{
    Hook, Phase, Priority, Rule,
    support::{mapped_name, note, place_of_name},
};
use crate::{envelope::Declarations, report::Severity};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["N-invalid-name", "N-name-length"],
    hooks: &[Hook::Declare { phase: Phase::Fact, with: declare }],
    ..Rule::of(module_path!())
};

fn declare(declarations: &mut Declarations<'_>) {
    let target = declarations.target;
    let may_follow = |c: char| c.is_ascii_alphanumeric() || target.name_marks.contains(c);
    for declaration in declarations.list.iter_mut() {
        let Some(name) = &declaration.name else { continue };
        let Some(mapped) = mapped_name(name, target.max_name, &may_follow) else { continue };
        let (source, detail) = (place_of_name(declaration), format!("the function is called {mapped:?} here"));
        note(&mut declaration.edits, &RULE, source, detail);
        declaration.name = Some(mapped);
        declaration.renamed = true;
    }
}
