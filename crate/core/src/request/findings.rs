//! Findings in requests, other than those in schemas.

use serde::Serialize;

use super::calls::Misfits;
use crate::{
    json::{JsonId, Quoted, Tape, character_start},
    report::{Issue, Places, Severity},
    schema::MAX_POINTER,
};

/// The number of issues of a document or a stream from which on those outside of schemas are only counted, in
/// `unlisted` of the last one.
const MAX_ISSUES: usize = 1_000;

/// The most bytes of a reference that are quoted.
const QUOTED: usize = 1_000;

/// Adds an issue to those of a document; where the list is full, counts it and the `unlisted` ones that it stands for.
pub(super) fn note(issues: &mut Vec<Issue>, unlisted: usize, issue: impl FnOnce() -> Issue) {
    let is_full = issues.len() >= MAX_ISSUES;
    match issues.last_mut().filter(|_| is_full) {
        Some(last) => last.unlisted += 1 + unlisted,
        None => issues.push(issue()),
    }
}

/// A kind of issue.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// Its code, a lower-case word.
    pub code: &'static str,
    /// The usual name of the pattern.
    pub pattern: &'static str,
    /// How severe it is.
    pub severity: Severity,
    /// What was found, and what it leads to.
    pub found: &'static str,
    /// What is sent instead; empty where nothing is changed.
    pub fix: &'static str,
    /// What the author of the request can do; empty where that is nothing.
    pub help: &'static str,
    /// Rows of the error catalogue.
    pub evidence: &'static [&'static str],
}

/// All kinds.
pub const FINDINGS: [&Finding; 18] = [
    &UNREPORTED,
    &NO_REQUEST,
    &OTHER_PROVIDER,
    &LOST_REQUEST,
    &CACHED_TOOLS,
    &CONFIG_WITHOUT_DECLARATIONS,
    &ALLOWED_NAME,
    &UNDECLARED_NAME,
    &PARTIAL_ARGUMENTS,
    &LEGACY_FUNCTIONS,
    &STRICT_FORMAT,
    &FUNCTION_RESPONSE_REF,
    &FUNCTION_RESPONSE_VALUE,
    &RESPONSE_SCHEMA_FIELD,
    &INTERACTION_BOUND,
    &MISFIT,
    &PARTS_OF_ARGUMENTS,
    &NAMESPACE,
];

impl Finding {
    const NONE: Finding =
        Finding { code: "", pattern: "", severity: Severity::Warning, found: "", fix: "", help: "", evidence: &[] };
}

pub(super) const NO_REQUEST: Finding = Finding {
    code: "no-request",
    pattern: "a document that is not a request",
    severity: Severity::Error,
    found: "the document is not a request",
    help: "pass the body of a generateContent, streamGenerateContent, countTokens or chat/completions request",
    ..Finding::NONE
};

pub(super) const OTHER_PROVIDER: Finding = Finding {
    code: "other-provider",
    pattern: "a request to another provider",
    severity: Severity::Error,
    found: "the target has OpenAI's declarations, which a request to Gemini cannot hold; the request is left unchanged",
    help: "choose a target for Gemini, such as `auto`",
    ..Finding::NONE
};

pub(super) const UNREPORTED: Finding = Finding {
    code: "unreported",
    pattern: "tools that are too long to be reported",
    found: "what the tools of this request lose is not reported, as they are longer than a megabyte",
    help: "check them with `lapidary check`",
    ..Finding::NONE
};

pub(super) const LOST_REQUEST: Finding = Finding {
    code: "lost-request",
    pattern: "a request that is answered elsewhere",
    severity: Severity::Info,
    found: "cached content and batches are answered when their request and its codec are gone",
    fix: "declarations as in drop-in mode, which need no codec",
    help: "keep the codecs if functions were renamed",
    ..Finding::NONE
};

pub(super) const CACHED_TOOLS: Finding = Finding {
    code: "cached-tools",
    pattern: "tools in cached content",
    severity: Severity::Info,
    found: "`cachedContent` adds tools of another request; in calls to them, only names in the history are restored",
    help: "restore the answer with the codecs of the body that created the cached content",
    ..Finding::NONE
};

pub(super) const CONFIG_WITHOUT_DECLARATIONS: Finding = Finding {
    code: "config-without-declarations",
    pattern: "a function calling config without functions",
    severity: Severity::Error,
    found: "the request has a function calling config but declares no function; the API rejects it",
    fix: "removed",
    evidence: &["N-config-without-declarations"],
    ..Finding::NONE
};

pub(super) const ALLOWED_NAME: Finding = Finding {
    code: "allowed-name",
    pattern: "allowed functions that are omitted",
    found: "a function that may be called is not declared, because it is omitted",
    fix: "its name omitted too; an array that becomes empty allows every function",
    ..Finding::NONE
};

pub(super) const UNDECLARED_NAME: Finding = Finding {
    code: "undeclared-name",
    pattern: "a name of a function that is not declared",
    severity: Severity::Info,
    found: "the target does not allow the name of a function that the request mentions and does not declare",
    fix: "the name under which an earlier request declared it",
    ..Finding::NONE
};

pub(super) const PARTIAL_ARGUMENTS: Finding = Finding {
    code: "partial-arguments",
    pattern: "arguments streamed in parts",
    found: "arguments are requested in parts, but those that are encoded or may need repair are only restored as a whole",
    fix: "`streamFunctionCallArguments: false`",
    ..Finding::NONE
};

pub(super) const LEGACY_FUNCTIONS: Finding = Finding {
    code: "legacy-functions",
    pattern: "functions of OpenAI's older API",
    found: "`functions` and `function_call` belong to OpenAI's older API, and are passed on unchanged",
    help: "declare `tools`, and answer with `tool_calls`",
    ..Finding::NONE
};

pub(super) const STRICT_FORMAT: Finding = Finding {
    code: "strict-format",
    pattern: "a strict format of the answer",
    found: "`strict` is set, but the schema is no longer one that OpenAI's strict mode accepts",
    fix: "`strict: false`; `openai-strict` keeps the mode",
    ..Finding::NONE
};

pub(super) const FUNCTION_RESPONSE_REF: Finding = Finding {
    code: "function-response-ref",
    pattern: "a reference in a function's response",
    severity: Severity::Error,
    found: "the response of a function contains `$ref`, which Gemini reads as the name of an attached part",
    fix: "the value that contains it, as JSON text",
    evidence: &["A-function-response-ref"],
    ..Finding::NONE
};

pub(super) const FUNCTION_RESPONSE_VALUE: Finding = Finding {
    code: "function-response-value",
    pattern: "a function's response that is not an object",
    severity: Severity::Error,
    found: "the response of a function is not an object; the API rejects the request",
    fix: "an object with the response as its `output`",
    evidence: &["A-function-response-value"],
    ..Finding::NONE
};

pub(super) const RESPONSE_SCHEMA_FIELD: Finding = Finding {
    code: "response-schema-field",
    pattern: "the field of a response schema",
    severity: Severity::Info,
    found: "a request has one response schema, in the field that the target reads",
    ..Finding::NONE
};

pub(super) const INTERACTION_BOUND: Finding = Finding {
    code: "interaction-bound",
    pattern: "a bound in the answer of an interaction",
    found: "the Interactions API has been observed to reject this bound of an answer, although Google documents it",
    help: "if the API answers 400, check the bound yourself",
    evidence: &["A-interaction-bounds"],
    ..Finding::NONE
};

const MISFIT: Finding = Finding {
    code: "misfit",
    pattern: "arguments that do not match their codec",
    found: "the arguments do not match the codec",
    fix: "that part left unchanged",
    ..Finding::NONE
};

pub(super) const PARTS_OF_ARGUMENTS: Finding = Finding {
    code: "parts-of-arguments",
    pattern: "arguments streamed in parts",
    found: "arguments that are encoded or may need repair come in parts, but are only restored as a whole; they are passed on unchanged",
    help: "normalize the request, which switches the parts off",
    ..Finding::NONE
};

pub(super) const NAMESPACE: Finding = Finding {
    code: "namespace",
    pattern: "a call under an invented namespace",
    found: "the model has added a namespace to the name of the function",
    fix: "the function's own name",
    ..Finding::NONE
};

impl Finding {
    /// The issue at a member's key or a value; `detail` completes the message and may be empty.
    pub(super) fn issue(&self, places: &Places<'_>, tape: &Tape<'_>, at: JsonId, detail: &str) -> Issue {
        let refused = self.severity == Severity::Error;
        let message = if detail.is_empty() { self.found.to_owned() } else { format!("{}: {detail}", self.found) };
        let mut issue = Issue::document(self.code, message, self.help);
        (issue.pattern, issue.severity, issue.evidence) = (self.pattern, self.severity, self.evidence.to_vec());
        issue.fix = Some(self.fix.to_owned()).filter(|fix| !fix.is_empty());
        (issue.pointer, issue.span) = (places.pointer(at), tape.span(at));
        let value = tape.value_of(at);
        let reference = tape.string(value).unwrap_or_else(|| tape.slice(value).into());
        let reference = &reference[..character_start(&reference, QUOTED)];
        issue.refusal = crate::catalogue::refusal(self.evidence, reference).filter(|_| refused);
        places.locate(issue)
    }
}

impl Misfits {
    /// Adds an issue for each misfit of a call.
    pub(super) fn tell(&self, places: &Places<'_>, tape: &Tape<'_>, issues: &mut Vec<Issue>) {
        for misfit in &self.list {
            note(issues, 0, || {
                let mut issue = MISFIT.issue(places, tape, self.at, "").called(&self.function);
                issue.message = format!("{} of {}: {}", issue.message, Quoted(&self.function), misfit.message);
                // The message says what is omitted.
                issue.fix.take_if(|_| misfit.omitted);
                if issue.pointer.len() + misfit.pointer.len() <= MAX_POINTER {
                    issue.pointer.push_str(&misfit.pointer);
                }
                issue
            });
        }
    }
}

/// The issue of a part of a stream that is too long to be held back and restored.
pub(super) fn too_long(limit: usize) -> Issue {
    let message = format!("a part of the stream is longer than {limit} bytes and is passed on unchanged");
    let mut issue = Issue::document("too-long", message, "calls in it are not restored");
    issue.severity = Severity::Warning;
    issue
}
