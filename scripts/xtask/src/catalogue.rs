//! The error catalogue, and which rule prevents what.

use lapidary::{RULES, Rule, catalogue::CATALOGUE};
use serde::Deserialize;

use crate::Outcome;

/// A row: something that a server or client refuses, or accepts and does not do.
#[derive(Deserialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) surface: String,
    pub(crate) door: String,
    /// Refused, rather than accepted and lost.
    pub(crate) hard: bool,
    pub(crate) first_seen: Option<String>,
    pub(crate) still_true: String,
    /// What is said; `null` for what happens in silence.
    pub(crate) text: Option<String>,
    pub(crate) cause: String,
    pub(crate) sources: Vec<String>,
}

impl Row {
    /// The rules that cite it.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().copied().filter(|rule| rule.evidence.contains(&self.id.as_str()))
    }

    /// Why no rule prevents it, where that is for the caller to decide.
    pub(crate) fn callers_choice(&self) -> Option<&'static str> {
        CALLERS_CHOICE.iter().find(|(id, _)| *id == self.id).map(|(_, reason)| *reason)
    }
}

/// Refusals of requests that no declaration causes, and none can cure.
const CALLERS_CHOICE: &[(&str, &str)] = &[
    ("N-config-without-declarations", "whether to force a call is decided where the request is put together"),
    ("N-json-mime-with-tools", "a JSON answer and function calls are two wishes; one has to be given up"),
    ("N-builtin-tools-with-functions", "which of Google's own tools to give up is not ours to decide"),
    ("N-several-function-tools", "how declarations are spread over tools is decided where the request is put together"),
    ("A-function-response-ref", "a tool's result is data, and no part of its declaration"),
];

pub(crate) fn rows() -> Outcome<Vec<Row>> {
    Ok(serde_json::from_str(CATALOGUE)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_refusal_is_prevented_by_a_rule_or_is_the_callers_choice() -> Outcome {
        let rows = rows()?;
        let parameters = rows.iter().filter(|row| row.hard && row.door == "parameters").count();
        assert!(parameters > 30, "the catalogue has {parameters} refusals at the parameters door");
        let doors = ["parameters", "declaration", "request"];
        for row in rows.iter().filter(|row| row.hard && doors.contains(&row.door.as_str())) {
            let has_rule = row.rules().next().is_some();
            assert!(has_rule || row.callers_choice().is_some(), "no rule prevents {}", row.id);
            assert!(!has_rule || row.callers_choice().is_none(), "{} has a rule: it is no choice", row.id);
            assert!(has_rule || row.door == "request", "{}: a schema is ours to mend", row.id);
        }
        Ok(())
    }

    #[test]
    fn what_is_cited_exists() -> Outcome {
        let rows = rows()?;
        let known: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(known.len(), rows.len(), "ids are unique");
        let cited = RULES.iter().flat_map(|rule| rule.evidence).chain(CALLERS_CHOICE.iter().map(|(id, _)| id));
        for id in cited.filter(|id| is_row(id)) {
            assert!(known.contains(id), "{id} is no row of the catalogue");
        }
        Ok(())
    }

    /// `P-unknown-const`, unlike the name of a specification.
    fn is_row(id: &str) -> bool {
        matches!(id.as_bytes(), [b'A'..=b'Z', b'-', ..])
    }
}
