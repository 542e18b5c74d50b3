//! Detection of a document's kind.

use super::{
    Emit,
    foreign::{foreign, lookalike},
    kind::EnvelopeKind,
};
use crate::{
    declare::{
        declarations, has_schema_keyword, is_chat, is_declaration, is_hosted, is_openai, is_own_tool, is_request,
        is_tool,
    },
    json::{JsonId, Kind, PositionEncoding, Tape},
    limits::counted,
    order::Gather,
    report::{Issue, Places},
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
}

/// Detects the kind of a document.
///
/// # Errors
/// An issue for JSON that is neither a schema nor contains tools.
pub(crate) fn detect(tape: &Tape<'_>) -> Result<Envelope, Box<Issue>> {
    let root = JsonId::ROOT;
    match tape.kind(root) {
        Kind::Object => detect_object(tape, root),
        Kind::Array => Ok(Envelope { lines: tape.is_lines(), ..detect_array(tape, root)? }),
        Kind::True | Kind::False => Ok(Envelope::of(EnvelopeKind::Schema, vec![root])),
        _ => Err(no_schema("a JSON value that is neither a schema nor a list of tools", ANY)),
    }
}

/// Whether a document shows by its members what it is. Any other object is read as a schema without keywords.
#[must_use]
pub fn is_recognized(tape: &Tape<'_>) -> bool {
    let root = JsonId::ROOT;
    match tape.kind(root) {
        Kind::Object => {
            has_schema_keyword(tape, root)
                || detect_object(tape, root).map_or(true, |envelope| envelope.kind != EnvelopeKind::Schema)
        }
        Kind::Array => detect_array(tape, root).is_ok(),
        _ => false,
    }
}

fn detect_object(tape: &Tape<'_>, root: JsonId) -> Result<Envelope, Box<Issue>> {
    let lookalike = lookalike(tape, root);
    if let Some(envelope) = tools_in(tape, root).filter(|_| lookalike.is_none()) {
        return Ok(envelope);
    }
    if let Some((what, help)) = lookalike.or_else(|| foreign(tape, root)) {
        return Err(no_schema(what, help));
    }
    match tools_within(tape, root) {
        Some(held) => {
            let pointer = Places::new(tape, PositionEncoding::default()).pointer(held);
            Err(no_schema(&format!("an object that has tools or a request at `{pointer}`"), "give that value alone"))
        }
        None => Ok(Envelope::of(EnvelopeKind::Schema, vec![root])),
    }
}

/// How many values are looked at for tools in an object that is none.
const LOOKED_AT: usize = 1_000;

/// The first value that holds the schemas of tools, in an object without keywords of JSON Schema: a document in an
/// envelope that is not known.
fn tools_within(tape: &Tape<'_>, root: JsonId) -> Option<JsonId> {
    if has_schema_keyword(tape, root) {
        return None;
    }
    let mut found = vec![root];
    let mut at = 0;
    while at < found.len() {
        let id = found[at];
        if at > 0 && has_tools(tape, id) {
            return Some(id);
        }
        let inner = tape.members(id).map(JsonId::value_of_key).chain(tape.elements(id));
        found.extend(inner.take(LOOKED_AT - found.len()));
        at += 1;
    }
    None
}

/// Whether a value is a list of tools or a request, or has one tool, with a schema at least.
fn has_tools(tape: &Tape<'_>, id: JsonId) -> bool {
    let envelope = match tape.kind(id) {
        Kind::Object => tools_in(tape, id),
        Kind::Array => detect_array(tape, id).ok(),
        _ => None,
    };
    let has_schema = |Envelope { kind, tools, .. }: Envelope| {
        tools.iter().any(|tool| tape.kind(*tool) == Kind::Object && kind.root(tape, *tool).schema.is_some())
    };
    envelope.is_some_and(has_schema)
}

/// An object that is a tool or a request, or holds tools.
fn tools_in(tape: &Tape<'_>, root: JsonId) -> Option<Envelope> {
    let list = |object, name| tape.get(object, name).filter(|list| tape.kind(*list) == Kind::Array);
    if let Some(tools) = list(root, "tools") {
        if tape.elements(tools).any(|tool| declarations(tape, tool).is_some()) {
            return Some(request(tape, tools));
        }
        let openai = openai_request(tape, tools);
        if !openai.tools.is_empty() {
            return Some(openai);
        }
        // A provider's own tools have no names.
        let are_own = !tape.elements(tools).any(|tool| is_tool(tape, tool));
        return Some(match () {
            () if are_own && is_request(tape, root) => request(tape, tools),
            () if are_own && is_chat(tape, root) => openai,
            () if is_chat(tape, root) => listed(tape, EnvelopeKind::ToolsList, tools),
            // Each element of a server's list is a tool that can be called.
            () => Envelope::of(EnvelopeKind::ToolsList, tape.elements(tools).gather()),
        });
    }
    let result = tape.get(root, "result");
    if let Some(tools) = result.and_then(|result| list(result, "tools")) {
        return Some(Envelope::of(EnvelopeKind::JsonRpc, tape.elements(tools).gather()));
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

fn detect_array(tape: &Tape<'_>, root: JsonId) -> Result<Envelope, Box<Issue>> {
    if tape.elements(root).next().is_none() {
        return Err(no_schema("an empty array: it holds no tool", ANY));
    }
    let holds_tools = tape.elements(root).any(|item| declarations(tape, item).is_some());
    if holds_tools || tape.elements(root).all(|item| is_own_tool(tape, item)) {
        return Ok(gemini(tape, EnvelopeKind::GeminiTool, &mut tape.elements(root)));
    }
    if tape.elements(root).any(|item| is_declaration(tape, item)) {
        return Ok(Envelope::of(EnvelopeKind::DeclarationArray, tape.elements(root).gather()));
    }
    if tape.elements(root).any(|item| is_openai(tape, item)) {
        return Ok(listed(tape, EnvelopeKind::OpenAiToolArray, root));
    }
    let tools = listed(tape, EnvelopeKind::ToolArray, root);
    if tools.tools.is_empty() {
        return Err(no_schema("an array of a provider's own tools, which have no schemas", ANY));
    }
    if tools.tools.iter().all(|item| is_tool(tape, *item)) {
        return Ok(tools);
    }
    if let Some(tools) = lists(tape, root) {
        return Ok(Envelope::of(EnvelopeKind::ToolsList, tools));
    }
    if tape.elements(root).all(|item| tape.kind(item) == Kind::String) {
        return Err(no_schema(
            "an array of strings, not of tools",
            "give the tools themselves, with their input schemas",
        ));
    }
    if let Some((what, help)) = tape.elements(root).find_map(|item| lookalike(tape, item)) {
        return Err(no_schema(&format!("an array with {what}"), help));
    }
    let what =
        if tape.is_lines() { "JSON Lines that are not all tools" } else { "an array whose elements are no tools" };
    Err(no_schema(what, ANY))
}

/// The tools of all elements, if each is a `tools/list` result or response: the pages of a list, or several lists.
fn lists(tape: &Tape<'_>, root: JsonId) -> Option<Vec<JsonId>> {
    let is_list = |kind| matches!(kind, EnvelopeKind::ToolsList | EnvelopeKind::JsonRpc);
    let list = |item| {
        let list = tools_in(tape, item).filter(|list| is_list(list.kind) && !is_chat(tape, item));
        list.map(|list| list.tools)
    };
    let lists = tape.elements(root).map(list).collect::<Option<Vec<_>>>()?;
    Some(lists.into_iter().flatten().collect())
}

impl Envelope {
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

    fn of(kind: EnvelopeKind, tools: Vec<JsonId>) -> Envelope {
        Envelope { kind, tools, holders: Vec::new(), others: Vec::new(), lines: false, partial: false }
    }
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
    if is_one { listed(tape, kind, tools) } else { Envelope::of(kind, Vec::new()) }
}

fn gemini(tape: &Tape<'_>, kind: EnvelopeKind, tools: &mut dyn Iterator<Item = JsonId>) -> Envelope {
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
fn listed(tape: &Tape<'_>, kind: EnvelopeKind, list: JsonId) -> Envelope {
    let is_function = |item: &JsonId| {
        if kind.is_openai() { is_openai(tape, *item) || is_tool(tape, *item) } else { !is_hosted(tape, *item) }
    };
    let (tools, others) = tape.elements(list).partition(is_function);
    Envelope { others, ..Envelope::of(kind, tools) }
}

/// The help for documents that are not recognized.
const ANY: &str = "give a JSON Schema, an MCP tool, a tools/list result, or a Gemini request";

fn no_schema(what: &str, help: &str) -> Box<Issue> {
    Box::new(Issue::document("no-schema", format!("this is {what}"), help))
}
