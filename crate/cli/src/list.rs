//! `lapidary rules` and `lapidary targets`.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use lapidary::{
    RULES, Rule, Severity, TARGETS, Target,
    rules::Priority,
    schema::{Keyword, KeywordSet, Kinds, TypeCase},
};
use serde::Serialize;

use crate::{
    Verdict,
    args::{Format, ListArgs},
    output::{self, BAD, BOLD, DIM, styled},
};

/// The version that brought every rule there is.
const SINCE: &str = "0.1.0";

/// A rule as plain data.
#[derive(Serialize)]
pub(crate) struct RulePage {
    code: &'static str,
    slug: &'static str,
    title: &'static str,
    summary: &'static str,
    why: &'static str,
    change: &'static str,
    docs: String,
    since: &'static str,
    priority: Priority,
    severity: Severity,
    keywords: Vec<&'static str>,
    evidence: &'static [&'static str],
}

#[derive(Serialize)]
struct TargetPage {
    id: &'static str,
    summary: &'static str,
    dated: &'static str,
    evidence: &'static [&'static str],
    held: Vec<&'static str>,
    ignored: Vec<&'static str>,
    types: Vec<&'static str>,
    formats: Vec<TypeFormats>,
    union_alone: bool,
    max_depth: usize,
    max_name: usize,
    max_declarations: usize,
}

#[derive(Serialize)]
struct TypeFormats {
    types: Vec<&'static str>,
    formats: &'static [&'static str],
}

pub(crate) fn rules(args: &ListArgs) -> io::Result<Verdict> {
    print(args, RULES.iter().map(|rule| RulePage::of(rule)), || {
        let width = RULES.iter().map(|rule| rule.title.len()).max().unwrap_or_default();
        RULES.iter().fold(String::new(), |mut text, rule| {
            let code = styled(if rule.severity == Severity::Error { BAD } else { BOLD }, rule.code);
            let _ = writeln!(text, "{code}  {:width$}  {}", rule.title, styled(DIM, rule.summary));
            text
        })
    })
}

pub(crate) fn targets(args: &ListArgs) -> io::Result<Verdict> {
    print(args, TARGETS.iter().map(|target| TargetPage::of(target)), || {
        let width = TARGETS.iter().map(|target| target.id.len()).max().unwrap_or_default();
        TARGETS.iter().fold(String::new(), |mut text, target| {
            let id = styled(BOLD, &format!("{:width$}", target.id));
            let _ = writeln!(text, "{id}  {}  {}", target.dated, target.summary);
            text
        })
    })
}

fn print<T: Serialize>(
    args: &ListArgs,
    pages: impl Iterator<Item = T>,
    table: impl Fn() -> String,
) -> io::Result<Verdict> {
    match args.output.format() {
        Format::Pretty => output::people().write_all(table().as_bytes())?,
        Format::Json => output::json(&pages.collect::<Vec<T>>(), args.output.indent)?,
        Format::Jsonl => {
            for page in pages {
                output::json(&page, None)?;
            }
        }
    }
    Ok(Verdict::Compatible)
}

impl RulePage {
    pub(crate) fn of(rule: &'static Rule) -> RulePage {
        RulePage {
            code: rule.code,
            slug: rule.slug,
            title: rule.title,
            summary: rule.summary,
            why: rule.why,
            change: rule.change,
            docs: docs(rule),
            since: SINCE,
            priority: rule.priority,
            severity: rule.severity,
            keywords: rule.keywords.iter().map(|keyword| keyword.name()).filter(|name| !name.is_empty()).collect(),
            evidence: rule.evidence,
        }
    }
}

/// Where a rule's page is.
pub(crate) fn docs(rule: &Rule) -> String {
    format!("{}/blob/main/docs/rules/{}.md", env!("CARGO_PKG_REPOSITORY"), rule.code)
}

impl TargetPage {
    fn of(target: &'static Target) -> TargetPage {
        let names = |set: KeywordSet| set.iter().map(Keyword::name).collect();
        let formats = target.formats.iter();
        TargetPage {
            id: target.id,
            summary: target.summary,
            dated: target.dated,
            evidence: target.evidence,
            held: names(target.held),
            ignored: names(target.ignored),
            types: types(target.types, target.type_case.unwrap_or(TypeCase::Lower)),
            formats: formats
                .map(|(kinds, formats)| TypeFormats { types: types(*kinds, TypeCase::Lower), formats })
                .collect(),
            union_alone: target.union_alone,
            max_depth: target.max_depth,
            max_name: target.max_name,
            max_declarations: target.max_declarations,
        }
    }
}

fn types(kinds: Kinds, case: TypeCase) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.name(case)).collect()
}
