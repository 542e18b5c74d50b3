//! The hooks through which rules take part, and what triggers each.

use crate::{
    declare::Declarations,
    json::{JsonId, Tape},
    limits::Work,
    lower::{
        AmbiguityHook, CostHook, Edit, ImpossibleHook, Limit, NameHook, NarrowHook, NodeHook, OnPlain, PlainHook,
        ReadHook, SettleHook,
    },
    schema::Keyword,
    targets::Target,
};

/// When a handler runs; within a phase, handlers run in the order of their rules' codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// The node by itself, such as the type of the root; these handlers also run when an alternative is read.
    Root,
    /// Unions as such: their keyword, null branches, constants.
    Union,
    /// The node's types.
    Kind,
    /// Annotations.
    Note,
    /// Sibling keywords of a union.
    Distribute,
    /// Listed values.
    Value,
    /// Keywords that apply to one type.
    Fact,
    /// What can be decided only once the rest of the node is finished.
    End,
}

/// Repairs the JSON text of a schema in the output.
pub(crate) type TextHook = fn(&mut Rendered<'_>);

/// The JSON text of a schema in the output.
pub(crate) struct Rendered<'r> {
    /// The text.
    pub text: String,
    /// What was changed about it.
    pub edits: Vec<Edit>,
    /// The document, with the schema that it was made of.
    pub source: (&'r Tape<'r>, JsonId),
    /// The target that it is for.
    pub target: &'r Target,
    /// Whether descriptions may be extended.
    pub hints: bool,
    /// The remaining budget of the call.
    pub work: &'r Work,
}

/// Changes the declarations around the schemas.
pub(crate) type DeclareHook = fn(&mut Declarations<'_>);

/// The nodes on which a narrowing handler runs. On a plain node that takes the direct path (`lower/direct`), only those
/// of rules run whose [`Hook::Direct`] asks for its facts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum When {
    /// On every node.
    Always,
    /// On nodes that have one of these keywords.
    Has(&'static [Keyword]),
}

/// A rare event that concerns a whole value; each is handled by exactly one rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// A reference has no target in this document.
    Unresolved(ReadHook),
    /// `true` or `false` is used as a schema.
    Boolean(NodeHook),
    /// The value of a keyword is of the wrong kind, or a value is not a schema where one is expected.
    Malformed(NodeHook),
    /// A keyword is read as its author meant it, not as JSON Schema defines it.
    Loose(ReadHook),
    /// A member is replaced by a later one of the same name.
    Doubled(NodeHook),
    /// No value is valid at a place.
    Impossible(ImpossibleHook),
    /// The wire values of a union's alternatives cannot be distinguished.
    Ambiguity(AmbiguityHook),
    /// The type of a plain node is spelled in another case than in the output.
    Respelled(PlainHook),
    /// A plain node is the only alternative of a union besides null.
    Nullable(PlainHook),
}

/// A point at which a rule takes part, and what triggers it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hook {
    /// Reads these keywords, which lowering then does not read by itself.
    Read {
        /// The keywords; no other rule reads them.
        of: &'static [Keyword],
        /// The handler.
        with: ReadHook,
    },
    /// Drops these keywords where the target rejects them, and states them in the description where it ignores them.
    Drop {
        /// The keywords; no other rule drops them.
        of: &'static [Keyword],
        /// When it runs.
        phase: Phase,
        /// The cost of not enforcing them.
        cost: CostHook,
    },
    /// Drops the keywords that no other rule names.
    DropRest {
        /// When it runs.
        phase: Phase,
        /// The cost of not enforcing them.
        cost: CostHook,
    },
    /// Narrows a node to what the target can express, before its children are lowered.
    Narrow {
        /// The nodes on which it runs.
        on: When,
        /// When it runs.
        phase: Phase,
        /// The handler.
        with: NarrowHook,
    },
    /// Repairs a node once its children are lowered.
    Settle {
        /// When it runs.
        phase: Phase,
        /// The handler.
        with: SettleHook,
    },
    /// Changes the declarations around the schemas.
    Declare {
        /// When it runs.
        phase: Phase,
        /// The handler.
        with: DeclareHook,
    },
    /// Replaces names of properties where calls are restored; only one rule does. Hints name properties by it.
    Name(NameHook),
    /// Repairs the text of the output.
    Text(TextHook),
    /// States how the rule's handlers act on a plain node, which is then lowered without a shape. Rules that narrow or
    /// settle nodes and do not state it always get the shape; one that only drops keywords needs it for their facts.
    Direct(OnPlain),
    /// Makes the rule the one to which edits for a limit are attributed.
    Limit(Limit),
    /// Handles an event.
    On(Event),
}
