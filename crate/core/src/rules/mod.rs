//! The rules: one file per pattern, found by the build. A rule is its documentation, which is the file's own, its
//! evidence, and the handlers that it hooks into reading, narrowing, settling or declaring.
//!
//! **Invariants.** Every finding is an edit that a rule's handler logged; with a rule's file deleted or
//! the rule switched off, what it would have changed leaves as it stands.

mod book;
mod support;

use crate::{
    json::JsonId,
    lower::{Draft, Edit, Found, Lower},
    report::Severity,
    schema::{Entry, Keyword, KeywordSet},
    shape::{Fact, Limit, Reader, Shape},
};

pub(crate) use book::Step;
pub use book::{RuleBook, RuleSet};

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

const _: () = assert!(RULES.len() <= u128::BITS as usize, "a RuleSet has one bit for each rule");

/// How much a pattern matters to users, from the reports that named the first 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Calls fail or go wrong.
    Critical,
    /// Seen often.
    Medium,
    /// Seen seldom.
    Low,
}

/// When a narrowing handler runs; within a phase by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// What the root of a tool may be.
    Root,
    /// Unions as such: their keyword, null branches, constants.
    Union,
    /// The node's types.
    Kind,
    /// Text for readers.
    Note,
    /// What may stand beside a union.
    Distribute,
    /// Listed values.
    Value,
    /// Keywords of one type.
    Fact,
    /// What can be said of the finished node only.
    End,
}

/// Solves a keyword while a schema is read.
pub type ReadHook = fn(&mut Reader<'_, '_, '_>, &Entry);
/// Deals with a whole value while a schema is read: a boolean, malformed JSON, a doubled member.
pub type NodeHook = fn(&mut Reader<'_, '_, '_>, JsonId);
/// Narrows a shape to what the target can say, before its children are lowered.
pub type NarrowHook = fn(&mut Lower<'_, '_>, &mut Shape);
/// Repairs a node when its children are known.
pub type SettleHook = fn(&mut Lower<'_, '_>, &mut Shape, &mut Draft);
/// Deals with a place in which no value is valid: what says so, and what stands there.
pub type ImpossibleHook = fn(&mut Lower<'_, '_>, JsonId, Impossible<'_>);
/// Tells that an alternative was wrapped, so that its values are not taken for another's: the union's key.
pub type AlikeHook = fn(&mut Lower<'_, '_>, JsonId);
/// Repairs the JSON text of a schema before it leaves; what it did to what stands at a place of the source.
pub type TextHook = fn(&mut String, JsonId) -> Option<Edit>;
/// Says what it costs that a fact of a shape is not enforced.
pub type CostHook = fn(&Lower<'_, '_>, &Shape, &Fact) -> Cost;
/// Changes the declarations around the schemas.
pub type DeclareHook = fn(&mut crate::envelope::Declarations<'_>);

/// What no value satisfies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible<'n> {
    /// A member of an object.
    Member {
        /// Its name.
        name: &'n str,
        /// Whether the object must have it.
        required: bool,
        /// Whether the output forbids it.
        forbidden: bool,
    },
    /// An alternative of a union.
    Alternative,
    /// The items of a list.
    Items {
        /// Whether the target can say that the list is empty.
        told: bool,
    },
    /// A definition that references lead to.
    Definition {
        /// Its name.
        name: &'n str,
    },
    /// The whole schema.
    Root,
}

/// What it costs that one fact is not enforced.
#[derive(Debug, Default)]
pub struct Cost {
    /// What the output allows besides; nothing for a keyword that constrains nothing.
    pub accepts_more: Option<String>,
    /// What the description says instead.
    pub words: Option<String>,
    /// Why the target does not take it, where it is not for want of a field.
    pub because: Option<Because>,
}

/// The sentence that says why a target does not take what was found.
pub type Because = fn(Found<'_>) -> String;

impl Cost {
    /// Nothing is gained, nothing to be said.
    pub const NONE: Cost = Cost { accepts_more: None, words: None, because: None };

    /// The output allows these values too.
    #[must_use]
    #[inline(never)]
    pub fn accepts_more(what: impl Into<String>) -> Cost {
        Cost { accepts_more: Some(what.into()), ..Cost::NONE }
    }

    /// The output allows these values too, and the description says this.
    #[must_use]
    pub(crate) fn of(more: &str, words: &str) -> Cost {
        Cost::accepts_more(more).told(Some(words.to_owned()))
    }

    /// The target does not take it for another reason than that it has no field for it.
    #[must_use]
    pub fn because(mut self, reason: Because) -> Cost {
        self.because = Some(reason);
        self
    }

    /// The description says this.
    #[must_use]
    #[inline(never)]
    pub fn told(mut self, words: Option<String>) -> Cost {
        self.words = words;
        self
    }
}

/// When a narrowing handler runs.
#[derive(Clone, Copy, Debug)]
pub enum When {
    /// On every node.
    Always,
    /// On nodes that one of these keywords is said of.
    Has(&'static [Keyword]),
}

/// What happens seldom, to a whole value: each has one rule that answers for it.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A reference leads nowhere in this document.
    Unresolved(ReadHook),
    /// `true` or `false` stands as a schema.
    Boolean(NodeHook),
    /// A keyword or a schema position does not take its value.
    Malformed(NodeHook),
    /// A later member of the same name replaces one.
    Doubled(NodeHook),
    /// No value is valid in a place.
    Impossible(ImpossibleHook),
    /// The coded values of a union's alternatives look alike.
    Alike(AlikeHook),
}

/// Where a rule takes part, and what wakes it.
#[derive(Clone, Copy, Debug)]
pub enum Hook {
    /// Reads these keywords instead of the model.
    Read {
        /// The keywords; no other rule reads them.
        of: &'static [Keyword],
        /// The handler.
        with: ReadHook,
    },
    /// Drops these keywords where the target refuses them, and tells them in the description where it
    /// ignores them.
    Drop {
        /// The keywords; no other rule drops them.
        of: &'static [Keyword],
        /// When.
        phase: Phase,
        /// What it costs that they are not enforced.
        cost: CostHook,
    },
    /// Drops the keywords that no other rule is about.
    DropRest {
        /// When.
        phase: Phase,
        /// What it costs that they are not enforced.
        cost: CostHook,
    },
    /// Narrows a node to what the target can say, before its children are lowered.
    Narrow {
        /// Which nodes.
        on: When,
        /// When.
        phase: Phase,
        /// The handler.
        with: NarrowHook,
    },
    /// Repairs a node when its children are known.
    Settle {
        /// When.
        phase: Phase,
        /// The handler.
        with: SettleHook,
    },
    /// Changes the declarations around the schemas.
    Declare {
        /// When.
        phase: Phase,
        /// The handler.
        with: DeclareHook,
    },
    /// Repairs the text that leaves.
    Text(TextHook),
    /// Answers for a limit.
    Limit(Limit),
    /// Answers for an event.
    On(Event),
}

/// What a rule is called, by the name of its file.
struct Names {
    /// The file's name without its ending.
    module: &'static str,
    code: &'static str,
    slug: &'static str,
    title: &'static str,
}

/// What the documentation at the top of a rule's file says. It stands apart from the rules, so that a program that
/// does not show it does not hold it.
#[derive(Debug)]
pub struct Docs {
    /// What the rule does, in a sentence or two.
    pub summary: &'static str,
    /// Why the target does not take the pattern.
    pub why: &'static str,
    /// What changes, and what the output accepts more or less by it.
    pub change: &'static str,
    /// All of it, in Markdown.
    pub text: &'static str,
}

/// A pattern that targets refuse or misread, and what is done about it. Code, slug and title are those of the
/// rule's file.
#[derive(Debug)]
pub struct Rule {
    /// Stable code, `GS` and three digits.
    pub code: &'static str,
    /// Name in words joined by hyphens.
    pub slug: &'static str,
    /// The pattern, as people call it.
    pub title: &'static str,
    /// The version that brought the rule.
    pub since: &'static str,
    /// How much the pattern matters.
    pub priority: Priority,
    /// How grave a finding is unless the edit says otherwise.
    pub severity: Severity,
    /// Rows of the error catalogue, and sections of specifications.
    pub evidence: &'static [&'static str],
    /// Whether following this rule's keyword copies what it leads to.
    pub unfolds: bool,
    /// Where the rule takes part.
    pub hooks: &'static [Hook],
}

impl Rule {
    /// The rule of a file, of which only the documentation is known: `Rule::of(module_path!())`.
    pub(crate) const fn of(module: &str) -> Rule {
        let mut at = 0;
        while !ends_with(module.as_bytes(), NAMES[at].module.as_bytes()) {
            at += 1;
        }
        let Names { code, slug, title, .. } = NAMES[at];
        Rule {
            code,
            slug,
            title,
            since: "0.1.0",
            priority: Priority::Low,
            severity: Severity::Error,
            evidence: &[],
            unfolds: false,
            hooks: &[],
        }
    }

    /// The rule of that code, in any case.
    #[must_use]
    pub fn find(code: &str) -> Option<&'static Rule> {
        RULES.iter().copied().find(|rule| rule.code.eq_ignore_ascii_case(code))
    }

    /// The documentation at the top of its file.
    #[must_use]
    pub fn docs(&self) -> &'static Docs {
        &DOCS[RULES.iter().position(|rule| rule.code == self.code).unwrap_or_default()]
    }

    /// The keywords that its hooks name.
    pub(crate) fn keywords(&self) -> KeywordSet {
        let named = self.hooks.iter().map(|hook| match hook {
            Hook::Read { of, .. } | Hook::Drop { of, .. } | Hook::Narrow { on: When::Has(of), .. } => {
                KeywordSet::of(of)
            }
            _ => KeywordSet::EMPTY,
        });
        named.fold(KeywordSet::EMPTY, KeywordSet::union)
    }
}

const fn ends_with(text: &[u8], end: &[u8]) -> bool {
    if text.len() < end.len() {
        return false;
    }
    let mut at = 0;
    while at < end.len() {
        if text[text.len() - end.len() + at] != end[at] {
            return false;
        }
        at += 1;
    }
    true
}
