//! An error message, and what is known of it.

use std::fmt::Write as _;

use serde::Serialize;

use super::{
    about::rules_about,
    place::{ordinal, words},
};
use crate::{
    catalogue::PROVIDER_RULES,
    json::Span,
    rules::{RULES, Rule},
};

/// An error message about a tool's schema, or about a request with tools.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApiError {
    /// The message on one line, without escapes.
    pub message: String,
    /// Where the text has it first.
    pub span: Span,
    /// How often the text has it.
    pub count: u32,
    /// The rows of the error catalogue that record it; empty if it is known by its form only.
    pub rows: Vec<&'static str>,
    /// The keyword, or another member, that is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyword: Option<String>,
    /// The index in the request's `tools`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<u32>,
    /// The index of the function's declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<u32>,
    /// The function's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function_name: Option<String>,
    /// The path in the schema, as the server writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The place in words; empty if the message names none.
    pub place: String,
    /// The codes of the rules that prevent it; those for the keyword come first.
    pub rules: Vec<&'static str>,
}

impl ApiError {
    /// Takes the value of a template's placeholder.
    pub(super) fn set(&mut self, placeholder: &str, value: &str) {
        // Lines are wrapped within names, too.
        let text = value.replace('\n', "");
        match placeholder {
            "T" => self.tool = value.parse().ok(),
            "N" => self.function = value.parse().ok(),
            "FN" | "NAME" | "TOOL" => self.function_name = Some(text),
            "KEY" => self.keyword = Some(text.trim_matches(['\'', '"']).to_owned()),
            "PATH" if matches!(text.as_str(), "top-level" | "root") => self.path = Some(String::new()),
            "PATH" => self.path = Some(text.trim_start_matches('.').to_owned()),
            // The names of a tuple in Python: `'properties', 'a'`.
            "CONTEXT" => self.path = Some(text.split('\'').skip(1).step_by(2).collect::<Vec<_>>().join(".")),
            "POINTER" => {
                let (path, keyword) = text.rsplit_once('/').unwrap_or(("", &text));
                let path = path.trim_start_matches('/').replace('/', ".");
                (self.path, self.keyword) = (Some(path), Some(keyword.to_owned()).filter(|it| !it.is_empty()));
            }
            "ENUM" => (self.path, self.keyword) = (Some(text), Some("enum".to_owned())),
            "MEMBER_PATH" => self.path = Some("properties".to_owned() + &text),
            "FIELD" => {
                let text = text.strip_prefix("parameters.").unwrap_or(&text);
                let (path, keyword) = text.rsplit_once('.').unwrap_or(("", text));
                (self.path, self.keyword) = (Some(path.to_owned()), Some(keyword.to_owned()));
            }
            _ => {}
        }
    }

    /// Names the function that the message refers to by number, for callers that have the tools of the request.
    ///
    /// ```
    /// let log = "Unknown name \"const\" at 'tools[0].function_declarations[1].parameters': Cannot find field.";
    /// let mut error = lapidary::explain_error(log).remove(0);
    /// error.set_function_name("search");
    /// assert_eq!(error.place, "function 1 (the second), `search`");
    /// ```
    pub fn set_function_name(&mut self, name: &str) {
        self.function_name = Some(name.to_owned());
        self.place = self.place();
    }

    /// The place in words.
    pub(super) fn place(&self) -> String {
        let mut place = match (&self.function_name, self.function) {
            (Some(name), Some(at)) => format!("function {at} (the {}), `{name}`", ordinal(at)),
            (Some(name), None) => format!("function `{name}`"),
            (None, Some(at)) => format!("function {at} (the {})", ordinal(at)),
            (None, None) => String::new(),
        };
        if let Some(tool) = self.tool.filter(|tool| *tool > 0) {
            let _ = write!(place, " of `tools[{tool}]`");
        }
        let path = self.path.as_deref().map(words).unwrap_or_default();
        let comma = if place.is_empty() || path.is_empty() { "" } else { ", " };
        place + comma + &path
    }

    /// The codes of the rules that cite its rows or that its rows name; if there are none, of those that handle its
    /// keyword.
    pub(super) fn rules(&self, is_unknown_keyword: bool) -> Vec<&'static str> {
        let about = self.keyword.as_deref().map(rules_about).unwrap_or_default();
        let codes = |rules: Vec<&'static Rule>| rules.iter().map(|rule| rule.code).collect();
        let is_cited = |rule: &&Rule| self.rows.iter().any(|row| rule.evidence.contains(row));
        let citing: Vec<&'static Rule> = RULES.iter().copied().filter(is_cited).collect();
        if !citing.is_empty() {
            let is_about = |rule: &&Rule| about.iter().any(|about| about.code == rule.code);
            let (first, rest): (Vec<_>, Vec<_>) = citing.into_iter().partition(is_about);
            return codes([first, rest].concat());
        }
        let recorded = PROVIDER_RULES.iter().filter(|(row, _)| self.rows.contains(row));
        let recorded: Vec<&'static Rule> =
            recorded.flat_map(|(_, codes)| *codes).filter_map(|code| Rule::find(code)).collect();
        if !recorded.is_empty() {
            return codes(recorded);
        }
        match (self.path.is_some(), about.is_empty()) {
            (false, _) => Vec::new(),
            // A member of the root that is no keyword is often a property that stands outside of `properties`.
            (true, true) if is_unknown_keyword => {
                let misplaced = Rule::find("GS071").filter(|_| self.path.as_deref() == Some(""));
                codes(misplaced.into_iter().chain(Rule::for_the_rest()).collect())
            }
            (true, _) => codes(about),
        }
    }
}
