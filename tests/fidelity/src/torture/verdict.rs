//! The verdict on one pattern.

use std::{fmt, sync::mpsc, thread, time::Duration};

use lapidary::Mode;
use serde_json::Value;

use super::{Row, descriptions, mutate::Pool, pattern::Pattern};
use crate::{
    answer::{Answer, Run},
    declared::World,
    draw::{Dice, Manner, draw},
    json,
    judge::Judge,
    measure::Tally,
    oracle,
};

const SECONDS: u64 = 20;
/// Declarations beyond this are no use to anyone.
const BYTES: usize = 400_000;
/// Draws and mutations, as multiples of the draws wanted.
const PROBES: usize = 10;
const MUTATIONS: usize = 40;
/// Probed arguments: a schema may contain itself once, which makes two levels.
const PROBE: Manner = Manner { recursion: 1, undescribed: false, ..Manner::CALLER };
/// Arguments beyond the probe: deep recursion.
const BEYOND: Manner = Manner { depth: 5_000, eager: true, ..Manner::CALLER };

/// The verdicts, the percentage of what is right in those that need one.
pub(crate) enum Verdict {
    Exact,
    /// Invalid arguments pass; so many of them are still refused.
    Lossy(f64),
    DescriptionsLost,
    /// Valid arguments are lost; so many of them are still possible.
    Wrong(f64),
    Refused,
    LeftOut,
    Hung,
    TooLarge,
}

impl Verdict {
    /// The column that it is counted in.
    pub(crate) fn head(&self) -> &'static str {
        match self {
            Verdict::Exact => "✓",
            Verdict::Lossy(_) | Verdict::DescriptionsLost => "~",
            Verdict::Wrong(_) => "✗",
            Verdict::Refused => "400",
            Verdict::LeftOut => "T",
            Verdict::Hung => "H",
            Verdict::TooLarge => "B",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Rounded down: 100 is kept for all.
            Verdict::Lossy(percent) | Verdict::Wrong(percent) => write!(out, "{}{}", self.head(), percent.floor()),
            Verdict::DescriptionsLost => write!(out, "~d"),
            _ => out.write_str(self.head()),
        }
    }
}

/// The answer of the engine; none if it takes too long.
pub(crate) fn answer(pattern: &Pattern, run: Run) -> Option<Answer> {
    let (tool, schema) = (pattern.tool.text.clone(), pattern.tool.index);
    let (tell, told) = mpsc::channel();
    let work = move || {
        let tool = crate::corpus::Tool { index: schema, label: String::new(), text: tool, schema: Ok(Value::Null) };
        // Whoever asked may have stopped waiting.
        let _ = tell.send(Answer::to(&tool, run));
    };
    thread::Builder::new().stack_size(json::STACK).spawn(work).ok()?;
    told.recv_timeout(Duration::from_secs(SECONDS)).ok()
}

pub(crate) fn row<'p>(
    pattern: &'p Pattern,
    answer: Option<&Answer>,
    accepted: &oracle::Verdict,
    run: Run,
    draws: usize,
) -> Row<'p> {
    let plain = |verdict, detail| Row { pattern: &pattern.name, verdict, beyond: false, detail };
    let Some(answer) = answer else { return plain(Verdict::Hung, String::new()) };
    let Some(declared) = &answer.declared else { return plain(Verdict::LeftOut, String::new()) };
    if answer.line.len() > BYTES {
        return plain(Verdict::TooLarge, format!("{} bytes", answer.line.len()));
    }
    if let Some(refusal) = accepted.refusal() {
        return plain(Verdict::Refused, refusal);
    }
    let judges = Judge::of_draft(&pattern.probed, pattern.draft)
        .and_then(|probed| Ok((probed, Judge::of_draft(&pattern.schema, pattern.draft)?)))
        .and_then(|(probed, strict)| Ok((probed, strict, Judge::new(&declared.meaning(World::Closed))?)));
    match judges {
        Err(reason) => plain(Verdict::Wrong(0.0), format!("cannot be judged: {reason}")),
        Ok((probed, strict, declared)) => {
            Probe { pattern, answer, mode: run.mode, probed, strict, declared }.row(draws)
        }
    }
}

struct Probe<'p, 'a> {
    pattern: &'p Pattern,
    answer: &'a Answer,
    mode: Mode,
    probed: Judge,
    strict: Judge,
    declared: Judge,
}

impl<'p> Probe<'p, '_> {
    fn row(&self, draws: usize) -> Row<'p> {
        let valid = self.probes(draws * PROBES);
        let mut recall = Tally::default();
        let mut detail = String::new();
        for value in &valid {
            let why = self.why_lost(value);
            recall.count(why.is_none());
            detail = why.filter(|_| detail.is_empty()).unwrap_or(detail);
        }
        let mut strict = Tally::default();
        for value in self.invalid(&valid, draws * MUTATIONS) {
            let refused = self.answer.encode(&value).is_none_or(|wire| !self.declared.takes(&wire));
            strict.count(refused);
            if !refused && detail.is_empty() {
                detail = format!("gains {value}");
            }
        }
        let schema = &self.pattern.schema;
        let lost = descriptions::lost(schema, &self.answer.line);
        let verdict = if recall.right < recall.judged {
            Verdict::Wrong(recall.percent())
        } else if strict.right < strict.judged {
            Verdict::Lossy(strict.percent())
        } else if !lost.is_empty() {
            detail = format!("lost {lost:?}");
            Verdict::DescriptionsLost
        } else {
            Verdict::Exact
        };
        let beyond = self.valid(schema, &self.strict, BEYOND, draws).iter().any(|value| self.why_lost(value).is_some());
        let detail = detail.chars().take(120).collect();
        Row { pattern: &self.pattern.name, verdict, beyond: beyond && recall.right == recall.judged, detail }
    }

    /// Valid arguments; without the members that are demanded and nowhere declared, if those cannot be sent.
    fn probes(&self, wanted: usize) -> Vec<Value> {
        let full = self.valid(&self.pattern.schema, &self.strict, PROBE, wanted);
        if full.iter().any(|value| self.why_lost(value).is_none()) {
            return full;
        }
        self.valid(&self.pattern.probed, &self.probed, PROBE, wanted)
    }

    /// Arguments that a schema takes: objects; where they can be coded, whatever it takes.
    fn valid(&self, schema: &Value, judge: &Judge, manner: Manner, wanted: usize) -> Vec<Value> {
        let mut dice = Dice::new(self.pattern.tool.index, 0);
        let drawn = (0..wanted).filter_map(|_| draw(schema, manner, &mut dice));
        let mut valid: Vec<Value> = drawn.filter(|value| judge.takes(value)).collect();
        if self.mode == Mode::DropIn || valid.iter().any(Value::is_object) {
            valid.retain(Value::is_object);
        }
        valid
    }

    /// Arguments near those that are valid, and near none at all, that the original refuses.
    fn invalid(&self, valid: &[Value], wanted: usize) -> Vec<Value> {
        let pool = Pool::of(&self.pattern.schema);
        let mut dice = Dice::new(self.pattern.tool.index, 1);
        let nothing = [Value::Object(serde_json::Map::new())];
        let from = if valid.is_empty() { &nothing } else { valid };
        let mutated = (0..wanted).filter_map(|_| {
            let once = pool.mutate(dice.pick(from)?, &mut dice);
            Some(if dice.one_in(4) { pool.mutate(&once, &mut dice) } else { once })
        });
        let near = nothing.iter().chain(valid).cloned().chain(mutated.collect::<Vec<_>>());
        let is_sent = |value: &Value| self.mode == Mode::RoundTrip || value.is_object();
        near.filter(|value| is_sent(value) && !self.strict.takes(value)).collect()
    }

    /// Why a valid argument can no longer be sent, if so.
    fn why_lost(&self, value: &Value) -> Option<String> {
        let wire = self.answer.encode(value)?;
        if let Some(objection) = self.declared.objection(&wire) {
            return Some(format!("loses {value}: {}", objection.message));
        }
        let back = self.answer.restore(&wire);
        let same = back.as_ref().is_some_and(|back| json::same(value, back));
        (!same).then(|| format!("{value} went as {wire} and came as {}", back.unwrap_or_default()))
    }
}
