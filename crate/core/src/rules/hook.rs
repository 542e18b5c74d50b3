//! Where rules take part, and what wakes each.

use crate::{
    declare::Declarations,
    json::JsonId,
    lower::{
        AmbiguityHook, CostHook, Edit, ImpossibleHook, Limit, NarrowHook, NodeHook, ReadHook, RespellHook, SettleHook,
    },
    schema::Keyword,
};

/// When a narrowing handler runs; within a phase by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
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

/// Repairs the JSON text of a schema before it leaves; what it did to what stands at a place of the source.
pub(crate) type TextHook = fn(&mut String, JsonId) -> Option<Edit>;
/// Changes the declarations around the schemas.
pub(crate) type DeclareHook = fn(&mut Declarations<'_>);

/// When a narrowing handler runs. On plain nodes none does: those say one scalar type by its name, and beside it only
/// words (titles, descriptions) that no hook names.
#[derive(Clone, Copy, Debug)]
pub(crate) enum When {
    /// On every node.
    Always,
    /// On nodes that one of these keywords is said of.
    Has(&'static [Keyword]),
}

/// What happens seldom, to a whole value: each has one rule that answers for it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// A reference leads nowhere in this document.
    Unresolved(ReadHook),
    /// `true` or `false` stands as a schema.
    Boolean(NodeHook),
    /// A keyword or a schema position does not take its value.
    Malformed(NodeHook),
    /// A keyword is read as its author means it, not as JSON Schema has it.
    Loose(ReadHook),
    /// A later member of the same name replaces one.
    Doubled(NodeHook),
    /// No value is valid in a place.
    Impossible(ImpossibleHook),
    /// The coded values of a union's alternatives look alike.
    Ambiguity(AmbiguityHook),
    /// The type of a plain node is spelled in another case than the output's.
    Respelled(RespellHook),
}

/// Where a rule takes part, and what wakes it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hook {
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
