//! What is found in requests beside their schemas.

use super::calls::Misfits;
use crate::{
    json::{JsonId, Tape},
    report::{Issue, Places, Severity},
};

/// A kind of issue.
pub(super) struct Finding {
    code: &'static str,
    pattern: &'static str,
    severity: Severity,
    help: &'static str,
    evidence: &'static [&'static str],
}

pub(super) const NO_REQUEST: Finding = Finding {
    code: "no-request",
    pattern: "a document that is no request",
    severity: Severity::Error,
    help: "give the body of a generateContent, streamGenerateContent, countTokens or chat/completions request",
    evidence: &[],
};

pub(super) const LOST_REQUEST: Finding = Finding {
    code: "lost-request",
    pattern: "a request that is answered elsewhere",
    severity: Severity::Info,
    help: "Cached content and batches are answered when their request is gone, so what would need the codec is left \
           out. Keep the codecs if functions were renamed.",
    evidence: &[],
};

pub(super) const CACHED_TOOLS: Finding = Finding {
    code: "cached-tools",
    pattern: "tools in cached content",
    severity: Severity::Info,
    help: "Restore the answer with the codecs of the body that created the cached content.",
    evidence: &[],
};

pub(super) const CONFIG_WITHOUT_DECLARATIONS: Finding = Finding {
    code: "config-without-declarations",
    pattern: "a function calling config without functions",
    severity: Severity::Error,
    help: "The config is left out; without functions it means nothing.",
    evidence: &["N-config-without-declarations"],
};

pub(super) const ALLOWED_NAME: Finding = Finding {
    code: "allowed-name",
    pattern: "allowed functions that are left out",
    severity: Severity::Warning,
    help: "The name is left out with the function; a list that gets empty allows every function.",
    evidence: &[],
};

pub(super) const PARTIAL_ARGUMENTS: Finding = Finding {
    code: "partial-arguments",
    pattern: "arguments streamed in parts",
    severity: Severity::Warning,
    help: "Coded arguments can be restored as a whole only, so `streamFunctionCallArguments` is switched off.",
    evidence: &[],
};

pub(super) const LEGACY_FUNCTIONS: Finding = Finding {
    code: "legacy-functions",
    pattern: "functions of OpenAI's older API",
    severity: Severity::Warning,
    help: "Neither `functions` nor `function_call` is read; declare `tools`, and answer with `tool_calls`.",
    evidence: &[],
};

pub(super) const FUNCTION_RESPONSE_REF: Finding = Finding {
    code: "function-response-ref",
    pattern: "a reference in a function's response",
    severity: Severity::Error,
    help: "The part that holds `$ref` is sent as JSON text; Gemini takes `$ref` for the name of an attached part.",
    evidence: &["A-function-response-ref"],
};

pub(super) const RESPONSE_SCHEMA_FIELD: Finding = Finding {
    code: "response-schema-field",
    pattern: "the field of a response schema",
    severity: Severity::Info,
    help: "A request has one response schema, in the field of the dialect that the target reads.",
    evidence: &[],
};

const MISFIT: Finding = Finding {
    code: "misfit",
    pattern: "arguments that do not fit their codec",
    severity: Severity::Warning,
    help: "That part is passed on as it came.",
    evidence: &[],
};

pub(super) const PARTS_OF_ARGUMENTS: Finding = Finding {
    code: "parts-of-arguments",
    pattern: "arguments streamed in parts",
    severity: Severity::Warning,
    help: "Coded arguments can be restored as a whole only; normalise the request, which switches the parts off.",
    evidence: &[],
};

impl Finding {
    /// The issue of a member's key or a value.
    pub(super) fn issue(&self, places: &Places<'_>, tape: &Tape<'_>, at: JsonId, detail: &str) -> Issue {
        let refused = self.severity == Severity::Error;
        let mut issue = Issue::document(self.code, format!("{}: {detail}", self.pattern), self.help);
        (issue.pattern, issue.severity, issue.evidence) = (self.pattern, self.severity, self.evidence);
        (issue.pointer, issue.span) = (places.pointer(at), tape.span(at));
        let value = tape.value_of(at);
        let reference = tape.string(value).unwrap_or_else(|| tape.slice(value).into());
        issue.refusal = crate::catalogue::refusal(self.evidence, &reference).filter(|_| refused);
        places.locate(issue)
    }
}

impl Misfits {
    /// Adds the issues of what did not fit in a call.
    pub(super) fn tell(&self, places: &Places<'_>, tape: &Tape<'_>, issues: &mut Vec<Issue>) {
        for misfit in &self.list {
            let mut issue = MISFIT.issue(places, tape, self.at, &misfit.message);
            issue.pointer.push_str(&misfit.pointer);
            issues.push(issue);
        }
    }
}

/// A text that is too long to be restored.
pub(super) fn too_long(limit: usize) -> Issue {
    let message = format!("a part of the stream is longer than {limit} bytes and passes as it is");
    let mut issue = Issue::document("too-long", message, "calls in it are not restored");
    issue.severity = Severity::Warning;
    issue
}
