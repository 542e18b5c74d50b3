//! Options as JavaScript gives them: an object, every member of it optional. They cross as JSON text
//! like everything else, which also finds misspelt members.

use lapidary::{Emit, Mode, Options, PositionEncoding, RuleSet, TARGETS, Target};
use serde::Deserialize;
use wasm_bindgen::JsValue;

use crate::timing::UserTiming;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct Given {
    target: Option<String>,
    mode: Option<String>,
    emit: Option<String>,
    indent: Option<u8>,
    hints: Option<bool>,
    disable: Option<Vec<String>>,
    tool: Option<String>,
    position_encoding: Option<String>,
    timing: Option<bool>,
}

pub(crate) fn read(options: &JsValue) -> Result<Options, JsValue> {
    let given = if options.is_undefined() { Ok(Given::default()) } else { parse(options) };
    given.and_then(Given::resolve).map_err(|message| js_sys::TypeError::new(&message).into())
}

fn parse(options: &JsValue) -> Result<Given, String> {
    let text = js_sys::JSON::stringify(options).map_err(|_| "options: they must be plain data".to_owned())?;
    serde_json::from_str(&String::from(text)).map_err(|error| format!("options: {error}"))
}

impl Given {
    fn resolve(self) -> Result<Options, String> {
        let mut options = Options { encoding: PositionEncoding::Utf16, tool: self.tool, ..Options::default() };
        if let Some(id) = self.target {
            options.target = *Target::find(&id).ok_or_else(|| unknown("target", &id, &ids()))?;
        }
        choose(&mut options.mode, "mode", self.mode, &[("drop-in", Mode::DropIn), ("round-trip", Mode::RoundTrip)])?;
        let emits = [("declarations", Emit::Declarations), ("same", Emit::Same), ("request", Emit::Request)];
        choose(&mut options.emit, "emit", self.emit, &emits)?;
        let encodings = [("utf-16", PositionEncoding::Utf16), ("utf-8", PositionEncoding::Utf8)];
        choose(&mut options.encoding, "positionEncoding", self.position_encoding, &encodings)?;
        options.indent = self.indent;
        options.hints = self.hints.unwrap_or(options.hints);
        options.disabled = disabled(&self.disable.unwrap_or_default())?;
        if self.timing == Some(true) {
            options.probe = &UserTiming;
        }
        Ok(options)
    }
}

fn choose<T: Copy>(slot: &mut T, option: &str, given: Option<String>, known: &[(&str, T)]) -> Result<(), String> {
    let Some(given) = given else { return Ok(()) };
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let found = known.iter().find(|(name, _)| *name == given);
    *slot = found.ok_or_else(|| unknown(option, &given, &names))?.1;
    Ok(())
}

fn disabled(codes: &[String]) -> Result<RuleSet, String> {
    let mut set = RuleSet::default();
    for code in codes {
        if !set.insert(code) {
            return Err(format!("options: there is no rule {code:?}"));
        }
    }
    Ok(set)
}

fn ids() -> Vec<&'static str> {
    TARGETS.iter().map(|target| target.id).collect()
}

fn unknown(option: &str, given: &str, known: &[&str]) -> String {
    format!("options: {option} is {given:?}, but must be one of {}", known.join(", "))
}
