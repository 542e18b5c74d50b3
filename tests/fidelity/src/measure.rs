//! One tool, one declaration: what the declaration keeps.

use std::collections::BTreeMap;

use lapidary::{Mode, Severity};
use serde_json::Value;

use crate::{
    answer::Answer,
    claims::{Effect, Place},
    corpus::Tool,
    declared::World,
    json,
    judge::{Judge, Objection},
    names::names,
    prove::{Proofs, Verdict, is_claimed, verdict},
    spelling::Spelling,
    unfolded::unfolded,
    wire::{PATIENCE, Sender, samples},
};

/// The measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Measure {
    Accepted,
    Fidelity,
    Admitted,
    /// Encoded arguments are restored unchanged.
    RoundTrip,
    Visible,
    /// Arguments were gained or lost, and no edit reports it.
    Untold,
    /// A claim of the edits is proven wrong.
    Claimed,
}

/// Right among judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) right: usize,
    pub(crate) judged: usize,
}

impl Tally {
    pub(crate) fn count(&mut self, right: bool) {
        self.judged += 1;
        self.right += usize::from(right);
    }

    pub(crate) fn add(&mut self, other: Tally) {
        self.judged += other.judged;
        self.right += other.right;
    }

    /// In percent; all, where nothing was judged.
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    pub(crate) fn percent(self) -> f64 {
        if self.judged == 0 { 100.0 } else { 100.0 * self.right as f64 / self.judged as f64 }
    }
}

/// The same thing gone wrong once or more in one tool.
#[derive(Clone, Debug)]
pub(crate) struct Shortfall {
    pub(crate) times: usize,
    /// The first of them: where and what.
    pub(crate) detail: String,
}

/// The measurements of one declaration.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    pub(crate) fidelity: Tally,
    pub(crate) admitted: Tally,
    pub(crate) round_trip: Tally,
    pub(crate) visible: Tally,
    /// The same, of recursive tools alone.
    pub(crate) unfolded: Tally,
    pub(crate) edits: BTreeMap<(Severity, Effect), usize>,
    pub(crate) shortfalls: BTreeMap<(Measure, String), Shortfall>,
    /// The claims of the edits about all arguments, where they were checked.
    pub(crate) proofs: Proofs,
    /// Why something could not be measured.
    pub(crate) unjudged: Vec<String>,
}

impl Measured {
    pub(crate) fn fell_short(&mut self, measure: Measure, cause: String, detail: impl FnOnce() -> String) {
        let known = self.shortfalls.entry((measure, cause));
        known.or_insert_with(|| Shortfall { times: 0, detail: detail() }).times += 1;
    }
}

/// A tool before transformation, with valid arguments drawn from its schema.
pub(crate) struct Original<'t> {
    tool: &'t Tool,
    judge: Result<Judge, String>,
    /// Valid arguments: objects, unless the schema takes none.
    samples: Vec<Value>,
    draws: usize,
}

impl<'t> Original<'t> {
    /// Compiles the tool's schema and draws arguments that it accepts.
    pub(crate) fn new(tool: &'t Tool, draws: usize) -> Original<'t> {
        let (judge, samples) = match &tool.schema {
            Ok(schema) => {
                let judge = Judge::new(schema);
                let valid = |judge| samples(tool.index, schema, judge, draws);
                let samples = judge.as_ref().map(valid).unwrap_or_default();
                (judge, samples)
            }
            Err(reason) => (Err(format!("unreadable schema: {reason}")), Vec::new()),
        };
        Original { tool, judge, samples, draws }
    }

    /// Measures a declaration made of the tool.
    pub(crate) fn measure(&self, answer: &Answer, mode: Mode) -> Measured {
        let mut measured = Measured::default();
        for claim in &answer.claims {
            *measured.edits.entry((claim.severity, claim.effect)).or_default() += 1;
        }
        let meaning = answer.declared.as_ref().map(|declared| declared.meaning(World::Open));
        if let Ok(schema) = &self.tool.schema {
            visible(schema, answer, meaning.as_ref(), &mut measured);
        }
        let Some(meaning) = meaning else {
            measured.unjudged.push("declaration: none".to_owned());
            return measured;
        };
        match (&self.judge, Judge::new(&meaning)) {
            (Err(reason), _) => measured.unjudged.push(format!("original: {reason}")),
            (_, Err(reason)) => measured.unjudged.push(format!("declaration: {reason}")),
            // No call is usable where the original takes none, whatever is declared.
            (Ok(_), Ok(_)) if self.sent(mode).next().is_none() => {
                measured.unjudged.push("original: no valid arguments could be drawn".to_owned());
            }
            (Ok(original), Ok(declared)) => {
                let declaration = Made { answer, mode, meaning, declared };
                self.fidelity(original, &declaration, &mut measured);
                self.admitted(&declaration, &mut measured);
                self.claims(&declaration, &mut measured);
            }
        }
        measured
    }

    /// Arguments drawn from the declaration, restored, and put to the original.
    fn fidelity(&self, original: &Judge, made: &Made<'_>, measured: &mut Measured) {
        let mut sender = Sender::new(made.answer, made.mode, &made.meaning, &self.samples, self.tool.index);
        for _ in 0..self.draws * PATIENCE {
            if measured.fidelity.judged == self.draws {
                break;
            }
            if let Some(wire) = sender.send(&made.declared) {
                made.put_to(original, &wire, measured);
            }
        }
        if measured.fidelity.judged == 0 {
            measured.unjudged.push("declaration: nothing could be drawn from it".to_owned());
        }
    }

    /// Arguments that the original accepts and a call can carry: only objects in drop-in mode.
    fn sent(&self, mode: Mode) -> impl Iterator<Item = &Value> {
        self.samples.iter().filter(move |sample| mode == Mode::RoundTrip || sample.is_object())
    }

    /// Arguments that the original accepts, encoded, and put to the declaration.
    fn admitted(&self, made: &Made<'_>, measured: &mut Measured) {
        for sample in self.sent(made.mode) {
            let wire = made.answer.encode(sample).unwrap_or_default();
            let objection = made.declared.objection(&wire);
            measured.admitted.count(objection.is_none());
            if let Some(objection) = objection {
                made.object(Measure::Admitted, &objection, &wire, measured);
            }
            if made.mode == Mode::RoundTrip {
                let back = made.answer.restore(&wire);
                let same = back.as_ref().is_some_and(|back| json::same(sample, back));
                measured.round_trip.count(same);
                if !same {
                    let detail = || format!("{sample} went as {wire} and came as {}", back.unwrap_or_default());
                    measured.fell_short(Measure::RoundTrip, "changed".to_owned(), detail);
                }
            }
        }
    }
}

impl Original<'_> {
    /// Holds what the edits claim against what can be proven; nothing is where arguments are coded.
    fn claims(&self, made: &Made<'_>, measured: &mut Measured) {
        let Some(schema) = self.tool.schema.as_ref().ok().filter(|_| made.mode == Mode::DropIn) else { return };
        for (effect, tally) in [(Effect::Gains, measured.fidelity), (Effect::Loses, measured.admitted)] {
            let claimed = is_claimed(&made.answer.claims, effect);
            let verdict = verdict(schema, &made.meaning, effect, claimed);
            measured.proofs.add(&verdict, claimed == (tally.right < tally.judged));
            if let Verdict::Refuted(cause, shown) = verdict {
                measured.fell_short(Measure::Claimed, cause.to_owned(), || shown);
            }
        }
    }
}

/// A declaration and what it says.
struct Made<'a> {
    answer: &'a Answer,
    mode: Mode,
    meaning: Value,
    declared: Judge,
}

impl Made<'_> {
    /// Restores a call's arguments and validates them with the original. Lost values count as failures, too: encoding
    /// the result again has to give what was sent or, if there are several encodings, the result has to contain every
    /// scalar that was sent. Null may be missing.
    fn put_to(&self, original: &Judge, wire: &Value, measured: &mut Measured) {
        let restored = self.answer.restore(wire).unwrap_or_default();
        let objection = original.objection(&restored);
        let again = || self.answer.encode(&restored).is_some_and(|again| json::is_within(wire, &again));
        let is_kept = || again() || json::has_arrived(wire, &restored);
        let is_usable = objection.is_none() && is_kept();
        measured.fidelity.count(is_usable);
        if let Some(objection) = objection {
            if self.declared.takes(wire) {
                self.object(Measure::Fidelity, &objection, &restored, measured);
            } else {
                // No gain of the declaration: it does not take this, and models send it all the same.
                let detail = || format!("{}; drawn: {restored}", objection.message);
                measured.fell_short(Measure::Fidelity, format!("{}, not declared", objection.keyword), detail);
            }
        } else if !is_usable {
            let detail = || format!("{wire} came as {restored}");
            measured.fell_short(Measure::Fidelity, "removed by restore".to_owned(), detail);
        }
    }

    /// Notes a gained or lost argument, and whether no edit says so.
    fn object(&self, measure: Measure, objection: &Objection, value: &Value, measured: &mut Measured) {
        let detail = || format!("{}; drawn: {value}", objection.message);
        measured.fell_short(measure, objection.keyword.clone(), detail);
        let (effect, word) =
            if measure == Measure::Fidelity { (Effect::Gains, "gain") } else { (Effect::Loses, "loss") };
        let place = Place::at(&objection.place, value, &self.meaning);
        if !self.answer.claims.iter().any(|claim| claim.tells(effect, &place)) {
            measured.fell_short(Measure::Untold, format!("{word}: {}", objection.keyword), detail);
        }
    }
}

/// Counts the parameters that a reader of the declaration can find: each below the parameter that holds it; those of
/// a recursive tool by all the names that lead to them.
fn visible(original: &Value, answer: &Answer, meaning: Option<&Value>, measured: &mut Measured) {
    let spelling = Spelling::of(&answer.codec);
    let deep = unfolded(original, &Spelling::default());
    if deep.is_recursive {
        let shown = meaning.map(|meaning| unfolded(meaning, &spelling).paths).unwrap_or_default();
        for path in deep.paths {
            measured.unfolded.count(shown.contains(&path));
            if !shown.contains(&path) {
                measured.fell_short(Measure::Visible, format!("{} deep", path.len()), || path.join("/"));
            }
        }
        return measured.visible.add(measured.unfolded);
    }
    let shown = meaning.map(|meaning| names(meaning, &spelling)).unwrap_or_default();
    for ((parent, name), via) in names(original, &Spelling::default()) {
        let found = shown.contains_key(&(parent, name));
        measured.visible.count(found);
        if !found {
            measured.fell_short(Measure::Visible, format!("below {via}"), || format!("{name:?} below {parent:?}"));
        }
    }
}
