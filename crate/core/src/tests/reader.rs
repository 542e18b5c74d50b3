//! The reader compared with `serde_json`: both accept the same texts, except for the listed differences.

use crate::json::{Decimal, Indent, JsonId, Kind, PositionEncoding, pretty, read, read_document};
use proptest::prelude::*;

/// Texts that this reader takes and `serde_json` does not, and why.
const WIDER: &[(&str, &str)] = &[
    ("\u{feff}{}", "a byte order mark is passed over"),
    (r#""\ud800""#, "a lone surrogate is kept as written"),
    (r#""\udc00\ud800""#, "surrogates in the wrong order are two lone ones"),
    ("1e400", "numbers are kept as written, whatever a double holds"),
];

fn serde_accepts(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

#[test]
fn the_listed_differences_are_real() {
    for (text, why) in WIDER {
        assert!(read(text).is_ok(), "{why}: {text}");
        assert!(!serde_accepts(text), "{why}: {text}");
    }
}

#[test]
fn a_text_that_ends_in_a_string_says_so_whatever_ends_its_last_line() {
    for end in ["", "\n", "\r\n", "\n \n\t"] {
        let error = read(&format!("{{\"type\":\"arr{end}")).expect_err("it is truncated");
        assert_eq!(
            (error.kind.to_string().as_str(), error.span.start),
            ("the text ends inside a value", 12),
            "{end:?}"
        );
    }
    let error = read("{\"type\":\"arr\n\"}").expect_err("a line break in a string");
    assert_eq!(error.kind.to_string(), "a control character must be escaped inside a string");
}

#[test]
fn the_same_texts_are_accepted() {
    let texts = [
        "",
        " ",
        "{",
        "}",
        "[",
        "]",
        "[,]",
        "[1,]",
        "{,}",
        r#"{"a"}"#,
        r#"{"a":}"#,
        r#"{"a":1,}"#,
        "01",
        "-",
        "-0",
        "1.",
        ".5",
        "1e",
        "1e+",
        "1E-5",
        "+1",
        "0x1",
        "NaN",
        "true",
        "tru",
        "truex",
        "null",
        "nul",
        r#""a"#,
        r#""\x""#,
        r#""\u12""#,
        "\"\u{1}\"",
        "\"\t\"",
        "\u{b}1",
        "1 2",
        "[1] ]",
        r#"{"a":1 "b":2}"#,
        r"{a:1}",
        "'a'",
        "[1 2]",
        "\r\n[\r\n1\r\n]\r\n",
        r#"["\u00e9\n\/"]"#,
        "1/2",
        "//",
        "[[[[]]]]",
        r#"{"a":{"b":[]}}"#,
        "00",
        "-01",
        "1.0e1",
    ];
    for text in texts {
        assert_eq!(read(text).is_ok(), serde_accepts(text), "{text:?}");
    }
}

#[test]
fn errors_say_where() {
    let error = read("{\n  \"a\": tru\n}").expect_err("`tru` is no value");
    assert_eq!((error.span.start, error.kind.to_string().as_str()), (9, "a JSON value is expected here"));
    let index = crate::json::LineIndex::new("a\n\u{1f600}b");
    let place = |encoding| index.position(6, encoding);
    assert_eq!((place(PositionEncoding::Characters).line, place(PositionEncoding::Characters).column), (2, 2));
    assert_eq!(place(PositionEncoding::Utf16).column, 3);
    assert_eq!(place(PositionEncoding::Utf8).column, 5);
}

#[test]
fn nothing_is_normalized() {
    let text = r#"{"b":1.0,"a":-0,"a":123456789012345678901234567890,"\u0061":"\ud83d\ude00"}"#;
    let tape = read(text).expect("it is JSON");
    assert_eq!(tape.slice(JsonId::ROOT), text);
    let keys: Vec<_> = tape.members(JsonId::ROOT).map(|key| tape.key(key).into_owned()).collect();
    assert_eq!(keys, ["b", "a", "a", "a"]);
    let last = tape.get(JsonId::ROOT, "a").expect("it is there");
    assert_eq!(tape.string(last).as_deref(), Some("\u{1f600}"));
}

fn is_beyond_doubles(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_err_and(|error| error.to_string().contains("out of range"))
}

/// JSON as text, with odd spellings that values do not keep.
fn json_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,5})?([eE][+-]?[0-9]{1,2})?",
        "\"([a-z \\u{e9}\\u{1f600}]|\\\\[nt\"/\\\\]|\\\\u00[0-9a-f]{2}){0,8}\"",
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(|items| format!("[ {} ]", items.join(" ,\n"))),
            prop::collection::vec(("[a-d]{1,2}", inner), 0..6).prop_map(|members| {
                let members: Vec<_> = members.iter().map(|(key, value)| format!("\"{key}\" : {value}")).collect();
                format!("{{{}}}", members.join(", "))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn valid_text_is_read_as_serde_reads_it(text in json_text()) {
        let tape = read(&text).expect("it is JSON");
        let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        prop_assert_eq!(tape.kind(JsonId::ROOT) == Kind::Object, value.is_object());
        let printed = pretty(&tape, JsonId::ROOT, Indent(2));
        prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&printed).expect("it is JSON"), value);
        prop_assert_eq!(pretty(&read(&printed).expect("it is JSON"), JsonId::ROOT, Indent(2)), printed);
    }

    #[test]
    fn broken_text_is_refused_where_serde_refuses_it(text in json_text(), at in any::<prop::sample::Index>(), byte in "[\\]\\[{},:\"0a\\\\ ]") {
        let at = at.index(text.len() + 1);
        prop_assume!(text.is_char_boundary(at));
        let broken = format!("{}{byte}{}", &text[..at], &text[at..]);
        // One more digit can make a number that `serde_json` cannot represent.
        prop_assume!(!is_beyond_doubles(&broken));
        prop_assert_eq!(read(&broken).is_ok(), serde_accepts(&broken), "{}", broken);
    }
}

#[test]
fn texts_on_lines_are_an_array_of_them() {
    let tape = read_document("{\"a\": 1}\n{\"a\": 2}\n").expect("two texts");
    assert!(tape.is_lines());
    assert_eq!(tape.elements(JsonId::ROOT).count(), 2);
    assert!(read_document("1 2").is_err());
}

#[test]
fn numbers_are_compared_and_rounded_as_written() {
    let number = |text| Decimal::parse(text).expect(text);
    assert_eq!(number("1.50e1"), number("15"));
    assert!(number("1.50e1").is_integer());
    assert_eq!(number("2.5").next_integer_above().as_deref(), Some("3"));
}
