//! `lapidary restore`: calls of declared tools as calls that the MCP server takes, or forth again.

use std::io;

use lapidary::{Limits, internal::AnyCodec};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    Verdict,
    args::{Format, RestoreArgs},
    config::Config,
    input::{Document, files},
    lines::{self, Answer},
    output,
    visible::visible,
};

#[derive(Deserialize)]
struct Request {
    /// A tool's codec, or those of several tools.
    codec: Box<RawValue>,
    call: Call,
}

#[derive(Deserialize)]
struct Call {
    name: String,
    /// Absent for a call without arguments.
    args: Option<Box<RawValue>>,
}

pub(crate) fn run(args: &RestoreArgs, config: &Config) -> io::Result<Verdict> {
    let limits = config.limits();
    let answer = |text: &str| answer(text, args.encode, &limits);
    if args.output.format() == Format::Jsonl {
        return lines::each(&args.files, answer);
    }
    let mut gravest = Verdict::Compatible;
    for Document { name, text, .. } in files(&args.files) {
        match text.map_or_else(|issue| Answer::error(None, issue.to_string()), |text| answer(&text)) {
            Answer::Error { error, .. } => {
                output::complain(&visible(&format!("{name}: {error}")))?;
                gravest = Verdict::Unreadable;
            }
            answer => output::json(&answer, args.output.indent)?,
        }
    }
    Ok(gravest)
}

fn answer(text: &str, encode: bool, limits: &Limits) -> Answer {
    let Request { codec, call } = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => return Answer::error(None, format!("not a codec and a call: {error}")),
    };
    let codec = match AnyCodec::from_json(codec.get()) {
        Ok(codec) => codec,
        Err(error) => return Answer::error(Some(call.name), error.to_string()),
    };
    let args = call.args.as_ref().map_or("{}", |args| args.get());
    let lapidary::Call { name, args, issues, .. } = if encode {
        codec.encode_within(limits, &call.name, args)
    } else {
        codec.restore_within(limits, &call.name, args)
    };
    match RawValue::from_string(args) {
        Ok(args) => Answer::Call { name, args, issues },
        Err(error) => Answer::error(Some(name), error.to_string()),
    }
}
