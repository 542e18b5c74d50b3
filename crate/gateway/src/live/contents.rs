//! Messages of a Live API session: its setup declares tools, calls and their responses follow.

use std::sync::Arc;

use lapidary::{Cancel, Codecs, internal::Splices, restore_response_within};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::session::{Change, Session};
use crate::findings::Findings;

/// A message of the client: the members that concern tools.
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
    functions: &'a RawValue,
}

#[derive(Deserialize)]
struct Update<'a> {
    #[serde(borrow)]
    tools: Option<&'a RawValue>,
}

/// The members of a setup that name the model and declare the tools.
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
    functions: &'a RawValue,
}

/// A request into which a part of a message was wrapped to normalize it.
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
    pub(super) fn contents_sent(&self, text: &str, cancel: &Cancel) -> Option<Change> {
        let message: Sent = serde_json::from_str(text).ok()?;
        if let Some(setup) = message.setup {
            let Setup { model, tools } = serde_json::from_str(setup.get()).ok()?;
            let at = (setup.get(), "/setup");
            return Some(self.declaring(text, at, tools.map_or("[]", RawValue::get), model, cancel));
        }
        if let Some(tools) = message.update.and_then(|update| update.tools) {
            let Setup { tools: inner, .. } = serde_json::from_str(tools.get()).ok()?;
            return Some(self.declaring(text, (tools.get(), "/contextUpdate/tools"), inner?.get(), None, cancel));
        }
        let declared = self.declared();
        if declared.codecs.is_empty() {
            return None;
        }
        let in_turn = |turns: &str| {
            let body = format!(r#"{{"contents":{turns},"tools":{}}}"#, declared.tools);
            let mut request = declared.normalizer.normalize_within(&self.normalizers.limits(cancel), &body);
            (Findings::of(&mut request), request.body)
        };
        let changed = |text, findings| Change { text, findings, ..Change::default() };
        if let Some(turns) = message.content.and_then(|content| content.turns) {
            let (mut findings, body) = in_turn(turns.get());
            findings.place("/contents", "", "/clientContent/turns");
            let Request { contents } = serde_json::from_str(&body).ok()?;
            return Some(changed(Splices::of(text, [(turns.get(), contents.get().to_owned())]).finish(), findings));
        }
        let given = functions(message.answers?.functions)?;
        let (mut findings, body) =
            in_turn(&format!(r#"[{{"role":"user","parts":{}}}]"#, parts("functionResponse", &given)));
        findings.place("/contents/0/parts", "/functionResponse", "/toolResponse/functionResponses");
        let Request { contents } = serde_json::from_str(&body).ok()?;
        let [turn]: [Turn; 1] = serde_json::from_str(contents.get()).ok()?;
        Some(changed(exchanged(text, &given, &turn), findings))
    }

    pub(super) fn contents_got(&self, codecs: &Codecs, text: &str, cancel: &Cancel) -> Option<Change> {
        let message: Got = serde_json::from_str(text).ok()?;
        let given = functions(message.calls?.functions)?;
        let answer = format!(r#"{{"candidates":[{{"content":{{"parts":{}}}}}]}}"#, parts("functionCall", &given));
        let answer = restore_response_within(&self.normalizers.limits(cancel), codecs, &answer);
        let Answer { candidates: [candidate] } = serde_json::from_str(&answer.body).ok()?;
        let text = exchanged(text, &given, &candidate.content);
        let mut misfits = Findings::default();
        misfits.add(&answer.issues);
        misfits.place("/candidates/0/content/parts", "/functionCall", "/toolCall/functionCalls");
        Some(Change { text, misfits, ..Change::default() })
    }

    /// Normalizes the part of a message that has `tools`, given with its place, and adds the codecs of these tools to the
    /// session's.
    fn declaring(
        &self,
        text: &str,
        (object, place): (&str, &str),
        tools: &str,
        model: Option<String>,
        cancel: &Cancel,
    ) -> Change {
        let before = self.declared();
        // Later messages do not repeat the model.
        let normalizer = model.map_or_else(|| Arc::clone(&before.normalizer), |model| self.normalizer(&model));
        let mut fit = normalizer.normalize_within(&self.normalizers.limits(cancel), object);
        let mut findings = Findings::of(&mut fit);
        findings.place("/tools", "", &format!("{place}/tools"));
        let mut declared = before.and(tools.len(), fit.codecs);
        (declared.tools, declared.normalizer) = (tools.to_owned(), normalizer);
        let text = (fit.body != object).then(|| Splices::of(text, [(object, fit.body)]).finish()).flatten();
        Change { text, declared: Some(declared), findings, ..Change::default() }
    }
}

/// The values of a repeated field; Google's parser takes a single one as well.
fn functions(field: &RawValue) -> Option<Vec<&str>> {
    if field.get().starts_with('{') {
        return Some(vec![field.get()]);
    }
    let listed: Vec<&RawValue> = serde_json::from_str(field.get()).ok()?;
    Some(listed.into_iter().map(RawValue::get).collect())
}

/// A JSON array of parts, each with one of these values as its `member`.
fn parts(member: &str, given: &[&str]) -> String {
    let parts: Vec<String> = given.iter().map(|one| format!(r#"{{"{member}":{one}}}"#)).collect();
    format!("[{}]", parts.join(","))
}

/// The text with the functions of a turn in place of the given ones.
fn exchanged(text: &str, given: &[&str], turn: &Turn) -> Option<String> {
    let now: Vec<String> = turn.parts.iter().map(|part| part.function.get().to_owned()).collect();
    (now.len() == given.len()).then(|| Splices::of(text, given.iter().copied().zip(now)).finish())?
}
