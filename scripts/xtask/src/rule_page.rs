//! `docs/rules/GSnnn.md`.

use std::{collections::BTreeSet, fmt::Write as _};

use lapidary::{
    RULES, Rule, Severity, Target,
    internal::{JsonId, RulePage, read},
};

use crate::{
    Outcome,
    catalogue::Row,
    effects::{Effect, TargetEffects},
    example::Input,
    layout::fit,
    markdown::{block, cell, codes, escape, generated},
};

const INDEX: &str = "\
A rule finds one pattern that a target does not support, and rewrites it into what the target supports. Codes are \
stable. `lapidary explain GS014` prints one of these pages, `--disable GS014` switches a rule off.
";
/// The most texts in a cell: without a limit, every example could add one.
const MAX_TEXTS: usize = 4;

pub(crate) fn page(rule: &'static Rule, inputs: &[Input], effects: &[TargetEffects], rows: &[Row]) -> Outcome<String> {
    let file = format!("crate/core/src/rules/{}_{}.rs", rule.code.to_lowercase(), rule.slug.replace('-', "_"));
    let mut page = generated(&format!("{file} and tests/specs/{}-{}", rule.code, rule.slug));
    writeln!(page, "\n# {} {}\n", rule.code, escape(rule.title))?;
    writeln!(page, "- Name: `{}`", rule.slug)?;
    writeln!(page, "- Severity: {}, unless a finding says otherwise", rule.severity.name())?;
    let keywords = codes(RulePage::of(rule).keywords.into_iter());
    if !keywords.is_empty() {
        writeln!(page, "- Keywords: {keywords}")?;
    }
    writeln!(page, "- Switch off: `lapidary check --disable {}`", rule.code)?;
    write_documentation(&mut page, rule)?;
    write_effects(&mut page, effects)?;
    write_specs(&mut page, rule, inputs)?;
    write_evidence(&mut page, rule, rows)?;
    Ok(page)
}

/// `docs/RULES.md`.
pub(crate) fn index() -> Outcome<String> {
    let mut page = generated("crate/core/src/rules");
    writeln!(
        page,
        "\n# Rules\n\n{INDEX}\n| rule | pattern | what the rule does | without the rule |\n|---|---|---|---|"
    )?;
    for rule in RULES {
        let (code, title) = (rule.code, cell(rule.title));
        let outcome = match rule.severity {
            Severity::Error => "rejected or misread",
            Severity::Warning => "loses meaning",
            Severity::Info => "accepted",
        };
        writeln!(page, "| [{code}](rules/{code}.md) | {title} | {} | {outcome} |", cell(rule.docs().summary))?;
    }
    Ok(page)
}

/// The rules' chapters in `docs/SUMMARY.md`.
pub(crate) fn chapters() -> Outcome<String> {
    let mut chapters = "- [Rules](RULES.md)\n".to_owned();
    for rule in RULES {
        writeln!(chapters, "  - [{code} {}](rules/{code}.md)", escape(rule.title), code = rule.code)?;
    }
    Ok(chapters)
}

/// The documentation in the rule's file, with each example under the name of its target.
fn write_documentation(page: &mut String, rule: &Rule) -> Outcome {
    let mut lines = rule.docs().text.lines().skip(1);
    while let Some(line) = lines.next() {
        let Some(label) = line.strip_prefix("```json ") else {
            writeln!(page, "{line}")?;
            continue;
        };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let body = laid_out(&body.join("\n"));
        if label == "source" {
            write!(page, "{}", block("json source", &body))?;
        } else {
            let (target, mode) =
                label.split_once(' ').map_or((label, String::new()), |(target, mode)| (target, format!(", {mode}")));
            write!(page, "For `{target}`{mode}:\n\n{}", block("json", &body))?;
        }
    }
    Ok(())
}

/// Wrapped to the width of a page. Text that is not JSON, such as a list of lines, is unchanged.
fn laid_out(text: &str) -> String {
    read(text).map_or_else(|_| text.to_owned(), |tape| fit(&tape, JsonId::ROOT))
}

/// One row for all targets and modes with the same effect.
fn write_effects(page: &mut String, effects: &[TargetEffects]) -> Outcome {
    page.push_str(
        "\n## For each target\n\n| target | output | also accepts | no longer accepts |\n|---|---|---|---|\n",
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
    page.push_str("\nMeasured on the inputs below; [all rules](../TARGETS.md) at a glance.\n");
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

/// The inputs that the rule is tested with, and their outputs for each target.
fn write_specs(page: &mut String, rule: &Rule, inputs: &[Input]) -> Outcome {
    let folder = format!("{}/blob/main/tests/specs/{}-{}", env!("CARGO_PKG_REPOSITORY"), rule.code, rule.slug);
    writeln!(page, "\n## Tests\n\nEach input with its output and findings for every target.\n")?;
    for Input { name, .. } in inputs {
        writeln!(page, "- `{name}`: [input]({folder}/{name}.json), [answers]({folder}/{name}.answers)")?;
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
            None => writeln!(page, "No message.\n")?,
        }
        let (surface, seen) = (escape(&row.surface), &*row.first_seen);
        writeln!(page, "- API: {surface}\n- First seen: {seen}\n- Still true: {}", row.still_true)?;
        writeln!(page, "- Sources: {}", escape(&row.sources.join("; ")))?;
    }
    Ok(())
}
