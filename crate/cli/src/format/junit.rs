//! XML in the form of JUnit, which most CI systems read: a suite per document, a test per tool.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use lapidary::Issue;

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::Checked,
    terminal::{output, visible::visible_lines},
};

pub(super) struct Junit {
    look: PrintOptions,
    suites: String,
}

impl Junit {
    pub(super) fn new(look: PrintOptions) -> Junit {
        Junit { look, suites: String::new() }
    }

    /// A test with the failing findings as its failure and the others as its output, and whether it fails.
    fn test(&self, suite: &str, name: &str, issues: &[Issue]) -> (String, bool) {
        let (suite, name) = (attribute(suite), attribute(name));
        let (failing, others): (Vec<&Issue>, Vec<&Issue>) =
            issues.iter().partition(|issue| self.look.fails.is_some_and(|from| issue.severity >= from));
        let mut text = format!("    <testcase classname=\"{suite}\" name=\"{name}\"");
        if issues.is_empty() {
            return (text + "/>\n", false);
        }
        text += ">\n";
        if let Some(first) = failing.first() {
            let (message, all) = (attribute(&first.message), escaped(&lines(&failing)));
            let _ = writeln!(text, "      <failure type=\"{}\" message=\"{message}\">{all}</failure>", first.code);
        }
        if !others.is_empty() {
            let _ = writeln!(text, "      <system-out>{}</system-out>", escaped(&lines(&others)));
        }
        (text + "    </testcase>\n", !failing.is_empty())
    }
}

impl Printer for Junit {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        let (name, report) = (&checked.name, &checked.report);
        let mut tests = Vec::new();
        if checked.is_unread() {
            let all = escaped(&lines(&report.issues.iter().collect::<Vec<_>>()));
            let suite = attribute(name);
            let error = format!("<error type=\"unread\" message=\"it cannot be read\">{all}</error>");
            let case =
                format!("    <testcase classname=\"{suite}\" name=\"document\">\n      {error}\n    </testcase>\n");
            tests.push((case, false));
        } else if !report.issues.is_empty() {
            tests.push(self.test(name, "document", &report.issues));
        }
        let title = |name: &str| if name.is_empty() { "schema".to_owned() } else { name.to_owned() };
        tests.extend(report.tools.iter().map(|tool| self.test(name, &title(&tool.name), &tool.issues)));
        let failures = tests.iter().filter(|(_, fails)| *fails).count();
        let errors = usize::from(checked.is_unread());
        let (count, name) = (tests.len(), attribute(name));
        let _ = writeln!(
            self.suites,
            "  <testsuite name=\"{name}\" tests=\"{count}\" failures=\"{failures}\" errors=\"{errors}\">"
        );
        self.suites.extend(tests.into_iter().map(|(text, _)| text));
        self.suites += "  </testsuite>\n";
        Ok(())
    }

    fn end(&mut self, _better: Option<&str>) -> io::Result<()> {
        let mut out = output::data();
        write!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{}</testsuites>\n", self.suites)?;
        out.flush()
    }
}

/// Findings, one per line.
fn lines(issues: &[&Issue]) -> String {
    let line = |issue: &&Issue| {
        let place = if issue.path.is_empty() { String::new() } else { format!(" at {}", issue.path) };
        format!("{} {}{place}: {}", issue.severity.name(), issue.code, issue.message)
    };
    issues.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Escapes text for an attribute, in which readers of XML replace line breaks and tabs by spaces.
fn attribute(text: &str) -> String {
    escaped(text).replace('\n', "&#10;").replace('\t', "&#9;")
}

/// Escapes text for XML. What XML 1.0 cannot represent, or would act on a reader's log, is visible.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in visible_lines(text).chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_keep_line_breaks_and_tabs() {
        assert_eq!((attribute("a\n\"b\"\tc"), escaped("a\n<")), ("a&#10;&quot;b&quot;&#9;c".into(), "a\n&lt;".into()));
    }
}
