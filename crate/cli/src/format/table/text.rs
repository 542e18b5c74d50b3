//! The table as text for people.

use anstyle::Style;
use lapidary::Severity;

use super::{
    data::{Row, RuleLine, Survey},
    grid::{Align, Line, drawn},
};
use crate::{
    survey::{Outcome, separated},
    terminal::{
        columns::{self, truncated, wrapped},
        output::{BAD, BOLD, DIM, GOOD, count, styled},
        visible::visible,
    },
};

/// The longest name that is shown in full, in columns, where there is room; a narrow terminal has less.
const WIDEST: usize = 48;
/// The share of a terminal that a name may take.
const SHARE: usize = 4;
/// The least room for the words of a verdict beside the numbers.
const LEAST: usize = 32;

pub(super) fn page(survey: &Survey, with_files: bool) -> String {
    if survey.tools.is_empty() {
        return String::new();
    }
    let width = columns::width();
    let legend = Outcome::ALL.map(|outcome| format!("{} {}", sign(outcome), outcome.words())).join("  ");
    let (sum, legend) = (wrapped(&styled(BOLD, &survey.sum())), wrapped(&legend));
    let mut text = format!("{sum}\n\n{}\n{legend}\n", tools(survey, with_files, width));
    text += &targets(survey);
    text += &rules(survey, width);
    if survey.excused > 0 {
        text += &styled(DIM, &format!("\nNot counted, as known or allowed: {}.\n", count(survey.excused, "finding")));
    }
    if let Some(better) = &survey.better {
        text.extend(["\n", &wrapped(better), "\n"]);
    }
    text + &styled(DIM, "\n`--tool NAME` instead of `--table` shows the findings of a tool.\n")
}

fn tools(survey: &Survey, with_files: bool, width: Option<usize>) -> String {
    let longest = width.map_or(WIDEST, |width| WIDEST.min(width / SHARE));
    let numbers = (1..=survey.targets.len()).map(|at| at.to_string()).collect::<Vec<_>>().join(" ");
    let mut aligned = vec![Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];
    let mut heads = ["", "tool", "errors", "warnings", "tokens", &numbers].map(head).to_vec();
    if with_files {
        aligned.insert(1, Align::Left);
        heads.insert(1, head("document"));
    }
    let row = |row: &Row| {
        let Row { measured, .. } = row;
        let signs = row.targets.iter().map(|other| sign(other.measured.outcome));
        let mut cells = vec![
            sign(measured.outcome),
            truncated(&visible(row.title()), longest),
            measured.errors.to_string(),
            measured.warnings.to_string(),
            measured.tokens.to_string(),
            signs.collect::<Vec<_>>().join(" "),
        ];
        if with_files {
            cells.insert(1, truncated(&visible(&row.file), longest));
        }
        let [beside, below] = [&row.verdict(), measured.loss.as_deref().unwrap_or_default()];
        Line { cells, beside: visible(beside).into_owned(), below: visible(below).into_owned() }
    };
    let heads = Line { cells: heads, beside: head("verdict"), below: String::new() };
    let rows: Vec<_> = std::iter::once(heads).chain(survey.tools.iter().map(row)).collect();
    drawn(&aligned, &rows, width, LEAST)
}

/// How many tools come to what for each target, whose numbers head the signs of the tools.
fn targets(survey: &Survey) -> String {
    let heads = [vec![String::new(), head("target")], Outcome::ALL.map(sign).to_vec()].concat();
    let mut rows = vec![Line { cells: heads, beside: head("tokens"), below: String::new() }];
    for (at, line) in survey.targets.iter().enumerate() {
        let style = if line.target == survey.target { BOLD } else { Style::new() };
        let cells = [vec![(at + 1).to_string(), styled(style, line.target)], line.counts().map(separated).to_vec()];
        rows.push(Line { cells: cells.concat(), beside: line.tokens.to_string(), below: String::new() });
    }
    let aligned = [[Align::Right, Align::Left].as_slice(), &[Align::Right; 4]].concat();
    format!("\n{}", drawn(&aligned, &rows, None, 0))
}

fn rules(survey: &Survey, width: Option<usize>) -> String {
    if survey.rules.is_empty() {
        return String::new();
    }
    let row = |rule: &RuleLine| {
        let style = match rule.severity {
            Severity::Error => BAD,
            Severity::Warning => BOLD,
            Severity::Info => DIM,
        };
        let numbers = [rule.tools, rule.findings].map(separated);
        let cells = [vec![rule.code.to_owned(), styled(style, rule.severity.name())], numbers.to_vec()].concat();
        Line { cells, beside: rule.title.to_owned(), below: rule.title.to_owned() }
    };
    let heads = ["rule", "worst", "tools", "findings"].map(head).to_vec();
    let heads = Line { cells: heads, beside: head("title"), below: String::new() };
    let rows: Vec<_> = std::iter::once(heads).chain(survey.rules.iter().map(row)).collect();
    format!("\n{}", drawn(&[Align::Left, Align::Left, Align::Right, Align::Right], &rows, width, LEAST))
}

fn head(text: impl AsRef<str>) -> String {
    match text.as_ref() {
        "" => String::new(),
        text => styled(DIM, text),
    }
}

fn sign(outcome: Outcome) -> String {
    let style = match outcome {
        Outcome::Rejected => BAD,
        Outcome::LosesMeaning => BOLD,
        Outcome::Fixed => Style::new(),
        Outcome::AcceptedAsWritten => GOOD,
    };
    styled(style, outcome.sign())
}
