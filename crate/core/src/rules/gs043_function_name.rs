//! function names

use super::{
    Hooks, Priority, Rule,
    support::{edit, hash_digits},
};
use crate::{envelope::Declarations, report::Severity, targets::Target};

pub(super) static RULE: Rule = Rule {
    code: "GS043",
    slug: "function-name",
    title: "function names",
    summary: "Maps a name that the target refuses to one that it takes: other characters become `_`, and six hex digits of a hash of the original keep it unique.",
    why: "A name starts with a letter or an underscore, goes on with letters, digits, `_`, `.`, `:` or `-`, and has at most 64 characters (128 on Vertex AI).",
    change: "The model calls the new name; the codec of the tool holds the original.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["N-invalid-name", "N-name-length"],
    hooks: Hooks { declare: Some(declare), ..Hooks::NONE },
    ..Rule::BASE
};

fn declare(declarations: &mut Declarations<'_>) {
    let target = declarations.target;
    for at in 0..declarations.list.len() {
        let declaration = &mut declarations.list[at];
        let Some(name) = declaration.name.as_ref().filter(|name| !is_valid(name, target)) else { continue };
        let mapped = map_name(name, target);
        let detail = format!("the function is called {mapped:?} here");
        declaration.name = Some(mapped);
        declaration.renamed = true;
        let source = declaration.root.name.or(declaration.root.object).unwrap_or(crate::json::JsonId::ROOT);
        declaration.edits.push(edit(&RULE, source, detail));
    }
}

fn is_valid(name: &str, target: &Target) -> bool {
    name.len() <= target.max_name && name.starts_with(may_start) && name.chars().all(|c| may_follow(c, target))
}

fn may_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn may_follow(c: char, target: &Target) -> bool {
    c.is_ascii_alphanumeric() || target.name_marks.contains(c)
}

/// The sanitised name, `_`, and six hex digits of a hash of the original: independent of siblings.
fn map_name(name: &str, target: &Target) -> String {
    let mut out: String = name.chars().map(|c| if may_follow(c, target) { c } else { '_' }).collect();
    if !out.starts_with(may_start) {
        out.insert(0, '_');
    }
    out.truncate(target.max_name.saturating_sub(7));
    format!("{out}_{}", hash_digits(name))
}
