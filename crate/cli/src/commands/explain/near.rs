//! What can be explained, for somebody who asked for something else.

use std::collections::BTreeSet;

use lapidary::{RULES, internal::KEYWORDS};

use crate::alike::alike;

/// The longest text that may be a name, in bytes.
const LONGEST: usize = 64;

/// The error message for a text of which nothing is known.
pub(super) fn nothing(what: &str) -> String {
    let mut text = if what.is_empty() {
        "error: there is nothing to explain\n".to_owned()
    } else if KEYWORDS.iter().any(|row| row.name == what) {
        format!("error: no rule is about the keyword `{what}` alone\n")
    } else if is_name(what) {
        format!("error: `{what}` is no rule, no row of the error catalogue, and no keyword that a rule handles\n")
    } else {
        "error: the text contains no error message about a tool's schema that is known\n".to_owned()
    };
    let near = near(what);
    if !near.is_empty() {
        text.extend(["  like it: `", &near.join("`, `"), "`\n"]);
    }
    text + "  Give a rule (GS010, additional-properties; `lapidary rules` lists them), a keyword (additionalProperties), a row\n\
            \x20 of the error catalogue (P-unknown-const), or the error message of an API, quoted or on standard input (-), with\n\
            \x20 any text around it."
}

fn is_name(what: &str) -> bool {
    what.len() <= LONGEST && !what.contains(char::is_whitespace)
}

/// The names of rules and keywords that are like it, the most similar first.
fn near(what: &str) -> Vec<&'static str> {
    if !is_name(what) {
        return Vec::new();
    }
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.slug).chain(KEYWORDS.iter().map(|row| row.name)).collect();
    alike(what, names.into_iter())
}
