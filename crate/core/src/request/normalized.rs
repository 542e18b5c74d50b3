//! A request that was normalized.

use crate::{
    Codecs, Issue, Output, Tool,
    json::{Indent, JsonId, pretty, read},
};

/// The result of [`normalize_request`](super::normalize_request).
#[derive(Debug)]
#[non_exhaustive]
pub struct NormalizedRequest {
    /// The body to send.
    pub body: String,
    /// The codecs that restore the calls in the response.
    pub codecs: Codecs,
    /// One entry per function declaration, in document order; empty where reports are switched off
    /// ([`Normalizer::reports`](super::Normalizer::reports)).
    pub tools: Vec<Tool>,
    /// Issues that belong to no declaration, such as those of response schemas.
    pub issues: Vec<Issue>,
}

impl NormalizedRequest {
    /// The body, indented if `output` has an indent.
    pub(crate) fn laid_out(&self, output: &Output) -> String {
        let pretty = |indent| Some(pretty(&read(&self.body).ok()?, JsonId::ROOT, Indent(indent)));
        output.indent.and_then(pretty).unwrap_or_else(|| self.body.clone())
    }
}
