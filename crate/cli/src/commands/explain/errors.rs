//! The error messages of a text: what each means, where it points, and what to do.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    io::{self, Write},
};

use lapidary::{ApiError, Rule, internal::RulePage};
use serde::Serialize;

use super::{rule::section, tools::Tools};
use crate::{
    args::{ExplainArgs, Format},
    catalogue::Row,
    terminal::{
        output::{self, BOLD, DIM, count, styled},
        visible::visible,
    },
};

/// The most places of a group that are listed.
const MOST: usize = 12;

#[derive(Serialize)]
struct Explanation {
    errors: Vec<ApiError>,
    /// The rows of the catalogue that the errors name.
    rows: Vec<Row>,
    /// The rules that the errors name, or that handle a keyword.
    rules: Vec<RulePage>,
}

/// Prints errors, or rules if there are none; `rows` is the catalogue.
pub(super) fn print(
    errors: Vec<ApiError>,
    rules: Vec<&'static Rule>,
    mut rows: Vec<Row>,
    tools: Option<&Tools<'_>>,
    args: &ExplainArgs,
) -> io::Result<()> {
    let output = &args.output;
    let ids: BTreeSet<&str> = errors.iter().flat_map(|error| error.rows.iter().copied()).collect();
    rows.retain(|row| ids.contains(row.id.as_str()));
    if output.format() == Format::Pretty {
        let text = if errors.is_empty() { list(&rules, "Rules that handle it") } else { page(&errors, &rows, tools) };
        return output::people().write_all(text.as_bytes());
    }
    let codes: BTreeSet<&str> = errors.iter().flat_map(|error| error.rules.iter().copied()).collect();
    let rules = rules.into_iter().chain(codes.into_iter().filter_map(Rule::find)).map(RulePage::of).collect();
    output::json(&Explanation { errors, rows, rules }, output.indent)
}

/// Errors with the same explanation, together.
fn page(errors: &[ApiError], rows: &[Row], tools: Option<&Tools<'_>>) -> String {
    let mut groups: Vec<Vec<&ApiError>> = Vec::new();
    for error in errors {
        let same = |first: &ApiError| (&first.rows, &first.keyword) == (&error.rows, &error.keyword);
        match groups.iter_mut().find(|group| !error.rows.is_empty() && same(group[0])) {
            Some(group) => group.push(error),
            None => groups.push(vec![error]),
        }
    }
    let pages: Vec<String> = groups.iter().map(|group| explanation(group, rows, tools)).collect();
    pages.join("\n")
}

fn explanation(group: &[&ApiError], rows: &[Row], tools: Option<&Tools<'_>>) -> String {
    let first = group[0];
    let rows: Vec<&Row> = rows.iter().filter(|row| first.rows.contains(&row.id.as_str())).collect();
    let mut text = format!("{}\n", styled(BOLD, &visible(&first.message)));
    section(&mut text, "Cause", &cause(first, &rows));
    let places = places(group);
    if !places.is_empty() {
        section(&mut text, "Where", &places);
    }
    let rules: Vec<&Rule> = first.rules.iter().filter_map(|code| Rule::find(code)).collect();
    text += &section_of(&rules);
    section(&mut text, "What to do", &advice(group, &rows, tools));
    let evidence: Vec<String> =
        rows.iter().map(|row| format!("{} ({})\n  {}", row.id, row.provenance(), row.sources.join("; "))).collect();
    if !evidence.is_empty() {
        section(&mut text, "Evidence", &evidence.join("\n"));
    }
    text
}

fn cause(error: &ApiError, rows: &[&Row]) -> String {
    let keyword = error.keyword.as_ref().map(|keyword| format!("keyword: {}", visible(keyword)));
    let causes = match rows {
        [] => vec!["This message is not in the catalogue: only its form is known.".to_owned()],
        [row] => vec![row.cause.clone()],
        _ => {
            let causes = rows.iter().map(|row| format!("- {}", row.cause));
            std::iter::once("The message says no more; recorded causes:".to_owned()).chain(causes).collect()
        }
    };
    causes.into_iter().chain(keyword).collect::<Vec<_>>().join("\n")
}

fn places(group: &[&ApiError]) -> String {
    let mut lines = Vec::new();
    for error in group.iter().filter(|error| !error.place.is_empty()) {
        let path = error.path.as_deref().filter(|path| !error.place.contains(path));
        let path = path.map_or_else(String::new, |path| styled(DIM, &format!("  {}", visible(path))));
        lines.push(format!("{}{path}", visible(&error.place)));
    }
    lines.dedup();
    if lines.len() > MOST {
        let more = lines.len() - MOST;
        lines.truncate(MOST);
        lines.push(format!("and {} (--json lists all)", count(more, "more place")));
    }
    if group.iter().any(|error| error.function.is_some()) {
        lines.push(styled(DIM, "Functions count from 0, in the order of the request."));
    }
    lines.join("\n")
}

/// A section with rules, if there are any.
pub(super) fn section_of(rules: &[&'static Rule]) -> String {
    match rules {
        [] => String::new(),
        [_] => format!("\n{}", list(rules, "Rule")),
        _ => format!("\n{}", list(rules, "Rules")),
    }
}

fn list(rules: &[&'static Rule], title: &str) -> String {
    let mut text = format!("{}\n", styled(BOLD, title));
    for rule in rules {
        let _ = writeln!(text, "  {} {}: {}", rule.code, rule.title, rule.docs().summary);
    }
    text
}

/// The commands that find the place in a file, and that mend it.
fn advice(group: &[&ApiError], rows: &[&Row], tools: Option<&Tools<'_>>) -> String {
    let error = group[0];
    let advised = rows.first().filter(|_| rows.len() == 1).and_then(|row| row.advised());
    let advised = advised.map_or_else(String::new, |advice| format!("{advice}\n"));
    if error.rules.is_empty() && !rows.is_empty() && rows.iter().all(|row| row.door == "request") {
        return advised + "It is about the request, not about a schema: `lapidary check REQUEST` reads requests, too.";
    }
    if error.rules.is_empty() && !advised.is_empty() {
        return advised;
    }
    let dropped: Vec<(&str, &str)> =
        rows.iter().flat_map(|row| rejected(row, &error.message)).map(|keyword| ("--drop", keyword.as_str())).collect();
    let target = target(error, rows).map(|target| ("--target", target));
    let mode = rows.iter().find_map(|row| row.mode.as_deref()).map(|mode| ("--mode", mode));
    let options = target.iter().chain(&dropped).chain(&mode);
    let options = options.fold(String::new(), |text, (option, value)| text + option + " " + value + " ");
    let is_known = rows.len() == 1 && !(error.rules.is_empty() && dropped.is_empty());
    // The file was checked without options.
    let is_certain = is_known && tools.is_none_or(|tools| !options.is_empty() || tools.have(group));
    let found =
        if is_certain { "finds it in the tools, with the line" } else { "reports what is rejected in the tools" };
    let selected = tools.map_or_else(|| "FILE".to_owned(), |tools| tools.selection(group));
    let mut commands = vec![
        (format!("lapidary check {options}{selected}"), found),
        (format!("lapidary transform {options}{selected}"), "writes declarations that the target accepts"),
    ];
    if let Some(code) = error.rules.first() {
        commands.push((format!("lapidary explain {code}"), "says what replaces it, with examples"));
    }
    let width = commands.iter().map(|(command, _)| command.len()).max().unwrap_or_default();
    commands.iter().fold(advised, |text, (command, what)| text + &format!("{command:width$}  # {what}\n"))
}

/// The keywords to drop for a row: those that the message names, or else all.
fn rejected<'r>(row: &'r Row, message: &str) -> Vec<&'r String> {
    let named: Vec<&String> = row.drop.iter().filter(|keyword| message.contains(keyword.as_str())).collect();
    if named.is_empty() { row.drop.iter().collect() } else { named }
}

/// The target that is meant, unless it is the default.
fn target<'r>(error: &ApiError, rows: &[&'r Row]) -> Option<&'r str> {
    if let Some(target) = rows.iter().find_map(|row| row.target.as_deref()) {
        return Some(target);
    }
    let starts = |start: &str| error.message.starts_with(start);
    let all = |is: fn(&Row) -> bool| !rows.is_empty() && rows.iter().all(|row| is(row));
    if all(|row| row.surface == "vertex") || starts("Unable to submit request") {
        Some("vertex-ai")
    } else if (rows.len() == 1 && all(|row| row.door == "parametersJsonSchema")) || starts("schema at ") {
        Some("gemini-json-schema")
    } else if all(|row| row.surface.starts_with("client:@langchain")) {
        Some("langchain")
    } else if starts("Invalid schema for ") {
        Some("openai-strict")
    } else if starts("tools.") || starts("JSON schema conversion") || error.message.contains(" toolConfig.tools.") {
        // What other providers accept, too.
        Some("universal")
    } else {
        None
    }
}
