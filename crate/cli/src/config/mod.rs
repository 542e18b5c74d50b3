//! `lapidary.toml`: the settings of a project.

mod values;

use std::{
    collections::BTreeMap,
    env, fs,
    num::NonZero,
    path::{Path, PathBuf},
};

use lapidary::{Issue, Limits, Span, Target};
use serde::Deserialize;

use crate::{
    choices::{FailOn, ModeArg},
    input::unreadable_file,
};
pub(crate) use values::{Level, Pattern, RuleName};

const NAME: &str = "lapidary.toml";

/// The settings of a project, for `lapidary check`, `diff`, `transform`, `restore` and `proxy`. Options of the command line take precedence.
#[derive(Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "lapidary.toml"))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Config {
    /// The API or client that the schemas are for.
    #[serde(deserialize_with = "values::target")]
    #[cfg_attr(test, schemars(with = "Option<String>", extend("enum" = values::targets())))]
    pub(crate) target: Option<&'static Target>,
    /// Whether arguments stay unchanged (`drop-in`), or may be re-encoded and restored (`round-trip`).
    pub(crate) mode: Option<ModeArg>,
    /// Rules that are switched off: what they would change stays unchanged.
    pub(crate) disable: Vec<RuleName>,
    /// The lowest severity that fails the check; `error` by default.
    pub(crate) fail_on: Option<FailOn>,
    /// A file of known findings, which do not fail, written by `lapidary check --format baseline`. The path is relative to
    /// this file.
    #[serde(deserialize_with = "values::file")]
    #[cfg_attr(test, schemars(with = "Option<String>", length(min = 1)))]
    pub(crate) baseline: Option<PathBuf>,
    /// The severity of a rule's findings, for rules by their code or name.
    #[serde(deserialize_with = "values::levels")]
    #[cfg_attr(test, schemars(with = "BTreeMap<RuleName, Level>"))]
    pub(crate) rules: BTreeMap<RuleName, Level>,
    /// Findings that are allowed.
    pub(crate) allow: Vec<Allowance>,
    /// The limits of a call of the engine.
    pub(crate) limits: Costs,
    /// What MCP clients of `lapidary proxy` get; the first entry whose name matches applies.
    pub(crate) client: Vec<Client>,
    /// The folder of the file.
    #[serde(skip)]
    folder: PathBuf,
}

/// The limits of a call of the engine; a limit that is not given has its default.
#[derive(Clone, Copy, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Costs {
    /// Steps of work: a schema, a member or a value looked at. A tool may always take 1,000, and one for every two
    /// bytes of its text; beyond 8 MiB, for every eight. So a limit below that has no effect.
    steps: Option<NonZero<u64>>,
    /// Bytes of memory in addition to the document's text. A tool may always take 32 times the length of its text.
    memory: Option<NonZero<usize>>,
    /// Maximum bytes of a declaration that is more than eight times as long as its tool.
    output: Option<NonZero<usize>>,
    /// Maximum number of tools in a document.
    declarations: Option<NonZero<usize>>,
}

/// What an MCP client gets. Without a target, it gets the server's tools unchanged.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Client {
    /// The name under which it connects (`clientInfo.name`), without regard to case; `*` stands for any characters.
    pub(crate) name: String,
    /// The API or client that its schemas are for.
    #[serde(default, deserialize_with = "values::target")]
    #[cfg_attr(test, schemars(with = "Option<String>", extend("enum" = values::targets())))]
    pub(crate) target: Option<&'static Target>,
    /// Whether arguments stay unchanged (`drop-in`), or may be re-encoded and are restored by the proxy (`round-trip`).
    pub(crate) mode: Option<ModeArg>,
}

/// Findings of some rules in some tools that do not fail the check.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Allowance {
    /// The name of the tool; `*` stands for any characters.
    pub(crate) tool: Pattern,
    /// The rules, by their code or name.
    pub(crate) rules: Vec<RuleName>,
    /// Why they are allowed.
    #[serde(deserialize_with = "values::reason")]
    #[cfg_attr(test, schemars(regex(pattern = r"\S")))]
    pub(crate) reason: String,
}

/// What is wrong with a file, with its path, and its text if it could be read.
pub(crate) struct Wrong {
    pub(crate) file: String,
    pub(crate) text: Option<String>,
    pub(crate) issue: Box<Issue>,
}

impl Config {
    /// Loads the configuration in a file, or in the nearest `lapidary.toml` of this folder and those above; the default
    /// if there is none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a valid configuration.
    pub(crate) fn load(given: Option<&Path>) -> Result<Config, Wrong> {
        let Some(file) = given.map(Path::to_owned).or_else(nearest) else { return Ok(Config::default()) };
        let name = file.display().to_string();
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => return Err(Wrong { file: name, text: None, issue: unreadable_file(&file, &error) }),
        };
        let mut config: Config = match toml::from_str(&text) {
            Ok(config) => config,
            Err(error) => return Err(Wrong { file: name, issue: issue(&error), text: Some(text) }),
        };
        file.parent().unwrap_or(Path::new("")).clone_into(&mut config.folder);
        config.baseline = config.baseline.map(|baseline| config.folder.join(baseline));
        Ok(config)
    }

    /// The folder of the file; without a file, the current one.
    pub(crate) fn folder(&self) -> PathBuf {
        Path::new(".").join(&self.folder)
    }

    /// The limits of a call of the engine: those of the file, else the defaults.
    pub(crate) fn limits(&self) -> Limits {
        let Costs { steps, memory, output, declarations } = self.limits;
        let limits = steps.iter().fold(Limits::default(), |limits, steps| limits.steps(steps.get()));
        let limits = memory.iter().fold(limits, |limits, bytes| limits.memory(bytes.get()));
        let limits = output.iter().fold(limits, |limits, bytes| limits.output(bytes.get()));
        declarations.iter().fold(limits, |limits, tools| limits.declarations(tools.get()))
    }

    /// The reason for which a finding is allowed, if it is.
    pub(crate) fn allowed(&self, tool: &str, issue: &Issue) -> Option<&str> {
        let allows =
            |one: &&Allowance| one.tool.matches(tool) && one.rules.iter().any(|rule| issue.code == *rule.code());
        self.allow.iter().find(allows).map(|allowance| &*allowance.reason)
    }

    /// The severity that the file sets for a finding, if any.
    pub(crate) fn level(&self, issue: &Issue) -> Option<Level> {
        let of = self.rules.iter().find(|(rule, _)| issue.code == *rule.code());
        of.map(|(_, level)| *level)
    }
}

fn nearest() -> Option<PathBuf> {
    let here = env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file())
}

fn issue(error: &toml::de::Error) -> Box<Issue> {
    let help = "docs/CI.md describes the file";
    let mut issue = Issue::document("unreadable-config", error.message().to_owned(), help);
    let span = error.span().unwrap_or_default();
    issue.span = Span { start: span.start as u32, end: span.end as u32 };
    Box::new(issue)
}

#[cfg(test)]
mod tests;
