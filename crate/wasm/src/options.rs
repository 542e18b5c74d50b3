//! Options as JavaScript gives them: an object, every member of it optional. They cross as JSON text
//! like everything else, which also finds misspelt members.

use std::{borrow::Cow, str::FromStr};

use lapidary::{
    Derivation, Emit, Mode, OnError, Options, Output, PositionEncoding, Role, Rule, Surface, TARGETS, Target,
    json::{self, JsonId, Kind, Tape},
};
use wasm_bindgen::JsValue;

use crate::outcome::type_error;

const MODES: [(&str, Mode); 2] = [("drop-in", Mode::DropIn), ("round-trip", Mode::RoundTrip)];
const ROLES: [(&str, Role); 2] = [("arguments", Role::Arguments), ("response", Role::Response)];
const SURFACES: [(&str, Surface); 4] = [
    ("gemini-api", Surface::GeminiApi),
    ("vertex-ai", Surface::VertexAi),
    ("live", Surface::Live),
    ("gateway", Surface::Gateway),
];
const ON_ERROR: [(&str, OnError); 3] =
    [("keep-going", OnError::KeepGoing), ("omit", OnError::Omit), ("throw", OnError::Throw)];
const EMITS: [(&str, Emit); 3] =
    [("declarations", Emit::Declarations), ("same", Emit::Same), ("request", Emit::Request)];
const ENCODINGS: [(&str, PositionEncoding); 2] =
    [("utf-16", PositionEncoding::Utf16), ("utf-8", PositionEncoding::Utf8)];
const CASES: [(&str, Less); 2] = [("lower", Derivation::lower_case), ("upper", Derivation::upper_case)];

/// What JavaScript asks of a call.
pub(crate) struct Asked {
    pub(crate) options: Options,
    pub(crate) output: Output,
    /// Whether phases are measured.
    pub(crate) timing: bool,
}

/// A way in which a target takes less.
type Less = fn(Derivation) -> Derivation;

pub(crate) fn read(options: &JsValue) -> Result<Asked, JsValue> {
    parse(&text(options)?)
}

/// The options as JSON text: the same text means the same options.
pub(crate) fn text(options: &JsValue) -> Result<String, JsValue> {
    if options.is_undefined() {
        return Ok("{}".to_owned());
    }
    js_sys::JSON::stringify(options).map(String::from).map_err(|_| wrong("they must be plain data"))
}

pub(crate) fn parse(text: &str) -> Result<Asked, JsValue> {
    resolve(text).map_err(|message| wrong(&message))
}

fn wrong(message: &str) -> JsValue {
    type_error(&format!("options: {message}"))
}

fn resolve(text: &str) -> Result<Asked, String> {
    let tape = json::read(text).map_err(|error| error.kind.to_string())?;
    if tape.kind(JsonId::ROOT) != Kind::Object {
        return Err("they must be an object".to_owned());
    }
    let mut asked = Asked { options: Options::default(), output: Output::default(), timing: false };
    let mut less = Derivation::default();
    for key in tape.members(JsonId::ROOT).filter(|key| tape.kind(key.value_of_key()) != Kind::Null) {
        Given { tape: &tape, name: tape.key(key), at: key.value_of_key() }.enter(&mut asked, &mut less)?;
    }
    asked.options.target = asked.options.target.derived(&less);
    Ok(asked)
}

/// One option and its value.
struct Given<'t> {
    tape: &'t Tape<'t>,
    name: Cow<'t, str>,
    at: JsonId,
}

impl<'t> Given<'t> {
    fn enter(&self, asked: &mut Asked, less: &mut Derivation) -> Result<(), String> {
        let Asked { options, output, timing } = asked;
        match &*self.name {
            "target" => options.target = self.target()?,
            "mode" => options.mode = self.one_of(&MODES)?,
            "role" => options.role = self.one_of(&ROLES)?,
            "surface" => options.surface = self.one_of(&SURFACES)?,
            "model" => options.model = Some(self.string()?.into_owned()),
            "onError" => output.on_error = self.one_of(&ON_ERROR)?,
            "emit" => output.emit = self.one_of(&EMITS)?,
            "indent" => output.indent = Some(self.number()?),
            "hints" => options.hints = self.flag()?,
            "disable" => {
                for rule in self.rules()? {
                    *options = options.clone().without(rule);
                }
            }
            "tool" => output.tool = Some(self.string()?.into_owned()),
            "positionEncoding" => options.encoding = self.one_of(&ENCODINGS)?,
            "timing" => *timing = self.flag()?,
            "drop" => {
                for name in self.strings()? {
                    *less = less.refuse(&name).map_err(|error| format!("drop: {error}"))?;
                }
            }
            "maxDepth" => *less = less.max_depth(self.at_least(1)?),
            "maxName" => *less = less.max_name(self.at_least(Derivation::MIN_NAME)?),
            "typeCase" => *less = self.one_of(&CASES)?(*less),
            other => return Err(format!("there is none named {other:?}")),
        }
        Ok(())
    }

    fn target(&self) -> Result<Target, String> {
        self.which(&mut TARGETS.iter().map(|target| target.id)).map(|at| *TARGETS[at])
    }

    fn one_of<T: Copy>(&self, known: &[(&'static str, T)]) -> Result<T, String> {
        self.which(&mut known.iter().map(|(name, _)| *name)).map(|at| known[at].1)
    }

    /// Which of some names is given.
    fn which(&self, names: &mut dyn Iterator<Item = &'static str>) -> Result<usize, String> {
        let given = self.string()?;
        let mut wanted = "one of".to_owned();
        for (at, name) in names.enumerate() {
            if name == given {
                return Ok(at);
            }
            wanted += if at == 0 { " " } else { ", " };
            wanted += name;
        }
        Err(self.unfit(&wanted))
    }

    fn rules(&self) -> Result<Vec<&'static Rule>, String> {
        let mut codes = self.strings()?;
        codes.try_fold(Vec::new(), |mut rules, code| {
            rules.push(Rule::find(&code).ok_or_else(|| format!("there is no rule {code:?}"))?);
            Ok(rules)
        })
    }

    fn at_least(&self, least: usize) -> Result<usize, String> {
        match self.number()? {
            number if number < least => Err(format!("{} must be at least {least}", self.name)),
            number => Ok(number),
        }
    }

    fn string(&self) -> Result<Cow<'t, str>, String> {
        self.tape.string(self.at).ok_or_else(|| self.unfit("a string"))
    }

    fn strings(&self) -> Result<impl Iterator<Item = Cow<'t, str>>, String> {
        let mut elements = self.tape.elements(self.at);
        if self.tape.kind(self.at) != Kind::Array || elements.any(|element| self.tape.kind(element) != Kind::String) {
            return Err(self.unfit("an array of strings"));
        }
        Ok(self.tape.elements(self.at).map(|element| self.tape.key(element)))
    }

    fn flag(&self) -> Result<bool, String> {
        self.tape.boolean(self.at).ok_or_else(|| self.unfit("true or false"))
    }

    fn number<T: FromStr>(&self) -> Result<T, String> {
        self.tape.slice(self.at).parse().map_err(|_| self.unfit("a small whole number"))
    }

    fn unfit(&self, wanted: &str) -> String {
        format!("{} is {}, but must be {wanted}", self.name, self.tape.slice(self.at))
    }
}
