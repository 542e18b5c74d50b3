//! Where rules take part: the handlers, and what wakes each.

use crate::{
    envelope::Declarations,
    json::JsonId,
    lower::{Draft, Edit, Found, Lower},
    schema::{Entry, Keyword},
    shape::{Fact, Limit, Reader, Shape},
};

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
pub type DeclareHook = fn(&mut Declarations<'_>);

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
