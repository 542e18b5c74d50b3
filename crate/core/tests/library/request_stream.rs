//! Streams restored as they arrive: wherever they are split, the bytes are the same.

use lapidary::{Codec, Codecs, Restorer, restore_response};
use proptest::{prelude::*, test_runner::RngSeed};

use crate::cut;

fn codecs() -> Codecs {
    Codecs::new([("f_1".to_owned(), Codec::new(Some(("ƒ/1".to_owned(), "f_1".to_owned()))))])
}

fn restorer() -> Restorer {
    Restorer::new(codecs())
}

/// The restored stream, given the pieces in which it arrives.
fn restored<'p>(pieces: impl IntoIterator<Item = &'p [u8]>) -> Vec<u8> {
    let mut restorer = restorer();
    let mut out: Vec<u8> = pieces.into_iter().flat_map(|piece| restorer.push(piece)).collect();
    out.extend(restorer.end());
    out
}

fn chunk(name: &str) -> String {
    format!(
        r#"{{"candidates": [{{"content": {{"parts": [{{"functionCall": {{"name": "{name}", "args": {{"é": "😀}}]\"f_1"}}}}}}]}}}}]}}"#
    )
}

/// Streams in every form, and the restored form of each.
fn streams() -> Vec<(String, String)> {
    let forms: [fn(&str) -> String; 9] = [
        |chunk| format!("data: {chunk}\n\ndata: {chunk}\n\n"),
        |chunk| format!("data: {chunk}\r\n\r\ndata:{chunk}\r\n\r\n"),
        |chunk| format!("data: {chunk}\r\rdata: {chunk}\r\r"),
        |chunk| format!(": f_1\n\nevent: f_1\nid: 1\ndata: {chunk}\nretry: 5\n\ndata: [DONE]\n\n"),
        |chunk| format!("data: {}\r\n\r\n", chunk.replace("[{", "[\r\ndata: {")),
        |chunk| format!("data: {chunk}"),
        |chunk| format!("\u{feff}data: {chunk}\n\n"),
        |chunk| format!("[{chunk}\n,\r\n{chunk}]\n"),
        |chunk| format!(" {chunk}\n"),
    ];
    let restored = forms.iter().map(|form| (form(&chunk("f_1")), form(&chunk("ƒ/1"))));
    let same = [
        "[]",
        "",
        "data",
        r#"{"error": {"message": "f_1"}}"#,
        "<html>f_1</html>",
        "data: {\n\n",
        r#"[{"candidates": ["#,
    ];
    restored.chain(same.map(|stream| (stream.to_owned(), stream.to_owned()))).collect()
}

#[test]
fn a_stream_is_restored_whatever_its_form() {
    for (stream, expected) in streams() {
        let out = restored([stream.as_bytes()]);
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }
}

#[test]
fn cut_at_each_byte_it_is_the_same() {
    for (stream, expected) in streams() {
        assert_eq!(String::from_utf8_lossy(&restored(stream.as_bytes().chunks(1))), expected);
        for at in 0..=stream.len() {
            let (first, second) = stream.as_bytes().split_at(at);
            assert_eq!(restored([first, second]), expected.as_bytes(), "{stream:?} at {at}");
        }
    }
}

#[test]
fn an_array_restored_at_once_is_the_same() {
    let array = format!("[{},\n{}]", chunk("f_1"), chunk("g"));
    assert_eq!(restored([array.as_bytes()]), restore_response(&codecs(), &array).body.as_bytes());
}

#[test]
fn what_is_complete_leaves_at_once() {
    for (start, end) in [("data: ", "\n\n"), ("data: ", "\r\n\r"), ("[", ""), (",\n", "")] {
        let mut restorer = restorer();
        if start == ",\n" {
            restorer.push(b"[{}");
        }
        let mut out = restorer.push(start.as_bytes());
        out.extend(restorer.push(chunk("f_1").as_bytes()));
        out.extend(restorer.push(end.as_bytes()));
        assert_eq!(String::from_utf8_lossy(&out), format!("{start}{}{end}", chunk("ƒ/1")));
    }
}

#[test]
fn what_is_too_long_passes_with_an_issue() {
    for (start, end) in [("data: ", "\n\n"), ("[", "]")] {
        let long = format!("{start}{{\"pad\": \"{}\", \"rest\": {}}}{end}", "x".repeat(500), chunk("f_1"));
        let short = format!("data: {}\n\n", chunk("f_1"));
        let stream = if start == "[" { long.clone() } else { format!("{long}{short}") };
        let mut restorer = Restorer::with_limit(codecs(), 400);
        let mut out = restorer.push(stream.as_bytes());
        out.extend(restorer.end());
        assert_eq!(String::from_utf8_lossy(&out), stream.replace(&short, &short.replacen("f_1", "ƒ/1", 1)));
        assert_eq!(restorer.issues().iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["too-long"]);
    }
}

#[test]
fn bytes_that_are_no_text_pass() {
    let mut event = b"data: \"\xff\xfe\"\n\n".to_vec();
    event.extend(format!("data: {}\n\n", chunk("f_1")).bytes());
    let out = restored([event.as_slice()]);
    assert!(out.starts_with(b"data: \"\xff\xfe\"\n\n"));
    assert!(String::from_utf8_lossy(&out).contains("ƒ/1"));
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "data: ", "data:", "\n", "\r\n", "\r", "\n\n", "[", "]", "{", "}", ",", "\"", "\\", ": ", "é", "\u{feff}",
            "id: 1\n",
        ])
        .prop_map(str::to_owned),
        Just(chunk("f_1")),
        Just("\"f_1\"".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, rng_seed: RngSeed::Fixed(22), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_cuts_give_the_same_bytes(pieces in prop::collection::vec(piece(), 0..24), cuts in prop::collection::vec(1_usize..40, 1..20)) {
        let stream = pieces.concat();
        let whole = restored([stream.as_bytes()]);
        prop_assert_eq!(&restored(cut(&stream, &cuts)), &whole);
        let calls = |text: &[u8]| String::from_utf8_lossy(text).matches("candidates").count();
        prop_assert_eq!(calls(&whole), calls(stream.as_bytes()));
    }
}
