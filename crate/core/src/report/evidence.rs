//! What a finding rests on: of all that its rule cites, what is about the target, or about JSON.

use super::context::Context;
use crate::{
    catalogue::{PROVIDER_RULES, Row, row},
    lower::{Role, Rule},
    targets::Door,
};

/// How citations start that are no rows of the catalogue and are about one provider or client, with its surface.
const CITED: &[(&str, &str)] = &[
    ("OpenAI API", "openai"),
    ("Anthropic API", "anthropic"),
    ("google-ai-generativelanguage ", "both"),
    ("Protocol Buffers", "both"),
    ("npm @langchain/google-common ", "client:@langchain/google-common"),
];

/// What a rule cites about the target of a tool, and the rows about other providers that name the rule.
pub(super) fn evidence(rule: &Rule, tool: &Context<'_>) -> Vec<&'static str> {
    let is_about = |cited: &&'static str| row(cited).map_or_else(|| may_cite(cited, tool), |row| concerns(row, tool));
    let named = PROVIDER_RULES.iter().filter(|(_, codes)| codes.contains(&rule.code)).map(|(id, _)| *id);
    rule.evidence.iter().copied().chain(named).filter(is_about).collect()
}

/// Whether a row of the catalogue is about the target of a tool.
pub(super) fn concerns(row: &Row, tool: &Context<'_>) -> bool {
    let door = tool.target.door;
    let by_door = match row.door {
        "parameters" => door == Door::Parameters,
        "parametersJsonSchema" => door == Door::JsonSchema,
        "response" => door == Door::Parameters && tool.role == Role::Response,
        "openai-strict" => door == Door::OpenAi,
        _ => true,
    };
    by_door && tool.target.surfaces.contains(&row.surface)
}

/// Whether a citation that is no row is about the target of a tool, or about no provider.
fn may_cite(cited: &str, tool: &Context<'_>) -> bool {
    let provider = CITED.iter().find(|(start, _)| cited.starts_with(start));
    provider.is_none_or(|(_, surface)| tool.target.surfaces.contains(surface))
}
