//! Calls, requests, answers and streams. Codecs and arguments cross as JSON text.

use std::cell::RefCell;

use lapidary::{
    Codecs, NormalizedRequest, Normalizer, Restored, Tool,
    restore::{AnyCodec, CodecError},
};
use wasm_bindgen::prelude::*;

use crate::{
    options::{self, Asked},
    outcome::{RequestOutcome, ResponseOutcome, json, outcomes, type_error},
    timing::measured,
};

/// A model's call as the server takes it.
///
/// # Errors
/// A `TypeError` for what is no codec.
#[wasm_bindgen(js_name = restoreCall)]
pub fn restore_call(codec: &str, name: &str, args: &str) -> Result<String, JsValue> {
    json(&any_codec(codec)?.restore(name, args))
}

/// A call as the model would have made it.
///
/// # Errors
/// A `TypeError` for what is no codec.
#[wasm_bindgen(js_name = encodeCall)]
pub fn encode_call(codec: &str, name: &str, args: &str) -> Result<String, JsValue> {
    json(&any_codec(codec)?.encode(name, args))
}

/// Ways to normalise that are remembered.
const NORMALIZERS: usize = 4;

thread_local! {
    /// By the text of their options, the latest last; each with whether it is measured.
    static KNOWN: RefCell<Vec<(String, (Normalizer, bool))>> = const { RefCell::new(Vec::new()) };
    /// The tools of the latest request.
    static LATEST: RefCell<Vec<Tool>> = const { RefCell::new(Vec::new()) };
}

/// A request body made fit for the target; beside it, as a text of its own, what undoes its calls with the
/// issues of no tool. Tools that come again are not lowered again.
///
/// # Errors
/// A `TypeError` for wrong options.
#[wasm_bindgen(js_name = normalizeRequest)]
pub fn normalize_request(body: &str, options: &JsValue) -> Result<Vec<String>, JsValue> {
    let text = options::text(options)?;
    KNOWN.with_borrow_mut(|known| {
        let (text, (mut normalizer, timing)) = if let Some(at) = known.iter().position(|(other, _)| *other == text) {
            known.remove(at)
        } else {
            let Asked { options, output, timing } = options::parse(&text)?;
            (text, (Normalizer::new(options).on_error(output.on_error), timing))
        };
        let request = measured(timing, || normalizer.normalize(body));
        let NormalizedRequest { body, codecs, tools, issues, .. } = request;
        if known.len() == NORMALIZERS {
            known.remove(0);
        }
        known.push((text, (normalizer, timing)));
        LATEST.set(tools);
        Ok(vec![body, json(&RequestOutcome { codec: &codecs, issues: &issues })?])
    })
}

/// The reports of the tools of the latest request: the largest part, which not everyone reads.
///
/// # Errors
/// None in practice: reports are plain data.
#[wasm_bindgen(js_name = latestTools)]
pub fn latest_tools() -> Result<String, JsValue> {
    LATEST.with_borrow(|tools| json(&outcomes(tools)))
}

/// An answer with its calls restored.
///
/// # Errors
/// A `TypeError` for what is no codec.
#[wasm_bindgen(js_name = restoreResponse)]
pub fn restore_response(codec: &str, body: &str) -> Result<String, JsValue> {
    let Restored { body, issues } = lapidary::restore_response(&codecs(codec)?, body);
    json(&ResponseOutcome { body, issues })
}

/// Restores the calls of one stream, piece by piece.
#[wasm_bindgen]
pub struct Restorer(lapidary::Restorer);

#[wasm_bindgen]
impl Restorer {
    /// A restorer for one stream.
    ///
    /// # Errors
    /// A `TypeError` for what is no codec.
    #[wasm_bindgen(constructor)]
    pub fn new(codec: &str) -> Result<Restorer, JsValue> {
        codecs(codec).map(|codecs| Restorer(lapidary::Restorer::new(codecs)))
    }

    /// Takes the next bytes; gives those that can leave.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.0.push(bytes)
    }

    /// Ends the stream; gives what was held back.
    pub fn end(&mut self) -> Vec<u8> {
        self.0.end()
    }

    /// What did not fit so far.
    ///
    /// # Errors
    /// None in practice: issues are plain data.
    pub fn issues(&self) -> Result<String, JsValue> {
        json(&self.0.issues())
    }
}

fn any_codec(text: &str) -> Result<AnyCodec, JsValue> {
    AnyCodec::from_json(text).map_err(|error: CodecError| type_error(&error.to_string()))
}

/// The codecs of several tools; that of one tool stands for its own under the name it is declared by.
fn codecs(text: &str) -> Result<Codecs, JsValue> {
    match any_codec(text)? {
        AnyCodec::Several(codecs) => Ok(codecs),
        AnyCodec::One(codec) if codec.is_trivial() => Ok(Codecs::default()),
        AnyCodec::One(codec) => match codec.declared.clone() {
            Some(declared) => Ok(Codecs::new([(declared, codec)])),
            None => Err(type_error("a codec of one tool does not say which calls it is for: give those of all tools")),
        },
    }
}
