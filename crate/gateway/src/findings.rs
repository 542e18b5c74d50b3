//! The findings of a request or a response: all are counted, those that people should know about are logged.

use lapidary::{
    Emptied, Issue, IssueCode, NormalizedRequest, Severity, Tool,
    internal::{NewLists, grouped, new_lists},
};
use tracing::{info, warn};

/// What was found.
#[derive(Default)]
pub(crate) struct Findings {
    /// The number of findings.
    pub(crate) count: usize,
    lines: Vec<Line>,
    /// The number of lines beyond the most.
    further: usize,
    /// The lists of tools of the request, which are remembered once their findings are logged.
    lists: NewLists,
}

/// A line of the log.
struct Line {
    tool: Option<String>,
    /// The first of several issues that differ only in their place.
    issue: Issue,
    times: usize,
}

impl Findings {
    /// The most findings of one request or response that are logged: no client floods the log.
    pub(crate) const MOST: usize = 100;

    /// The findings of a request.
    pub(crate) fn of(request: &mut NormalizedRequest) -> Findings {
        let mut findings = Findings { lists: new_lists(request), ..Findings::default() };
        findings.add(&request.issues);
        findings.add_tools(&request.tools);
        findings
    }

    /// Adds findings that belong to no tool.
    pub(crate) fn add(&mut self, issues: &[Issue]) {
        self.add_of(None, issues);
    }

    /// Adds the findings of tools.
    pub(crate) fn add_tools(&mut self, tools: &[Tool]) {
        for Tool { report, .. } in tools {
            let emptied: Vec<Issue> = report.emptied.iter().map(left_empty).collect();
            self.add_of(Some(&report.name), &report.issues);
            self.add_of(Some(&report.name), &emptied);
        }
    }

    /// Replaces the start of their places, for a part of a message that was inspected in a request of its own: `from`,
    /// and `member` after the index that follows it, by `to`.
    pub(crate) fn place(&mut self, from: &str, member: &str, to: &str) {
        for line in &mut self.lines {
            let Some(rest) = line.issue.pointer.strip_prefix(from) else { continue };
            line.issue.pointer = format!("{to}{}", rest.replacen(member, "", 1));
        }
    }

    /// Logs them: what loses something as warnings.
    pub(crate) fn log(self, route: &'static str) {
        self.log_up_to(&mut { Self::MOST }, route);
    }

    /// Logs as many as are `left` of the lines of a response, which may have its findings piece by piece.
    pub(crate) fn log_up_to(mut self, left: &mut usize, route: &'static str) {
        let was_left = *left > 0;
        self.further += self.lines.len().saturating_sub(*left);
        self.lines.truncate(*left);
        *left -= self.lines.len();
        for Line { tool, issue, times } in self.lines {
            let Issue { code, message, fix, accepts_more, accepts_less, pointer, .. } = &issue;
            let (code, at) = (code.as_str(), Some(place(pointer)).filter(|pointer| !pointer.is_empty()));
            macro_rules! log {
                ($level:ident) => {
                    $level!(route, code, tool, at, times, fix, accepts_more, accepts_less, "{message}")
                };
            }
            if is_loss(&issue) { log!(warn) } else { log!(info) }
        }
        if self.further > 0 && was_left {
            warn!(route, "{} further findings are not listed", self.further);
        }
        self.lists.read();
    }

    fn add_of(&mut self, tool: Option<&str>, issues: &[Issue]) {
        for group in grouped(issues) {
            let times = group.iter().map(|issue| issue.times()).sum();
            self.count += times;
            if !is_logged(group[0]) {
                continue;
            }
            if self.lines.len() < Self::MOST {
                self.lines.push(Line { tool: tool.map(str::to_owned), issue: group[0].clone(), times });
            } else {
                self.further += 1;
            }
        }
    }
}

/// A place without what is data: in a call as far as the name of an argument, in a result not at all.
fn place(pointer: &str) -> &str {
    const DATA: [(&str, usize); 4] = [("/tools/", usize::MAX), ("/response/", 0), ("/args/", 1), ("/arguments/", 1)];
    let found = DATA.iter().filter_map(|(member, shown)| Some((pointer.find(member)? + member.len(), *shown)));
    let Some((start, shown)) = found.min() else { return pointer };
    let end = match shown {
        0 => start - 1,
        1 => pointer[start..].find('/').map_or(pointer.len(), |end| start + end),
        _ => pointer.len(),
    };
    &pointer[..end]
}

/// Whether something is lost; where an error was averted, nothing is.
fn is_loss(issue: &Issue) -> bool {
    let is_open = match issue.severity {
        Severity::Info => false,
        Severity::Warning => true,
        // The catalogue has the errors that a fix averts.
        Severity::Error => matches!(issue.code, IssueCode::Other(_)) && issue.evidence.is_empty(),
    };
    is_open || issue.is_stricter() || issue.is_looser()
}

/// Whether a line is logged. What schemas lose nothing by is frequent, and of little interest.
fn is_logged(issue: &Issue) -> bool {
    is_loss(issue) || matches!(issue.code, IssueCode::Other(_))
}

/// The issue of an object that models send empty.
fn left_empty(Emptied { subject, .. }: &Emptied) -> Issue {
    let object = if subject.is_empty() { "the whole object".to_owned() } else { format!("`{subject}`") };
    let mut issue = Issue::document("emptied", format!("models leave {object} empty"), "");
    issue.severity = Severity::Warning;
    issue
}

#[cfg(test)]
mod tests {
    use lapidary::{Mode, Normalizer, Options, Target};

    use super::{Findings, Issue, is_loss};

    const MOST: usize = Findings::MOST;

    /// The lines of a request with these functions: whether something is lost, the code, and the tool.
    fn lines(functions: &str, mode: Mode) -> (Findings, Vec<(bool, String, String)>) {
        let options = Options::new(Target::find("gemini-api").expect("a target")).mode(mode);
        let body = format!(r#"{{"contents":[],"tools":[{{"functionDeclarations":[{functions}]}}]}}"#);
        let findings = Findings::of(&mut Normalizer::new(options).reports_once().normalize(&body));
        let lines = findings
            .lines
            .iter()
            .map(|line| (is_loss(&line.issue), line.issue.code.to_string(), line.tool.clone().unwrap_or_default()));
        let lines = lines.collect();
        (findings, lines)
    }

    fn tool(name: &str, property: &str) -> String {
        format!(r#"{{"name":"{name}","parameters":{{"type":"object","properties":{{"a":{property}}}}}}}"#)
    }

    #[test]
    fn what_is_lost_is_logged_and_an_averted_error_is_counted() {
        let lost = |property: &str| lines(&tool("t", property), Mode::DropIn).1;
        let impossible = r#"{"allOf":[{"type":"string"},{"type":"integer"}]}"#;
        assert!(lost(impossible).contains(&(true, "GS028".into(), "t".into())));
        assert!(lost(r#"{"type":"integer","multipleOf":5}"#).contains(&(true, "GS016".into(), "t".into())));
        let map = r#"{"type":"object","additionalProperties":{"type":"string"}}"#;
        assert!(lost(map).contains(&(true, "emptied".into(), "t".into())));
        let (findings, lines) = lines(&tool("t", r#"{"const":"x"}"#), Mode::DropIn);
        assert_eq!((findings.count > 0, lines), (true, vec![]));
    }

    #[test]
    fn a_place_has_no_data() {
        for (pointer, shown) in [
            ("/tools/0/functionDeclarations/0/parameters/properties/args/items", None),
            ("/contents/0/parts/0/functionResponse/response/users/a@b/$ref", Some("/response")),
            ("/contents/0/parts/0/functionCall/args/m/a@b/tools/0", Some("/args/m")),
            ("/candidates/0/content/parts/0/functionCall/args/m", None),
            ("/choices/0/message/tool_calls/0/function/arguments/m/a@b", Some("/arguments/m")),
        ] {
            let shown = shown.map_or(pointer.len(), |end| pointer.find(end).expect("its end") + end.len());
            assert_eq!(super::place(pointer), &pointer[..shown]);
        }
    }

    #[test]
    fn places_are_those_of_the_message() {
        let mut found = Findings::default();
        let calls = ["/candidates/0/content/parts/3/functionCall/args/functionCall", "/toolConfig"];
        let mut issues = calls.map(|at| Issue::document("misfit", at.to_owned(), ""));
        for (issue, at) in issues.iter_mut().zip(calls) {
            at.clone_into(&mut issue.pointer);
        }
        found.add(&issues);
        found.place("/candidates/0/content/parts", "/functionCall", "/toolCall/functionCalls");
        let places: Vec<&str> = found.lines.iter().map(|line| line.issue.pointer.as_str()).collect();
        assert_eq!(places, ["/toolCall/functionCalls/3/args/functionCall", "/toolConfig"]);
    }

    #[test]
    fn a_stream_has_no_more_lines_than_a_response() {
        let mut left = MOST;
        for _ in 0..3 {
            let functions: Vec<String> = (0..512 + 60).map(|at| format!(r#"{{"name":"f{at}"}}"#)).collect();
            lines(&functions.join(","), Mode::RoundTrip).0.log_up_to(&mut left, "route");
        }
        assert_eq!(left, 0);
    }

    #[test]
    fn functions_beyond_the_limit_are_logged_up_to_a_number_of_lines() {
        let functions = |number: usize| {
            let functions: Vec<String> = (0..number).map(|at| format!(r#"{{"name":"f{at}"}}"#)).collect();
            lines(&functions.join(","), Mode::RoundTrip)
        };
        assert_eq!(functions(512).1, []);
        assert_eq!(functions(513).1, [(true, "GS058".to_owned(), "f512".to_owned())]);
        let (findings, lines) = functions(513 + MOST);
        assert_eq!((findings.count, lines.len(), findings.further), (MOST + 1, MOST, 1));
    }
}
