//! One tool, one declaration: what the declaration keeps.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{
    admit,
    claims::{Claim, Effect, in_arguments},
    corpus::Tool,
    draw::{Dice, declaration, original},
    judge::{Judge, Objection},
    names::names,
};

/// How often a draw that comes to nothing is repeated, as a multiple of the draws wanted.
const PATIENCE: usize = 5;
const FROM_DECLARATION: u64 = 0;
const FROM_ORIGINAL: u64 = 1;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Measure {
    Accepted,
    Fidelity,
    Admitted,
    Visible,
    /// Arguments were gained or lost, and no edit says so.
    Untold,
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

/// What was measured of one declaration.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    pub(crate) fidelity: Tally,
    pub(crate) admitted: Tally,
    pub(crate) visible: Tally,
    pub(crate) shortfalls: BTreeMap<(Measure, String), Shortfall>,
    /// Why something could not be measured.
    pub(crate) unjudged: Vec<String>,
}

impl Measured {
    pub(crate) fn fell_short(&mut self, measure: Measure, cause: String, detail: impl FnOnce() -> String) {
        let known = self.shortfalls.entry((measure, cause));
        known.or_insert_with(|| Shortfall { times: 0, detail: detail() }).times += 1;
    }
}

/// What is known of a tool before any declaration is made of it.
pub(crate) struct Original<'t> {
    tool: &'t Tool,
    judge: Result<Judge, String>,
    samples: Vec<Value>,
    draws: usize,
}

impl<'t> Original<'t> {
    /// Compiles the tool's schema and draws arguments that it accepts.
    pub(crate) fn new(tool: &'t Tool, draws: usize) -> Original<'t> {
        let (judge, samples) = match &tool.schema {
            Ok(schema) => {
                let judge = Judge::new(schema);
                let samples = judge.as_ref().map(|judge| samples(tool.index, schema, judge, draws)).unwrap_or_default();
                (judge, samples)
            }
            Err(reason) => (Err(format!("unreadable schema: {reason}")), Vec::new()),
        };
        Original { tool, judge, samples, draws }
    }

    /// Measures a declaration made of the tool: its `parameters`, and what was said of the making.
    pub(crate) fn measure(&self, parameters: Option<&Value>, claims: &[Claim]) -> Measured {
        let mut measured = Measured::default();
        if let Ok(schema) = &self.tool.schema {
            visible(schema, parameters, &mut measured);
        }
        match (&self.judge, Judge::new(&admit::json_schema(parameters))) {
            (Err(reason), _) => measured.unjudged.push(format!("original: {reason}")),
            (_, Err(reason)) => measured.unjudged.push(format!("declaration: {reason}")),
            (Ok(original), Ok(declared)) => {
                let made = Made { parameters, claims, declared };
                self.fidelity(original, &made, &mut measured);
                self.admitted(&made, &mut measured);
            }
        }
        measured
    }

    /// Arguments drawn from the declaration, put to the original.
    fn fidelity(&self, original: &Judge, made: &Made<'_>, measured: &mut Measured) {
        let mut dice = Dice::new(self.tool.index, FROM_DECLARATION);
        let drawn = (0..self.draws * PATIENCE).filter_map(|_| declaration::arguments(made.parameters, &mut dice));
        for value in drawn.filter(|value| made.declared.takes(value)).take(self.draws) {
            let objection = original.objection(&value);
            measured.fidelity.count(objection.is_none());
            if let Some(objection) = objection {
                made.object(Measure::Fidelity, &objection, &value, measured);
            }
        }
        if measured.fidelity.judged == 0 {
            measured.unjudged.push("declaration: nothing could be drawn from it".to_owned());
        }
    }

    /// Arguments that the original accepts, put to the declaration.
    fn admitted(&self, made: &Made<'_>, measured: &mut Measured) {
        for value in &self.samples {
            let objection = made.declared.objection(value);
            measured.admitted.count(objection.is_none());
            if let Some(objection) = objection {
                made.object(Measure::Admitted, &objection, value, measured);
            }
        }
        if self.samples.is_empty() {
            measured.unjudged.push("original: no valid arguments could be drawn".to_owned());
        }
    }
}

/// Arguments that a schema accepts.
fn samples(index: usize, schema: &Value, judge: &Judge, draws: usize) -> Vec<Value> {
    let mut dice = Dice::new(index, FROM_ORIGINAL);
    let candidates = (0..draws * PATIENCE).filter_map(|_| original::arguments(schema, &mut dice));
    candidates.filter(|value| value.is_object() && judge.takes(value)).take(draws).collect()
}

/// A declaration and what was said of the making.
struct Made<'a> {
    parameters: Option<&'a Value>,
    claims: &'a [Claim],
    declared: Judge,
}

impl Made<'_> {
    /// Notes a gained or lost argument, and whether no edit says so.
    fn object(&self, measure: Measure, objection: &Objection, value: &Value, measured: &mut Measured) {
        let detail = || format!("{}; drawn: {value}", objection.message);
        measured.fell_short(measure, objection.keyword.clone(), detail);
        let (effect, word) =
            if measure == Measure::Fidelity { (Effect::Gains, "gain") } else { (Effect::Loses, "loss") };
        let place = in_arguments(&objection.place, value, self.parameters);
        if !self.claims.iter().any(|claim| claim.tells(effect, &place)) {
            measured.fell_short(Measure::Untold, format!("{word}: {}", objection.keyword), detail);
        }
    }
}

fn visible(original: &Value, parameters: Option<&Value>, measured: &mut Measured) {
    let shown = parameters.map(names).unwrap_or_default();
    for ((parent, name), via) in names(original) {
        let found = shown.contains_key(&(parent, name));
        measured.visible.count(found);
        if !found {
            measured.fell_short(Measure::Visible, format!("below {via}"), || format!("{name:?} below {parent:?}"));
        }
    }
}
