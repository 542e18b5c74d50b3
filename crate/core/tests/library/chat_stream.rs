//! Streams in OpenAI's format: arguments arrive in pieces, and encoded ones are sent on as a whole.

use lapidary::{Codec, Codecs, Restorer, restore_response};

/// In `f_1` and `g` the member `m` is a map; `r_1` is only renamed.
pub(super) fn codecs() -> Codecs {
    let map = r#""arguments":{"object":{"properties":{"m":{"entries":{}}}}}"#;
    let codec = |text: &str| Codec::from_json(text).expect("it is a codec");
    Codecs::new([
        ("f_1".to_owned(), codec(&format!(r#"{{"version":1,"name":"ƒ/1","declared":"f_1",{map}}}"#))),
        ("g".to_owned(), codec(&format!(r#"{{"version":1,{map}}}"#))),
        ("r_1".to_owned(), Codec::new(Some(("r/1".to_owned(), "r_1".to_owned())))),
    ])
}

/// The restored stream, given the pieces in which it arrives, and the codes of the issues.
pub(super) fn restored<'p>(pieces: impl IntoIterator<Item = &'p [u8]>) -> (String, Vec<&'static str>) {
    let mut restorer = Restorer::new(codecs());
    let mut out: Vec<u8> = pieces.into_iter().flat_map(|piece| restorer.push(piece)).collect();
    out.extend(restorer.end());
    let codes = restorer.issues().iter().map(|issue| issue.code.as_str()).collect();
    (String::from_utf8(out).expect("it is text"), codes)
}

/// An event with one choice.
fn event(delta: &str) -> String {
    format!(r#"data: {{"id": "c","choices":[{{"index":0,"delta":{delta}}}]}}"#) + "\n\n"
}

pub(super) fn calls(calls: &str) -> String {
    event(&format!(r#"{{"tool_calls":[{calls}]}}"#))
}

pub(super) const DONE: &str = "data: [DONE]\n\n";

/// A stream, its restored form, and the codes of the issues.
type Case = (String, String, Vec<&'static str>);

const USAGE: &str = "data: {\"choices\":[],\"usage\":{\"total_tokens\": 1e1}}\n\n";

fn finish() -> String {
    r#"data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#.to_owned() + "\n\n"
}

/// The event in which a call begins.
fn start(name: &str) -> String {
    calls(&format!(
        r#"{{"index":0,"id":"1","type":"function","function":{{"name":"{name}","arguments":""}},"extra_content":{{"google":{{"thought_signature":"f_1"}}}}}}"#
    ))
}

/// The event that brings a part of its arguments, as it is written between quotes.
pub(super) fn piece(text: &str) -> String {
    calls(&format!(r#"{{"index":0,"function":{{"arguments":"{text}"}}}}"#))
}

/// A call in one event, as Gemini sends it.
fn whole(name: &str, text: &str) -> String {
    calls(&format!(r#"{{"id":"1","function":{{"name":"{name}","arguments":"{text}"}}}}"#))
}

/// The same with a number, as it is sent on.
fn numbered(number: usize, name: &str, text: &str) -> String {
    whole(name, text).replacen(r#"{"id":"1""#, &format!(r#"{{"index":{number},"id":"1""#), 1)
}

/// The additional event with the arguments of the first call that were not completed.
pub(super) fn rest(text: &str) -> String {
    piece(text).replacen("{\"id\": ", "{\"id\":", 1)
}

fn complete() -> Vec<Case> {
    let same = |stream: String| (stream.clone(), stream, vec![]);
    vec![
        // Gemini sends calls as a whole, without numbers.
        (
            whole("f_1", r#"{\"m\": [{\"key\":\"😀\",\"value\":1.0}]}"#)
                + &whole("g", r#"{\"m\":[]}"#)
                + &finish()
                + USAGE
                + DONE,
            numbered(0, "ƒ/1", r#"{\"m\": {\"😀\":1.0}}"#)
                + &numbered(1, "g", r#"{\"m\":{}}"#)
                + &finish()
                + USAGE
                + DONE,
            vec![],
        ),
        // Others split the text anywhere, also between the two escapes of a surrogate pair.
        (
            [
                start("f_1"),
                piece(r#"{\"m\""#),
                piece(r#": [{\"key\":\"\ud83d"#),
                piece(r#"\ude00}]\",\"value\":1.0"#),
                piece("}]"),
                piece("} "),
                finish(),
                DONE.to_owned(),
            ]
            .concat(),
            [
                start("ƒ/1"),
                piece(""),
                piece(""),
                piece(""),
                piece(""),
                piece(r#"{\"m\": {\"😀}]\":1.0}} "#),
                finish(),
                DONE.to_owned(),
            ]
            .concat(),
            vec![],
        ),
        // Arguments without a code pass; only the name is restored.
        (
            start("r_1") + &piece(r#"{\"m"#) + &piece(r#"\":[]}"#) + &finish(),
            start("r/1") + &piece(r#"{\"m"#) + &piece(r#"\":[]}"#) + &finish(),
            vec![],
        ),
        same(start("other") + &piece("{}") + &event(r#"{"content":"f_1"}"#) + &finish() + DONE),
        same(piece(r#"{\"m\":[]}"#) + &event(r#"{"function_call":{"name":"f_1","arguments":"{\"m\":[]}"}}"#)),
        same(start("g") + &finish() + USAGE),
        same("data: {\"error\":{\"message\":\"f_1\"}}\n\n".to_owned() + DONE),
        // The name has a namespace that the model has invented.
        (
            start("default_api.f_1") + &piece(r#"{\"m\":"#) + &piece("[]}") + &finish(),
            start("ƒ/1") + &piece("") + &piece(r#"{\"m\":{}}"#) + &finish(),
            vec!["namespace"],
        ),
        (start("x:r_1") + &piece("{}") + &finish(), start("r/1") + &piece("{}") + &finish(), vec!["namespace"]),
        // Empty names, ids and finish reasons are ignored, and names may be repeated.
        (
            start("f_1").replace("\"delta\"", "\"finish_reason\":\"\",\"delta\"")
                + &calls(r#"{"index":0,"id":"","function":{"name":"","arguments":"{\"m\":"}}"#)
                + &calls(r#"{"index":0,"function":{"name":"f_1","arguments":"[]}"}}"#)
                + &calls(r#"{"index":0,"function":{"name":"f_1","arguments":""}}"#)
                + &finish(),
            start("ƒ/1").replace("\"delta\"", "\"finish_reason\":\"\",\"delta\"")
                + &calls(r#"{"index":0,"id":"","function":{"name":"","arguments":""}}"#)
                + &calls(r#"{"index":0,"function":{"name":"ƒ/1","arguments":"{\"m\":{}}"}}"#)
                + &calls(r#"{"index":0,"function":{"name":"ƒ/1","arguments":""}}"#)
                + &finish(),
            vec![],
        ),
    ]
}

/// Streams with arguments that are never completed.
fn cut_off() -> Vec<Case> {
    let cut = |end: &str| {
        let stream = start("f_1") + &piece(r#"{\"m\":["#) + end;
        (stream, start("ƒ/1") + &piece("") + &rest(r#"{\"m\":["#) + end, vec!["misfit"])
    };
    vec![
        // Incomplete arguments are sent before the event that ends the call.
        (
            start("f_1") + &piece(r#"{\"m\":["#) + &piece("{") + &finish() + DONE,
            start("ƒ/1") + &piece("") + &piece("") + &rest(r#"{\"m\":[{"#) + &finish() + DONE,
            vec!["misfit"],
        ),
        (whole("g", r#"{\"m\":["#) + DONE, numbered(0, "g", "") + &rest(r#"{\"m\":["#) + DONE, vec!["misfit"]),
        (
            whole("g", "").trim_end().to_owned() + "\n\n" + whole("g", "{").trim_end(),
            numbered(0, "g", "") + numbered(1, "g", "{").trim_end(),
            vec!["misfit"],
        ),
        // What follows may break off: it keeps its bytes.
        cut("data: {\"choi"),
        cut("data: {\"choices\":[]}\ndata: {"),
        cut("data: [DON"),
        cut("data: [DONE]"),
        cut(": comm"),
        // Clients read nothing after an error.
        cut("data: {\"error\":{\"code\":503}}\n\n"),
        cut("event: error\ndata: [{\"error\":{\"code\":503}}]\n\ndata: [DONE]\n\n"),
        cut(finish().trim_end()),
        // The last piece and the finish reason may arrive together.
        (
            piece("").replace("\"arguments\"", "\"name\":\"f_1\",\"arguments\"")
                + &piece("{}").replace("\"delta\"", "\"finish_reason\":\"stop\",\"delta\"")
                + &whole("f_1", "{").replace("\"delta\"", "\"finish_reason\":\"length\",\"delta\""),
            piece("").replace("\"arguments\"", "\"name\":\"ƒ/1\",\"arguments\"")
                + &piece("{}").replace("\"delta\"", "\"finish_reason\":\"stop\",\"delta\"")
                + &numbered(1, "ƒ/1", "{").replace("\"delta\"", "\"finish_reason\":\"length\",\"delta\""),
            vec!["misfit"],
        ),
        // Arguments that are no object are not held back.
        (start("f_1") + &piece(" [") + &piece("]"), start("ƒ/1") + &piece(" [") + &piece("]"), vec!["misfit"]),
    ]
}

fn streams() -> Vec<Case> {
    complete().into_iter().chain(cut_off()).collect()
}

#[test]
fn streams_are_restored_and_all_else_stays() {
    for (stream, expected, codes) in streams() {
        assert_eq!(restored([stream.as_bytes()]), (expected.clone(), codes.clone()));
        let returns = |text: &str| text.replace('\n', "\r\n");
        let (out, found) = restored([returns(&stream).as_bytes()]);
        assert_eq!((out.replace("\r\n", "\n"), found), (expected, codes));
    }
}

#[test]
fn cut_at_each_byte_they_are_the_same() {
    for (stream, expected, codes) in streams() {
        let expected = (expected, codes);
        assert_eq!(restored(stream.as_bytes().chunks(1)), expected);
        for at in 0..=stream.len() {
            let (first, second) = stream.as_bytes().split_at(at);
            assert_eq!(restored([first, second]), expected, "{stream:?} at {at}");
        }
    }
}

#[test]
fn a_piece_that_completes_the_text_leaves_with_all_of_it() {
    let mut restorer = Restorer::new(codecs());
    let piece = |text: &str| calls(&format!(r#"{{"index":7,"function":{{"arguments":"{text}"}}}}"#));
    restorer.push(calls(r#"{"index":7,"function":{"name":"g"}}"#).as_bytes());
    assert_eq!(restorer.push(piece(r#"{\"m\":["#).as_bytes()), piece("").as_bytes());
    assert_eq!(restorer.push(piece("]}").as_bytes()), piece(r#"{\"m\":{}}"#).as_bytes());
    assert_eq!(restorer.end(), b"");
}

#[test]
fn an_array_of_chunks_is_restored_as_a_whole_and_in_a_stream() {
    let chunk = |text: &str, name: &str| {
        format!(
            r#"{{"choices":[{{"delta":{{"tool_calls":[{{"index":0,"function":{{{name}"arguments":"{text}"}}}}]}}}}]}}"#
        )
    };
    let array = |texts: [&str; 2]| format!("[{},\n{}]", chunk(texts[0], r#""name":"g","#), chunk(texts[1], ""));
    let out = restore_response(&codecs(), &array([r#"{\"m\":"#, "[]}"]));
    assert_eq!(out.body, array(["", r#"{\"m\":{}}"#]));
    // In a stream each element is restored alone, and its incomplete arguments are reported.
    let cut = array([r#"{\"m\":"#, "[]}"]);
    assert_eq!(restored([cut.as_bytes()]), (cut.clone(), vec!["misfit"]));
    let whole = array([r#"{\"m\":[]}"#, ""]);
    assert_eq!(restored([whole.as_bytes()]).0, array([r#"{\"m\":{}}"#, ""]));
}

#[test]
fn parallel_calls_have_numbers_of_their_own() {
    let call = |index: &str, id: &str, name: &str| {
        calls(&format!(r#"{{{index}"id":"{id}","function":{{"name":"{name}","arguments":""}}}}"#))
    };
    let more = |index: &str, text: &str| calls(&format!(r#"{{{index}"function":{{"arguments":"{text}"}}}}"#));
    let map = |index: &str| more(index, r#"{\"m\":{\"k\":1}}"#);
    let (entries, zero, one) = (r#"{\"m\":[{\"key\":\"k\",\"value\":1}]}"#, r#""index":0,"#, r#""index":1,"#);
    for same in [zero, ""] {
        let stream = [call(same, "1", "x"), more(same, "{}"), call(same, "2", "g"), more(same, entries), finish()];
        let expected = [call(zero, "1", "x"), more(zero, "{}"), call(one, "2", "g"), map(one), finish()];
        let (text, codes) = restored([stream.concat().as_bytes()]);
        assert_eq!((text.as_str(), codes), (expected.concat().as_str(), vec![]), "{same}");
    }
    // Calls with numbers of their own keep their bytes, in whatever order their pieces arrive.
    let own = [call(zero, "1", "x"), call(one, "2", "x"), more(zero, "{}"), more(one, "{}"), finish()].concat();
    assert_eq!(restored([own.as_bytes()]).0, own);
    // Some servers repeat the name with each piece of a call.
    let repeated = [call(zero, "1", "x"), call(zero, "1", "x"), call(zero, "2", "x"), finish()].concat();
    let expected = [call(zero, "1", "x"), call(zero, "1", "x"), call(one, "2", "x"), finish()].concat();
    assert_eq!(restored([repeated.as_bytes()]).0, expected);
}
