//! The smallest tool that still shows what was found.

use lapidary_fidelity::{
    answer::{Answer, Run},
    check::Fault,
    corpus::Tool,
    finding::Kind,
    json,
    keywords::{escaped, places},
};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::{
    attempt, case,
    gather::Oracles,
    look::{Original, at_once, twice},
};

/// Rounds, each of which takes something away.
const ROUNDS: usize = 60;
/// A schema of more bytes first loses large parts of what stands in great numbers.
const LARGE: usize = 4_000;
/// Of a list or a map with more elements, many go at a time.
const MANY: usize = 32;
/// Tools that an oracle judges at once.
const BATCH: usize = 64;

/// A case's schema, cut down as far as the fault stays; the fault as it shows there.
pub(crate) fn shrunk(
    schema: Value,
    index: usize,
    run: Run,
    kind: Kind,
    oracles: &mut Oracles,
) -> Result<Option<(Tool, Fault)>, String> {
    let tool = |schema: &Value| case::tool(schema, index);
    let faulty = |schemas: &[Value]| first_faulty(&schemas.iter().map(tool).collect::<Vec<_>>(), run, kind, oracles);
    Ok(cut(schema, faulty)?.map(|(schema, fault)| (tool(&schema), fault)))
}

/// A schema cut down as far as it stays faulty. Of several schemas, `faulty` says which is the first that is, and how.
pub(crate) fn cut<F>(
    schema: Value,
    mut faulty: impl FnMut(&[Value]) -> Result<Option<(usize, F)>, String>,
) -> Result<Option<(Value, F)>, String> {
    let mut first = |mut schemas: Vec<Value>| {
        Ok::<_, String>(faulty(&schemas)?.map(|(at, fault)| (schemas.swap_remove(at), fault)))
    };
    // As it is, first: what does not show again cannot be cut.
    let Some(mut best) = first(vec![schema])? else { return Ok(None) };
    for _ in 0..ROUNDS {
        let Some(less) = first(smaller(&best.0))? else { break };
        best = less;
    }
    Ok(Some(first(vec![plain(&best.0)])?.unwrap_or(best)))
}

/// The schema with members that have names of one letter: the same thing in several tools looks the same.
fn plain(schema: &Value) -> Value {
    let nodes: Vec<&Value> = places(schema).iter().filter_map(|place| schema.pointer(place)).collect();
    let members = nodes.iter().filter_map(|node| node.get("properties")?.as_object()).flat_map(Map::keys);
    let required = nodes.iter().filter_map(|node| node.get("required")?.as_array()).flatten().filter_map(Value::as_str);
    let mut names: Vec<&str> = Vec::new();
    for name in members.map(String::as_str).chain(required) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut text = schema.to_string();
    for (name, letter) in names.into_iter().zip('a'..='z') {
        let token = |name: &str| format!("/properties/{}", escaped(name));
        text = text.replace(&json!(name).to_string(), &format!("\"{letter}\""));
        text = text.replace(&token(name), &token(&letter.to_string()));
    }
    json::read(&text).unwrap_or_else(|_| schema.clone())
}

/// The first tool with a fault of a kind.
pub(crate) fn first_faulty(
    tools: &[Tool],
    run: Run,
    kind: Kind,
    oracles: &mut Oracles,
) -> Result<Option<(usize, Fault)>, String> {
    if kind != Kind::Refused {
        let faulty = |(at, tool): (usize, &Tool)| Some((at, fault(tool, run, kind)?));
        return Ok(tools.par_iter().enumerate().find_map_first(faulty));
    }
    let oracle = oracles.get_mut(run.target.id).ok_or("there is no such oracle")?;
    // The smallest stand first, and are mostly enough.
    for (batch, tools) in tools.chunks(BATCH).enumerate() {
        let answers: Vec<Option<Answer>> = tools.par_iter().map(|tool| twice(tool, run).answer.ok()).collect();
        let (places, lines): (Vec<usize>, Vec<&str>) =
            answers.iter().enumerate().filter_map(|(at, answer)| Some((at, answer.as_ref()?.judged()?))).unzip();
        let mut judged = places.into_iter().zip(oracle.judge(&lines)?);
        if let Some((at, refusal)) = judged.find_map(|(at, verdict)| Some((at, verdict.refusal()?))) {
            return Ok(Some((batch * BATCH + at, Fault::new(Kind::Refused, refusal))));
        }
    }
    Ok(None)
}

fn fault(tool: &Tool, run: Run, kind: Kind) -> Option<Fault> {
    if kind == Kind::NoAnswer {
        return attempt::fault(tool, run);
    }
    let answered = twice(tool, run);
    let is_wanted = |fault: &Fault| fault.kind == kind;
    if let Some(fault) = at_once(tool, &answered, run).into_iter().find(is_wanted) {
        return Some(fault);
    }
    let reads = matches!(kind, Kind::UntoldGain | Kind::UntoldLoss | Kind::Changed | Kind::Unreadable);
    let answer = answered.answer.ok().filter(|_| reads)?;
    Original::of(tool)?.faults(&answer, run).into_iter().find(is_wanted)
}

/// The same schema with one part less, smallest first.
fn smaller(schema: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    let is_large = schema.to_string().len() > LARGE;
    for place in places(schema) {
        let Some(node) = schema.pointer(&place) else { continue };
        if is_large && !node.as_object().is_some_and(|node| node.values().any(|held| count(held) > MANY)) {
            continue;
        }
        let mut with = |less: Value| {
            let mut whole = schema.clone();
            if let Some(node) = whole.pointer_mut(&place) {
                *node = less;
                found.push(whole);
            }
        };
        if *node != json!({}) {
            with(json!({}));
        }
        if !is_large {
            places(node).iter().skip(1).filter_map(|inner| node.pointer(inner)).for_each(|inner| with(inner.clone()));
        }
        for (key, held) in node.as_object().into_iter().flatten() {
            let without = |less: Option<Value>| {
                let mut node: Map<String, Value> = node.as_object().cloned().unwrap_or_default();
                match less {
                    Some(less) => drop(node.insert(key.clone(), less)),
                    None => drop(node.shift_remove(key)),
                }
                Value::Object(node)
            };
            with(without(None));
            for less in parts_less(held) {
                with(without(Some(less)));
            }
        }
    }
    let length = |schema: &Value| schema.to_string().len();
    let whole = length(schema);
    let mut sized: Vec<(usize, Value)> = found.into_iter().map(|less| (length(&less), less)).collect();
    sized.retain(|(length, _)| *length < whole);
    sized.sort_by_key(|(length, _)| *length);
    sized.dedup_by(|a, b| json::same(&a.1, &b.1));
    sized.into_iter().map(|(_, less)| less).collect()
}

/// A list or a map with one element less; one of many, without a part of them, or with that alone.
fn parts_less(held: &Value) -> Vec<Value> {
    let count = count(held);
    let step = if count > MANY { count.div_ceil(MANY) } else { 1 };
    let part = |from: usize, is_left: bool| {
        let stays = move |at: &usize| (from..from + step).contains(at) == is_left;
        match held {
            Value::Array(elements) => (0..count).filter(stays).map(|at| elements[at].clone()).collect(),
            Value::Object(members) => {
                let staying = members.iter().enumerate().filter(|(at, _)| stays(at));
                staying.map(|(_, (name, one))| (name.clone(), one.clone())).collect()
            }
            _ => Value::Null,
        }
    };
    let starts = || (0..count).step_by(step);
    let alone = starts().filter(|_| step > 1).map(|from| part(from, true));
    alone.chain(starts().map(|from| part(from, false))).collect()
}

/// How many elements a list or a map has.
fn count(held: &Value) -> usize {
    held.as_array().map_or(0, Vec::len).max(held.as_object().map_or(0, Map::len))
}

/// A schema with its literal values removed, so that equal findings compare equal.
pub(crate) fn skeleton(schema: &Value) -> Value {
    match schema {
        Value::Object(held) => held.iter().map(|(key, value)| (key.clone(), skeleton(value))).collect(),
        Value::Array(elements) => elements.iter().map(skeleton).collect(),
        Value::String(text) if text.starts_with('#') => schema.clone(),
        _ => Value::Null,
    }
}
