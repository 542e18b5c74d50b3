//! Finds the requests of a document.

use super::fields::{at, each, get, key};
use crate::{
    Emit, Mode,
    declare::{is_interaction, is_responses},
    json::{JsonId, Kind, Tape},
    order::Gather,
};

/// Whether the sender of the request, who has the codecs, gets the response.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sent {
    /// The sender gets it.
    Now,
    /// The request is stored, and answered elsewhere.
    Later,
}

/// The API that a request is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Api {
    /// Gemini's own: `contents`.
    Gemini,
    /// OpenAI's `chat/completions`, with `messages`, and its Responses API, with `input`.
    OpenAi,
    /// The Interactions API, with `input`.
    Interactions,
}

impl Api {
    /// The form of its tools in the output.
    pub(super) fn emit(self) -> Emit {
        if self == Api::Gemini { Emit::Declarations } else { Emit::Same }
    }
}

/// One request.
pub(super) struct Body {
    /// The object with `tools` and the conversation.
    pub(super) object: JsonId,
    /// Who gets the response.
    pub(super) sent: Sent,
    pub(super) api: Api,
}

impl Body {
    /// The mode of its arguments: nothing is encoded where the response arrives elsewhere.
    pub(super) fn mode(&self, wanted: Mode) -> Mode {
        if self.sent == Sent::Later { Mode::DropIn } else { wanted }
    }
}

/// The requests of a document: the document itself, the request that `countTokens` of the Gemini API or Code Assist
/// wraps, or those of a batch (`batchGenerateContent`, or a line of a batch file).
pub(super) fn bodies(tape: &Tape<'_>) -> Vec<Body> {
    let root = JsonId::ROOT;
    if tape.kind(root) != Kind::Object {
        return Vec::new();
    }
    if let Some(object) = get(tape, root, "generateContentRequest") {
        return vec![Body { object, sent: Sent::Now, api: Api::Gemini }];
    }
    let batch = at(tape, root, &["batch", "inputConfig", "requests", "requests"]).or(get(tape, root, "requests"));
    if batch.is_some() {
        let requests = each(tape, batch).into_iter().filter_map(|entry| get(tape, entry, "request"));
        return requests.map(|object| Body { object, sent: Sent::Later, api: Api::Gemini }).gather();
    }
    if let Some(object) = get(tape, root, "request") {
        // A request to Code Assist names its model, for `countTokens` inside, and a project unless it is the user's own; a
        // line of a batch leaves both to its job, or has a key.
        let has = |object, names: &[&str]| names.iter().any(|name| key(tape, object, name).is_some());
        let is_counted = has(object, &["model"]) && !has(root, &["key"]);
        let is_code_assist = has(root, &["model", "project"]) || is_counted;
        let sent = if is_code_assist { Sent::Now } else { Sent::Later };
        return vec![Body { object, sent, api: Api::Gemini }];
    }
    let api = match () {
        () if key(tape, root, "contents").is_some() => Api::Gemini,
        () if key(tape, root, "messages").is_some() || is_responses(tape, root) => Api::OpenAi,
        () if is_interaction(tape, root) => Api::Interactions,
        () => Api::Gemini,
    };
    let sent = if api == Api::Gemini && is_cached_content(tape, root) { Sent::Later } else { Sent::Now };
    vec![Body { object: root, sent, api }]
}

/// Whether the body creates cached content: it has a field that only `CachedContent` has
/// (google-ai-generativelanguage 0.12.1, google-cloud-aiplatform 2.7.0).
fn is_cached_content(tape: &Tape<'_>, object: JsonId) -> bool {
    ["ttl", "expireTime", "displayName"].iter().any(|name| key(tape, object, name).is_some())
}
