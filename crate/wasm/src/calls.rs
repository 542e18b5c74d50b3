//! Calls, responses and streams. Codecs and arguments cross the boundary as JSON text.

use lapidary::{CodecError, Codecs, Restored, internal::AnyCodec};
use wasm_bindgen::prelude::*;

use crate::{
    options::RestoreOptions,
    outcome::{ResponseOutcome, json, type_error},
};

/// Restores a model's call for the server.
///
/// # Errors
/// A `TypeError` for an invalid codec, and for invalid options.
#[wasm_bindgen(js_name = restoreCall)]
pub fn restore_call(codec: &str, name: &str, args: &str, options: &JsValue) -> Result<String, JsValue> {
    json(&any_codec(codec)?.restore_within(&RestoreOptions::read(options)?, name, args))
}

/// Encodes a call as the model would have made it.
///
/// # Errors
/// A `TypeError` for an invalid codec, and for invalid options.
#[wasm_bindgen(js_name = encodeCall)]
pub fn encode_call(codec: &str, name: &str, args: &str, options: &JsValue) -> Result<String, JsValue> {
    json(&any_codec(codec)?.encode_within(&RestoreOptions::read(options)?, name, args))
}

/// Restores the calls of a response.
///
/// # Errors
/// A `TypeError` for an invalid codec, and for invalid options.
#[wasm_bindgen(js_name = restoreResponse)]
pub fn restore_response(codec: &str, body: &str, options: &JsValue) -> Result<String, JsValue> {
    let limits = RestoreOptions::read(options)?;
    let Restored { body, issues, .. } = lapidary::restore_response_within(&limits, &codecs(codec)?, body);
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
    /// A `TypeError` for an invalid codec, and for invalid options.
    #[wasm_bindgen(constructor)]
    pub fn new(codec: &str, options: &JsValue) -> Result<Restorer, JsValue> {
        let limits = RestoreOptions::read(options)?;
        codecs(codec).map(|codecs| Restorer(lapidary::Restorer::new(codecs).limits(limits)))
    }

    /// Takes the next bytes; returns those that can be sent on.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.0.push(bytes)
    }

    /// Ends the stream; returns what was held back.
    pub fn end(&mut self) -> Vec<u8> {
        self.0.end()
    }

    /// The issues found so far, from an index on.
    ///
    /// # Errors
    /// None in practice: issues are plain data.
    pub fn issues(&self, from: usize) -> Result<String, JsValue> {
        json(&self.0.issues().get(from..).unwrap_or_default())
    }
}

fn any_codec(text: &str) -> Result<AnyCodec, JsValue> {
    AnyCodec::from_json(text).map_err(|error: CodecError| type_error(&error.to_string()))
}

/// The codecs of several tools; that of a single tool is used for the name under which it is declared.
fn codecs(text: &str) -> Result<Codecs, JsValue> {
    match any_codec(text)? {
        AnyCodec::Several(codecs) => Ok(codecs),
        AnyCodec::One(codec) if codec.is_trivial() => Ok(Codecs::default()),
        AnyCodec::One(codec) => match codec.declared.clone() {
            Some(declared) => Ok(Codecs::new([(declared, codec)])),
            None => Err(type_error("a codec of one tool does not say which calls it is for: pass those of all tools")),
        },
    }
}
