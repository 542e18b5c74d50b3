//! Requests: histories, what may be called, and schemas of answers.

use super::{Family, Made, each, limited, nested};

/// A tool whose calls are coded where that is wanted.
const CODED: &str = r#"{"name":"a/b","parametersJsonSchema":{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}},"k":{"anyOf":[{"type":"integer"},{"type":"array","items":{"enum":[1,"a"]}}]}}}}"#;

fn gemini(contents: &str, rest: &str) -> Made {
    Made::Document(format!(r#"{{"contents":[{contents}],"tools":[{{"functionDeclarations":[{CODED}]}}]{rest}}}"#))
}

/// Parts of one turn of the model.
fn parts(size: usize, pattern: &str) -> Made {
    gemini(&format!(r#"{{"role":"model","parts":[{}]}}"#, each(size, pattern)), "")
}

fn openai(messages: &str, rest: &str) -> Made {
    let tool = format!(r#"{{"type":"function","function":{}}}"#, CODED.replace("parametersJsonSchema", "parameters"));
    Made::Document(format!(r#"{{"model":"m","messages":[{messages}],"tools":[{tool}]{rest}}}"#))
}

pub(super) const FAMILIES: &[Family] = &[
    limited("coded calls of a history", "calls that are encoded", |size| {
        parts(size, r#"{"functionCall":{"name":"a/b","args":{"m":{"k%":%,"z":1},"k":[1,"a"]}}}"#)
    }),
    limited("turns of a history", "a call and its answer a turn", |size| {
        gemini(
            &each(
                size,
                r#"{"role":"model","parts":[{"functionCall":{"name":"a/b","args":{"m":{"k":%}}}}]},{"role":"user","parts":[{"functionResponse":{"name":"a/b","response":{"r":%}}}]}"#,
            ),
            "",
        )
    }),
    limited("answers of functions", "answers whose names are looked up", |size| {
        parts(size, r#"{"functionResponse":{"name":"a/b","response":{"$ref":"%"}}}"#)
    }),
    limited("deep answers of functions", "levels of an answer, with a reference at the end", |size| {
        let deep = nested(size, r#"{"a":"#, r#"{"$ref":"x"}"#, "}");
        gemini(&format!(r#"{{"role":"user","parts":[{{"functionResponse":{{"name":"a/b","response":{deep}}}}}]}}"#), "")
    }),
    limited("calls of nothing", "names that no function has", |size| {
        parts(size, r#"{"functionCall":{"name":"none%","args":{}}}"#)
    }),
    limited("empty parts", "parts that say nothing", |size| parts(size, "{}")),
    limited("empty contents", "turns that say nothing", |size| gemini(&each(size, "{}"), "")),
    limited("allowed functions", "names of what may be called", |size| {
        let names = each(size, r#""a/b","none%""#);
        gemini(
            "",
            &format!(r#","toolConfig":{{"functionCallingConfig":{{"mode":"ANY","allowedFunctionNames":[{names}]}}}}"#),
        )
    }),
    limited("allowed functions of many", "names among as many functions", |size| {
        let (names, functions) = (each(size / 2, r#""a/%""#), each(size / 2, r#"{"name":"a/%","description":"d"}"#));
        Made::Document(format!(
            r#"{{"contents":[],"tools":[{{"functionDeclarations":[{functions}]}}],"toolConfig":{{"functionCallingConfig":{{"allowedFunctionNames":[{names}]}}}}}}"#
        ))
    }),
    limited("a schema of the answer", "a response schema", |size| {
        let schema =
            format!(r#"{{"type":"object","properties":{{{}}}}}"#, each(size, r#""k%":{"type":["integer","null"]}"#));
        gemini(
            "",
            &format!(r#","generationConfig":{{"responseMimeType":"application/json","responseSchema":{schema}}}"#),
        )
    }),
    limited("bounds of an interaction's answer", "places that are told of beside what changes", |size| {
        let schema = format!(
            r#"{{"type":"object","properties":{{{}}}}}"#,
            each(size, r#""k%":{"type":"array","items":{"type":"number","minimum":%},"minItems":%}"#)
        );
        Made::Document(format!(r#"{{"model":"m","input":"x","response_format":{{"type":"text","schema":{schema}}}}}"#))
    }),
    limited("a batch of requests", "requests in a request", |size| {
        let one = format!(r#"{{"request":{{"contents":[],"tools":[{{"functionDeclarations":[{CODED}]}}]}}}}"#);
        Made::Document(format!(
            r#"{{"batch":{{"input_config":{{"requests":{{"requests":[{}]}}}}}}}}"#,
            each(size, &one)
        ))
    }),
    limited("a batch of small requests", "requests in a request, each of a few bytes", |size| {
        Made::Document(format!(
            r#"{{"batch":{{"inputConfig":{{"requests":{{"requests":[{}]}}}}}}}}"#,
            each(size, r#"{"request":{"contents":[],"tools":[{"functionDeclarations":[{}]}]}}"#)
        ))
    }),
    limited("calls of OpenAI", "calls whose arguments are text", |size| {
        let call =
            r#"{"id":"c%","type":"function","function":{"name":"a/b","arguments":"{\"m\":{\"k%\":%},\"k\":[1]}"}}"#;
        openai(&format!(r#"{{"role":"assistant","tool_calls":[{}]}}"#, each(size, call)), "")
    }),
    limited("calls of OpenAI that are no JSON", "arguments that cannot be read", |size| {
        let call = r#"{"id":"c%","type":"function","function":{"name":"a/b","arguments":"{\"m\":{[[[\u0000"}}"#;
        openai(&format!(r#"{{"role":"assistant","tool_calls":[{}]}}"#, each(size, call)), "")
    }),
    limited("messages of OpenAI", "calls and their answers, a message each", |size| {
        let turn = r#"{"role":"assistant","tool_calls":[{"id":"c%","type":"function","function":{"name":"a/b","arguments":"{\"m\":{\"k\":%}}"}}]},{"role":"tool","tool_call_id":"c%","name":"a/b","content":"%"}"#;
        openai(&each(size, turn), "")
    }),
    limited("choices of OpenAI", "functions that may be called", |size| {
        let names = each(size, r#"{"type":"function","function":{"name":"a/b"}}"#);
        openai(
            "",
            &format!(
                r#","tool_choice":{{"type":"allowed_tools","allowed_tools":{{"mode":"auto","tools":[{names}]}}}}"#
            ),
        )
    }),
];
