//! The Interactions API: functions go out as flat tools, calls come as steps, and the service keeps what was said.
//! Nothing is coded, since a later turn may know an earlier one by its id alone, and little has to change: parameters
//! are JSON Schema there (google-genai 3.4.0 of `PyPI`, `interactions/function.py`).

use std::{borrow::Cow, collections::HashMap};

use lapidary::{
    Codecs, Emit, GEMINI_JSON_SCHEMA, JsonSchema, Mode, Options, Output, Role, internal::Splices, transform,
    transform_schema,
};
use serde::Deserialize;
use serde_json::{json, value::RawValue};

/// A body that was made fit.
pub(crate) struct Fit {
    pub(crate) body: String,
    /// What its functions are called.
    pub(crate) codecs: Codecs,
    pub(crate) issues: usize,
}

/// What an interaction is created with.
#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    tools: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    response_format: Option<&'a RawValue>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    #[serde(borrow)]
    generation_config: Option<Config<'a>>,
}

#[derive(Deserialize)]
struct Config<'a> {
    #[serde(borrow)]
    tool_choice: Option<&'a RawValue>,
}

/// Names of the functions that may be called.
#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    allowed_tools: Allowed<'a>,
}

#[derive(Deserialize)]
struct Allowed<'a> {
    #[serde(borrow)]
    tools: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Format<'a> {
    #[serde(borrow)]
    schema: &'a RawValue,
}

/// A tool, or a step.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
}

/// An interaction, or an event that tells of one.
#[derive(Deserialize)]
struct Told<'a> {
    #[serde(borrow)]
    steps: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    step: Option<&'a RawValue>,
    #[serde(borrow)]
    interaction: Option<Interaction<'a>>,
}

#[derive(Deserialize)]
struct Interaction<'a> {
    #[serde(borrow)]
    steps: Option<Vec<&'a RawValue>>,
}

type Edits<'a> = Vec<(&'a str, String)>;

/// Makes a body fit; `None` for one that cannot be read.
pub(crate) fn fit(body: &str, options: &Options) -> Option<Fit> {
    let mut options = options.clone().mode(Mode::DropIn);
    options.target = GEMINI_JSON_SCHEMA;
    let read: Body = serde_json::from_str(body).ok()?;
    let (mut edits, mut codecs, mut issues) = (Edits::new(), Codecs::default(), 0);
    let functions: Vec<&str> = texts(read.tools.unwrap_or_default()).filter(|tool| is_function(tool)).collect();
    if !functions.is_empty() {
        let transformed = declared(&functions.join(","), &options);
        let output: Vec<&RawValue> = serde_json::from_str(transformed.output.as_deref()?).ok()?;
        // Where one is doubled all stay, for the service to refuse.
        if output.len() == functions.len() {
            edits.extend(functions.iter().copied().zip(texts(output).map(str::to_owned)));
            codecs = transformed.codecs();
        }
        issues += transformed.tools().iter().map(|tool| tool.report.issues.len()).sum::<usize>();
    }
    for schema in read.response_format.into_iter().flat_map(|format| schemas(format.get())) {
        let (fit, found) = transform_schema(&JsonSchema::parse(schema).ok()?, &options.clone().role(Role::Response));
        issues += found.len();
        if !found.is_empty() {
            edits.push((schema, fit.to_string()));
        }
    }
    let steps: Vec<&RawValue> = read.input.and_then(|input| serde_json::from_str(input.get()).ok()).unwrap_or_default();
    let named = texts(steps).filter_map(name_of_step);
    let choice = read.generation_config.and_then(|config| config.tool_choice);
    let choice: Option<Choice> = choice.and_then(|choice| serde_json::from_str(choice.get()).ok());
    let allowed = choice.into_iter().flat_map(|choice| texts(choice.allowed_tools.tools));
    let here = codecs.iter().filter_map(|(declared, codec)| Some((codec.name.as_deref()?, declared)));
    let here: HashMap<&str, &str> = here.collect();
    for name in named.chain(allowed) {
        edits.extend(known_as(name, &here, &options).map(|known| (name, known)));
    }
    let body = Splices::of(body, edits).finish().unwrap_or_else(|| body.to_owned());
    Some(Fit { body, codecs, issues })
}

/// An answer, or the data of an event, with the functions' own names; `None` where it is to stay.
pub(crate) fn restored(codecs: &Codecs, text: &str) -> Option<String> {
    let told: Told = serde_json::from_str(text).ok()?;
    let of_interaction = told.interaction.and_then(|interaction| interaction.steps);
    let steps = told.steps.into_iter().chain(of_interaction).flatten().chain(told.step);
    let edit = |name: &'_ str| {
        let declared: Cow<str> = serde_json::from_str(name).ok()?;
        Some(json!(codecs.get(&declared)?.restore_name(&declared)).to_string())
    };
    let edits: Edits =
        steps.filter_map(|step| name_of_step(step.get())).filter_map(|name| Some((name, edit(name)?))).collect();
    Splices::of(text, edits).finish()
}

/// Functions made fit, as an array.
fn declared(functions: &str, options: &Options) -> lapidary::Transformed {
    transform(&format!("[{functions}]"), options, &Output::default().emit(Emit::Same))
}

/// What a function is declared as, as JSON, if that is another name. One that is not among those that are declared here
/// was declared by an earlier request, in the same way.
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

fn is_function(tool: &str) -> bool {
    serde_json::from_str::<Named>(tool).is_ok_and(|tool| tool.kind == "function")
}

/// The name of a step of a function.
fn name_of_step(step: &str) -> Option<&str> {
    let Named { kind, name } = serde_json::from_str(step).ok()?;
    let is_call = matches!(&*kind, "function_call" | "function_result");
    name.filter(|_| is_call).map(RawValue::get)
}

/// The schemas of one format, or of several.
fn schemas(format: &str) -> Vec<&str> {
    let several: Vec<&RawValue> = serde_json::from_str(format).unwrap_or_default();
    let one = several.is_empty().then_some(format);
    let formats = texts(several).chain(one);
    formats.filter_map(|format| Some(serde_json::from_str::<Format>(format).ok()?.schema.get())).collect()
}

fn texts(values: Vec<&RawValue>) -> impl Iterator<Item = &str> {
    values.into_iter().map(RawValue::get)
}

/// A stream of events whose data is restored, a line at a time.
pub(crate) struct Events {
    codecs: Codecs,
    held: Vec<u8>,
    longest: usize,
}

impl Events {
    /// Of lines of at most so many bytes; what is longer passes as it is.
    pub(crate) fn new(codecs: Codecs, longest: usize) -> Events {
        Events { codecs, held: Vec::new(), longest }
    }

    /// What can leave once these bytes have come.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map(|end| self.held.len() + end);
        self.held.extend_from_slice(bytes);
        let Some(end) = end else {
            return if self.held.len() > self.longest { self.end() } else { Vec::new() };
        };
        let rest = self.held.split_off(end + 1);
        let lines = std::mem::replace(&mut self.held, rest);
        lines.split_inclusive(|byte| *byte == b'\n').fold(Vec::new(), |mut ready, line| {
            ready.extend_from_slice(self.line(line).as_deref().unwrap_or(line));
            ready
        })
    }

    /// What is left at the end.
    pub(crate) fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    /// A line that changes.
    fn line(&self, line: &[u8]) -> Option<Vec<u8>> {
        let line = std::str::from_utf8(line).ok()?;
        let data = line.strip_prefix("data:")?.trim();
        Splices::of(line, [(data, restored(&self.codecs, data)?)]).finish().map(String::into_bytes)
    }
}

#[cfg(test)]
mod tests;
