//! Compares the claims of the edits of one tool about all arguments with what can be proven: the arguments that only
//! the declaration accepts, and those that only the original accepts, as schemas.

use std::io::{Result as Written, Write};

use jsonschema::{
    Draft,
    canonical::{CanonicalSchema, CanonicalizationError, Satisfiability, options},
};
use serde_json::{Map, Value, json};

use crate::claims::{Claim, Effect};

/// Larger schemas are not compared: the work grows faster than they do.
const NODES: usize = 600;
/// How much of a difference is shown.
const SHOWN: usize = 240;

/// A set of arguments, as far as it can be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    Empty,
    /// Not empty; its contents as a schema.
    Filled(String),
    Unknown,
}

/// A difference, read in several ways.
#[derive(Clone, Debug)]
struct Difference {
    /// Between all arguments.
    all: Set,
    /// Between those of declared members alone.
    declared: Set,
    /// The same, where an object that declares no members has none.
    bare: Set,
}

/// How a claim fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Proven,
    Unknown,
    /// Proven wrong, with the arguments that show it, if any.
    Refuted(&'static str, String),
}

/// The gains and losses of the declaration relative to the original.
pub(crate) struct Proof {
    gains: Difference,
    loses: Difference,
}

/// How formats are read: in JSON Schema they assert nothing unless that is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Formats {
    Annotations,
    Assertions,
}

/// How the claim of a gain, or of a loss, fares, and so the silence about it. A claim has to hold for some
/// reading: of members that are not declared, or of formats that assert. Silence has to hold for what is
/// sent: declared members. That none of them is left out is measured elsewhere, by name.
pub(crate) fn verdict(original: &Value, meaning: &Value, effect: Effect, claimed: bool) -> Verdict {
    let look = |formats| Proof::of(original, meaning, formats).map(|proof| proof.difference(effect));
    // `nullable` is no JSON Schema, and is meant all the same.
    if nodes(original) + nodes(meaning) > NODES || original.to_string().contains("\"nullable\"") {
        return Verdict::Unknown;
    }
    let Some(plain) = look(Formats::Annotations) else { return Verdict::Unknown };
    if !claimed {
        return plain.silence(effect);
    }
    match plain.claim(effect) {
        Verdict::Refuted(..) if original.to_string().contains("\"format\"") => {
            look(Formats::Assertions).map_or(Verdict::Unknown, |asserted| asserted.claim(effect))
        }
        verdict => verdict,
    }
}

impl Difference {
    fn claim(&self, effect: Effect) -> Verdict {
        let beyond = if effect == Effect::Gains { "a gain that is none" } else { "a loss that is none" };
        let readings = [&self.all, &self.declared, &self.bare];
        if readings.iter().any(|set| matches!(set, Set::Filled(_))) {
            Verdict::Proven
        } else if readings.iter().all(|set| **set == Set::Empty) {
            Verdict::Refuted(beyond, String::new())
        } else {
            Verdict::Unknown
        }
    }

    fn silence(&self, effect: Effect) -> Verdict {
        let (untold, sent) = match effect {
            Effect::Gains => ("a gain that is untold", &self.bare),
            _ => ("a loss that is untold", &self.declared),
        };
        match (&self.all, sent) {
            (_, Set::Filled(what)) => Verdict::Refuted(untold, what.clone()),
            (Set::Empty, _) | (_, Set::Empty) => Verdict::Proven,
            _ => Verdict::Unknown,
        }
    }
}

impl Proof {
    /// Compares a tool's schema with what its declaration means; none for a schema that takes nothing, or
    /// that cannot be put into normal form.
    fn of(original: &Value, meaning: &Value, formats: Formats) -> Option<Proof> {
        let asserts = formats == Formats::Assertions;
        // Drafts before 2019-09 know fewer formats.
        let newest = asserts.then_some(Draft::Draft202012);
        let canonical = |schema: &Value, draft: Option<Draft>| {
            let options = options().offline().should_validate_formats(asserts);
            let options = if let Some(draft) = draft { options.with_draft(draft) } else { options };
            options.canonicalize(schema).ok()
        };
        let old = canonical(original, newest)?;
        let again = |schema: &Value| canonical(schema, Some(old.draft()));
        let new = again(meaning)?;
        // Arguments are always objects, whatever else the schema accepts.
        let sent = old.intersect(&again(&json!({ "type": "object" }))?).ok()?;
        if sent.satisfiability() == Satisfiability::No {
            return None;
        }
        let old_declared = closed(original, false).and_then(|schema| again(&schema)?.intersect(&sent).ok());
        let [new_declared, new_bare] =
            [false, true].map(|bare| closed(meaning, bare).and_then(|schema| again(&schema)));
        let less = |from: Option<&CanonicalSchema>, what: Option<&CanonicalSchema>| match (from, what) {
            (Some(from), Some(what)) => set(from.subtract(what)),
            _ => Set::Unknown,
        };
        Some(Proof {
            gains: Difference {
                all: set(new.subtract(&old)),
                declared: less(new_declared.as_ref(), Some(&old)),
                bare: less(new_bare.as_ref(), Some(&old)),
            },
            loses: Difference {
                all: set(old.subtract(&new)),
                declared: less(old_declared.as_ref(), new_declared.as_ref()),
                bare: less(old_declared.as_ref(), new_bare.as_ref()),
            },
        })
    }

    fn difference(self, effect: Effect) -> Difference {
        if effect == Effect::Gains { self.gains } else { self.loses }
    }
}

fn set(difference: Result<CanonicalSchema, CanonicalizationError>) -> Set {
    let Ok(difference) = difference else { return Set::Unknown };
    match difference.satisfiability() {
        Satisfiability::No => Set::Empty,
        Satisfiability::Yes => Set::Filled(difference.to_json_schema().to_string().chars().take(SHOWN).collect()),
        Satisfiability::Unknown => Set::Unknown,
    }
}

/// A schema that takes declared members only, where `bare` of an object that declares none no members at
/// all; none where several schemas declare them together.
fn closed(schema: &Value, bare: bool) -> Option<Value> {
    const TOGETHER: [&str; 7] = ["allOf", "$ref", "if", "not", "dependentSchemas", "dependencies", "patternProperties"];
    let Some(held) = schema.as_object() else { return Some(schema.clone()) };
    if TOGETHER.into_iter().any(|key| held.contains_key(key)) {
        return None;
    }
    let branches = ["anyOf", "oneOf"].into_iter().filter(|key| held.contains_key(*key)).count();
    let members = held.get("properties").and_then(Value::as_object).is_some_and(|members| !members.is_empty());
    if branches > usize::from(!members) {
        return None;
    }
    let list = |schemas: &Vec<Value>| {
        schemas.iter().map(|schema| closed(schema, bare)).collect::<Option<Vec<_>>>().map(Value::Array)
    };
    let mut told = Map::new();
    for (key, value) in held {
        let value = match (key.as_str(), value) {
            ("anyOf" | "oneOf" | "prefixItems" | "items", Value::Array(schemas)) => list(schemas)?,
            ("items" | "additionalProperties", schema) => closed(schema, bare)?,
            ("properties", Value::Object(members)) => {
                let member = |(name, schema): (&String, &Value)| Some((name.clone(), closed(schema, bare)?));
                Value::Object(members.iter().map(member).collect::<Option<_>>()?)
            }
            (_, same) => same.clone(),
        };
        told.insert(key.clone(), value);
    }
    if members || (bare && held.get("type").is_some_and(|kind| kind == "object")) {
        told.entry("additionalProperties").or_insert(Value::Bool(false));
    }
    Some(Value::Object(told))
}

/// Values of a document, itself included.
fn nodes(value: &Value) -> usize {
    let mut count = 0;
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        count += 1;
        match value {
            Value::Object(held) => pending.extend(held.values()),
            Value::Array(held) => pending.extend(held),
            _ => {}
        }
    }
    count
}

/// Whether the edits of a tool claim an effect.
pub(crate) fn is_claimed(claims: &[Claim], effect: Effect) -> bool {
    claims.iter().any(|claim| claim.says(effect))
}

/// How the claims of many tools fared, gains and losses each for themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Proofs {
    pub(crate) proven: usize,
    /// Not decided; the arguments that were drawn agree.
    pub(crate) sampled: usize,
    /// Not decided, and what was drawn does not agree, either.
    pub(crate) unknown: usize,
    pub(crate) refuted: usize,
}

impl Proofs {
    /// Adds a verdict, and whether draws agree with what is claimed.
    pub(crate) fn add(&mut self, verdict: &Verdict, agreed: bool) {
        let count = match verdict {
            Verdict::Proven => &mut self.proven,
            Verdict::Unknown if agreed => &mut self.sampled,
            Verdict::Unknown => &mut self.unknown,
            Verdict::Refuted(..) => &mut self.refuted,
        };
        *count += 1;
    }

    pub(crate) fn sum(self, other: Proofs) -> Proofs {
        Proofs {
            proven: self.proven + other.proven,
            sampled: self.sampled + other.sampled,
            unknown: self.unknown + other.unknown,
            refuted: self.refuted + other.refuted,
        }
    }

    pub(crate) fn print(self, out: &mut impl Write) -> Written<()> {
        let all = (self.proven + self.sampled + self.unknown + self.refuted).max(1);
        writeln!(out, "\n  what the edits of a tool say of gains, and of losses")?;
        let counts =
            [("proven", self.proven), ("sampled", self.sampled), ("unknown", self.unknown), ("refuted", self.refuted)];
        for (what, count) in counts {
            #[expect(clippy::cast_precision_loss, reason = "counts are small")]
            let share = 100.0 * count as f64 / all as f64;
            writeln!(out, "  {what:<9} {share:>7.2}%  {count} of {all}")?;
        }
        Ok(())
    }
}
