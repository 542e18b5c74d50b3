//! Options as JavaScript gives them: an object, every member of it optional. They cross as JSON text
//! like everything else, which also finds misspelt members.

use lapidary::{
    Emit, Mode, OnError, Options, PositionEncoding, Role, RuleSet, Surface, TARGETS, Target, schema::TypeCase,
    targets::Derivation,
};
use serde::Deserialize;
use wasm_bindgen::JsValue;

use crate::{outcome::type_error, timing::UserTiming};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct Given {
    target: Option<String>,
    mode: Option<String>,
    role: Option<String>,
    surface: Option<String>,
    model: Option<String>,
    on_error: Option<String>,
    emit: Option<String>,
    indent: Option<u8>,
    hints: Option<bool>,
    disable: Option<Vec<String>>,
    tool: Option<String>,
    position_encoding: Option<String>,
    timing: Option<bool>,
    drop: Option<Vec<String>>,
    max_depth: Option<usize>,
    max_name: Option<usize>,
    type_case: Option<String>,
}

pub(crate) fn read(options: &JsValue) -> Result<Options, JsValue> {
    let given = if options.is_undefined() { Ok(Given::default()) } else { parse(options) };
    given.and_then(Given::resolve).map_err(|message| type_error(&message))
}

fn parse(options: &JsValue) -> Result<Given, String> {
    let text = js_sys::JSON::stringify(options).map_err(|_| "options: they must be plain data".to_owned())?;
    serde_json::from_str(&String::from(text)).map_err(|error| format!("options: {error}"))
}

impl Given {
    fn resolve(self) -> Result<Options, String> {
        let target = match &self.target {
            Some(id) => *Target::find(id).ok_or_else(|| unknown("target", id, &ids()))?,
            None => Options::default().target,
        };
        let mut options = Options {
            target: target.derived(&self.derivation()?),
            model: self.model,
            encoding: PositionEncoding::Utf16,
            tool: self.tool,
            ..Options::default()
        };
        choose(&mut options.mode, "mode", self.mode, &[("drop-in", Mode::DropIn), ("round-trip", Mode::RoundTrip)])?;
        choose(&mut options.role, "role", self.role, &[("arguments", Role::Arguments), ("response", Role::Response)])?;
        choose(&mut options.surface, "surface", self.surface, &SURFACES)?;
        choose(&mut options.on_error, "onError", self.on_error, &ON_ERROR)?;
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

    /// What the target takes less.
    fn derivation(&self) -> Result<Derivation, String> {
        let mut derivation = Derivation {
            max_depth: at_least(1, "maxDepth", self.max_depth)?,
            max_name: at_least(Derivation::MIN_NAME, "maxName", self.max_name)?,
            ..Derivation::NONE
        };
        for name in self.drop.iter().flatten() {
            derivation.refused.insert(Derivation::keyword(name).map_err(|error| format!("options: drop: {error}"))?);
        }
        let cases = [("lower", Some(TypeCase::Lower)), ("upper", Some(TypeCase::Upper))];
        choose(&mut derivation.type_case, "typeCase", self.type_case.clone(), &cases)?;
        Ok(derivation)
    }
}

const SURFACES: [(&str, Surface); 4] = [
    ("gemini-api", Surface::GeminiApi),
    ("vertex-ai", Surface::VertexAi),
    ("live", Surface::Live),
    ("gateway", Surface::Gateway),
];

const ON_ERROR: [(&str, OnError); 3] =
    [("keep-going", OnError::KeepGoing), ("omit", OnError::Omit), ("throw", OnError::Throw)];

fn choose<T: Copy>(slot: &mut T, option: &str, given: Option<String>, known: &[(&str, T)]) -> Result<(), String> {
    let Some(given) = given else { return Ok(()) };
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let found = known.iter().find(|(name, _)| *name == given);
    *slot = found.ok_or_else(|| unknown(option, &given, &names))?.1;
    Ok(())
}

fn at_least(least: usize, option: &str, given: Option<usize>) -> Result<Option<usize>, String> {
    match given {
        Some(number) if number < least => Err(format!("options: {option} must be at least {least}")),
        number => Ok(number),
    }
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
