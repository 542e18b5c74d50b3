//! `lapidary restore`: calls of declared tools as calls that the MCP server takes.

use std::io::{self, Write};

use lapidary::{Codec, restore::CODEC_VERSION};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    Verdict,
    args::{Format, RestoreArgs},
    input::{Document, documents},
    lines::{self, Answer},
    output,
};

#[derive(Deserialize)]
struct Request {
    codec: Codec,
    call: Call,
}

#[derive(Deserialize)]
struct Call {
    name: String,
    /// Absent for a call without arguments.
    args: Option<Box<RawValue>>,
}

pub(crate) fn run(args: &RestoreArgs) -> io::Result<Verdict> {
    if args.output.format() == Format::Jsonl {
        return lines::each(&args.files, restore);
    }
    let mut gravest = Verdict::Compatible;
    for Document { name, text } in documents(&args.files) {
        match text.map_or_else(|issue| Answer::error(None, issue.to_string()), |text| restore(&text)) {
            Answer::Error { error, .. } => {
                writeln!(anstream::stderr().lock(), "{name}: {error}")?;
                gravest = Verdict::Unreadable;
            }
            answer => output::json(&answer, args.output.indent)?,
        }
    }
    Ok(gravest)
}

fn restore(text: &str) -> Answer {
    let Request { codec, call } = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => return Answer::error(None, format!("not a codec and a call: {error}")),
    };
    if codec.version != CODEC_VERSION {
        let error = format!("the codec has format {}; this program reads {CODEC_VERSION}", codec.version);
        return Answer::error(Some(call.name), error);
    }
    let name = codec.restore_name(&call.name).to_owned();
    Answer::Call { name, args: call.args.unwrap_or_else(no_arguments) }
}

fn no_arguments() -> Box<RawValue> {
    RawValue::from_string("{}".to_owned()).unwrap_or_default()
}
