//! Rules and targets as plain data, for programs, pages and documentation.

use serde::Serialize;

use crate::{
    RULES, Rule, Severity, TARGETS, Target,
    order::Gather,
    rules::{Docs, Priority},
    schema::{Keyword, KeywordSet, Kinds, TypeCase},
    targets::{Door, ReferenceForm, UnionForm},
};

/// A rule with its documentation. In JSON, an object with these members.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Rule"))]
pub struct RulePage {
    /// Stable code.
    pub code: &'static str,
    /// Name in words joined by hyphens.
    pub slug: &'static str,
    /// The usual name of the pattern.
    pub title: &'static str,
    /// What the rule does.
    pub summary: &'static str,
    /// Why the target does not take the pattern.
    pub why: &'static str,
    /// What changes, and what the output gains or loses by it.
    pub change: &'static str,
    /// Its whole documentation, in Markdown.
    pub text: &'static str,
    /// The URL of the rule's page.
    pub docs: String,
    /// The version that introduced it.
    pub since: &'static str,
    /// How much the pattern matters.
    pub priority: Priority,
    /// The usual severity of a finding.
    pub severity: Severity,
    /// The keywords that it handles.
    pub keywords: Vec<&'static str>,
    /// Rows of the error catalogue, and sections of specifications.
    pub evidence: &'static [&'static str],
}

/// A target with the facts about it. In JSON, an object with these members.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Target"))]
#[serde(rename_all = "camelCase")]
pub struct TargetPage {
    /// Its name in options.
    #[cfg_attr(feature = "schemars", schemars(extend("enum" = TARGETS.iter().map(|target| target.id).collect::<Vec<_>>())))]
    pub id: &'static str,
    /// What it is for.
    pub summary: &'static str,
    /// Who reads the output, as messages name it.
    pub reader: &'static str,
    /// What it requires that other targets of the same API do not; empty for nothing.
    pub requires: &'static str,
    /// The target for the field of the same API that keeps most of a schema, if that is another one.
    pub alternative: Option<&'static str>,
    /// The date of the facts.
    pub dated: &'static str,
    /// Where the facts come from.
    pub evidence: &'static [&'static str],
    /// Keywords accepted and enforced.
    pub held: Vec<&'static str>,
    /// Keywords accepted and not enforced.
    pub ignored: Vec<&'static str>,
    /// The types, spelled as in the output.
    pub types: Vec<&'static str>,
    /// The formats of each type.
    pub formats: Vec<TypeFormats>,
    /// The member of a declaration that holds the schema.
    pub door: Door,
    /// How unions are taken.
    pub unions: UnionForm,
    /// How references are taken.
    pub references: ReferenceForm,
    /// Most levels of schemas, the root and the innermost one included.
    pub max_depth: usize,
    /// Longest function name.
    pub max_name: usize,
    /// Most declarations of a request.
    pub max_declarations: usize,
}

/// The formats that some types take.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TypeFormats {
    /// The types.
    pub types: Vec<&'static str>,
    /// The formats.
    pub formats: &'static [&'static str],
}

/// A page for each rule, ordered by code.
#[must_use]
pub fn rules() -> Vec<RulePage> {
    RULES.iter().map(|rule| RulePage::of(rule)).collect()
}

/// A page for each target, the default first.
#[must_use]
pub fn targets() -> Vec<TargetPage> {
    TARGETS.iter().map(|target| TargetPage::of(target)).collect()
}

impl RulePage {
    /// The page of a rule.
    #[must_use]
    pub fn of(rule: &'static Rule) -> RulePage {
        let Docs { summary, why, change, text } = *rule.docs();
        RulePage {
            code: rule.code,
            slug: rule.slug,
            title: rule.title,
            summary,
            why,
            change,
            text,
            docs: format!("{}/blob/main/docs/rules/{}.md", env!("CARGO_PKG_REPOSITORY"), rule.code),
            since: rule.since,
            priority: rule.priority,
            severity: rule.severity,
            keywords: names(rule.keywords()),
            evidence: rule.evidence,
        }
    }
}

impl TargetPage {
    /// The page of a target.
    #[must_use]
    pub fn of(target: &'static Target) -> TargetPage {
        let formats = target.formats.iter();
        TargetPage {
            id: target.id,
            summary: target.summary,
            reader: target.reader,
            requires: target.requires,
            alternative: target.alternative().map(|target| target.id),
            dated: target.dated,
            evidence: target.evidence,
            held: names(target.held),
            ignored: names(target.ignored),
            types: types(target.types, target.type_case.unwrap_or(TypeCase::Lower)),
            formats: formats
                .map(|(kinds, formats)| TypeFormats { types: types(*kinds, TypeCase::Lower), formats })
                .collect(),
            door: target.door,
            unions: target.unions,
            references: target.references,
            max_depth: target.max_depth,
            max_name: target.max_name,
            max_declarations: target.max_declarations,
        }
    }
}

/// The names of keywords, without the empty one of unknown keywords.
fn names(set: KeywordSet) -> Vec<&'static str> {
    set.iter().map(Keyword::name).filter(|name| !name.is_empty()).gather()
}

fn types(kinds: Kinds, case: TypeCase) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.name(case)).gather()
}
