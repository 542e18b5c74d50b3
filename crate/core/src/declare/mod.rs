//! Declarations: tools whose schemas have been lowered, before they are written back into a document.

mod fields;
mod kinds;
mod root;

use crate::{
    json::{JsonId, Tape},
    limits::Met,
    lower::{Edit, EditBuilder, Emptied, Found, Log, LoweredTool, Out, OutKey, Rule, with_hints},
    order::Gather,
    restore::Codec,
    schema::Spelling,
    targets::{Door, Target},
};

pub use self::kinds::{DECLARATIONS, declarations};
pub(crate) use self::{
    fields::{holds_schema, is_field, is_parameters_field, is_response_field},
    kinds::{
        has_schema_keyword, is_call, is_chat, is_declaration, is_hosted, is_interaction, is_lone_hosted, is_openai,
        is_own_tool, is_request, is_responses, is_tool,
    },
    root::{Root, bare, declaration, tool},
};

/// The schema of a tool without arguments.
pub(crate) const NO_ARGUMENTS: &str = r#"{"type":"object","properties":{}}"#;

/// A lowered tool that is to be declared.
#[derive(Debug)]
pub(crate) struct Declaration {
    /// Its place in the document.
    pub root: Root,
    /// Its name; `None` for a bare schema.
    pub name: Option<String>,
    /// Whether `name` differs from the source's.
    pub renamed: bool,
    /// The members of the source if that is a Gemini declaration, in order, with the original schema among them.
    pub members: Vec<(OutKey, Out)>,
    /// Whether `members` differ from the source's.
    pub members_changed: bool,
    /// The keys of the source's members that the output does not have.
    pub removed: Vec<JsonId>,
    /// What is added to the source's description.
    pub words: Vec<String>,
    /// Whether the source's description has lone surrogates, without which it is written.
    pub description_changed: bool,
    /// Its schema.
    pub parameters: Option<Out>,
    /// Its response schema.
    pub response: Option<Out>,
    /// What changed in it.
    pub edits: Vec<Edit>,
    /// The objects of its schema that models send empty.
    pub emptied: Vec<Emptied>,
    /// The codec of its arguments.
    pub codec: Codec,
    /// The value of `strict`, if it becomes false.
    pub relaxed: Option<JsonId>,
    /// Whether it is omitted.
    pub dropped: bool,
    /// The target that it was lowered for.
    pub target: Target,
    /// Why that target was chosen, if there was a choice.
    pub reason: Option<String>,
    /// Whether nothing but its schemas was read for it.
    pub self_contained: bool,
    /// The limit of the call that was met at it, if any: it is written unchanged.
    pub met: Option<Met>,
}

impl Declaration {
    /// The declaration of a tool that was lowered for a target, with the reason for that target, and of its response
    /// schema.
    pub(crate) fn new(
        tape: &Tape<'_>,
        root: Root,
        tool: LoweredTool,
        (target, reason): (Target, Option<String>),
        response: Option<LoweredTool>,
    ) -> Declaration {
        let name = root.name.and_then(|name| tape.string(name)).map(std::borrow::Cow::into_owned);
        let members = match root.object {
            Some(object) if root.spelling == Spelling::Proto => {
                tape.members(object).map(|key| (OutKey::Source(key), Out::Source(key.value_of_key()))).gather()
            }
            _ => Vec::new(),
        };
        let LoweredTool { parameters, mut edits, emptied, codec, words, mut self_contained, .. } = tool;
        let response = response.and_then(|response| {
            edits.extend(response.edits);
            self_contained &= response.self_contained;
            response.parameters
        });
        Declaration {
            root,
            name,
            renamed: false,
            members,
            members_changed: false,
            removed: Vec::new(),
            words,
            description_changed: false,
            parameters,
            response,
            edits,
            emptied,
            codec,
            relaxed: None,
            dropped: false,
            target,
            reason,
            self_contained,
            met: None,
        }
    }

    /// The declaration of a tool that is written unchanged, because a limit was met at it.
    pub(crate) fn unchanged(tape: &Tape<'_>, root: Root, target: &Target, met: Met) -> Declaration {
        let response = root.response.map(|response| LoweredTool::unchanged(Some(response)));
        let tool = LoweredTool::unchanged(root.schema);
        Declaration { met: Some(met), ..Declaration::new(tape, root, tool, (*target, None), response) }
    }

    /// Removes a member of the source.
    pub(crate) fn remove(&mut self, key: JsonId) {
        self.members.retain(|(member, _)| !matches!(member, OutKey::Source(own) if *own == key));
        self.members_changed = true;
        self.removed.push(key);
    }

    /// Whether it can no longer be called with arguments, or a limit was met at it.
    pub(crate) fn is_failed(&self) -> bool {
        self.met.is_some() || self.edits.iter().any(|edit| edit.fatal)
    }

    /// Its description if that differs from the source's.
    pub(crate) fn described(&self, tape: &Tape<'_>) -> Option<String> {
        if self.words.is_empty() && !self.description_changed {
            return None;
        }
        let own = self.root.description.and_then(|text| tape.string(text)).unwrap_or_default();
        with_hints(&own, &self.words).or_else(|| self.description_changed.then(|| own.into_owned()))
    }

    /// Whether it requires a schema where its envelope stays, as functions of the Interactions API do.
    pub(crate) fn needs_schema(&self) -> bool {
        self.target.door == Door::JsonSchema && self.root.is_flat()
    }

    /// Whether it requires a schema and came without one.
    pub(crate) fn lacks_schema(&self) -> bool {
        self.root.schema.is_none() && self.needs_schema()
    }
}

/// All declarations of a document, for the rules that look at them together.
pub(crate) struct Declarations<'a> {
    /// The document.
    pub tape: &'a Tape<'a>,
    /// The target of the call.
    pub target: &'a Target,
    /// The declarations, in document order.
    pub list: &'a mut Vec<Declaration>,
    /// Whether descriptions may be extended.
    pub hints: bool,
    /// The edits that belong to no single tool.
    pub log: Log,
    /// Elements of a Gemini request's `tools` that hold declarations and nothing else, each with the number of its
    /// declarations.
    pub holders: &'a [(JsonId, usize)],
    /// Whether the declarations are written into one request, and not into a list from which requests are made.
    pub in_request: bool,
    /// Whether the envelope stays.
    pub in_place: bool,
    /// The elements of the list that are no functions.
    pub others: &'a [JsonId],
    /// How many tools are beyond the limits of the call, after those of `list`.
    pub unserved: usize,
    /// The `holders` without declarations and the tools beyond the limits, which are removed from the document.
    pub removed_tools: Vec<JsonId>,
}

impl Declarations<'_> {
    /// Logs an edit of the document.
    pub(crate) fn log(&mut self, rule: &'static Rule, source: JsonId) -> EditBuilder<'_> {
        self.log.push(rule, Found::new(self.tape, source, self.target), "")
    }
}
