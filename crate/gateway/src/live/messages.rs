//! What is said in a session of the Live API: tools when it starts, calls and their answers as messages. What needs no
//! change keeps its bytes.

use std::sync::{Arc, Mutex, PoisonError};

use lapidary::{Codecs, Normalizer, Surface, internal::Splices, restore_response};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    metrics::Metrics,
    normalizers::{Kind, Normalizers},
};

/// What metrics call it.
pub(crate) const NAME: &str = "live";

/// A session: what its client declared, which both directions are changed by.
pub(crate) struct Session {
    normalizers: Arc<Normalizers>,
    metrics: Arc<Metrics>,
    declared: Mutex<Arc<Declared>>,
}

/// The tools of a session as its client gave them, what makes them fit, and what undoes their calls.
struct Declared {
    tools: String,
    normalizer: Arc<Normalizer>,
    codecs: Codecs,
}

/// A message of the client: the members that have to do with tools.
#[derive(Deserialize)]
struct Sent<'a> {
    #[serde(borrow)]
    setup: Option<&'a RawValue>,
    #[serde(borrow, alias = "client_content", rename = "clientContent")]
    content: Option<Content<'a>>,
    #[serde(borrow, alias = "tool_response", rename = "toolResponse")]
    answers: Option<Answers<'a>>,
    #[serde(borrow, alias = "context_update", rename = "contextUpdate")]
    update: Option<Update<'a>>,
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow)]
    turns: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Answers<'a> {
    #[serde(borrow, alias = "function_responses", rename = "functionResponses")]
    functions: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Update<'a> {
    #[serde(borrow)]
    tools: Option<&'a RawValue>,
}

/// What says of a setup which model is asked, and which tools are declared.
#[derive(Deserialize)]
struct Setup<'a> {
    model: Option<String>,
    #[serde(borrow)]
    tools: Option<&'a RawValue>,
}

/// A message of the service.
#[derive(Deserialize)]
struct Got<'a> {
    #[serde(borrow, alias = "tool_call", rename = "toolCall")]
    calls: Option<Calls<'a>>,
}

#[derive(Deserialize)]
struct Calls<'a> {
    #[serde(borrow, alias = "function_calls", rename = "functionCalls")]
    functions: Vec<&'a RawValue>,
}

/// A request that stands for a part of a message.
#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    contents: &'a RawValue,
}

#[derive(Deserialize)]
struct Turn<'a> {
    #[serde(borrow)]
    parts: Vec<Part<'a>>,
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow, alias = "functionCall", alias = "functionResponse")]
    function: &'a RawValue,
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    candidates: [Candidate<'a>; 1],
}

#[derive(Deserialize)]
struct Candidate<'a> {
    #[serde(borrow)]
    content: Turn<'a>,
}

impl Session {
    pub(crate) fn new(normalizers: Arc<Normalizers>, metrics: Arc<Metrics>) -> Session {
        let normalizer = normalizers.of(kind(&normalizers, None));
        let nothing = Declared { tools: String::new(), normalizer, codecs: Codecs::default() };
        Session { normalizers, metrics, declared: Mutex::new(Arc::new(nothing)) }
    }

    /// A message of the client, as the service takes it; `None` where it is to stay.
    pub(super) fn sent(&self, text: &str) -> Option<String> {
        let message: Sent = serde_json::from_str(text).ok()?;
        if let Some(setup) = message.setup {
            let Setup { model, tools } = serde_json::from_str(setup.get()).ok()?;
            let fit = self.declare(setup.get(), tools.map_or("[]", RawValue::get), model)?;
            return Splices::of(text, [(setup.get(), fit)]).finish();
        }
        if let Some(tools) = message.update.and_then(|update| update.tools) {
            let Setup { tools: inner, .. } = serde_json::from_str(tools.get()).ok()?;
            let fit = self.declare(tools.get(), inner?.get(), None)?;
            return Splices::of(text, [(tools.get(), fit)]).finish();
        }
        let declared = self.declared();
        if declared.codecs.is_empty() {
            return None;
        }
        if let Some(turns) = message.content.and_then(|content| content.turns) {
            let body = declared.in_turn(turns.get());
            let Request { contents } = serde_json::from_str(&body).ok()?;
            return Splices::of(text, [(turns.get(), contents.get().to_owned())]).finish();
        }
        let given: Vec<&str> = message.answers?.functions.into_iter().map(RawValue::get).collect();
        let turns = format!(r#"[{{"role":"user","parts":{}}}]"#, parts("functionResponse", &given));
        let body = declared.in_turn(&turns);
        let Request { contents } = serde_json::from_str(&body).ok()?;
        let [turn]: [Turn; 1] = serde_json::from_str(contents.get()).ok()?;
        exchanged(text, &given, &turn)
    }

    /// A message of the service, as the client knows its functions; `None` where it is to stay.
    pub(super) fn got(&self, text: &str) -> Option<String> {
        let declared = self.declared();
        if declared.codecs.is_empty() {
            return None;
        }
        let message: Got = serde_json::from_str(text).ok()?;
        let given: Vec<&str> = message.calls?.functions.into_iter().map(RawValue::get).collect();
        let answer = format!(r#"{{"candidates":[{{"content":{{"parts":{}}}}}]}}"#, parts("functionCall", &given));
        let answer = restore_response(&declared.codecs, &answer);
        self.metrics.misfits(answer.issues.len());
        let Answer { candidates: [candidate] } = serde_json::from_str(&answer.body).ok()?;
        exchanged(text, &given, &candidate.content)
    }

    /// Makes an object with `tools` fit, and remembers what undoes their calls.
    fn declare(&self, object: &str, tools: &str, model: Option<String>) -> Option<String> {
        let before = self.declared();
        // Later messages do not name the model again.
        let normalizer = model.map_or_else(|| Arc::clone(&before.normalizer), |model| self.normalizer(&model));
        let fit = normalizer.normalize(object);
        let changed = fit.body != object;
        self.metrics.fit(NAME, changed, fit.issues.len());
        // Calls of functions that were declared before may still be on their way.
        let codecs =
            before.codecs.iter().chain(fit.codecs.iter()).map(|(name, codec)| (name.to_owned(), codec.clone()));
        let declared = Arc::new(Declared { tools: tools.to_owned(), normalizer, codecs: Codecs::new(codecs) });
        *self.declared.lock().unwrap_or_else(PoisonError::into_inner) = declared;
        changed.then_some(fit.body)
    }

    /// What makes the tools of a session with a model fit, which is named with its folder.
    fn normalizer(&self, model: &str) -> Arc<Normalizer> {
        let model = model.rsplit('/').next().unwrap_or_default().to_owned();
        self.normalizers.of(kind(&self.normalizers, Some(model)))
    }

    fn declared(&self) -> Arc<Declared> {
        Arc::clone(&self.declared.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The kind of all messages of a session with a model.
fn kind(normalizers: &Normalizers, model: Option<String>) -> Kind {
    Kind { surface: Surface::Live, model, mode: normalizers.options().mode }
}

impl Declared {
    /// A request with these turns, as the model knows the functions in them.
    fn in_turn(&self, turns: &str) -> String {
        self.normalizer.normalize(&format!(r#"{{"contents":{turns},"tools":{}}}"#, self.tools)).body
    }
}

/// The parts of a turn that hold these.
fn parts(member: &str, given: &[&str]) -> String {
    let parts: Vec<String> = given.iter().map(|one| format!(r#"{{"{member}":{one}}}"#)).collect();
    format!("[{}]", parts.join(","))
}

/// The text with those of a turn in place of these.
fn exchanged(text: &str, given: &[&str], turn: &Turn) -> Option<String> {
    let now: Vec<String> = turn.parts.iter().map(|part| part.function.get().to_owned()).collect();
    (now.len() == given.len()).then(|| Splices::of(text, given.iter().copied().zip(now)).finish())?
}

#[cfg(test)]
mod tests;
