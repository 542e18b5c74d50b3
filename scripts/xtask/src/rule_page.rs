//! `docs/rules/GSnnn.md`.

use std::{fmt::Write as _, path::Path};

use lapidary::Rule;

use crate::{
    Outcome,
    catalogue::Row,
    example::{Example, examples},
    markdown::{block, codes, escape, generated},
};

pub(crate) fn page(root: &Path, rule: &Rule, rows: &[Row]) -> Outcome<String> {
    let file = format!("crate/core/src/rules/{}_{}.rs", rule.code.to_lowercase(), rule.slug.replace('-', "_"));
    let mut page = generated(&format!("{file} and tests/specs/{}-{}", rule.code, rule.slug));
    writeln!(page, "\n# {} {}\n\n{}\n", rule.code, escape(rule.title), rule.summary)?;
    writeln!(page, "- Name: `{}`", rule.slug)?;
    writeln!(page, "- Severity: {}, unless a finding says otherwise", word(rule.severity))?;
    writeln!(page, "- Priority: {}", word(rule.priority))?;
    let keywords = codes(rule.keywords.iter().map(|keyword| keyword.name()).filter(|name| !name.is_empty()));
    if !keywords.is_empty() {
        writeln!(page, "- Keywords: {keywords}")?;
    }
    writeln!(page, "- Switch off: `lapidary check --disable {}`", rule.code)?;
    writeln!(page, "\n## Why\n\n{}\n\n## What changes\n\n{}", rule.why, rule.change)?;
    let examples = examples(root, rule)?;
    if !examples.is_empty() {
        writeln!(page, "\n## Examples\n\nThe output is the one for `gemini`.")?;
    }
    for example in &examples {
        write_example(&mut page, rule, example)?;
    }
    write_evidence(&mut page, rule, rows)?;
    Ok(page)
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
