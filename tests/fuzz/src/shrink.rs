//! The smallest tool that still shows what was found.

use lapidary_fidelity::{
    answer::Run,
    check::Fault,
    corpus::Tool,
    finding::Kind,
    json,
    keywords::{escaped, places},
};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::{
    case,
    gather::Oracles,
    look::{Original, at_once, twice},
};

/// Rounds, each of which takes something away.
const ROUNDS: usize = 60;

/// A case's schema, cut down as far as the fault stays; the fault as it shows there.
pub(crate) fn shrunk(
    schema: Value,
    index: usize,
    run: Run,
    kind: Kind,
    oracles: &mut Oracles,
) -> Result<Option<(Tool, Fault)>, String> {
    let mut faulty = |schemas: Vec<Value>| {
        let tools: Vec<Tool> = schemas.iter().map(|schema| case::tool(schema, index)).collect();
        let first = first_faulty(&tools, run, kind, oracles)?;
        Ok::<_, String>(first.map(|(at, fault)| (schemas[at].clone(), tools[at].clone(), fault)))
    };
    // As it is, first: what does not show again cannot be cut.
    let Some(mut best) = faulty(vec![schema])? else { return Ok(None) };
    for _ in 0..ROUNDS {
        let Some(less) = faulty(smaller(&best.0))? else { break };
        best = less;
    }
    let (_, tool, fault) = faulty(vec![plain(&best.0)])?.unwrap_or(best);
    Ok(Some((tool, fault)))
}

/// The schema with members that have names of one letter: the same thing in several tools looks the same.
fn plain(schema: &Value) -> Value {
    let members = places(schema).into_iter().filter_map(|place| schema.pointer(&place)?.get("properties")?.as_object());
    let mut names: Vec<&String> = members.flat_map(Map::keys).collect();
    names.dedup();
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
    let answers: Vec<Option<String>> =
        tools.par_iter().map(|tool| twice(tool, run).answer.ok().map(|answer| answer.line)).collect();
    let asked: Vec<(usize, &str)> =
        answers.iter().enumerate().filter_map(|(at, line)| Some((at, line.as_deref()?))).collect();
    let oracle = oracles.get_mut(run.target.id).ok_or("there is no such oracle")?;
    let verdicts = oracle.judge(&asked.iter().map(|(_, line)| *line).collect::<Vec<_>>())?;
    let refused = asked.into_iter().zip(verdicts).find(|(_, verdict)| !verdict.accepted);
    Ok(refused.map(|((at, _), verdict)| {
        let reasons: Vec<String> = verdict.refusals.iter().map(lapidary_fidelity::oracle::Refusal::detail).collect();
        (at, Fault::new(Kind::Refused, reasons.join("; ")))
    }))
}

fn fault(tool: &Tool, run: Run, kind: Kind) -> Option<Fault> {
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
    for place in places(schema) {
        let Some(node) = schema.pointer(&place) else { continue };
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
        places(node).iter().skip(1).filter_map(|inner| node.pointer(inner)).for_each(|inner| with(inner.clone()));
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

/// A list or a map with one element less.
fn parts_less(held: &Value) -> Vec<Value> {
    match held {
        Value::Array(elements) => (0..elements.len())
            .map(|gone| elements.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, one)| one.clone()).collect())
            .collect(),
        Value::Object(members) => members
            .keys()
            .map(|gone| {
                let mut less = members.clone();
                less.shift_remove(gone);
                Value::Object(less)
            })
            .collect(),
        _ => Vec::new(),
    }
}
