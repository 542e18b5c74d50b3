//! Streams of OpenAI's format with calls that are drawn: a client assembles them restored, wherever the stream is split.

use std::collections::BTreeMap;

use proptest::{prelude::*, test_runner::RngSeed};
use serde_json::{Value, json};

use crate::{
    chat_stream::{DONE, codecs, restored},
    cut,
};

/// A call of a generated stream.
#[derive(Clone, Debug)]
struct Call {
    choice: usize,
    name: &'static str,
    arguments: String,
    /// The lengths of the first pieces of the text, in characters.
    cuts: Vec<usize>,
}

fn call() -> impl Strategy<Value = Call> {
    let text = prop::sample::select(vec![
        r#"{"m": [{"key": "é\"}]", "value": {"m": []}}, {"value": "\\", "key": "\ud83d\ude00"}], "n": 1.0}"#,
        r#"{"n":[{"m":[]}]}"#,
        "{}",
        " {\"m\":[]}\n",
        r#"{"m":5}"#,
    ]);
    let name = prop::sample::select(vec!["f_1", "g", "r_1", "other"]);
    (0..3_usize, name, text, prop::collection::vec(1..12_usize, 0..6)).prop_map(|(choice, name, text, cuts)| Call {
        choice,
        name,
        arguments: text.to_owned(),
        cuts,
    })
}

impl Call {
    /// The entries of `tool_calls` that make up the call.
    fn entries(&self, index: Option<usize>) -> Vec<Value> {
        let mut rest: Vec<char> = self.arguments.chars().collect();
        let mut pieces: Vec<String> = Vec::new();
        for cut in &self.cuts {
            pieces.push(rest.drain(..rest.len().min(*cut)).collect());
        }
        pieces.push(rest.into_iter().collect());
        let mut entries = Vec::new();
        for (at, piece) in pieces.into_iter().enumerate() {
            let mut entry = json!({"function": {"arguments": piece}});
            if at == 0 {
                entry = json!({"id": format!("id-{index:?}"), "function": {"name": self.name, "arguments": entry["function"]["arguments"]}, "extra_content": {}});
            }
            if let Some(index) = index {
                entry["index"] = index.into();
            }
            entries.push(entry);
        }
        entries
    }
}

/// The calls that a client puts together, by choice and number; among entries without a number, one with a name begins
/// another call.
fn assembled(stream: &str) -> BTreeMap<(u64, u64), (String, String)> {
    let mut calls: BTreeMap<(u64, u64), (String, String)> = BTreeMap::new();
    let mut latest: BTreeMap<u64, u64> = BTreeMap::new();
    for data in stream.lines().filter_map(|line| line.strip_prefix("data: ")) {
        let chunk: Value = serde_json::from_str(data).unwrap_or_default();
        for choice in chunk["choices"].as_array().into_iter().flatten() {
            let number = choice["index"].as_u64().expect("it is numbered");
            for entry in choice["delta"]["tool_calls"].as_array().into_iter().flatten() {
                let next = latest.entry(number).or_default();
                *next += u64::from(entry["function"]["name"].is_string());
                let call = calls.entry((number, entry["index"].as_u64().unwrap_or(*next))).or_default();
                call.0 += entry["function"]["name"].as_str().unwrap_or_default();
                call.1 += entry["function"]["arguments"].as_str().unwrap_or_default();
            }
        }
    }
    calls
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, rng_seed: RngSeed::Fixed(22), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_client_gets_the_calls_restored(
        drawn in prop::collection::vec(call(), 1..5),
        numbered: bool,
        order in prop::collection::vec(0..8_usize, 1..12),
        cuts in prop::collection::vec(1_usize..60, 1..20),
    ) {
        let mut queues: Vec<(usize, Vec<Value>)> = drawn.iter().enumerate()
            .map(|(at, call)| (call.choice, call.entries(numbered.then_some(at)))).collect();
        let mut events: Vec<String> = Vec::new();
        // Entries of numbered calls arrive in any order, those of other calls one call after the other.
        for at in order.iter().cycle() {
            queues.retain(|(_, entries)| !entries.is_empty());
            if queues.is_empty() {
                break;
            }
            let at = if numbered { at % queues.len() } else { 0 };
            let entry = queues[at].1.remove(0);
            let chunk = json!({"choices": [{"index": queues[at].0, "delta": {"tool_calls": [entry]}}]});
            events.push(format!("data: {chunk}\n\n"));
        }
        let stream = events.concat() + DONE;
        let (out, _) = restored([stream.as_bytes()]);
        let expected: Vec<_> = assembled(&stream).into_values().map(|(name, arguments)| {
            let call = codecs().restore(&name, &arguments);
            (call.name, call.args)
        }).collect();
        prop_assert_eq!(assembled(&out).into_values().collect::<Vec<_>>(), expected);
        prop_assert_eq!(out.matches("data: ").count(), stream.matches("data: ").count());
        prop_assert_eq!(restored(cut(&stream, &cuts)).0, out);
    }
}
