//! Messages of an Interactions API session: an interaction declares tools when it is created, calls and their results
//! are steps (google-genai 3.6.1 of `PyPI`, `_interactions_websocket.py`; `_gaos/types/interactions/clientevent.py` and
//! `serverevent.py`).

use lapidary::{Cancel, Codecs, Mode, Surface};

use super::session::{Change, Session};
use crate::{
    interactions::{Fit, fit, restored},
    normalizers::Kind,
};

impl Session {
    pub(super) fn steps_sent(&self, text: &str, cancel: &Cancel) -> Option<Change> {
        let kind = Kind { surface: Surface::GeminiApi, model: None, mode: Mode::DropIn };
        let options = self.normalizers.options_for(kind).limits(self.normalizers.limits(cancel));
        let Fit { body, codecs, findings } = fit(text, &options)?;
        let has_tools = !codecs.is_empty() || findings.count > 0;
        let declared = has_tools.then(|| self.declared().and(text.len(), codecs));
        Some(Change { text: (body != text).then_some(body), declared, findings, ..Change::default() })
    }

    pub(super) fn steps_got(codecs: &Codecs, text: &str) -> Option<Change> {
        Some(Change { text: Some(restored(codecs, text)?), ..Change::default() })
    }
}
