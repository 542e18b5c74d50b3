//! Coverage-guided fuzzing: libFuzzer draws bytes, keeps those that reach something new, and draws from these. The variable
//! `LAPIDARY_FUZZED` names who gets them. An input is text; of several parts, each stands on lines of its own, and lines of
//! `---` part them. Target and mode follow from its length.

#![no_main]

use std::{env, sync::LazyLock};

use lapidary::{
    Codecs, Emit, Mode, Options, Output, Restorer, TARGETS, declare, diff, internal, normalize_request,
    restore_response, transform,
};
use lapidary_proxy::{Profiles, internal::converse};
use libfuzzer_sys::fuzz_target;

/// Who gets the bytes.
type Fuzzed = fn(&str);

static FUZZED: LazyLock<Fuzzed> = LazyLock::new(|| match env::var("LAPIDARY_FUZZED").as_deref() {
    Ok("reader") => reader,
    Ok("transform") => documents,
    Ok("calls") => calls,
    Ok("request") => request,
    Ok("messages") => messages,
    _ => panic!("LAPIDARY_FUZZED is one of reader, transform, calls, request, messages"),
});

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = str::from_utf8(bytes) {
        FUZZED(text);
    }
});

/// The parts of an input; where there is one, it is both.
fn parts(text: &str) -> (&str, &str) {
    text.split_once("\n---\n").unwrap_or((text, text))
}

fn options(text: &str) -> Options {
    let run = text.len() % (2 * TARGETS.len());
    let mode = if run.is_multiple_of(2) { Mode::RoundTrip } else { Mode::DropIn };
    Options::new(TARGETS[run / 2]).mode(mode)
}

fn is_json(text: &str) -> bool {
    internal::read(text).is_ok()
}

/// Every node that is read lies within its parent.
fn reader(text: &str) {
    let Ok(tape) = internal::read(text) else { return };
    assert_eq!(tape.slice(internal::JsonId::ROOT), text.trim_matches([' ', '\t', '\n', '\r', '\u{feff}']));
    let quoted = internal::quote(text);
    let read = internal::read(&quoted).map(|tape| tape.string(internal::JsonId::ROOT).map(|text| text.into_owned()));
    assert_eq!(read.ok().flatten().as_deref(), Some(text));
}

/// The output and the patch are JSON; of several documents, each declaration is one line.
fn documents(text: &str) {
    let options = options(text);
    let transformed = transform(text, &options, &Output::default());
    let is_whole = |output: &str| is_json(output) || (!is_json(text) && output.lines().all(is_json));
    assert!(transformed.output.as_deref().is_none_or(is_whole));
    let (tools, issues) = transformed.into_findings();
    let issues = tools.iter().flat_map(|tool| &tool.report.issues).chain(&issues);
    assert!(issues.map(ToString::to_string).all(|line| !line.is_empty()));
    assert!(is_json(&diff(text, &options, None).patch));
    let same = transform(text, &options, &Output::default().emit(Emit::Same).indent(2));
    assert!(!is_json(text) || same.output.as_deref().is_none_or(is_json));
}

/// Arguments of a tool come back as JSON, both ways.
fn calls(text: &str) {
    let (tool, arguments) = parts(text);
    let declared = declare(tool, &options(text), &Output::default()).unwrap_or_default();
    for tool in declared {
        let name = tool.codec.declared.clone().unwrap_or_else(|| tool.name.clone());
        let encoded = tool.codec.encode(&tool.name, arguments);
        let restored = [tool.codec.restore(&name, &encoded.args), tool.codec.restore(&name, arguments)];
        assert!(!is_json(arguments) || restored.iter().chain([&encoded]).all(|call| is_json(&call.args)));
    }
    if let Ok(codecs) = Codecs::from_json(tool) {
        let names: Vec<String> = codecs.iter().map(|(name, _)| name.to_owned()).collect();
        names.iter().for_each(|name| drop(codecs.restore(name, &codecs.encode(name, arguments).args)));
    }
}

/// A request stays JSON, and its answer comes back the same in pieces as at once.
fn request(text: &str) {
    let (body, answer) = parts(text);
    let request = normalize_request(body, &options(text));
    assert!(!is_json(body) || is_json(&request.body));
    let restored = restore_response(&request.codecs, answer);
    assert!(!is_json(answer) || is_json(&restored.body));
    let stream = |size: usize| {
        let mut restorer = Restorer::new(request.codecs.clone());
        let mut out: Vec<u8> = answer.as_bytes().chunks(size).flat_map(|piece| restorer.push(piece)).collect();
        out.extend(restorer.end());
        out
    };
    assert_eq!(stream(1), stream(answer.len().max(1)));
}

/// The proxy outputs JSON, for messages of a client and of its server in turn.
fn messages(text: &str) {
    let options = options(text);
    let profiles = Profiles::new(Options::default()).always(&options.target, options.mode);
    let messages: Vec<&str> = text.split("\n---\n").collect();
    let passed = converse(messages.iter().copied(), profiles);
    for (message, passed) in messages.iter().zip(&passed) {
        let is_json_too = |passed: &[u8]| str::from_utf8(passed).is_ok_and(is_json);
        assert!(!is_json(message) || passed.iter().all(|passed| is_json_too(passed)));
    }
}
