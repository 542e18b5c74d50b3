//! The error catalogue, and what prevents each row.

use lapidary::{Options, RULES, Rule, TARGETS, Target, normalize_request};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::evidence::{Date, Sources, StillTrue};

/// A row: something that a server or client rejects, or accepts and ignores.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) id: String,
    #[serde(rename = "stage")]
    _stage: Stage,
    pub(crate) surface: String,
    pub(crate) door: String,
    /// Always rejected today. If false, it may be fixed, or depend on the model.
    pub(crate) hard: bool,
    pub(crate) first_seen: Date,
    pub(crate) still_true: StillTrue,
    /// The error message; `null` if there is none.
    pub(crate) text: Option<String>,
    pub(crate) cause: String,
    /// What the caller can do, where no change to a declaration prevents it.
    pub(crate) advice: Option<String>,
    /// The smallest schema, declaration or request that triggers it; `null` if that is too long.
    minimal_schema: Box<RawValue>,
    #[serde(rename = "minimal_kind")]
    _minimal_kind: MinimalKind,
    /// The texts by which `lapidary explain` recognizes the error.
    #[serde(rename = "messages")]
    _messages: Option<Vec<String>>,
    #[serde(rename = "drop")]
    _drop: Option<Vec<String>>,
    pub(crate) sources: Sources,
}

/// What rejects, or loses.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    Parse,
    Semantic,
    JsonSchemaPath,
    Serving,
    Silent,
    Client,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum MinimalKind {
    Parameters,
    #[serde(rename = "parametersJsonSchema")]
    ParametersJsonSchema,
    JsonSchema,
    FunctionDeclaration,
    Request,
    ResponseSchema,
    ResponseJsonSchema,
}

/// An error of another provider.
#[derive(Deserialize)]
pub(crate) struct ProviderRow {
    pub(crate) id: String,
    /// The provider.
    pub(crate) surface: String,
    pub(crate) hard: bool,
    #[serde(rename = "first_seen")]
    _first_seen: Option<Date>,
    pub(crate) still_true: StillTrue,
    pub(crate) text: String,
    pub(crate) cause: String,
    /// The codes of the rules that address it.
    pub(crate) rules: Vec<String>,
    #[serde(rename = "sources")]
    _sources: Sources,
}

/// The outcome of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Happens {
    Refused,
    /// Accepted without effect.
    Silent,
    /// Depends on the model, the client or the size.
    AtTimes,
    Past,
}

impl Happens {
    /// The outcome in one word, as the page shows it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Happens::Refused => "rejected",
            Happens::Silent => "ignored",
            Happens::AtTimes => "sometimes",
            Happens::Past => "fixed",
        }
    }
}

/// How Lapidary prevents a row.
pub(crate) enum Prevention<'r> {
    /// A rule that cites it.
    Rule(&'static Rule),
    /// A finding of `normalize_request` on the row's own request.
    Request(&'static str),
    /// A target that cites the row.
    Target(&'static Target),
    /// None: the caller has to choose, as the row advises.
    Choice(&'r str),
}

impl Row {
    /// What prevents it: rules if any cite it, else a finding of `normalize_request`, else a target or the caller.
    pub(crate) fn preventions(&self) -> Vec<Prevention<'_>> {
        let rules: Vec<Prevention<'_>> =
            RULES.iter().copied().filter(|rule| self.is_cited(rule.evidence)).map(Prevention::Rule).collect();
        if !rules.is_empty() {
            return rules;
        }
        if let Some(code) = self.request_finding() {
            return vec![Prevention::Request(code)];
        }
        let targets = TARGETS.iter().copied().filter(|target| self.is_cited(target.evidence)).map(Prevention::Target);
        targets.chain(self.advice.as_deref().map(Prevention::Choice)).collect()
    }

    pub(crate) fn outcome(&self) -> Happens {
        match (self.still_true, self.hard, self.text.is_some()) {
            (StillTrue::No, ..) => Happens::Past,
            (_, true, _) => Happens::Refused,
            (_, false, true) => Happens::AtTimes,
            (_, false, false) => Happens::Silent,
        }
    }

    fn is_cited(&self, evidence: &[&str]) -> bool {
        evidence.contains(&self.id.as_str())
    }

    /// The code of the issue that `normalize_request` has about the row's request.
    fn request_finding(&self) -> Option<&'static str> {
        if self.door != "request" {
            return None;
        }
        let issues = normalize_request(self.minimal_schema.get(), &Options::default()).issues;
        issues.into_iter().find(|issue| self.is_cited(&issue.evidence)).map(|issue| issue.code.as_str())
    }
}

#[cfg(test)]
mod tests {
    use lapidary::{Mode, Output, transform};

    use super::*;
    use crate::{Outcome, read::rows};

    /// The schema fields that Lapidary writes. Rows of `client` concern only the users of that client: they count if a
    /// target cites them.
    fn is_ours(row: &Row) -> bool {
        let doors = ["parameters", "declaration", "request", "parametersJsonSchema", "response"];
        doors.contains(&row.door.as_str()) || TARGETS.iter().any(|target| row.is_cited(target.evidence))
    }

    #[test]
    fn what_happens_is_prevented_or_is_the_callers_choice() -> Outcome {
        let rows = rows()?;
        let parameters = rows.iter().filter(|row| row.hard && row.door == "parameters").count();
        assert!(parameters > 30, "the catalogue has {parameters} rows about `parameters`");
        let happens = |row: &&Row| matches!(row.outcome(), Happens::Refused | Happens::Silent);
        for row in rows.iter().filter(happens).filter(|row| is_ours(row)) {
            let preventions = row.preventions();
            assert!(!preventions.is_empty(), "nothing prevents {}", row.id);
            let is_rule = |prevention: &Prevention<'_>| matches!(prevention, Prevention::Rule(_));
            let schema = row.hard && row.door != "request";
            assert!(!schema || preventions.iter().all(is_rule), "{}: a schema is mended by a rule", row.id);
        }
        Ok(())
    }

    /// `explain` reads the number in place of `{N}` in a message as the index of a function.
    #[test]
    fn only_functions_are_counted_by_their_placeholder() -> Outcome {
        for row in rows()? {
            let is_index =
                |text: &String| text.match_indices("{N}").all(|(at, _)| text[..at].ends_with(['[', '.', '/']));
            assert!(row.text.iter().all(is_index), "{}: a number of anything else has a name of its own", row.id);
        }
        Ok(())
    }

    #[test]
    fn a_choice_is_nothing_that_is_prevented() -> Outcome {
        let rows = rows()?;
        for row in rows.iter().filter(|row| row.advice.is_some()) {
            assert!(
                matches!(row.preventions()[..], [Prevention::Choice(_)]),
                "{} is prevented: it is no choice",
                row.id
            );
        }
        Ok(())
    }

    /// A citation is a claim: on the row's own schema, a rule that cites it has a finding.
    #[test]
    fn rules_find_what_they_cite() -> Outcome {
        let mut shown = 0;
        for row in rows()?.iter().filter(|row| row.hard && row.minimal_schema.get() != "null") {
            let of_tool = |schema| format!(r#"{{"name":"f","description":"d","inputSchema":{schema}}}"#);
            let document = match row.door.as_str() {
                "parameters" | "parametersJsonSchema" | "client" => of_tool(row.minimal_schema.get()),
                "declaration" => format!(r#"{{"tools":[{{"functionDeclarations":[{}]}}]}}"#, row.minimal_schema),
                "response" => format!(r#"{{"generationConfig":{{"responseSchema":{}}}}}"#, row.minimal_schema),
                _ => row.minimal_schema.to_string(),
            };
            if !matches!(row.preventions()[..], [Prevention::Rule(_), ..]) {
                continue;
            }
            let found = |(target, mode): (&&Target, Mode)| {
                let options = Options::new(target).mode(mode);
                let (tools, issues) = if ["request", "response"].contains(&row.door.as_str()) {
                    let request = normalize_request(&document, &options);
                    (request.tools, request.issues)
                } else {
                    transform(&document, &options, &Output::default()).into_findings()
                };
                let of_tools = tools.iter().flat_map(|tool| &tool.report.issues);
                issues.iter().chain(of_tools).any(|issue| row.is_cited(&issue.evidence))
            };
            let mut ways = TARGETS.iter().flat_map(|target| [(target, Mode::DropIn), (target, Mode::RoundTrip)]);
            assert!(ways.any(found), "{} is cited by rules that do not find it in {document}", row.id);
            shown += 1;
        }
        assert!(shown > 50, "{shown} rows are shown");
        Ok(())
    }
}
