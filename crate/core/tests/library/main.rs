//! The library by its public interface. One program, as each links the engine anew; the specs beside it are another,
//! with a test for each file.

mod chat;
mod chat_stream;
mod chosen;
mod circles;
mod code;
mod codec;
mod codec_hostile;
mod codec_properties;
mod envelopes;
mod hostile;
mod limits;
mod messages;
mod names;
mod regressions;
mod request;
mod request_stream;
mod resolve;
#[cfg(feature = "rmcp")]
mod rmcp;
mod rooms;
mod rule_docs;
#[cfg(feature = "schemars")]
mod schemars;
mod turns;

use lapidary::{NormalizedRequest, Options, normalize_request};
use serde_json::Value;

fn normalize(body: &str) -> NormalizedRequest {
    normalize_request(body, &Options::default())
}

/// The codes of the request's own issues.
fn codes(request: &NormalizedRequest) -> Vec<&str> {
    request.issues.iter().map(|issue| issue.code.as_str()).collect()
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

/// What the only function with another name is called after it is declared.
fn declared(request: &NormalizedRequest) -> String {
    request.codecs.iter().next().expect("a function has another name").0.to_owned()
}

/// A stream in pieces of these lengths, over and over.
fn cut<'s>(stream: &'s str, lengths: &[usize]) -> Vec<&'s [u8]> {
    let mut rest = stream.as_bytes();
    let mut pieces = Vec::new();
    for length in lengths.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (first, second) = rest.split_at(rest.len().min(*length));
        pieces.push(first);
        rest = second;
    }
    pieces
}
