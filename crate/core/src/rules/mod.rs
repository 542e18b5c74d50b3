//! The rules: one file per pattern, found by the build. A rule is its documentation, its evidence,
//! and the handlers that it hooks into reading, narrowing, settling or declaring.
//!
//! **Invariants.** Every finding is an edit that a rule's handler logged; with a rule's file deleted or
//! the rule switched off, what it would have changed leaves as it stands.

mod book;
mod support;

use crate::{
    json::JsonId,
    lower::{Draft, Lower},
    report::Severity,
    schema::{Entry, Keyword},
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
/// Repairs the JSON text of a schema before it leaves; says which rule did.
pub type TextHook = fn(&mut String) -> Option<&'static Rule>;
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
    pub gains: Option<String>,
    /// What the description says instead.
    pub words: Option<String>,
}

impl Cost {
    /// Nothing is gained, nothing to be said.
    pub const NONE: Cost = Cost { gains: None, words: None };

    /// The output allows these values too.
    #[must_use]
    #[inline(never)]
    pub fn gains(what: impl Into<String>) -> Cost {
        Cost { gains: Some(what.into()), words: None }
    }

    /// The output allows these values too, and the description says this.
    #[must_use]
    pub(crate) fn of(gains: &str, words: &str) -> Cost {
        Cost::gains(gains).told(Some(words.to_owned()))
    }

    /// The description says this.
    #[must_use]
    #[inline(never)]
    pub fn told(mut self, words: Option<String>) -> Cost {
        self.words = words;
        self
    }
}

/// Where a rule takes part.
#[derive(Debug)]
pub struct Hooks {
    /// Instead of absorbing one of the rule's keywords.
    pub read: Option<ReadHook>,
    /// For references that lead nowhere in this document.
    pub unresolved: Option<ReadHook>,
    /// For `true` and `false` as schemas.
    pub boolean: Option<NodeHook>,
    /// For values that a keyword or a schema position does not take.
    pub malformed: Option<NodeHook>,
    /// For members that a later one of the same name replaces.
    pub doubled: Option<NodeHook>,
    /// Before the children.
    pub narrow: Option<NarrowHook>,
    /// For each fact of the rule's keywords that the target does not enforce: one that it refuses is
    /// dropped, one that it ignores is told in the description.
    pub cost: Option<CostHook>,
    /// After the children.
    pub settle: Option<SettleHook>,
    /// For members that cannot be.
    pub impossible: Option<ImpossibleHook>,
    /// For alternatives of a union whose coded values look alike.
    pub alike: Option<AlikeHook>,
    /// The limit that the rule answers for.
    pub limit: Option<Limit>,
    /// On the text that leaves.
    pub text: Option<TextHook>,
    /// On the declarations.
    pub declare: Option<DeclareHook>,
}

impl Hooks {
    /// No hook.
    pub const NONE: Hooks = Hooks {
        read: None,
        unresolved: None,
        boolean: None,
        malformed: None,
        doubled: None,
        narrow: None,
        cost: None,
        settle: None,
        impossible: None,
        alike: None,
        limit: None,
        text: None,
        declare: None,
    };
}

/// A pattern that targets refuse or misread, and what is done about it.
#[derive(Debug)]
pub struct Rule {
    /// Stable code, `GS` and three digits.
    pub code: &'static str,
    /// Name in words joined by hyphens.
    pub slug: &'static str,
    /// The pattern, as people call it.
    pub title: &'static str,
    /// What the rule does, in one sentence.
    pub summary: &'static str,
    /// Why the target does not take the pattern.
    pub why: &'static str,
    /// What changes, and what the output gains or loses by it.
    pub change: &'static str,
    /// The version that brought the rule.
    pub since: &'static str,
    /// How much the pattern matters.
    pub priority: Priority,
    /// How grave a finding is unless the edit says otherwise.
    pub severity: Severity,
    /// Rows of the error catalogue, and sections of specifications.
    pub evidence: &'static [&'static str],
    /// The keywords that the rule is about: where one is present, its handlers run.
    pub keywords: &'static [Keyword],
    /// Whether the narrowing handler runs on every node.
    pub everywhere: bool,
    /// When the narrowing handler runs.
    pub phase: Phase,
    /// Whether following this rule's keyword copies what it leads to.
    pub unfolds: bool,
    /// Where the rule takes part.
    pub hooks: Hooks,
}

impl Rule {
    /// What rules have in common unless they say otherwise.
    pub const BASE: Rule = Rule {
        code: "",
        slug: "",
        title: "",
        summary: "",
        why: "",
        change: "",
        since: "0.1.0",
        priority: Priority::Low,
        severity: Severity::Error,
        evidence: &[],
        keywords: &[],
        everywhere: false,
        phase: Phase::Fact,
        unfolds: false,
        hooks: Hooks::NONE,
    };

    /// The rule of that code, in any case.
    #[must_use]
    pub fn find(code: &str) -> Option<&'static Rule> {
        RULES.iter().copied().find(|rule| rule.code.eq_ignore_ascii_case(code))
    }
}
