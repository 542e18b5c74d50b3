//! Normalizes the requests of one or many conversations.

use std::sync::Arc;

use super::{
    normalize,
    normalized::{NormalizedRequest, new_lists},
    turns::{NewLists, ToolLists, Turn},
};
use crate::{Codecs, Limits, OnError, Options, engine::Findings, limits::Work, report::Places};

/// Normalizes a request body for the target: a body of `generateContent`, `streamGenerateContent` or `countTokens`, of
/// the Gemini API, Vertex AI or Code Assist, with field names in camel or in snake case; or one of OpenAI's
/// `chat/completions`, recognized by its `messages`, for the endpoints that translate it for Gemini.
///
/// Function declarations and response schemas are lowered; duplicate and empty tools are removed, and so is the
/// function calling config if no declaration is left. New names of functions are carried over to `allowedFunctionNames`
/// and, with encoded arguments, to the calls of the history. A function response with a `$ref` in it is sent as text
/// (catalogue: A-function-response-ref), and one that is no object as the `output` of an object
/// (A-function-response-value).
///
/// In OpenAI's format the same applies to `tools` (and Gemini's own under `extra_body.google`), `response_format`,
/// `tool_choice`, `tool_calls` and the names of their responses. Schemas stay in their fields, in JSON Schema's
/// spelling, and a target that chooses between the schema fields takes `parameters`, since endpoints translate to that.
/// The older `functions` and `function_call` are left unchanged. A request of OpenAI's Responses API, recognized by `input`
/// beside another of its fields, or beside functions for a model that is not one of Gemini's, is normalized likewise:
/// `tools`, `text.format`, `tool_choice` and the `function_call`s of its `input`. In an interaction, recognized by
/// `response_format` next to `input`, or by functions for a model of Gemini's, the functions and the response schema are
/// lowered.
///
/// Of a function that the history has calls of and the request does not declare, only the name is adapted: to the one
/// under which an earlier request declared it, with an issue.
///
/// A body that creates cached content, and one of a batch, is no longer at hand when its response arrives: nothing in
/// it is encoded, whatever the mode. Whether a schema is for arguments or for a response depends on its place: the
/// option `role` has no effect here. Never fails: a body that cannot be read is returned unchanged, with an issue.
///
/// ```
/// use lapidary::{Options, normalize_request, restore_response};
/// let body = r#"{"contents": [], "tools": [{"functionDeclarations": [{"name": "a/b", "parameters": {"type": "object",
///   "properties": {"n": {"type": ["integer", "null"]}}}}]}]}"#;
/// let request = normalize_request(body, &Options::default());
/// assert!(request.body.contains(r#"{"type":"INTEGER","nullable":true}"#));
/// let (declared, _) = request.codecs.iter().next().unwrap();
/// let answer = format!(r#"{{"candidates":[{{"content":{{"parts":[{{"functionCall":{{"name":"{declared}"}}}}]}}}}]}}"#);
/// assert!(restore_response(&request.codecs, &answer).body.contains(r#"{"name":"a/b"}"#));
/// ```
#[must_use]
pub fn normalize_request(body: &str, options: &Options) -> NormalizedRequest {
    Normalizer::new(options.clone()).normalize(body)
}

/// Normalizes the requests of a conversation as [`normalize_request`] does, without lowering again the tools that a
/// recent request declared. Keeps the last 64 lists of tools, at most a megabyte in all; may be shared by threads.
#[derive(Debug)]
pub struct Normalizer {
    options: Options,
    on_error: OnError,
    findings: Findings,
    /// Whether a list of tools is remembered only once the caller has read its findings.
    once: bool,
    lists: Arc<ToolLists>,
}

impl Normalizer {
    /// A normalizer that has seen no request.
    #[must_use]
    pub fn new(options: Options) -> Normalizer {
        let (on_error, lists) = (OnError::default(), Arc::default());
        Normalizer { options, on_error, findings: Findings::Read, once: false, lists }
    }

    /// Sets what happens to a tool that can no longer be called; with [`OnError::Throw`], its request is returned
    /// unchanged, with the issue.
    #[must_use]
    pub fn on_error(self, on_error: OnError) -> Normalizer {
        Normalizer { on_error, ..self }
    }

    /// Sets whether results report the findings of each tool, which is the default. Without reports, `tools` of the
    /// results is empty, and a request with new tools takes about half the time.
    #[must_use]
    pub fn reports(self, wanted: bool) -> Normalizer {
        let findings = if wanted { Findings::Read } else { Findings::Unread };
        Normalizer { findings, lists: Arc::default(), ..self }
    }

    /// Sets that the findings of a list of tools are reported until the caller has read them, and then no more while the
    /// list is remembered: that begins with [`NewLists::read`].
    #[doc(hidden)]
    #[must_use]
    pub fn reports_once(self) -> Normalizer {
        Normalizer { findings: Findings::Read, once: true, lists: Arc::default(), ..self }
    }

    /// Normalizes a request body for the target.
    #[must_use]
    pub fn normalize(&self, body: &str) -> NormalizedRequest {
        self.normalized(body, &self.options)
    }

    /// Normalizes a request body for the target, within these limits instead of those of the options: threads that
    /// share a normalizer can each cancel their own call.
    #[must_use]
    pub fn normalize_within(&self, limits: &Limits, body: &str) -> NormalizedRequest {
        self.normalized(body, &self.options.clone().limits(limits.clone()))
    }

    fn normalized(&self, body: &str, options: &Options) -> NormalizedRequest {
        let same = |issue, is_rejected| NormalizedRequest {
            body: body.to_owned(),
            codecs: Codecs::default(),
            tools: Vec::new(),
            issues: vec![issue],
            list: None,
            new: NewLists::default(),
            is_rejected,
        };
        let (tape, turn) = match Turn::read(&self.lists, self.once, body, options) {
            Ok(read) => read,
            Err(issue) => return same(*issue, false),
        };
        let work = Work::new(&options.limits, body.len());
        let done = normalize(&tape, options, self.on_error, self.findings, turn, &work);
        let mut request = done.unwrap_or_else(|issue| same(Places::new(&tape, options.encoding).locate(*issue), true));
        if !self.once {
            new_lists(&mut request).keep();
        }
        request
    }
}
