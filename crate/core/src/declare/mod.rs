//! Declarations: tools whose schemas have been lowered, before they are put back into a document.

mod root;

use crate::{
    json::{JsonId, Tape},
    limits::Met,
    lower::{Edit, EditBuilder, Found, Log, LoweredTool, Out, OutKey, Rule, with_hints},
    order::Gather,
    restore::Codec,
    schema::Spelling,
    targets::{Door, Target},
};

pub(crate) use root::{
    Root, bare, declaration, declarations, has_schema_keyword, is_chat, is_declaration, is_interaction, is_openai,
    is_own_tool, is_request, is_tool, tool,
};

/// The schema of a tool without arguments.
pub(crate) const NO_ARGUMENTS: &str = r#"{"type":"object","properties":{}}"#;

/// A tool on its way to a declaration.
#[derive(Debug)]
pub(crate) struct Declaration {
    /// Where it came from.
    pub root: Root,
    /// Its name; `None` for a bare schema.
    pub name: Option<String>,
    /// Whether `name` differs from the source's.
    pub renamed: bool,
    /// The members of a declaration that came as one, in order, its schema among them as it came.
    pub members: Vec<(OutKey, Out)>,
    /// Whether `members` differ from the source's.
    pub members_changed: bool,
    /// What its description says beside the source's.
    pub words: Vec<String>,
    /// Its schema.
    pub parameters: Option<Out>,
    /// The schema of what it answers.
    pub response: Option<Out>,
    /// What changed in it.
    pub edits: Vec<Edit>,
    /// What undoes its arguments.
    pub codec: Codec,
    /// Whether it is left out.
    pub dropped: bool,
    /// The target that it was lowered for.
    pub target: Target,
    /// Why that target was chosen, if there was a choice.
    pub reason: Option<String>,
    /// Whether its schemas are all that was read for it.
    pub self_contained: bool,
    /// The limit of the call that was met at it: it leaves as it came.
    pub met: Option<Met>,
}

impl Declaration {
    /// A declaration of a tool that was lowered for a target, with the reason why for that one, and the schema of what it
    /// answers.
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
        let LoweredTool { parameters, mut edits, codec, words, mut self_contained, .. } = tool;
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
            words,
            parameters,
            response,
            edits,
            codec,
            dropped: false,
            target,
            reason,
            self_contained,
            met: None,
        }
    }

    /// The declaration of a tool that leaves as it came, since a limit was met at it.
    pub(crate) fn as_it_came(tape: &Tape<'_>, root: Root, target: &Target, met: Met) -> Declaration {
        let response = root.response.map(|response| LoweredTool::as_it_came(Some(response)));
        let tool = LoweredTool::as_it_came(root.schema);
        Declaration { met: Some(met), ..Declaration::new(tape, root, tool, (*target, None), response) }
    }

    /// Its description, where that differs from the source's.
    pub(crate) fn described(&self, tape: &Tape<'_>) -> Option<String> {
        if self.words.is_empty() {
            return None;
        }
        let own = self.root.description.and_then(|text| tape.string(text)).unwrap_or_default();
        with_hints(&own, &self.words)
    }

    /// Whether it stays a function of the Interactions API where its envelope stays: one that has to have a schema.
    pub(crate) fn needs_schema(&self) -> bool {
        self.target.door == Door::JsonSchema && self.root.is_flat()
    }

    /// Whether it has to have one, and came without.
    pub(crate) fn lacks_schema(&self) -> bool {
        self.root.schema.is_none() && self.needs_schema()
    }
}

/// All declarations of a document, for the rules that look at them together.
pub(crate) struct Declarations<'a> {
    /// The document.
    pub tape: &'a Tape<'a>,
    /// What is aimed at.
    pub target: &'a Target,
    /// The declarations, in document order.
    pub list: &'a mut Vec<Declaration>,
    /// Whether descriptions may say more than they did.
    pub hints: bool,
    /// What changed that belongs to no single tool.
    pub log: Log,
    /// Elements of a Gemini request's `tools` that hold declarations and nothing else, each with their
    /// number.
    pub holders: &'a [(JsonId, usize)],
    /// Whether they leave in one request, and not as a list from which requests are made.
    pub in_request: bool,
    /// Whether the envelope stays.
    pub in_place: bool,
    /// Those of them that are left out.
    pub removed_tools: Vec<JsonId>,
}

impl Declarations<'_> {
    /// Logs an edit of the document.
    pub(crate) fn log(&mut self, rule: &'static Rule, source: JsonId) -> EditBuilder<'_> {
        self.log.push(rule, Found::new(self.tape, source, self.target), "")
    }
}
