//! Issues as code frames that point into the user's text.

use std::{collections::BTreeMap, ops::Range};

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use lapidary::{
    Issue, IssueCode, PositionEncoding, Severity,
    internal::{LineIndex, Position, grouped},
};

use crate::terminal::{
    columns,
    output::{DIM, PLACE, styled},
    visible::visible,
};

/// How many findings of one pattern are drawn per tool, and per document; the others are listed.
const PER_TOOL: usize = 3;
const PER_DOCUMENT: usize = 6;
/// The width of what precedes a line of the source: its number and a bar.
const MARGIN: usize = 8;
/// How many bytes of a line are shown before and after the start of the span.
const BEFORE: usize = 60;
const AFTER: usize = 100;
/// The least width to which text is wrapped or truncated, in characters.
const LEAST: usize = 40;
/// How many places of one finding are listed after the first.
const PLACES: usize = 8;
/// Wide enough that the renderer does not truncate lines, as they are truncated already.
const RENDERER: Renderer = Renderer::styled().term_width(10 * (BEFORE + AFTER));

/// What findings that are alike share: their code, and the pattern, of which a code that is no rule's may have several.
type Pattern = (IssueCode, &'static str);

/// Draws the issues of one document, whose spans are in bytes.
pub(crate) struct Frames<'t> {
    file: &'t str,
    source: Option<(&'t str, LineIndex<'t>)>,
    drawn: BTreeMap<Pattern, usize>,
    /// Whether cosmetic findings and evidence are shown.
    verbose: bool,
    /// The width of the terminal, if there is one.
    width: Option<usize>,
}

impl<'t> Frames<'t> {
    /// Frames for a document; without its text, they show only the place.
    pub(crate) fn new(file: &'t str, text: Option<&'t str>, verbose: bool) -> Frames<'t> {
        Frames {
            file,
            source: text.map(|text| (text, LineIndex::new(text))),
            drawn: BTreeMap::new(),
            verbose,
            width: columns::width(),
        }
    }

    /// Draws the issues of one tool or of the document, the gravest first: frames for the first few findings of each
    /// pattern, a line for the others.
    pub(crate) fn draw(&mut self, issues: &[Issue]) -> String {
        let mut text = String::new();
        let mut here: BTreeMap<Pattern, usize> = BTreeMap::new();
        let mut rest: BTreeMap<Pattern, Vec<&Issue>> = BTreeMap::new();
        let mut cosmetic: BTreeMap<IssueCode, Vec<&Issue>> = BTreeMap::new();
        for group in grouped(issues) {
            let Issue { code, pattern, .. } = *group[0];
            let alike = (code, pattern);
            let (in_tool, in_document) = (here.entry(alike).or_default(), self.drawn.entry(alike).or_default());
            if !self.verbose && group[0].severity == Severity::Info {
                cosmetic.entry(code).or_default().extend(group);
            } else if self.verbose || (*in_tool < PER_TOOL && *in_document < PER_DOCUMENT) {
                (*in_tool, *in_document) = (*in_tool + 1, *in_document + 1);
                text += &self.frame(&group);
                text += "\n\n";
            } else {
                rest.entry(alike).or_default().extend(group);
            }
        }
        for issues in rest.values() {
            text += &styled(DIM, &self.listed(issues));
            text.push('\n');
        }
        if !cosmetic.is_empty() {
            text += &styled(DIM, &not_drawn(&cosmetic));
            text.push('\n');
        }
        if !rest.is_empty() || !cosmetic.is_empty() {
            text.push('\n');
        }
        text
    }

    /// The frame of one finding, given as the equal issues that share it.
    fn frame(&self, group: &[&Issue]) -> String {
        let issue = group[0];
        let level = match issue.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let mut drawn = Group::with_title(level.primary_title(drawn(&issue.message)).id(issue.code.as_str()));
        let line = self.position(issue).line;
        if let Some((text, _)) = &self.source {
            let span = issue.span.start as usize..issue.span.end as usize;
            let (source, span) = excerpt(text, span, self.width);
            drawn = drawn.element(
                Snippet::source(source).line_start(line as usize).annotation(AnnotationKind::Primary.span(span)),
            );
        }
        // The excerpt may start anywhere in its line, so the renderer cannot compute the column.
        let drawn = RENDERER.render(&[drawn.elements(self.notes(issue))]);
        let mut lines = drawn.lines();
        let title = lines.next().unwrap_or_default();
        let (arrow, width) = (styled(PLACE, "-->"), line.to_string().len());
        let place = format!("{:width$}{arrow} {}:{}", "", visible(self.file), self.places(group));
        let rest = lines.filter(|line| !is_bar(line));
        [title, &place].into_iter().chain(rest).map(|line| self.wrapped(line)).collect::<Vec<_>>().join("\n")
    }

    /// Wraps a line that is wider than the terminal; lines of the source fit already.
    fn wrapped(&self, line: &str) -> String {
        let Some(width) = self.width.filter(|width| textwrap::core::display_width(line) > *width) else {
            return line.to_owned();
        };
        let options = textwrap::Options::new(width.max(LEAST)).subsequent_indent("      ").break_words(false);
        textwrap::fill(line, options)
    }

    /// The places of a finding: the first, then the others, each with its property.
    fn places(&self, group: &[&Issue]) -> String {
        let place = |issue: &Issue| {
            let Position { line, column } = self.position(issue);
            format!("{line}:{column}")
        };
        let mut text = place(group[0]);
        let others: Vec<String> = group[1..]
            .iter()
            .take(PLACES)
            .map(|issue| match issue.subject.as_str() {
                "" => place(issue),
                subject => format!("{} ({})", place(issue), visible(subject)),
            })
            .collect();
        if !others.is_empty() {
            text.extend([", also ", &others.join(", ")]);
        }
        let more = total(group) - 1 - others.len();
        if more > 0 {
            text.extend([", and ", &more.to_string(), " more"]);
        }
        text
    }

    /// The line that lists the findings of one pattern that are not drawn.
    fn listed(&self, issues: &[&Issue]) -> String {
        let (more, first) = (total(issues), issues[0]);
        format!("… and {more} more of {} ({}): {}", first.code, first.pattern, self.places(issues))
    }

    /// Where an issue is, in characters.
    pub(crate) fn position(&self, issue: &Issue) -> Position {
        let known = Position { line: issue.line, column: issue.column };
        let source = self.source.as_ref();
        source.map_or(known, |(_, lines)| lines.position(issue.span.start, PositionEncoding::Characters))
    }

    /// What the output has instead, with the name of a keyword that is removed.
    pub(crate) fn fix(&self, issue: &Issue) -> Option<String> {
        let fix = issue.fix.as_ref()?;
        let found = || self.source.as_ref()?.0.get(issue.span.start as usize..issue.span.end as usize);
        let keyword = || {
            let found = found()?;
            serde_json::from_str(found).ok().or_else(|| {
                // In YAML, a key needs no quotes. The pointer to a key ends in it.
                let plain = found.trim_matches('\'');
                let is_key = !plain.starts_with(|first: char| first == '-' || first.is_ascii_digit());
                let before = issue.pointer.strip_suffix(plain).filter(|_| is_key)?;
                before.ends_with('/').then(|| plain.to_owned())
            })
        };
        let is_bare = |verb: &str| fix.strip_prefix(verb).is_some_and(|rest| rest.is_empty() || rest.starts_with(';'));
        match keyword().filter(|_| is_bare("removed") || is_bare("omitted")) {
            Some(keyword) => Some(format!("`{keyword}` {fix}")),
            None => Some(fix.clone()),
        }
    }

    fn notes<'i>(&self, issue: &'i Issue) -> Vec<Element<'i>> {
        let mut notes = Vec::new();
        let mut note = |name: &'static str, text: &str| {
            notes.push(
                Level::NOTE.with_name(name).message(text.lines().map(drawn).collect::<Vec<_>>().join("\n")).into(),
            );
        };
        let fix = self.fix(issue);
        for (name, text) in fix.iter().map(|fix| ("fix", fix.as_str())).chain(effects(issue)) {
            note(name, text);
        }
        if !issue.help.is_empty() {
            note("help", &issue.help);
        }
        if let Some(refusal) = &issue.refusal {
            note("API error", refusal);
        }
        if self.verbose && !issue.evidence.is_empty() {
            note("evidence", &issue.evidence.join(", "));
        }
        notes
    }
}

/// What the output allows that the source does not, and the reverse, with the words for it.
pub(crate) fn effects(issue: &Issue) -> impl Iterator<Item = (&'static str, &str)> {
    let effects = [("now accepts", &issue.accepts_more), ("no longer accepts", &issue.accepts_less)];
    effects.into_iter().filter_map(|(words, values)| Some((words, values.as_deref()?)))
}

/// Whether a line of a frame consists of its margin alone.
fn is_bar(line: &str) -> bool {
    anstream::adapter::strip_str(line).to_string().trim() == "|"
}

fn total(issues: &[&Issue]) -> usize {
    issues.iter().map(|issue| issue.times()).sum()
}

/// The line that counts the cosmetic findings, which are not drawn.
fn not_drawn(cosmetic: &BTreeMap<IssueCode, Vec<&Issue>>) -> String {
    let all: usize = cosmetic.values().map(|issues| total(issues)).sum();
    let rules = cosmetic.iter().map(|(code, issues)| match total(issues) {
        1 => format!("{code} ({})", issues[0].pattern),
        many => format!("{code} ({}, {many} times)", issues[0].pattern),
    });
    format!("{all} info: {}; --verbose shows them", rules.collect::<Vec<_>>().join(", "))
}

/// The frame of the only issue of a text that could not be used at all.
pub(crate) fn alone(file: &str, text: Option<&str>, issue: &Issue) -> String {
    Frames::new(file, text, false).draw(std::slice::from_ref(issue))
}

/// The line around the start of a span, truncated to the width of the terminal, and the span within it.
fn excerpt(text: &str, span: Range<usize>, width: Option<usize>) -> (String, Range<usize>) {
    let room = width.map_or(BEFORE + AFTER, |width| width.clamp(LEAST, BEFORE + AFTER) - MARGIN);
    let before = BEFORE.min(room / 2);
    let start = text.floor_char_boundary(span.start);
    let window = text.floor_char_boundary(start.saturating_sub(before));
    let head = &text[window..start];
    let head = match head.rfind('\n') {
        Some(at) => drawn(&head[at + 1..]),
        None if window > 0 => format!("…{}", drawn(head)),
        None => drawn(head),
    };
    let window = text.floor_char_boundary(start.saturating_add(room - (start - window)));
    let (tail, dots) = match text[start..window].find(['\r', '\n']) {
        Some(at) => (&text[start..start + at], ""),
        None if window < text.len() => (&text[start..window], "…"),
        None => (&text[start..], ""),
    };
    let (marked, tail) = tail.split_at(tail.floor_char_boundary(span.end.saturating_sub(start)));
    let marked = drawn(marked);
    let span = head.len()..head.len() + marked.len();
    (format!("{head}{marked}{}{dots}", drawn(tail)), span)
}

/// Escapes a line of text for the renderer, which drops the joiners of emoji.
fn drawn(text: &str) -> String {
    visible(text).replace('\u{200d}', "\\u200d")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_the_line_of_the_span() {
        let text = "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}";
        let at = text.find("\"b\"").expect("b");
        assert_eq!(excerpt(text, at..at + 3, None), ("  \"b\": 2".to_owned(), 2..5));
    }

    #[test]
    fn a_long_line_is_cut_around_the_span() {
        let text = format!("[{}\"é\"{}]", "é,".repeat(90), ",é".repeat(90));
        let at = text.find('"').expect("a quote");
        let (line, span) = excerpt(&text, at..at + 4, None);
        assert!(line.starts_with('…') && line.ends_with('…') && line.len() < BEFORE + AFTER + 8);
        assert_eq!(&line[span], "\"é\"");
    }

    #[test]
    fn a_span_beyond_its_line_ends_with_the_line() {
        assert_eq!(excerpt("[1,\n2]", 0..6, None), ("[1,".to_owned(), 0..3));
        assert_eq!(excerpt("", 0..0, None), (String::new(), 0..0));
        assert_eq!(excerpt("x", 9..12, None), ("x".to_owned(), 1..1));
    }

    #[test]
    fn what_the_renderer_would_drop_is_written_out() {
        let drawn =
            alone("a", Some("\"👨\u{200d}👩\""), &Issue::document("x", "`👨\u{200d}👩`".to_owned(), "👨\u{200d}👩"));
        assert_eq!(drawn.matches("👨\\u200d👩").count(), 3, "{drawn}");
    }

    #[test]
    fn escape_sequences_do_not_reach_the_terminal() {
        let (line, span) = excerpt("\"\u{9b}31m\u{202e}\"", 0..1, None);
        assert_eq!((line.as_str(), span), ("\"\\u009b31m\\u202e\"", 0..1));
    }
}
