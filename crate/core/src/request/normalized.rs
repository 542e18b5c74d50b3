//! A request that was normalized.

use std::{mem, ops::Range};

use super::turns::NewLists;
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
    pub(super) list: Option<ListPlaces>,
    pub(super) new: NewLists,
    pub(super) is_rejected: bool,
}

/// Where a list of tools is, in bytes.
#[derive(Clone, Debug)]
pub struct ListPlaces {
    /// In the request.
    pub source: Range<usize>,
    /// In the normalized request.
    pub output: Range<usize>,
}

/// The last list of tools that a normalizer remembers from a request; as a rule, the normalized form of a later request
/// with the same list has the same text there.
#[must_use]
pub fn remembered_list(request: &NormalizedRequest) -> Option<&ListPlaces> {
    request.list.as_ref()
}

/// Takes the lists of tools of a request that its normalizer does not remember yet.
#[must_use]
pub fn new_lists(request: &mut NormalizedRequest) -> NewLists {
    mem::take(&mut request.new)
}

impl NormalizedRequest {
    /// The issue of a tool that [`OnError::Throw`](crate::OnError::Throw) rejects, and with it the whole request, whose
    /// body is then unchanged; `None` if it may be sent.
    ///
    /// ```
    /// use lapidary::{Normalizer, OnError, Options};
    /// let normalizer = Normalizer::new(Options::default()).on_error(OnError::Throw);
    /// let request = |parameters| {
    ///     normalizer.normalize(&format!(r#"{{"tools":[{{"functionDeclarations":[{{"name":"f","parameters":{parameters}}}]}}]}}"#))
    /// };
    /// assert!(request(r#"{"type":"object"}"#).rejection().is_none());
    /// assert!(request(r#"{"type":"object","properties":{"a":false},"required":["a"]}"#).rejection().is_some());
    /// ```
    #[must_use]
    pub fn rejection(&self) -> Option<&Issue> {
        self.issues.first().filter(|_| self.is_rejected)
    }

    /// The body, indented if `output` has an indent.
    pub(crate) fn laid_out(&self, output: &Output) -> String {
        let pretty = |indent| Some(pretty(&read(&self.body).ok()?, JsonId::ROOT, Indent(indent)));
        output.indent.and_then(pretty).unwrap_or_else(|| self.body.clone())
    }
}
