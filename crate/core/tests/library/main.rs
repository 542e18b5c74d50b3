//! Tests of the library through its public interface. They are one program, since each program links the engine anew;
//! the specs are another, with a test for each file.

mod annotations;
mod answers;
mod anything;
mod chat;
mod chat_stream;
mod chat_stream_limits;
mod chat_stream_properties;
mod chosen;
mod circles;
mod claims;
mod code;
mod codec;
mod codec_hostile;
mod codec_properties;
mod codec_repairs;
mod codec_unions;
mod depth;
mod descriptions;
mod detected;
mod duplicates;
mod emptied;
mod envelopes;
mod evidence;
mod explain;
mod fixes;
mod function_names;
mod hints;
mod hostile;
mod limits;
mod maps;
mod members;
mod messages;
mod names;
mod nulls;
mod omitted;
mod openai_helpers;
mod outputs;
mod partial;
mod reference_loops;
mod regressions;
mod request;
mod request_stream;
mod resolve;
mod responses;
#[cfg(feature = "rmcp")]
mod rmcp;
mod rooms;
mod rule_docs;
#[cfg(feature = "schemars")]
mod schemars;
mod size;
mod turns;
mod union_nulls;
mod untouched;

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

/// The declared name of the only renamed function.
fn declared(request: &NormalizedRequest) -> String {
    request.codecs.iter().next().expect("a function has another name").0.to_owned()
}

/// Splits a stream into pieces of these lengths, repeated to its end.
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
