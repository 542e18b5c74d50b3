//! Sums over all tools.

use std::collections::BTreeMap;

use lapidary::Severity;

use crate::{
    claims::{Claim, Effect},
    measure::{Measure, Measured, Shortfall, Tally},
    oracle::Verdict,
};

/// What was measured of one target.
#[derive(Default)]
pub(crate) struct Total {
    pub(crate) accepted: Tally,
    /// Over accepted declarations.
    pub(crate) fidelity: Tally,
    /// Over accepted declarations.
    pub(crate) admitted: Tally,
    pub(crate) visible: Tally,
    pub(crate) edits: BTreeMap<(Severity, Effect), usize>,
    pub(crate) shortfalls: BTreeMap<(Measure, String), Vec<Case>>,
    /// Why tools were not judged, each with their labels.
    pub(crate) unjudged: BTreeMap<String, Vec<String>>,
}

/// A tool that fell short.
pub(crate) struct Case {
    pub(crate) tool: String,
    pub(crate) times: usize,
    pub(crate) detail: String,
}

impl Total {
    /// Adds a tool.
    pub(crate) fn add(&mut self, tool: &str, claims: &[Claim], mut measured: Measured, verdict: &Verdict) {
        self.accepted.count(verdict.accepted);
        self.visible.add(measured.visible);
        for claim in claims {
            *self.edits.entry((claim.severity, claim.effect)).or_default() += 1;
        }
        if verdict.accepted {
            self.fidelity.add(measured.fidelity);
            self.admitted.add(measured.admitted);
        }
        for refusal in &verdict.refusals {
            measured.fell_short(Measure::Accepted, refusal.cause(), || refusal.detail());
        }
        for (cause, Shortfall { times, detail }) in measured.shortfalls {
            self.shortfalls.entry(cause).or_default().push(Case { tool: tool.to_owned(), times, detail });
        }
        for reason in measured.unjudged {
            self.unjudged.entry(reason).or_default().push(tool.to_owned());
        }
    }

    /// Of all arguments that a model sends, those that get through: accepted × fidelity, in percent.
    pub(crate) fn usable(&self) -> f64 {
        self.accepted.percent() * self.fidelity.percent() / 100.0
    }

    /// What lies below its floor.
    pub(crate) fn below_the_gate(&self) -> Vec<String> {
        let floors = [
            ("accepted", self.accepted.percent(), 100.0),
            ("usable", self.usable(), 98.0),
            ("admitted", self.admitted.percent(), 99.5),
            ("visible", self.visible.percent(), 99.9),
        ];
        let below = floors.iter().filter(|(_, reached, floor)| reached < floor);
        below.map(|(what, reached, floor)| format!("{what} is {reached:.2} %, below {floor} %")).collect()
    }
}
