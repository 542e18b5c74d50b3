//! The output of each tool, with the findings that shaped each part in comments above it.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write as _},
};

use lapidary::{
    Issue, ToolReport,
    internal::{JsonId, Kind, Position, Tape, push_key, read},
};

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::Checked,
    terminal::{
        frame::{Frames, effects},
        output::{self, BOLD, DIM, styled},
        visible::visible,
    },
};

/// Levels that are laid out; what is deeper is on one line.
const MOST_LEVELS: usize = 100;
/// Longest value on one line, in bytes, if no finding is about a part of it.
const ONE_LINE: usize = 80;

pub(super) struct Trace {
    target: &'static str,
}

impl Trace {
    pub(super) fn new(look: &PrintOptions) -> Trace {
        Trace { target: look.target }
    }
}

impl Printer for Trace {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        let Checked { name, text, report, excused, .. } = &checked;
        let mut frames = Frames::new(name, text.as_deref(), false);
        let mut page = frames.draw(&report.issues);
        for tool in &report.tools {
            // A finding that does not count has shaped the output all the same.
            let not_counted = excused.iter().filter(|excused| excused.tool == tool.name).map(|excused| &excused.issue);
            let mut issues: Vec<&Issue> = tool.issues.iter().chain(not_counted).collect();
            issues.sort_by_key(|issue| issue.span.start);
            let title = styled(BOLD, &visible(if tool.name.is_empty() { "schema" } else { &tool.name }));
            let target = if tool.chosen.is_some() { tool.target } else { self.target };
            let _ = writeln!(page, "{title} ({}) for {target}", visible(name));
            page += &traced(tool, &issues, &frames);
            page.push('\n');
        }
        output::people().write_all(page.as_bytes())
    }
}

/// The schema of a tool with its comments, and below it the findings that shaped no part of it.
fn traced(tool: &ToolReport, issues: &[&Issue], frames: &Frames<'_>) -> String {
    let mut at: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for issue in issues {
        for output in &issue.outputs {
            at.entry(output).or_default().push(comment(issue, frames));
        }
    }
    let schema = tool.transformed_schema.as_ref().and_then(|schema| read(schema.get()).ok());
    let mut page = String::new();
    if let Some(tape) = &schema {
        let mut layout = Layout { tape, at: &mut at, page };
        layout.value(JsonId::ROOT, "", 0, ["", ""]);
        page = layout.page;
    } else {
        comments(&mut page, 0, &["The output has no schema.".to_owned()]);
    }
    let placeless = issues.iter().filter(|issue| issue.outputs.is_empty());
    let elsewhere: Vec<String> =
        at.into_values().flatten().chain(placeless.map(|issue| comment(issue, frames))).collect();
    if !elsewhere.is_empty() {
        comments(&mut page, 0, &["Outside the schema, or at a place that it no longer has:".to_owned()]);
        comments(&mut page, 0, &elsewhere);
    }
    page
}

struct Layout<'l, 't, 'i> {
    tape: &'l Tape<'t>,
    /// The comments on each place; those that were printed are removed.
    at: &'l mut BTreeMap<&'i str, Vec<String>>,
    page: String,
}

impl Layout<'_, '_, '_> {
    /// Writes a value below its comments, between its key and its comma.
    fn value(&mut self, node: JsonId, pointer: &str, level: usize, [key, comma]: [&str; 2]) {
        let here = self.at.remove(pointer).unwrap_or_default();
        comments(&mut self.page, level, &here);
        let (tape, is_object) = (self.tape, self.tape.kind(node) == Kind::Object);
        let children: Vec<JsonId> =
            if is_object { tape.members(node).collect() } else { tape.elements(node).collect() };
        let indent = "  ".repeat(level);
        let is_short = tape.slice(node).len() <= ONE_LINE && !self.has_comments_below(pointer);
        if children.is_empty() || is_short || level >= MOST_LEVELS {
            let line = output::one_line(tape.slice(node).to_owned());
            let _ = writeln!(self.page, "{indent}{key}{}{comma}", visible(&line));
            return;
        }
        let [open, close] = if is_object { ['{', '}'] } else { ['[', ']'] };
        let _ = writeln!(self.page, "{indent}{key}{open}");
        for (index, child) in children.iter().enumerate() {
            let comma = if index + 1 == children.len() { "" } else { "," };
            if is_object {
                let mut place = pointer.to_owned();
                push_key(&mut place, &tape.key(*child));
                let key = format!("{}: ", visible(tape.slice(*child)));
                self.value(child.value_of_key(), &place, level + 1, [&key, comma]);
            } else {
                self.value(*child, &format!("{pointer}/{index}"), level + 1, ["", comma]);
            }
        }
        let _ = writeln!(self.page, "{indent}{close}{comma}");
    }

    fn has_comments_below(&self, pointer: &str) -> bool {
        let below = format!("{pointer}/");
        self.at.range(&*below..).next().is_some_and(|(at, _)| at.starts_with(&below))
    }
}

/// Writes comments, a line each.
fn comments(page: &mut String, level: usize, texts: &[String]) {
    for text in texts {
        *page += &styled(DIM, &format!("{}// {}", "  ".repeat(level), visible(text)));
        page.push('\n');
    }
}

/// "GS016 (multipleOf) 3:38: `multipleOf` removed; now accepts numbers that are not a multiple of 5".
fn comment(issue: &Issue, frames: &Frames<'_>) -> String {
    let Position { line, column } = frames.position(issue);
    let mut text = format!("{} ({}) {line}:{column}: ", issue.code, issue.pattern);
    text += &frames.fix(issue).unwrap_or_else(|| issue.message.clone());
    for (words, values) in effects(issue) {
        text.extend(["; ", words, " ", values]);
    }
    if issue.unlisted > 0 {
        let _ = write!(text, "; {} more like it", issue.unlisted);
    }
    text
}
