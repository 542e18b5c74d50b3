//! Finds what concerns functions in the texts of an interaction: requests that create one, responses, events about one,
//! and the messages of a session (google-genai 3.6.1 of `PyPI`, `_gaos/types/interactions`).

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// Slices of a text, each of them JSON.
#[derive(Default)]
pub(super) struct Found<'a> {
    /// Lists of tools: those that are declared, and the results of tool searches.
    pub(super) tools: Vec<Vec<&'a str>>,
    /// Names of functions outside of tools.
    pub(super) names: Vec<&'a str>,
    /// Response schemas.
    pub(super) schemas: Vec<&'a str>,
}

/// The relevant members of all these texts.
#[derive(Deserialize)]
struct Said<'a> {
    #[serde(borrow)]
    tools: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    response_format: Option<&'a RawValue>,
    #[serde(borrow)]
    generation_config: Option<Config<'a>>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    #[serde(borrow)]
    steps: Option<&'a RawValue>,
    /// Input of a session.
    #[serde(borrow)]
    content: Option<&'a RawValue>,
    #[serde(borrow)]
    step: Option<&'a RawValue>,
    /// An update to a step.
    #[serde(borrow)]
    delta: Option<&'a RawValue>,
    #[serde(borrow)]
    interaction: Option<&'a RawValue>,
    /// Several events in one message of a session.
    #[serde(borrow)]
    events: Option<&'a RawValue>,
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

#[derive(Deserialize)]
struct Step<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

/// Arguments of a search for tools.
#[derive(Deserialize)]
struct Search<'a> {
    #[serde(borrow)]
    function_names: Vec<&'a RawValue>,
}

impl<'a> Found<'a> {
    /// Finds the slices of a text; `None` if it is no object of this form.
    pub(super) fn read(text: &'a str) -> Option<Found<'a>> {
        let said: Said = serde_json::from_str(text).ok()?;
        let mut found = Found::default();
        // Neither batches of events nor interactions are nested.
        let events = list(said.events).into_iter().filter_map(|event| serde_json::from_str(event).ok());
        for event in events.chain([said]) {
            if let Some(interaction) = event.interaction.and_then(|text| serde_json::from_str(text.get()).ok()) {
                found.add(interaction);
            }
            found.add(event);
        }
        Some(found)
    }

    fn add(&mut self, said: Said<'a>) {
        self.tools.extend(said.tools.map(|tools| tools.into_iter().map(RawValue::get).collect()));
        self.schemas.extend(said.response_format.into_iter().flat_map(schemas));
        let choice = said.generation_config.and_then(|config| config.tool_choice);
        let choice: Option<Choice> = choice.and_then(|choice| serde_json::from_str(choice.get()).ok());
        self.names.extend(choice.into_iter().flat_map(|choice| choice.allowed_tools.tools).map(RawValue::get));
        let lists = [said.input, said.steps, said.content].map(list).into_iter().flatten();
        let alone = [said.step, said.delta].into_iter().flatten().map(RawValue::get);
        lists.chain(alone).for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &'a str) {
        let Ok(Step { kind, name, arguments, result }) = serde_json::from_str(step) else { return };
        match &*kind {
            "function_call" | "function_result" => self.names.extend(name.map(RawValue::get)),
            "tool_search_call" => {
                let search: Option<Search> = arguments.and_then(|text| serde_json::from_str(text.get()).ok());
                self.names.extend(search.into_iter().flat_map(|search| search.function_names).map(RawValue::get));
            }
            "tool_search_result" => self.tools.push(list(result)),
            _ => {}
        }
    }
}

/// The elements of a value that is a list.
fn list(value: Option<&RawValue>) -> Vec<&str> {
    let elements: Vec<&RawValue> = value.and_then(|list| serde_json::from_str(list.get()).ok()).unwrap_or_default();
    elements.into_iter().map(RawValue::get).collect()
}

/// The schemas of one format, or of several.
fn schemas(format: &RawValue) -> Vec<&str> {
    let several = list(Some(format));
    let one = several.is_empty().then_some(format.get());
    several
        .into_iter()
        .chain(one)
        .filter_map(|format| Some(serde_json::from_str::<Format>(format).ok()?.schema.get()))
        .collect()
}
