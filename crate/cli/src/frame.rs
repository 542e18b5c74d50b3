//! Issues as code frames that point into the user's text.

use std::{collections::BTreeMap, ops::Range};

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use lapidary::{
    Issue, PositionEncoding, Severity,
    json::{LineIndex, Position},
};

use crate::output::{DIM, PLACE, styled, visible};

/// Frames of one rule in one tool, and in one document: what repeats is listed, not drawn. Remarks
/// are drawn once in a document.
const PER_TOOL: usize = 2;
const PER_DOCUMENT: usize = 6;
/// What is shown of a line, in bytes before and after the start of the span.
const BEFORE: usize = 60;
const AFTER: usize = 100;
/// Places named in "and N more".
const PLACES: usize = 8;
/// Lines are cut already: the renderer is to leave them whole.
const RENDERER: Renderer = Renderer::styled().term_width(10 * (BEFORE + AFTER));

/// Draws the issues of one document, whose spans count bytes.
pub(crate) struct Frames<'t> {
    file: &'t str,
    source: Option<(&'t str, LineIndex<'t>)>,
    drawn: BTreeMap<&'static str, usize>,
}

impl<'t> Frames<'t> {
    /// For a document; without its text, frames show the place alone.
    pub(crate) fn new(file: &'t str, text: Option<&'t str>) -> Frames<'t> {
        Frames { file, source: text.map(|text| (text, LineIndex::new(text))), drawn: BTreeMap::new() }
    }

    /// Issues that belong together, in order; of each rule the first few.
    pub(crate) fn draw(&mut self, issues: &[Issue]) -> String {
        let mut text = String::new();
        let mut here: BTreeMap<&'static str, usize> = BTreeMap::new();
        let mut rest: BTreeMap<&'static str, Vec<&Issue>> = BTreeMap::new();
        for issue in issues {
            let in_tool = here.entry(issue.code).or_default();
            let in_document = self.drawn.entry(issue.code).or_default();
            let most = if issue.severity == Severity::Info { 1 } else { PER_DOCUMENT };
            if *in_tool < PER_TOOL && *in_document < most {
                let is_first = *in_document == 0;
                *in_tool += 1;
                *in_document += 1;
                text += &self.frame(issue, is_first);
                text += "\n\n";
            } else {
                rest.entry(issue.code).or_default().push(issue);
            }
        }
        for issues in rest.values() {
            text += &styled(DIM, &self.listed(issues));
            text.push('\n');
        }
        if !rest.is_empty() {
            text.push('\n');
        }
        text
    }

    /// One issue. What holds for every issue of the rule is said only the first time.
    fn frame(&self, issue: &Issue, is_first: bool) -> String {
        let level = match issue.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let Position { line, column } = self.position(issue);
        let (message, label) = message_and_label(issue);
        let mut group = Group::with_title(level.primary_title(visible(message)).id(issue.code));
        if let Some((text, _)) = &self.source {
            let (source, span) = excerpt(text, issue.span.start as usize..issue.span.end as usize);
            let annotation = AnnotationKind::Primary.span(span).label(label);
            group = group.element(Snippet::source(source).line_start(line as usize).annotation(annotation));
        }
        // The excerpt may start anywhere in its line, so the renderer cannot name the column: we do.
        let drawn = RENDERER.render(&[group.elements(notes(issue, is_first))]);
        let (title, rest) = drawn.split_once('\n').unwrap_or((&drawn, ""));
        let (arrow, width) = (styled(PLACE, "-->"), line.to_string().len());
        format!("{title}\n{:width$}{arrow} {}:{line}:{column}\n{rest}", "", visible(self.file))
    }

    /// The line that stands for issues of one rule that are not drawn.
    fn listed(&self, issues: &[&Issue]) -> String {
        let place = |issue: &&Issue| {
            let Position { line, column } = self.position(issue);
            format!("{line}:{column}")
        };
        let places: Vec<String> = issues.iter().take(PLACES).map(place).collect();
        let dots = if issues.len() > PLACES { ", …" } else { "" };
        let (more, first) = (issues.len(), issues[0]);
        format!("… and {more} more of {} ({}): {}{dots}", first.code, first.pattern, places.join(", "))
    }

    fn position(&self, issue: &Issue) -> Position {
        let known = Position { line: issue.line, column: issue.column };
        let source = self.source.as_ref();
        source.map_or(known, |(_, lines)| lines.position(issue.span.start, PositionEncoding::Characters))
    }
}

/// What was found, and the pattern's name for the span, which the message need not repeat.
fn message_and_label(issue: &Issue) -> (&str, Option<&'static str>) {
    let label = (issue.pattern != issue.code).then_some(issue.pattern);
    let rest = issue.message.strip_prefix(issue.pattern).and_then(|rest| rest.strip_prefix(": "));
    (rest.unwrap_or(&issue.message), label)
}

/// One issue of a text that could not be used at all.
pub(crate) fn alone(file: &str, text: Option<&str>, issue: &Issue) -> String {
    Frames::new(file, text).draw(std::slice::from_ref(issue))
}

fn notes(issue: &Issue, is_first: bool) -> Vec<Element<'_>> {
    let mut notes = Vec::new();
    let mut note = |name: &'static str, text: &str| {
        notes.push(Level::NOTE.with_name(name).message(visible_lines(text)).into());
    };
    if let Some(gains) = &issue.gains {
        note("gains", gains);
    }
    if let Some(loses) = &issue.loses {
        note("loses", loses);
    }
    if is_first {
        if !issue.help.is_empty() {
            note("help", &issue.help);
        }
        if let Some(refusal) = issue.refusal {
            note("server", refusal);
        }
        if !issue.evidence.is_empty() {
            note("evidence", &issue.evidence.join(", "));
        }
    }
    notes
}

fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

/// The line around the start of a span, cut to what a terminal shows, and the span in it.
fn excerpt(text: &str, span: Range<usize>) -> (String, Range<usize>) {
    let start = text.floor_char_boundary(span.start);
    let window = text.floor_char_boundary(start.saturating_sub(BEFORE));
    let head = &text[window..start];
    let head = match head.rfind('\n') {
        Some(at) => visible(&head[at + 1..]).into_owned(),
        None if window > 0 => format!("…{}", visible(head)),
        None => visible(head).into_owned(),
    };
    let window = text.floor_char_boundary(start.saturating_add(AFTER));
    let (tail, dots) = match text[start..window].find(['\r', '\n']) {
        Some(at) => (&text[start..start + at], ""),
        None if window < text.len() => (&text[start..window], "…"),
        None => (&text[start..], ""),
    };
    let (marked, tail) = tail.split_at(tail.floor_char_boundary(span.end.saturating_sub(start)));
    let marked = visible(marked);
    let span = head.len()..head.len() + marked.len();
    (format!("{head}{marked}{}{dots}", visible(tail)), span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_the_line_of_the_span() {
        let text = "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}";
        let at = text.find("\"b\"").expect("b");
        assert_eq!(excerpt(text, at..at + 3), ("  \"b\": 2".to_owned(), 2..5));
    }

    #[test]
    fn a_long_line_is_cut_around_the_span() {
        let text = format!("[{}\"é\"{}]", "é,".repeat(90), ",é".repeat(90));
        let at = text.find('"').expect("a quote");
        let (line, span) = excerpt(&text, at..at + 4);
        assert!(line.starts_with('…') && line.ends_with('…') && line.len() < BEFORE + AFTER + 8);
        assert_eq!(&line[span], "\"é\"");
    }

    #[test]
    fn a_span_beyond_its_line_ends_with_the_line() {
        assert_eq!(excerpt("[1,\n2]", 0..6), ("[1,".to_owned(), 0..3));
        assert_eq!(excerpt("", 0..0), (String::new(), 0..0));
        assert_eq!(excerpt("x", 9..12), ("x".to_owned(), 1..1));
    }

    #[test]
    fn escape_sequences_do_not_reach_the_terminal() {
        let (line, span) = excerpt("\"\u{9b}31m\u{202e}\"", 0..1);
        assert_eq!((line.as_str(), span), ("\"\u{fffd}31m\u{fffd}\"", 0..1));
    }
}
