//! function names

use super::{Hooks, Priority, Rule, support::edit};
use crate::{envelope::Declarations, report::Severity};

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
    let longest = declarations.target.max_name;
    for at in 0..declarations.list.len() {
        let declaration = &mut declarations.list[at];
        let Some(name) = declaration.name.as_ref().filter(|name| !is_valid(name, longest)) else { continue };
        let mapped = map_name(name, longest);
        let detail = format!("the function is called {mapped:?} here");
        declaration.name = Some(mapped);
        declaration.renamed = true;
        let source = declaration.root.name.or(declaration.root.object).unwrap_or(crate::json::JsonId::ROOT);
        declaration.edits.push(edit(&RULE, source, detail));
    }
}

fn is_valid(name: &str, longest: usize) -> bool {
    name.len() <= longest && name.starts_with(may_start) && name.chars().all(may_follow)
}

fn may_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn may_follow(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.:-".contains(c)
}

/// The sanitised name, `_`, and six hex digits of a hash of the original: independent of siblings.
fn map_name(name: &str, longest: usize) -> String {
    let mut out: String = name.chars().map(|c| if may_follow(c) { c } else { '_' }).collect();
    if !out.starts_with(may_start) {
        out.insert(0, '_');
    }
    out.truncate(longest - 7);
    format!("{out}_{:06x}", hash(name) & 0xFF_FFFF)
}

/// FNV-1a, folded: short, stable, and the same on every machine.
fn hash(name: &str) -> u64 {
    let full = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    full ^ (full >> 32)
}
