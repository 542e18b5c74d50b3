//! Who the client is, and what its tools are lowered for.

use std::sync::Arc;

use lapidary_mcp::message::Members;
use serde_json::value::RawValue;

use crate::{Profiles, Treatment, fit::Fitting};

/// Members of a request's `_meta`, since 2026-07-28.
pub(crate) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
pub(crate) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

pub(super) struct Client {
    profiles: Arc<Profiles>,
    /// Whether the server is reached over HTTP, where headers repeat arguments since 2026-07-28.
    over_http: bool,
    /// Whether each request describes its client, as since 2026-07-28.
    is_modern: bool,
    /// What it receives, once it has identified itself or received tools.
    treatment: Option<Treatment>,
}

impl Client {
    pub(super) fn new(profiles: Arc<Profiles>, over_http: bool) -> Client {
        Client { profiles, over_http, is_modern: false, treatment: None }
    }

    /// Any client of an endpoint, whatever its name.
    pub(super) fn any(profiles: Arc<Profiles>) -> Client {
        let treatment = Some(profiles.of(None));
        Client { treatment, ..Client::new(profiles, true) }
    }

    /// Identifies the client: from `initialize`, or from the `_meta` that every request has since 2026-07-28.
    pub(super) fn meet(&mut self, method: &str, params: Option<&RawValue>) {
        if self.treatment.is_some() && (self.is_modern || !self.over_http) {
            return;
        }
        let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
        let meta = params.as_ref().and_then(|params| params.read::<Members>("_meta"));
        self.is_modern |= meta.as_ref().is_some_and(|meta| meta.get(VERSION).is_some());
        if self.treatment.is_some() {
            return;
        }
        let info: Option<Members> = match method {
            "initialize" => params.as_ref().and_then(|params| params.read("clientInfo")),
            _ => meta.and_then(|meta| meta.read(CLIENT)),
        };
        if let Some(name) = info.and_then(|info| info.read::<String>("name")) {
            self.treatment = Some(self.profiles.of(Some(&name)));
        }
    }

    /// How tools are processed for it: from the first tools on, always in the same way.
    pub(super) fn fitting(&mut self) -> Fitting {
        let fit = match self.treatment.get_or_insert_with(|| self.profiles.of(None)) {
            Treatment::AsIs => None,
            Treatment::Fit(fit) => Some(Arc::clone(fit)),
        };
        Fitting { fit, mirrors: self.over_http && self.is_modern }
    }
}
