//! Faults that no answer may have, whatever the tool.

use lapidary::Mode;
use serde_json::Value;

use crate::{
    answer::{Answer, Run},
    claims::{Effect, Place},
    corpus::Tool,
    declared::{Dialect, World},
    finding::Kind,
    json,
    judge::Judge,
    wire::Sender,
};

/// A declaration may always be so large, and beyond that grow with its tool.
const BYTES: usize = 64_000;
const GROWTH: usize = 8;

/// Something that went wrong, with what shows it.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The kind of fault.
    pub kind: Kind,
    /// The evidence.
    pub detail: String,
}

impl Fault {
    /// A fault of a kind.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into() }
    }
}

/// The faults of an answer that show without drawing arguments.
pub fn faults(tool: &Tool, answer: &Answer, run: Run) -> Vec<Fault> {
    let Some(text) = &answer.text else { return Vec::new() };
    let again = answer.again(run).unwrap_or_default();
    let mut faults = Vec::new();
    if again != *text {
        faults.push(Fault::new(Kind::SecondRun, format!("became {again}")));
    }
    if text.len() > BYTES.max(GROWTH * tool.text.len()) {
        faults.push(Fault::new(Kind::Budget, format!("{} bytes of {}", text.len(), tool.text.len())));
    }
    faults
}

/// A declaration, read to be held against arguments.
pub struct Held<'a> {
    answer: &'a Answer,
    run: Run,
    meaning: Value,
    /// Takes what the declaration lets through.
    open: Judge,
    /// Takes what is sent to the declaration.
    named: Judge,
    /// The declaration where it is JSON Schema, as a validator reads it.
    literal: Option<Judge>,
}

impl<'a> Held<'a> {
    /// Reads a declaration; none for a tool that was left out. The error is why it is no schema.
    pub fn read(answer: &'a Answer, run: Run) -> Result<Option<Held<'a>>, Fault> {
        let Some(declared) = &answer.declared else { return Ok(None) };
        let meaning = declared.meaning(World::Open);
        let judge = |schema: &Value| Judge::new(schema).map_err(|reason| Fault::new(Kind::Unreadable, reason));
        let literal =
            declared.schema.as_ref().filter(|_| declared.dialect != Dialect::Fields).map(judge).transpose()?;
        let (open, named) = (judge(&meaning), judge(&declared.meaning(World::Named)));
        if literal.is_some() && (open.is_err() || named.is_err()) {
            // By the draft that it names, it is a schema; the meaning is of another.
            return Ok(None);
        }
        Ok(Some(Held { answer, run, meaning, open: open?, named: named?, literal }))
    }

    /// Arguments that the original takes: the fault, if they can no longer be sent and no edit says so, or if
    /// they come back changed.
    pub fn valid(&self, value: &Value) -> Option<Fault> {
        let wire = self.answer.encode(value).unwrap_or_default();
        let objection = self.open.objection(&wire);
        if let Some(objection) = objection.or_else(|| self.literal.as_ref()?.objection(&wire)) {
            let told = self.answer.claims.iter().any(|claim| claim.says(Effect::Loses));
            let detail = format!("{}; {value} is valid, and is sent as {wire}", objection.message);
            return (!told).then(|| Fault::new(Kind::UntoldLoss, detail));
        }
        let back = self.answer.restore(&wire).unwrap_or_default();
        let changed = self.run.mode == Mode::RoundTrip && !json::same(value, &back) && !self.answer.misfits(value);
        changed.then(|| Fault::new(Kind::Changed, format!("{value} went as {wire} and came as {back}")))
    }

    /// Arguments that the original refuses: the fault, if they can be sent and no edit says so.
    pub fn invalid(&self, value: &Value, original: &Judge) -> Option<Fault> {
        let wire = self.answer.encode(value)?;
        if !self.named.takes(&wire) || !self.answer.restore(&wire).is_some_and(|back| json::same(value, &back)) {
            return None;
        }
        let objection = original.objection(value)?;
        let place = Place::at(&objection.place, value, &self.meaning);
        let told = self.answer.claims.iter().any(|claim| claim.reaches(Effect::Gains, &place));
        (!told).then(|| {
            Fault::new(Kind::UntoldGain, format!("{}; {value} is invalid, and is sent as {wire}", objection.message))
        })
    }

    /// Faults that show on drawn arguments: those that the original takes, and those that a model sends.
    pub fn drawn(&self, original: &Judge, samples: &[Value], draws: usize) -> Vec<Fault> {
        let is_object = |sample: &&Value| self.run.mode == Mode::RoundTrip || sample.is_object();
        let mut faults: Vec<Fault> = samples
            .iter()
            .filter(is_object)
            .filter(|sample| json::is_exact(sample))
            .filter_map(|sample| self.valid(sample))
            .take(1)
            .collect();
        let mut sender = Sender::new(self.answer, self.run.mode, &self.meaning, samples, 0);
        let sent = (0..draws).filter_map(|_| sender.send(&self.open));
        let sent = sent.filter(|wire| self.open.takes(wire) && json::is_exact(wire));
        faults.extend(sent.filter_map(|wire| self.sent(&wire, original)).take(1));
        faults
    }

    /// Arguments that a model sends: the fault, if the original refuses them and neither an edit nor restoring says so.
    fn sent(&self, wire: &Value, original: &Judge) -> Option<Fault> {
        let restored = self.answer.restore(wire).unwrap_or_default();
        let objection = original.objection(&restored)?;
        let place = Place::at(&objection.place, &restored, &self.meaning);
        let told =
            self.answer.is_misfit(wire) || self.answer.claims.iter().any(|claim| claim.reaches(Effect::Gains, &place));
        let detail = || format!("{}; {wire} comes as {restored}", objection.message);
        (!told).then(|| Fault::new(Kind::UntoldGain, detail()))
    }

    /// Whether the declaration has no room for arguments, and no edit says that some are lost. That an object
    /// takes objects only (GS031) says nothing of its members.
    pub fn is_empty_in_silence(&self) -> bool {
        let none = self.answer.declared.as_ref().is_none_or(|declared| declared.schema.is_none());
        none && !self.answer.claims.iter().any(|claim| claim.says(Effect::Loses) && claim.code != "GS031")
    }
}
