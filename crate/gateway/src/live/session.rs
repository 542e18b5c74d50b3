//! A session: the tools that its client declared, and how they change messages. Messages that need no change keep their
//! bytes.

use std::{
    iter,
    sync::{Arc, Mutex, PoisonError},
};

use lapidary::{Cancel, Codecs, Normalizer, Surface};

use crate::{
    findings::Findings,
    metrics::Metrics,
    normalizers::{Kind, Normalizers},
};

/// Bytes of earlier tools that are remembered, since calls of them may still be on their way; those just before the
/// latest are kept whatever their size.
const REMEMBERED: usize = 1 << 20;

/// The protocol of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speech {
    /// Contents, calls and their responses: the Live API.
    Contents,
    /// Steps of an interaction.
    Steps,
}

impl Speech {
    /// The protocol of the sessions at a path, if it has any. Paths of the Live API end the same at both services;
    /// those with `Constrained` are for tokens of one session.
    pub(crate) fn at(path: &str) -> Option<Speech> {
        if path.ends_with("/interactions/live") {
            return Some(Speech::Steps);
        }
        let is_live = ["BidiGenerateContent", "BidiGenerateContentConstrained"].iter().any(|it| path.ends_with(it));
        is_live.then_some(Speech::Contents)
    }

    /// Its name in the log and the metrics.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Speech::Contents => "live",
            Speech::Steps => "interactions/live",
        }
    }
}

/// A session, whose declared tools determine how messages in both directions change.
pub(crate) struct Session {
    speech: Speech,
    pub(super) normalizers: Arc<Normalizers>,
    metrics: Arc<Metrics>,
    declared: Mutex<Arc<Declared>>,
}

/// The tools of a session as its client declared them, with their normalizer and codecs.
pub(super) struct Declared {
    pub(super) tools: String,
    pub(super) normalizer: Arc<Normalizer>,
    /// The codecs of these tools and of earlier ones.
    pub(super) codecs: Codecs,
    /// The codecs of each declaration, the latest first, each with the length of its tools.
    latest: Vec<(usize, Codecs)>,
}

/// The outcome of processing a message.
#[derive(Default)]
pub(super) struct Change {
    /// The new text; `None` if the message stays as it is.
    pub(super) text: Option<String>,
    /// The tools that it declares.
    pub(super) declared: Option<Declared>,
    /// What was found in a message of the client.
    pub(super) findings: Findings,
    /// What was found in calls.
    pub(super) misfits: Findings,
}

impl Session {
    pub(crate) fn new(speech: Speech, normalizers: Arc<Normalizers>, metrics: Arc<Metrics>) -> Session {
        let normalizer = normalizers.of(kind(&normalizers, None));
        let nothing = Declared { tools: String::new(), normalizer, codecs: Codecs::default(), latest: Vec::new() };
        Session { speech, normalizers, metrics, declared: Mutex::new(Arc::new(nothing)) }
    }

    /// Its name in the log.
    pub(super) fn name(&self) -> &'static str {
        self.speech.name()
    }

    /// Converts a message of the client for the service.
    pub(super) fn sent(&self, text: &str, cancel: &Cancel) -> Change {
        let change = match self.speech {
            Speech::Contents => self.contents_sent(text, cancel),
            Speech::Steps => self.steps_sent(text, cancel),
        };
        change.unwrap_or_default()
    }

    /// Converts a message of the service for the client.
    pub(super) fn got(&self, text: &str, cancel: &Cancel) -> Change {
        let declared = self.declared();
        if declared.codecs.is_empty() {
            return Change::default();
        }
        let change = match self.speech {
            Speech::Contents => self.contents_got(&declared.codecs, text, cancel),
            Speech::Steps => Session::steps_got(&declared.codecs, text),
        };
        change.unwrap_or_default()
    }

    /// Records the outcome in the session, the metrics and the log; returns the new text of the message, if there is one.
    pub(super) fn settled(&self, change: Change) -> Option<String> {
        let Change { text, declared, findings, misfits } = change;
        self.metrics.misfits(misfits.count);
        misfits.log(self.name());
        self.metrics.fit(self.name(), text.is_some() && declared.is_some(), findings.count);
        findings.log(self.name());
        if let Some(declared) = declared {
            *self.declared.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(declared);
        }
        text
    }

    /// The normalizer for a session with a model, which may be given with its path (`models/…`).
    pub(super) fn normalizer(&self, model: &str) -> Arc<Normalizer> {
        let model = model.rsplit('/').next().unwrap_or_default().to_owned();
        self.normalizers.of(kind(&self.normalizers, Some(model)))
    }

    pub(super) fn declared(&self) -> Arc<Declared> {
        Arc::clone(&self.declared.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Declared {
    /// Adds the codecs of further tools, which are `bytes` long, and forgets those that are too old.
    pub(super) fn and(&self, bytes: usize, codecs: Codecs) -> Declared {
        let mut before = 0;
        let earlier = self.latest.iter().enumerate().take_while(|(at, (length, _))| {
            before += length;
            *at == 0 || before <= REMEMBERED
        });
        let earlier = earlier.map(|(_, one)| one.clone());
        let latest: Vec<(usize, Codecs)> = iter::once((bytes, codecs)).chain(earlier).collect();
        // Later declarations override earlier ones of the same name.
        let all = latest.iter().rev().flat_map(|(_, codecs)| codecs.iter());
        let codecs = Codecs::new(all.map(|(name, codec)| (name.to_owned(), codec.clone())));
        Declared { tools: self.tools.clone(), normalizer: Arc::clone(&self.normalizer), codecs, latest }
    }
}

/// The kind of normalizer that a session with a model needs.
fn kind(normalizers: &Normalizers, model: Option<String>) -> Kind {
    Kind { surface: Surface::Live, model, mode: normalizers.options().mode }
}

#[cfg(test)]
mod tests;
