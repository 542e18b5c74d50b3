//! The Interactions API: functions are declared as flat tools, calls are steps, and the service keeps the conversation.
//! Nothing is encoded, since a later turn may refer to an earlier one by its id alone, and little has to change:
//! parameters are JSON Schema there (google-genai 3.6.1 of `PyPI`, `interactions/function.py`).

mod events;
mod found;

use std::{borrow::Cow, collections::HashMap};

use lapidary::{
    Codecs, Emit, GEMINI_JSON_SCHEMA, JsonSchema, Mode, Options, Output, Role, internal::Splices, transform,
    transform_schema,
};
use serde::Deserialize;
use serde_json::{json, value::RawValue};

use crate::findings::Findings;

pub(crate) use events::Events;
use found::Found;

/// A normalized body.
pub(crate) struct Fit {
    pub(crate) body: String,
    /// The codecs of its functions, which restore names.
    pub(crate) codecs: Codecs,
    pub(crate) findings: Findings,
}

/// A function, or a tool search, which can have the members of a function.
#[derive(Deserialize)]
struct Tool<'a> {
    #[serde(borrow, rename = "type")]
    kind: &'a RawValue,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    parameters: Option<&'a RawValue>,
}

/// The state of normalizing a body.
struct Fitting<'a> {
    options: Options,
    edits: Vec<(&'a str, String)>,
    codecs: Vec<Codecs>,
    findings: Findings,
}

/// Normalizes a body, or a message of a client; `None` if it cannot be read.
pub(crate) fn fit(body: &str, options: &Options) -> Option<Fit> {
    let mut options = options.clone().mode(Mode::DropIn);
    options.target = GEMINI_JSON_SCHEMA;
    let Found { tools, names, schemas } = Found::read(body)?;
    let mut fitting = Fitting { options, edits: Vec::new(), codecs: Vec::new(), findings: Findings::default() };
    for list in &tools {
        fitting.functions(list)?;
    }
    for schema in schemas {
        fitting.schema(schema, Role::Response)?;
    }
    fitting.names(&names);
    let Fitting { edits, codecs, findings, .. } = fitting;
    let body = Splices::of(body, edits).finish().unwrap_or_else(|| body.to_owned());
    let codecs = codecs.iter().flat_map(Codecs::iter).map(|(declared, codec)| (declared.to_owned(), codec.clone()));
    Some(Fit { body, codecs: Codecs::new(codecs), findings })
}

impl<'a> Fitting<'a> {
    /// Normalizes the functions of a list of tools.
    fn functions(&mut self, tools: &[&'a str]) -> Option<()> {
        let mut functions: Vec<(&'a str, Tool<'a>)> = Vec::new();
        for text in tools {
            match Tool::read(text) {
                Some(tool) if tool.kind.get() == FUNCTION || tool.name.is_some() => functions.push((text, tool)),
                Some(Tool { parameters: Some(schema), .. }) => self.schema(schema.get(), Role::Arguments)?,
                _ => {}
            }
        }
        if functions.is_empty() {
            return Some(());
        }
        let texts: Vec<Cow<str>> = functions.iter().map(|(text, tool)| tool.of_kind(text, FUNCTION)).collect();
        let transformed = declared(&texts.join(","), &self.options);
        let output: Vec<&RawValue> = serde_json::from_str(transformed.output.as_deref()?).ok()?;
        // The output has no duplicates: if there are any, the list stays unchanged, for the service to reject.
        if output.len() == functions.len() {
            for ((text, tool), new) in functions.iter().zip(output) {
                let new = Tool::read(new.get())?.of_kind(new.get(), tool.kind.get());
                self.edits.push((text, new.into_owned()));
            }
            self.codecs.push(transformed.codecs());
        }
        self.findings.add(transformed.issues());
        self.findings.add_tools(transformed.tools());
        Some(())
    }

    fn schema(&mut self, schema: &'a str, role: Role) -> Option<()> {
        let (fit, found) = transform_schema(&JsonSchema::parse(schema).ok()?, &self.options.clone().role(role));
        self.findings.add(&found);
        if !found.is_empty() {
            self.edits.push((schema, fit.to_string()));
        }
        Some(())
    }

    /// Replaces the names of functions with those under which they are declared.
    fn names(&mut self, names: &[&'a str]) {
        if names.is_empty() {
            return;
        }
        let here = self.codecs.iter().flat_map(Codecs::iter);
        let here = here.filter_map(|(declared, codec)| Some((codec.name.as_deref()?, declared)));
        let here: HashMap<&str, &str> = here.collect();
        let known = names.iter().filter_map(|name| Some((*name, known_as(name, &here, &self.options)?)));
        self.edits.extend(known);
    }
}

/// Restores the names of functions in a response, the data of an event, or a message of the service; `None` if nothing
/// changes.
pub(crate) fn restored(codecs: &Codecs, text: &str) -> Option<String> {
    let Found { tools, names, .. } = Found::read(text)?;
    let of_tools = tools.into_iter().flatten().filter_map(|tool| Tool::read(tool)?.name).map(RawValue::get);
    let edit = |name: &'_ str| {
        let declared: Cow<str> = serde_json::from_str(name).ok()?;
        Some(json!(codecs.get(&declared)?.restore_name(&declared)).to_string())
    };
    let edits = of_tools.chain(names).filter_map(|name| Some((name, edit(name)?)));
    Splices::of(text, edits).finish()
}

/// Lowers comma-separated function declarations, as one array.
fn declared(functions: &str, options: &Options) -> lapidary::Transformed {
    transform(&format!("[{functions}]"), options, &Output::default().emit(Emit::Same))
}

/// The name under which a function is declared, as JSON, if it is another. A function that is not in `here` was
/// declared by an earlier request, which renamed it in the same way.
fn known_as(name: &str, here: &HashMap<&str, &str>, options: &Options) -> Option<String> {
    let own: Cow<str> = serde_json::from_str(name).ok()?;
    if let Some(declared) = here.get(&*own) {
        return Some(json!(declared).to_string());
    }
    let codecs = declared(&format!(r#"{{"type":"function","name":{name}}}"#), options).codecs();
    let known =
        codecs.iter().find(|(_, codec)| codec.name.as_deref() == Some(&*own)).map(|(declared, _)| json!(declared));
    known.map(|known| known.to_string())
}

const FUNCTION: &str = r#""function""#;
/// A tool search; if the client runs it, it has the name and parameters of a function.
const SEARCH: &str = r#""tool_search""#;

impl<'a> Tool<'a> {
    fn read(text: &'a str) -> Option<Tool<'a>> {
        let tool: Tool = serde_json::from_str(text).ok()?;
        matches!(tool.kind.get(), FUNCTION | SEARCH).then_some(tool)
    }

    /// Its text with another `type`.
    fn of_kind(&self, text: &'a str, kind: &str) -> Cow<'a, str> {
        Splices::of(text, [(self.kind.get(), kind.to_owned())]).finish().map_or(Cow::Borrowed(text), Cow::Owned)
    }
}

#[cfg(test)]
mod tests;
