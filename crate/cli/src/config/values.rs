//! Values of `lapidary.toml`.

use std::{collections::BTreeMap, fmt, path::PathBuf};

use lapidary::{Rule, Severity, TARGETS, Target};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};

use crate::choices::find_rule;

/// A rule, given by its code, its number, its name or a keyword that it is for.
#[derive(Clone, Copy)]
pub(crate) struct RuleName(pub(crate) &'static Rule);

/// The severity of a rule's findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// Rejected or misread.
    Error,
    /// Loses meaning.
    Warning,
    /// Cosmetic, such as the case of types.
    Info,
}

/// A name, in which `*` stands for any characters.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Pattern(pub(super) String);

impl RuleName {
    pub(crate) fn code(self) -> &'static str {
        self.0.code
    }
}

impl PartialEq for RuleName {
    fn eq(&self, other: &RuleName) -> bool {
        self.code() == other.code()
    }
}

impl Eq for RuleName {}

impl PartialOrd for RuleName {
    fn partial_cmp(&self, other: &RuleName) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RuleName {
    fn cmp(&self, other: &RuleName) -> std::cmp::Ordering {
        self.code().cmp(other.code())
    }
}

impl<'de> Deserialize<'de> for RuleName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RuleName, D::Error> {
        let given = String::deserialize(deserializer)?;
        find_rule(&given).map(RuleName).map_err(|why| D::Error::custom(format!("`{given}`: {why}")))
    }
}

#[cfg(test)]
impl schemars::JsonSchema for RuleName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rule".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<&str> = lapidary::RULES.iter().flat_map(|rule| [rule.code, rule.slug]).collect();
        schemars::json_schema!({ "description": "The code of a rule, or its name.", "type": "string", "enum": names })
    }
}

impl From<Level> for Severity {
    fn from(level: Level) -> Severity {
        match level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Info => Severity::Info,
        }
    }
}

impl Pattern {
    pub(super) fn matches(&self, name: &str) -> bool {
        lapidary_proxy::matches(&self.0, name)
    }
}

/// Reads the severities of rules.
///
/// # Errors
/// If a rule has two, under two of its names.
pub(super) fn levels<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<RuleName, Level>, D::Error> {
    struct Levels;

    impl<'de> Visitor<'de> for Levels {
        type Value = BTreeMap<RuleName, Level>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a table of rules and severities")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut levels = BTreeMap::new();
            while let Some((rule, level)) = map.next_entry::<RuleName, Level>()? {
                if levels.insert(rule, level).is_some() {
                    let (code, slug) = (rule.code(), rule.0.slug);
                    return Err(A::Error::custom(format!("{code} ({slug}) is set twice, under two names")));
                }
            }
            Ok(levels)
        }
    }

    deserializer.deserialize_map(Levels)
}

pub(super) fn target<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'static Target>, D::Error> {
    let given = String::deserialize(deserializer)?;
    let unknown = || D::Error::custom(format!("unknown target `{given}`; known are {}", targets().join(", ")));
    Target::find(&given).map(Some).ok_or_else(unknown)
}

pub(super) fn targets() -> Vec<&'static str> {
    TARGETS.iter().map(|target| target.id).collect()
}

pub(super) fn file<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    let given = String::deserialize(deserializer)?;
    if given.is_empty() { Err(D::Error::custom("a file needs a name")) } else { Ok(Some(given.into())) }
}

pub(super) fn reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let given = String::deserialize(deserializer)?;
    if given.trim().is_empty() { Err(D::Error::custom("an allowance needs a reason")) } else { Ok(given) }
}
