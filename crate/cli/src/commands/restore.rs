//! `lapidary restore`: restores calls of declared tools to calls of the original tools, or encodes the latter.

mod request;

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
};

use lapidary::{Codec, Codecs, Limits, PositionEncoding, internal::AnyCodec};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    args::{Format, RestoreArgs},
    config::Config,
    input::{
        self, Document, files,
        lines::{self, Answer},
        source::Unread,
    },
    terminal::{output, visible::visible},
    verdict::Verdict,
};
use request::Request;

/// A line of the output of `transform --format jsonl`.
#[derive(Deserialize)]
struct Declared {
    name: String,
    codec: Box<RawValue>,
}

pub(crate) fn run(args: &RestoreArgs, config: &Config) -> io::Result<Verdict> {
    let limits = config.limits();
    let codecs = match args.codecs.as_deref().map(read_codecs).transpose() {
        Ok(codecs) => codecs,
        Err(problem) => {
            output::print_error(&visible(&problem))?;
            return Ok(Verdict::Unreadable);
        }
    };
    let answer = |text: &str| answer(text, codecs.as_ref(), args.encode, &limits);
    if args.output.format() == Format::Jsonl {
        return lines::each(&args.files, |source| vec![answer(source.as_json())]);
    }
    let mut gravest = Verdict::Compatible;
    for Document { name, source, .. } in files(args.files.clone()) {
        if let Ok(source) = &source {
            source.announce(&name)?;
        }
        let unread = |unread: Unread| Answer::error(None, unread.issue(PositionEncoding::Characters).to_string());
        match source.map_or_else(unread, |source| answer(source.as_json())) {
            Answer::Error { error, .. } => {
                output::print_error(&visible(&format!("{name}: {error}")))?;
                gravest = Verdict::Unreadable;
            }
            answer => output::json_data(&answer, args.output.indent)?,
        }
    }
    Ok(gravest)
}

/// The codecs of `--codecs`, with the original and declared names of their tools if the file has a line for each.
struct Known {
    codec: AnyCodec,
    names: Option<BTreeSet<String>>,
    /// The declared names of tools that have different codecs, as tools of several lists may.
    ambiguous: BTreeSet<String>,
}

impl Known {
    /// Whether the file has a codec for a call by this name, as far as it lists all tools.
    fn has(&self, called: &str) -> bool {
        let is_tool = self.names.as_ref().is_none_or(|names| names.contains(called));
        is_tool || matches!(&self.codec, AnyCodec::Several(codecs) if codecs.called(called).is_some())
    }
}

/// Reads the codecs in a file: one, those of several tools, or a line for each tool.
fn read_codecs(file: &Path) -> Result<Known, String> {
    let of_file = |problem: String| format!("{}: {problem}", input::name(file));
    let text = input::plain_text(file).map_err(|issue| of_file(issue.to_string()))?;
    let mut codecs: Vec<(String, Codec)> = Vec::new();
    let mut texts = BTreeMap::new();
    let mut ambiguous = BTreeSet::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let Ok(Declared { name, codec }) = serde_json::from_str(line) else {
            let whole = AnyCodec::from_json(&text).map(|codec| Known { codec, names: None, ambiguous });
            return whole.map_err(|error| of_file(format!("line {}: no codec: {error}; {HOW}", number + 1)));
        };
        let text = codec.get();
        let codec = Codec::from_json(text).map_err(|error| of_file(format!("line {}: {error}", number + 1)))?;
        let declared = codec.declared.clone().unwrap_or(name);
        if texts.insert(declared.clone(), text.to_owned()).is_some_and(|other| other != text) {
            ambiguous.extend(codec.name.iter().chain([&declared]).cloned());
        }
        codecs.push((declared, codec));
    }
    if codecs.is_empty() {
        return Err(of_file(format!("it contains no codec; {HOW}")));
    }
    let names = codecs.iter().flat_map(|(declared, codec)| codec.name.iter().chain([declared])).cloned().collect();
    Ok(Known { codec: AnyCodec::Several(Codecs::new(codecs)), names: Some(names), ambiguous })
}

/// How to get codecs, for error messages.
const HOW: &str = "`lapidary transform --mode round-trip --format jsonl` prints a codec with each declaration";

fn answer(text: &str, codecs: Option<&Known>, encode: bool, limits: &Limits) -> Answer {
    let Request { codec, name: called, args, others } = match Request::of(text) {
        Ok(request) => request,
        Err(problem) => return Answer::error(None, problem),
    };
    let own = codec.map(|codec| AnyCodec::from_json(codec.get()));
    let codec = match (&own, codecs) {
        (None, Some(known)) if !known.has(&called) => {
            return Answer::error(Some(called), "no codec is for a tool of this name");
        }
        (None, Some(Known { ambiguous, .. })) if ambiguous.contains(&called) => {
            return Answer::error(
                Some(called),
                "several tools of this name have different codecs; give the codecs of one list of tools",
            );
        }
        (Some(Ok(codec)), _) | (None, Some(Known { codec, .. })) => codec,
        (Some(Err(error)), _) => return Answer::error(Some(called), error.to_string()),
        (None, None) => {
            return Answer::error(Some(called), format!("a call without a codec; give --codecs FILE: {HOW}"));
        }
    };
    let args = args.map_or("{}", RawValue::get);
    let lapidary::Call { name, args, issues, .. } =
        if encode { codec.encode_within(limits, &called, args) } else { codec.restore_within(limits, &called, args) };
    match RawValue::from_string(args) {
        Ok(args) => Answer::call(name, args, &others, issues),
        Err(error) => Answer::error(Some(name), error.to_string()),
    }
}
