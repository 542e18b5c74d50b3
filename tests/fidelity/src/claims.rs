//! The gains and losses that the edits report, and where.

use std::collections::BTreeSet;

use lapidary::{Issue, Severity};
use serde_json::Value;

use crate::draw::target;

/// The effect of an edit on the set of valid arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Equivalent, or only text for readers changed.
    None,
    /// More arguments are allowed.
    Gains,
    /// Fewer arguments are allowed.
    Loses,
    /// Some more, some fewer.
    Both,
}

/// The names that lead to a parameter, elements of lists passed over.
type Path = Vec<String>;

/// Where an edit shows: below a definition, of which the root is the one without a name.
struct Output {
    definition: String,
    path: Path,
}

/// Where in some arguments, as far as the declaration names it.
#[derive(Debug, Default)]
pub struct Place {
    path: Path,
    /// The definitions that were passed through, each with how much of the path led to it.
    definitions: Vec<(String, usize)>,
    /// The definitions that are reached from there.
    below: BTreeSet<String>,
}

/// The claim of one edit.
pub struct Claim {
    /// The code of its rule.
    pub code: &'static str,
    /// The severity of the issue.
    pub severity: Severity,
    /// Its effect on the arguments.
    pub effect: Effect,
    outputs: Vec<Output>,
}

/// Most places that a finding names: the same definition may stand in any number.
const MOST_PLACES: usize = 16;

impl Claim {
    /// The claim of an issue.
    pub fn of(issue: &Issue) -> Claim {
        let effect = match (&issue.accepts_more, &issue.accepts_less) {
            (None, None) => Effect::None,
            (Some(_), None) => Effect::Gains,
            (None, Some(_)) => Effect::Loses,
            (Some(_), Some(_)) => Effect::Both,
        };
        let outputs = issue.outputs.iter().map(|output| Output::at(output)).collect();
        Claim { code: issue.code.as_str(), severity: issue.severity, effect, outputs }
    }

    /// Whether it says that arguments were gained, or lost, somewhere.
    pub fn says(&self, effect: Effect) -> bool {
        self.effect == effect || self.effect == Effect::Both
    }

    /// Whether it says so at a place, below it or above it.
    pub fn reaches(&self, effect: Effect, place: &Place) -> bool {
        let meets = |output: &Output| place.is(output, meet);
        self.says(effect) && (self.outputs.len() >= MOST_PLACES || self.outputs.iter().any(meets))
    }

    /// Whether it says so at a place or below it.
    pub fn tells(&self, effect: Effect, place: &Place) -> bool {
        let below = |output: &[String], place: &[String]| output.starts_with(place);
        self.says(effect) && self.outputs.iter().any(|output| place.is(output, below))
    }
}

impl Output {
    /// The place that a pointer into a declaration's schema means.
    fn at(pointer: &str) -> Output {
        let mut output = Output { definition: String::new(), path: Path::new() };
        let mut tokens = tokens(pointer);
        while let Some(keyword) = tokens.next() {
            match keyword.as_str() {
                "properties" => output.path.extend(tokens.next()),
                "$defs" | "defs" | "definitions" => {
                    output = Output { definition: tokens.next().unwrap_or_default(), path: Path::new() };
                }
                "anyOf" | "prefixItems" => drop(tokens.next()),
                _ => {}
            }
        }
        output
    }
}

impl Place {
    /// Whether an output is here by its path: from the root, or from a definition that was passed through; or in a
    /// definition that is reached from here.
    fn is(&self, output: &Output, by_path: impl Fn(&[String], &[String]) -> bool) -> bool {
        let Output { definition, path } = output;
        let passed = self.definitions.iter().filter(|(passed, _)| passed == definition).map(|(_, at)| *at);
        let starts = passed.chain(definition.is_empty().then_some(0));
        self.below.contains(definition) || starts.into_iter().any(|at| by_path(path, &self.path[at..]))
    }

    /// The place that a pointer into arguments means to a declaration.
    pub fn at(pointer: &str, arguments: &Value, meaning: &Value) -> Place {
        let mut place = Place::default();
        let mut value = Some(arguments);
        let mut schemas = place.alternatives(vec![meaning], meaning);
        for token in tokens(pointer) {
            let in_list = value.is_some_and(Value::is_array);
            let is_named = !in_list && schemas.iter().any(|schema| property(schema, &token).is_some());
            let inner: Vec<&Value> = schemas.iter().filter_map(|schema| below(schema, &token, in_list)).collect();
            if inner.is_empty() {
                break;
            }
            place.path.extend(is_named.then(|| token.clone()));
            schemas = place.alternatives(inner, meaning);
            value = value
                .and_then(|value| if in_list { value.get(token.parse::<usize>().ok()?) } else { value.get(&token) });
        }
        place.below = reachable(&schemas, meaning);
        place
    }

    /// Schemas with the branches of their unions and what they refer to.
    fn alternatives<'s>(&mut self, mut schemas: Vec<&'s Value>, root: &'s Value) -> Vec<&'s Value> {
        let mut followed = BTreeSet::new();
        let mut at = 0;
        while let Some(schema) = schemas.get(at).copied() {
            at += 1;
            let branches = ["anyOf", "allOf"].into_iter().filter_map(|key| schema.get(key)?.as_array());
            schemas.extend(branches.flatten());
            if let Some(reference) = schema.get("$ref").and_then(Value::as_str)
                && followed.insert(reference)
                && let Some(referred) = target(reference, root)
            {
                self.definitions.extend(definition(schema).map(|name| (name, self.path.len())));
                schemas.push(referred);
            }
        }
        schemas
    }
}

/// The definitions that some schemas refer to, and those that these refer to.
fn reachable(schemas: &[&Value], root: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut pending = schemas.to_vec();
    while let Some(schema) = pending.pop() {
        if let Some(name) = definition(schema).filter(|name| !found.contains(name)) {
            pending.extend(schema.get("$ref").and_then(Value::as_str).and_then(|reference| target(reference, root)));
            found.insert(name);
        }
        match schema {
            // Definitions count where they are referred to.
            Value::Object(held) => {
                pending.extend(
                    held.iter()
                        .filter(|(key, _)| !matches!(key.as_str(), "$defs" | "definitions"))
                        .map(|(_, value)| value),
                );
            }
            Value::Array(held) => pending.extend(held),
            _ => {}
        }
    }
    found
}

/// The name of the definition that a schema refers to; the root has none.
fn definition(schema: &Value) -> Option<String> {
    let place = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    let definition = ["/$defs", "/definitions"].iter().find_map(|keyword| place.strip_prefix(keyword));
    definition.map_or_else(|| place.is_empty().then(String::new), |name| tokens(name).next())
}

/// Whether one path lies on the way to the other.
fn meet(one: &[String], other: &[String]) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// The schema of one element or member.
fn below<'s>(schema: &'s Value, token: &str, in_list: bool) -> Option<&'s Value> {
    let position = || schema.get("prefixItems")?.get(token.parse::<usize>().ok()?);
    let (one, others) = if in_list { (position(), "items") } else { (property(schema, token), "additionalProperties") };
    one.or_else(|| schema.get(others).filter(|schema| schema.is_object()))
}

fn property<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    schema.get("properties")?.get(name)
}

fn tokens(pointer: &str) -> impl Iterator<Item = String> {
    pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
}
