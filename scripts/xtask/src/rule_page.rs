//! `docs/rules/GSnnn.md`.

use std::{collections::BTreeSet, fmt::Write as _};

use lapidary::{Rule, Target, pages::RulePage};

use crate::{
    Outcome,
    catalogue::Row,
    effects::{Effect, TargetEffects},
    example::{Example, Input},
    markdown::{block, cell, codes, escape, generated},
};

/// Texts of a cell; there may be as many as there are examples.
const MAX_TEXTS: usize = 4;

pub(crate) fn page(rule: &'static Rule, inputs: &[Input], effects: &[TargetEffects], rows: &[Row]) -> Outcome<String> {
    let file = format!("crate/core/src/rules/{}_{}.rs", rule.code.to_lowercase(), rule.slug.replace('-', "_"));
    let mut page = generated(&format!("{file} and tests/specs/{}-{}", rule.code, rule.slug));
    writeln!(page, "\n# {} {}\n\n{}\n", rule.code, escape(rule.title), rule.summary)?;
    writeln!(page, "- Name: `{}`", rule.slug)?;
    writeln!(page, "- Severity: {}, unless a finding says otherwise", word(rule.severity))?;
    writeln!(page, "- Priority: {}", word(rule.priority))?;
    let keywords = codes(RulePage::of(rule).keywords.into_iter());
    if !keywords.is_empty() {
        writeln!(page, "- Keywords: {keywords}")?;
    }
    writeln!(page, "- Switch off: `lapidary check --disable {}`", rule.code)?;
    writeln!(page, "\n## Why\n\n{}\n\n## What changes\n\n{}", rule.why, rule.change)?;
    write_effects(&mut page, effects)?;
    if !inputs.is_empty() {
        writeln!(page, "\n## Examples\n\nThe output is the one for `gemini`.")?;
    }
    for input in inputs {
        write_example(&mut page, rule, &Example::of(input))?;
    }
    write_evidence(&mut page, rule, rows)?;
    Ok(page)
}

/// A row for all targets and modes of which the same is true.
fn write_effects(page: &mut String, effects: &[TargetEffects]) -> Outcome {
    page.push_str(
        "\n## For each target\n\n| target | what happens | also accepts | no longer accepts |\n|---|---|---|---|\n",
    );
    let mut rows: Vec<(&Effect, Vec<String>)> = Vec::new();
    for TargetEffects { target, drop_in, round_trip } in effects {
        let labels = if drop_in == round_trip {
            vec![(drop_in, label(target, ""))]
        } else {
            vec![(drop_in, label(target, " drop-in")), (round_trip, label(target, " round-trip"))]
        };
        for (effect, label) in labels {
            match rows.iter_mut().find(|(known, _)| *known == effect) {
                Some((_, labels)) => labels.push(label),
                None => rows.push((effect, vec![label])),
            }
        }
    }
    for (effect, labels) in rows {
        let mut happens = effect.sign().words.to_owned();
        if !effect.details.is_empty() {
            write!(happens, ": {}", texts(&effect.details))?;
        }
        let (more, less) = (texts(&effect.more), texts(&effect.less));
        writeln!(page, "| {} | {happens} | {more} | {less} |", labels.join(", "))?;
    }
    page.push_str("\nOver the examples below; [all rules](../TARGETS.md) at a glance.\n");
    Ok(())
}

fn label(target: &Target, mode: &str) -> String {
    format!("`{}`{mode}", target.id)
}

/// Some of the texts, in one cell.
fn texts(texts: &BTreeSet<String>) -> String {
    let mut shown: Vec<String> = texts.iter().take(MAX_TEXTS).map(|text| cell(text)).collect();
    if texts.len() > MAX_TEXTS {
        shown.push("…".to_owned());
    }
    shown.join("; ")
}

fn write_example(page: &mut String, rule: &Rule, example: &Example) -> Outcome {
    writeln!(page, "\n### {}\n", example.name.replace('-', " "))?;
    if example.is_long() {
        let folder = format!("../../tests/specs/{}-{}", rule.code, rule.slug);
        writeln!(page, "Too long to print: [{name}.json]({folder}/{name}.json)", name = example.name)?;
        return Ok(());
    }
    page.push_str(&block("json", &example.before));
    match &example.after {
        Some(after) => write!(page, "\nbecomes\n\n{}", block("json", after))?,
        None => writeln!(page, "\nhas no output.")?,
    }
    Ok(())
}

fn write_evidence(page: &mut String, rule: &Rule, rows: &[Row]) -> Outcome {
    if rule.evidence.is_empty() {
        return Ok(());
    }
    writeln!(page, "\n## Evidence")?;
    for id in rule.evidence {
        let Some(row) = rows.iter().find(|row| row.id == *id) else {
            writeln!(page, "\n### {}", escape(id))?;
            continue;
        };
        writeln!(page, "\n### {id}\n\nCause: {}.\n", escape(&row.cause))?;
        match &row.text {
            Some(text) => writeln!(page, "{}", block("text", text))?,
            None => writeln!(page, "Nothing is said.\n")?,
        }
        let seen = row.first_seen.as_deref().unwrap_or("unknown");
        writeln!(page, "- Surface: {}\n- First seen: {seen}\n- Still true: {}", escape(&row.surface), row.still_true)?;
        writeln!(page, "- Sources: {}", escape(&row.sources.join("; ")))?;
    }
    Ok(())
}

/// A variant's name in small letters.
fn word(value: impl std::fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}
