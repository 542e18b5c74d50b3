//! `docs/TARGETS.md`: what each rule does for each target, at a glance.

use std::fmt::Write as _;

use lapidary::{Rule, TARGETS};

use crate::{
    Outcome,
    effects::{SIGNS, TargetEffects},
    markdown::{cell, generated},
};

const INTRODUCTION: &str = "
# Rules by target

What each rule's output accepts, compared with its input, for each target. Where the modes differ, the first sign is
drop-in, the second round-trip. A cell shows the worst of the rule's examples (`tests/specs`). The rule's page lists which values become valid or
invalid, and [Supported schema](GEMINI_SCHEMA_COMPAT.md) the reason. What round-trip mode re-encodes is equivalent once
the call is restored ([Encodings](ROUND_TRIP.md)).

";

/// The page, from each rule with its effects.
pub(crate) fn page(rules: &[(&'static Rule, Vec<TargetEffects>)]) -> Outcome<String> {
    let mut page = generated("the rules, the targets and tests/specs");
    page.push_str(INTRODUCTION);
    page.push_str("| sign | output | meaning |\n|:-:|---|---|\n");
    for sign in &SIGNS {
        writeln!(page, "| {} | {} | {} |", sign.symbol, sign.words, sign.meaning)?;
    }
    write!(page, "\n| rule |")?;
    for target in TARGETS {
        write!(page, " {} |", target.id)?;
    }
    write!(page, "\n|---|{}\n", ":-:|".repeat(TARGETS.len()))?;
    for (rule, effects) in rules {
        write!(page, "| [{0}](rules/{0}.md) {1} |", rule.code, cell(rule.title))?;
        for effect in effects {
            let (drop_in, round_trip) = (effect.drop_in.sign().symbol, effect.round_trip.sign().symbol);
            let both = if drop_in == round_trip { drop_in.to_owned() } else { format!("{drop_in} / {round_trip}") };
            write!(page, " {both} |")?;
        }
        page.push('\n');
    }
    Ok(page)
}
