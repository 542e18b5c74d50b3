//! Choices that the command line and `lapidary.toml` share.

use clap::ValueEnum;
use lapidary::{Mode, Rule, Severity, internal::rules_about};
use serde::Deserialize;

#[derive(Clone, Copy, Deserialize, ValueEnum)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ModeArg {
    /// The server gets the model's arguments unchanged
    DropIn,
    /// Arguments may be re-encoded, and `lapidary restore` restores them
    RoundTrip,
}

/// The lowest severity that fails.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ValueEnum)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum FailOn {
    /// What the target would reject or misread
    Error,
    /// Also what loses meaning
    Warning,
    /// Every finding
    Info,
    /// No finding; unreadable input still fails
    Never,
}

impl From<ModeArg> for Mode {
    fn from(given: ModeArg) -> Mode {
        match given {
            ModeArg::DropIn => Mode::DropIn,
            ModeArg::RoundTrip => Mode::RoundTrip,
        }
    }
}

impl FailOn {
    /// The lowest severity that fails; `None` if none does.
    pub(crate) fn severity(self) -> Option<Severity> {
        match self {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Info => Some(Severity::Info),
            FailOn::Never => None,
        }
    }
}

/// Finds a rule by its code, its number, its slug, or a keyword that it alone handles.
pub(crate) fn find_rule(given: &str) -> Result<&'static Rule, String> {
    let by_number = || Rule::find(&format!("GS{:03}", given.parse::<u16>().ok()?));
    let by_slug = || lapidary::RULES.iter().copied().find(|rule| rule.slug.eq_ignore_ascii_case(given));
    let by_keyword = || match rules_about(given)[..] {
        [rule] => Some(rule),
        _ => None,
    };
    let found = Rule::find(given).or_else(by_number).or_else(by_slug).or_else(by_keyword);
    found.ok_or_else(|| "unknown rule; `lapidary rules` lists them".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_found_by_code_number_slug_and_keyword() {
        for given in ["GS016", "gs016", "16", "016", "multiple-of", "multipleOf"] {
            assert_eq!(find_rule(given).map(|rule| rule.code), Ok("GS016"), "{given}");
        }
        assert!(find_rule("GS999").is_err());
    }
}
