//! A session: what its client declared, and what becomes of each message. What needs no change keeps its bytes.

use std::{
    iter,
    sync::{Arc, Mutex, PoisonError},
};

use lapidary::{Cancel, Codecs, Normalizer, Surface};

use crate::{
    metrics::Metrics,
    normalizers::{Kind, Normalizers},
};

/// Bytes of tools that are remembered beside the latest, since calls of them may still be on their way; the last ones
/// before are, however many they are.
const REMEMBERED: usize = 1 << 20;

/// What sessions are spoken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speech {
    /// Contents, calls and their answers: the Live API.
    Contents,
    /// Steps of an interaction.
    Steps,
}

impl Speech {
    /// That of the sockets at a path, if these are sessions. Those of the Live API are so at either service; with
    /// `Constrained`, for tokens of one session.
    pub(crate) fn at(path: &str) -> Option<Speech> {
        if path.ends_with("/interactions/live") {
            return Some(Speech::Steps);
        }
        let is_live = ["BidiGenerateContent", "BidiGenerateContentConstrained"].iter().any(|it| path.ends_with(it));
        is_live.then_some(Speech::Contents)
    }

    /// What metrics call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Speech::Contents => "live",
            Speech::Steps => "interactions/live",
        }
    }
}

/// A session: what its client declared, which both directions are changed by.
pub(crate) struct Session {
    speech: Speech,
    pub(super) normalizers: Arc<Normalizers>,
    metrics: Arc<Metrics>,
    declared: Mutex<Arc<Declared>>,
}

/// The tools of a session as its client gave them, what makes them fit, and what undoes their calls.
pub(super) struct Declared {
    pub(super) tools: String,
    pub(super) normalizer: Arc<Normalizer>,
    /// Of these tools, and of those before.
    pub(super) codecs: Codecs,
    /// What undoes the calls of these and those before alone, the latest first, and how long their tools were.
    latest: Vec<(usize, Codecs)>,
}

/// What becomes of a message.
#[derive(Default)]
pub(super) struct Change {
    /// What it says from now on; `None` where it is to stay.
    pub(super) text: Option<String>,
    /// The tools that it declares, and how many issues they have.
    pub(super) declared: Option<(Declared, usize)>,
    /// Calls that did not fit.
    pub(super) misfits: usize,
}

impl Session {
    pub(crate) fn new(speech: Speech, normalizers: Arc<Normalizers>, metrics: Arc<Metrics>) -> Session {
        let normalizer = normalizers.of(kind(&normalizers, None));
        let nothing = Declared { tools: String::new(), normalizer, codecs: Codecs::default(), latest: Vec::new() };
        Session { speech, normalizers, metrics, declared: Mutex::new(Arc::new(nothing)) }
    }

    /// What becomes of a message of the client, as the service takes it.
    pub(super) fn sent(&self, text: &str, cancel: &Cancel) -> Change {
        let change = match self.speech {
            Speech::Contents => self.contents_sent(text, cancel),
            Speech::Steps => self.steps_sent(text, cancel),
        };
        change.unwrap_or_default()
    }

    /// What becomes of a message of the service, as the client knows its functions.
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

    /// Remembers and counts what became of a message; gives what it says from now on, if that is something else.
    pub(super) fn settled(&self, change: Change) -> Option<String> {
        let Change { text, declared, misfits } = change;
        self.metrics.misfits(misfits);
        if let Some((declared, issues)) = declared {
            self.metrics.fit(self.speech.name(), text.is_some(), issues);
            *self.declared.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(declared);
        }
        text
    }

    /// What makes the tools of a session with a model fit, which is named with its folder.
    pub(super) fn normalizer(&self, model: &str) -> Arc<Normalizer> {
        let model = model.rsplit('/').next().unwrap_or_default().to_owned();
        self.normalizers.of(kind(&self.normalizers, Some(model)))
    }

    pub(super) fn declared(&self) -> Arc<Declared> {
        Arc::clone(&self.declared.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Declared {
    /// The same with what undoes the calls of more tools, which are so many bytes long.
    pub(super) fn and(&self, bytes: usize, codecs: Codecs) -> Declared {
        let mut before = 0;
        let earlier = self.latest.iter().enumerate().take_while(|(at, (length, _))| {
            before += length;
            *at == 0 || before <= REMEMBERED
        });
        let earlier = earlier.map(|(_, one)| one.clone());
        let latest: Vec<(usize, Codecs)> = iter::once((bytes, codecs)).chain(earlier).collect();
        // The later ones go before the earlier ones.
        let all = latest.iter().rev().flat_map(|(_, codecs)| codecs.iter());
        let codecs = Codecs::new(all.map(|(name, codec)| (name.to_owned(), codec.clone())));
        Declared { tools: self.tools.clone(), normalizer: Arc::clone(&self.normalizer), codecs, latest }
    }
}

/// The kind of all messages of a session with a model.
fn kind(normalizers: &Normalizers, model: Option<String>) -> Kind {
    Kind { surface: Surface::Live, model, mode: normalizers.options().mode }
}

#[cfg(test)]
mod tests;
