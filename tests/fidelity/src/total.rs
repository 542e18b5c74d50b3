//! Sums over all tools.

use std::collections::BTreeMap;

use lapidary::{Mode, Severity};

use crate::{
    answer::Run,
    claims::Effect,
    measure::{Measure, Measured, Shortfall, Tally},
    oracle::Verdict,
    prove::Proofs,
};

/// The measurements of one target in one mode.
pub(crate) struct Total {
    pub(crate) run: Run,
    pub(crate) accepted: Tally,
    /// Over accepted declarations.
    pub(crate) fidelity: Tally,
    /// Over accepted declarations.
    pub(crate) admitted: Tally,
    pub(crate) round_trip: Tally,
    pub(crate) visible: Tally,
    /// The part of these that recursive tools have.
    pub(crate) unfolded: Tally,
    /// The losses of each tool.
    pub(crate) losses: Vec<Loss>,
    pub(crate) edits: BTreeMap<(Severity, Effect), usize>,
    pub(crate) shortfalls: BTreeMap<(Measure, String), Vec<Case>>,
    /// The claims of the edits, compared with what can be proven.
    pub(crate) proofs: Proofs,
    /// Why tools were not judged, each with their labels.
    pub(crate) unjudged: BTreeMap<String, Vec<String>>,
}

/// A loss of a tool.
pub(crate) struct Loss {
    pub(crate) tool: String,
    pub(crate) visible: Tally,
    pub(crate) admitted: Tally,
}

/// A tool that fell short.
pub(crate) struct Case {
    pub(crate) tool: String,
    pub(crate) times: usize,
    pub(crate) detail: String,
}

impl Total {
    pub(crate) fn new(run: Run) -> Total {
        let none = Tally::default();
        Total {
            run,
            accepted: none,
            fidelity: none,
            admitted: none,
            round_trip: none,
            visible: none,
            unfolded: none,
            losses: Vec::new(),
            edits: BTreeMap::new(),
            shortfalls: BTreeMap::new(),
            proofs: Proofs::default(),
            unjudged: BTreeMap::new(),
        }
    }

    /// Adds a tool.
    pub(crate) fn add(&mut self, tool: &str, mut measured: Measured, verdict: &Verdict) {
        self.accepted.count(verdict.accepted);
        self.visible.add(measured.visible);
        self.unfolded.add(measured.unfolded);
        self.losses.push(Loss { tool: tool.to_owned(), visible: measured.visible, admitted: measured.admitted });
        self.round_trip.add(measured.round_trip);
        for (edit, times) in &measured.edits {
            *self.edits.entry(*edit).or_default() += times;
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
        self.proofs = self.proofs.sum(measured.proofs);
        for reason in measured.unjudged {
            self.unjudged.entry(reason).or_default().push(tool.to_owned());
        }
    }

    /// Of all arguments that a model sends, those that get through: accepted × fidelity, in percent.
    pub(crate) fn usable(&self) -> f64 {
        self.accepted.percent() * self.fidelity.percent() / 100.0
    }

    /// How often arguments were gained or lost without an edit that reports it.
    pub(crate) fn untold(&self) -> usize {
        let untold = self.shortfalls.iter().filter(|((measure, _), _)| *measure == Measure::Untold);
        untold.flat_map(|(_, cases)| cases).map(|case| case.times).sum()
    }

    /// The measures below their floors, as messages.
    pub(crate) fn below_the_gate(&self) -> Vec<String> {
        let usable = match (self.run.target.id, self.run.mode) {
            // Other targets are gated on acceptance only.
            ("langchain" | "universal" | "openai-strict", _) => None,
            // That schema field enforces neither patterns nor lengths, so arguments are drawn without them.
            ("gemini-json-schema", _) => Some(97.0),
            (_, Mode::DropIn) => Some(99.0),
            (_, Mode::RoundTrip) => Some(99.8),
        };
        let accepted = [("accepted", self.accepted.percent(), 100.0)];
        let kept = usable.map(|usable| {
            [
                ("usable", self.usable(), usable),
                ("admitted", self.admitted.percent(), 99.8),
                ("round trip", self.round_trip.percent(), 100.0),
                ("visible", self.visible.percent(), 99.9),
            ]
        });
        let floors = accepted.into_iter().chain(kept.into_iter().flatten());
        let below = floors.filter(|(_, reached, floor)| reached < floor);
        let mut below: Vec<String> =
            below.map(|(what, reached, floor)| format!("{what} is {reached:.2} %, below {floor} %")).collect();
        if usable.is_some() && self.untold() > 0 {
            below.push(format!("{} gains and losses are untold", self.untold()));
        }
        if usable.is_some() && self.proofs.refuted > 0 {
            below.push(format!("{} claims are proven wrong", self.proofs.refuted));
        }
        below
    }
}
