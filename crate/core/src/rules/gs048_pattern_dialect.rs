//! # patterns that RE2 does not read
//!
//! Takes a pattern out that RE2 cannot read, and says it in the description.
//!
//! ## Why
//!
//! Google's services match with RE2, which has no look-around, no back-references and fewer escapes and classes
//! than ECMA-262.
//!
//! ## What changes
//!
//! The output allows strings that do not match.

use super::{Hook, Phase, Priority, Rule, When};
use crate::{
    lower::{Lower, clip},
    report::Severity,
    schema::Keyword,
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Warning,
    evidence: &["RE2 syntax: no backreferences, no look-around, escapes, Unicode classes, repetition"],
    hooks: &[Hook::Narrow { on: When::Has(&[Keyword::Pattern]), phase: Phase::Fact, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.linear_patterns {
        return;
    }
    for fact in shape.take_facts(Keyword::Pattern) {
        let pattern = cx.fact_string(&fact);
        if !is_beyond_re2(&pattern) {
            shape.facts.push(fact);
            continue;
        }
        let pattern = clip(&pattern, 100);
        cx.log(&RULE, fact.key).accepts_more(format!("strings that do not match {pattern}"));
        shape.hint(format!("matches {pattern}"));
    }
}

/// Whether RE2 cannot read a pattern: brackets that do not match, nothing to repeat, look-around, back-references, escapes and classes of characters that it does
/// not know, and more repetitions than it counts.
fn is_beyond_re2(pattern: &str) -> bool {
    let bytes = pattern.as_bytes();
    let (mut in_class, mut groups) = (false, 0_usize);
    // Whether something stands before that can be repeated.
    let mut repeatable = false;
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at + 1..];
        let before = std::mem::replace(&mut repeatable, true);
        match bytes[at] {
            b'\\' => {
                if is_unknown_escape(&pattern[at + 1..], in_class) {
                    return true;
                }
                // What is escaped may have several bytes; none of the others means anything here.
                at += 1;
            }
            b'[' => in_class = true,
            b']' => in_class = false,
            _ if in_class => {}
            b'*' | b'+' if !before => return true,
            b'?' if !before && at.checked_sub(1).is_none_or(|last| bytes[last] != b'(') => return true,
            b'|' => repeatable = false,
            b')' if groups == 0 => return true,
            b')' => groups -= 1,
            b'(' => {
                (groups, repeatable) = (groups + 1, false);
                if [b"?=".as_slice(), b"?!", b"?<=", b"?<!"].iter().any(|group| rest.starts_with(group)) {
                    return true;
                }
            }
            b'{' => {
                let numbers = pattern[at + 1..].split(|c: char| !c.is_ascii_digit()).take(2);
                if numbers.filter_map(|number| number.parse::<u32>().ok()).any(|number| number > MAX_REPEATED) {
                    return true;
                }
            }
            _ => {}
        }
        at += 1;
    }
    in_class || groups > 0
}

/// The most repetitions that RE2 counts.
const MAX_REPEATED: u32 = 1_000;

/// Whether what follows a backslash is a letter or a digit that RE2 gives no meaning there.
fn is_unknown_escape(escape: &str, in_class: bool) -> bool {
    let Some(first) = escape.bytes().next() else { return true };
    match first {
        b'1'..=b'9' => !in_class,
        b'p' | b'P' => !is_known_class(&escape[1..]),
        first if first.is_ascii_alphabetic() => !b"aftnrvdDsSwWbBAzCQEx".contains(&first),
        _ => false,
    }
}

/// Whether RE2 knows a class of Unicode characters: a general category by its letters, or one of the scripts that
/// patterns name.
fn is_known_class(class: &str) -> bool {
    let categories = ["L", "M", "N", "P", "S", "Z", "C"];
    let Some(name) = class.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(name, _)| name) else {
        return categories.iter().any(|category| class.starts_with(category));
    };
    let name = name.strip_prefix('^').unwrap_or(name);
    let scripts = [
        "Arabic",
        "Cyrillic",
        "Devanagari",
        "Greek",
        "Han",
        "Hangul",
        "Hebrew",
        "Hiragana",
        "Katakana",
        "Latin",
        "Thai",
    ];
    let is_category = name.len() <= 2 && categories.iter().any(|category| name.starts_with(category));
    is_category || scripts.contains(&name)
}
