//! The tools of a document: in which envelope, and where.

use super::{Emit, kind::EnvelopeKind};
use crate::{
    declare::{declarations, is_chat, is_declaration, is_hosted, is_openai, is_own_tool, is_request, is_tool},
    json::{JsonId, Kind, Tape},
    limits::counted,
    order::Gather,
};

/// A document: its kind and its tools.
#[derive(Clone, Debug)]
pub(crate) struct Envelope {
    /// Its kind.
    pub kind: EnvelopeKind,
    /// The tools, in document order, or the one schema. Each is read when it is lowered: there may be millions.
    pub tools: Vec<JsonId>,
    /// The Gemini tools of an array that hold declarations and nothing else, each with the number of its declarations.
    pub holders: Vec<(JsonId, usize)>,
    /// The elements of the list that are no functions, such as tools of a provider's own. In document order.
    pub others: Vec<JsonId>,
    /// Whether the list is NDJSON, with each element on a line.
    pub lines: bool,
    /// Whether `tools` are only those of a name.
    pub partial: bool,
}

impl Envelope {
    /// What the document was read as: "tools/list result, 12 tools".
    #[must_use]
    pub(crate) fn read_as(&self) -> String {
        if self.kind.is_single() {
            return self.kind.noun().to_owned();
        }
        let form = if self.lines { " as lines" } else { "" };
        format!("{}{form}, {}", self.kind.noun(), counted(self.tools.len() as u64, "tool"))
    }

    /// The document read as one schema, whatever its members are named.
    pub(crate) fn schema() -> Envelope {
        Envelope::of(EnvelopeKind::Schema, vec![JsonId::ROOT])
    }

    /// Whether the output is the document with its tools replaced. A Gemini envelope cannot hold tools for OpenAI.
    pub(crate) fn stays(&self, emit: Emit, for_openai: bool) -> bool {
        match (self.kind.is_gemini(), emit) {
            (true, _) if for_openai => false,
            (_, Emit::Same) => true,
            (is_gemini, Emit::Declarations) => is_gemini && !self.partial,
            (_, Emit::Request) => self.kind == EnvelopeKind::Request && !self.partial,
        }
    }

    pub(super) fn of(kind: EnvelopeKind, tools: Vec<JsonId>) -> Envelope {
        Envelope { kind, tools, holders: Vec::new(), others: Vec::new(), lines: false, partial: false }
    }
}

/// An object that is a tool or a request, or holds tools.
pub(super) fn tools_in(tape: &Tape<'_>, root: JsonId) -> Option<Envelope> {
    if let Some(list) = list_in(tape, root) {
        return Some(list);
    }
    let gemini_tool = || {
        let tool = gemini(tape, EnvelopeKind::GeminiTool, &mut std::iter::once(root));
        Envelope { holders: Vec::new(), ..tool }
    };
    if declarations(tape, root).is_some() {
        return Some(gemini_tool());
    }
    let (kind, tools) = match () {
        () if is_openai(tape, root) => (EnvelopeKind::OpenAiTool, vec![root]),
        () if is_declaration(tape, root) => (EnvelopeKind::Declaration, vec![root]),
        () if is_tool(tape, root) => (EnvelopeKind::Tool, vec![root]),
        () if is_request(tape, root) => (EnvelopeKind::Request, Vec::new()),
        () if is_chat(tape, root) => (EnvelopeKind::OpenAiRequest, Vec::new()),
        () if is_own_tool(tape, root) => return Some(gemini_tool()),
        () => return None,
    };
    Some(Envelope::of(kind, tools))
}

/// An object that holds tools: a request, or the result of `tools/list`.
pub(super) fn list_in(tape: &Tape<'_>, root: JsonId) -> Option<Envelope> {
    let list = |object, name| tape.get(object, name).filter(|list| tape.kind(*list) == Kind::Array);
    let Some(tools) = list(root, "tools") else {
        let tools = list(tape.get(root, "result")?, "tools")?;
        return Some(Envelope::of(EnvelopeKind::JsonRpc, tape.elements(tools).gather()));
    };
    if tape.elements(tools).any(|tool| declarations(tape, tool).is_some()) {
        return Some(request(tape, tools));
    }
    let openai = openai_request(tape, tools);
    if !openai.tools.is_empty() {
        return Some(openai);
    }
    // A provider's own tools have no names.
    let are_own = !tape.elements(tools).any(|tool| is_tool(tape, tool));
    Some(match () {
        () if are_own && is_request(tape, root) => request(tape, tools),
        () if are_own && is_chat(tape, root) => openai,
        () if is_chat(tape, root) => listed(tape, EnvelopeKind::ClaudeRequest, tape.elements(tools)),
        // Each element of a server's list is a tool that can be called.
        () => Envelope::of(EnvelopeKind::ToolsList, tape.elements(tools).gather()),
    })
}

/// The Gemini request with these `tools`: a list, or one tool in the place of a list.
pub(crate) fn request(tape: &Tape<'_>, tools: JsonId) -> Envelope {
    if tape.kind(tools) == Kind::Array {
        return gemini(tape, EnvelopeKind::Request, &mut tape.elements(tools));
    }
    Envelope { holders: Vec::new(), ..gemini(tape, EnvelopeKind::Request, &mut std::iter::once(tools)) }
}

/// The `OpenAI` request with this list of tools; without tools if none of them is `OpenAI`'s.
pub(crate) fn openai_request(tape: &Tape<'_>, tools: JsonId) -> Envelope {
    let kind = EnvelopeKind::OpenAiRequest;
    let is_one = tape.elements(tools).any(|tool| is_openai(tape, tool));
    if is_one { listed(tape, kind, tape.elements(tools)) } else { Envelope::of(kind, Vec::new()) }
}

pub(super) fn gemini(tape: &Tape<'_>, kind: EnvelopeKind, tools: &mut dyn Iterator<Item = JsonId>) -> Envelope {
    let mut envelope = Envelope::of(kind, Vec::new());
    for tool in tools {
        let Some(list) = declarations(tape, tool) else {
            envelope.others.push(tool);
            continue;
        };
        let before = envelope.tools.len();
        for item in tape.elements(list) {
            envelope.tools.push(item);
        }
        if tape.members(tool).count() == 1 {
            envelope.holders.push((tool, envelope.tools.len() - before));
        }
    }
    envelope
}

/// A list of functions that may also hold tools of a provider's own.
pub(super) fn listed(tape: &Tape<'_>, kind: EnvelopeKind, list: impl Iterator<Item = JsonId>) -> Envelope {
    let is_function = |item: &JsonId| {
        if kind.is_openai() { is_openai(tape, *item) || is_tool(tape, *item) } else { !is_hosted(tape, *item) }
    };
    let (tools, others) = list.partition(is_function);
    Envelope { others, ..Envelope::of(kind, tools) }
}
