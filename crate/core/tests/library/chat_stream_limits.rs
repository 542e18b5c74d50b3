//! Streams in OpenAI's format with more than is held back.

use lapidary::Restorer;

use crate::chat_stream::{DONE, calls, codecs, piece, rest, restored};

#[test]
fn what_is_too_long_to_be_held_passes_with_an_issue() {
    let texts: Vec<String> =
        (0..9).map(|at| format!(r#"{}\"{}\":{},"#, if at == 0 { "{" } else { "" }, "x".repeat(60), at)).collect();
    let start = calls(r#"{"index":0,"function":{"name":"g","arguments":""}}"#);
    let mut restorer = Restorer::with_limit(codecs(), 300);
    let mut out = restorer.push(start.as_bytes());
    out.extend(texts.iter().flat_map(|text| restorer.push(piece(text).as_bytes())));
    out.extend(restorer.end());
    let (all, _) = texts.split_at(5);
    let expected = start
        + &piece("").repeat(4)
        + &piece(&all.concat())
        + &texts[5..].iter().map(|text| piece(text)).collect::<String>();
    assert_eq!(String::from_utf8_lossy(&out), expected);
    assert_eq!(restorer.issues().iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["too-long", "misfit"]);
}

#[test]
fn a_call_ends_before_an_event_that_is_too_long() {
    let (start, text) = (calls(r#"{"index":0,"function":{"name":"g"}}"#), r#"{\"m\":["#);
    let long = format!("data: \"{}", "x".repeat(300));
    let mut restorer = Restorer::with_limit(codecs(), 200);
    let mut out = restorer.push([start.as_str(), &piece(text), &long].concat().as_bytes());
    out.extend(restorer.end());
    assert_eq!(String::from_utf8_lossy(&out), start + &piece("") + &rest(text) + &long);
}

/// No arguments have arrived yet; what is held are the members of the chunks that describe the stream.
#[test]
fn calls_that_only_begin_are_held_in_bounds_too() {
    let model = "x".repeat(200);
    let start = |at: usize| {
        let call = calls(&format!(r#"{{"index":{at},"function":{{"name":"g"}}}}"#));
        call.replacen('{', &format!(r#"{{"model":"{model}","#), 1)
    };
    let mut restorer = Restorer::with_limit(codecs(), 500);
    let stream: String = (0..3).map(start).collect();
    assert_eq!(String::from_utf8_lossy(&restorer.push(stream.as_bytes())), stream);
    assert_eq!(restorer.issues().iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["too-long"]);
}

#[test]
fn so_many_calls_at_a_time_are_held_and_no_more() {
    let start = |at: usize| calls(&format!(r#"{{"index":{at},"function":{{"name":"g","arguments":"{{"}}}}"#));
    let stream: String = (0..200).map(start).collect::<String>() + DONE;
    let (out, codes) = restored([stream.as_bytes()]);
    assert_eq!(codes.iter().filter(|code| **code == "parts-of-arguments").count(), 72);
    assert_eq!(out.matches(r#""arguments":"{""#).count(), 200);
    assert!(out.ends_with(DONE));
}
