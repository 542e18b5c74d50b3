//! Answers of a model, at once and in pieces.

use super::{Family, Made, each, limited, linear, nested};

const SCHEMA: &str = r#"{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}},"u":{"anyOf":[{"type":"integer"},{"type":"array","items":{"enum":[1,"a"]}}]}}}"#;

fn answer(answer: String) -> Made {
    Made::Answer { schema: SCHEMA.to_owned(), answer }
}

/// Events, each with a pattern as its data.
fn events(size: usize, pattern: &str) -> Made {
    let count = size / (pattern.len() + 8) + 1;
    let event = |at: usize| ["data: ", &pattern.replace('%', &at.to_string()), "\n\n"].concat();
    answer((0..count).map(event).collect())
}

pub(super) const FAMILIES: &[Family] = &[
    limited("calls of an answer", "calls that are restored", |size| {
        let part = r#"{"functionCall":{"name":"NAME","args":{"m":[{"key":"k%","value":%}],"u":[1]}}}"#;
        answer(format!(r#"{{"candidates":[{{"content":{{"parts":[{}]}}}}]}}"#, each(size, part)))
    }),
    linear("candidates of an answer", "answers in an answer", |size| {
        answer(format!(r#"{{"candidates":[{}]}}"#, each(size, r#"{"content":{"parts":[{"text":"%"}]}}"#)))
    }),
    linear("an answer of levels", "levels of an answer", |size| answer(nested(size, r#"{"candidates":["#, "", "]}"))),
    linear("events with a call each", "events that are restored", |size| {
        events(
            size,
            r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"NAME","args":{"m":[{"key":"k","value":%}]}}}]}}]}"#,
        )
    }),
    linear("events of text", "events that stay", |size| {
        events(size, r#"{"candidates":[{"content":{"parts":[{"text":"%"}]}}]}"#)
    }),
    linear("empty events", "events that say nothing", |size| answer("data:\n\n".repeat(size / 7))),
    linear("empty lines", "lines that say nothing", |size| answer("\n".repeat(size))),
    limited("lines of one event", "data on many lines", |size| answer("data: {\n".repeat(size / 8) + "\n")),
    linear("a line without an end", "an event that does not end", |size| answer(format!("data: {}", "x".repeat(size)))),
    limited("an array of answers", "elements that are restored", |size| {
        answer(format!(
            "[{}]",
            each(size, r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"NAME","args":{"m":[]}}}]}}]}"#)
        ))
    }),
    limited("an array of levels", "brackets that do not end", |size| answer("[[{".repeat(size / 3))),
    limited("deltas of one call", "arguments in pieces", |size| {
        let first = r#"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"NAME","arguments":"{\"m\":["}}]}}]}"#;
        let piece = r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"key\":\"k%\",\"value\":%},"}}]}}]}"#;
        let Made::Answer { answer: pieces, .. } = events(size, piece) else { return answer(String::new()) };
        answer(format!("{first}\n\n{pieces}data: [DONE]\n\n"))
    }),
    limited("deltas of many calls", "calls that all are held", |size| {
        events(
            size,
            r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%,"id":"c%","function":{"name":"NAME","arguments":"{"}}]}}]}"#,
        )
    }),
    limited("deltas of many choices", "choices that all are held", |size| {
        events(
            size,
            r#"{"choices":[{"index":%,"delta":{"tool_calls":[{"index":0,"id":"c%","function":{"name":"NAME","arguments":"{"}}]}}]}"#,
        )
    }),
    limited("calls in one delta", "pieces of many calls at once", |size| {
        let call = r#"{"index":%,"id":"c%","function":{"name":"NAME","arguments":"{\"m\":["}}"#;
        answer(format!(
            "data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"tool_calls\":[{}]}}}}]}}\n\ndata: [DONE]\n\n",
            each(size, call)
        ))
    }),
];
