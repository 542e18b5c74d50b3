//! What a finding rests on: of all that its rule cites, what is about the target, or about JSON.

use super::context::Context;
use crate::{
    catalogue::{PROVIDER_RULES, Row, row},
    lower::{Role, Rule},
    order::Gather,
    targets::{Door, Target},
};

/// How citations start that are no rows of the catalogue and are about one provider or client, with its surface.
const CITED: &[(&str, &str)] = &[
    ("OpenAI API", "openai"),
    ("Anthropic API", "anthropic"),
    ("PyPI google-ai-generativelanguage ", "both"),
    ("Protocol Buffers", "both"),
    ("npm @langchain/google-common ", "client:@langchain/google-common"),
];

/// What a rule cites about the target of a tool, and the rows about other providers that name the rule; if there is
/// nothing, the documents that say what the target supports.
pub(super) fn evidence(rule: &Rule, tool: &Context<'_>) -> Vec<&'static str> {
    let is_about = |cited: &&'static str| row(cited).map_or_else(|| may_cite(cited, tool), |row| concerns(row, tool));
    let named = PROVIDER_RULES.iter().filter(|(_, codes)| codes.contains(&rule.code)).map(|(id, _)| *id);
    let mut about = rule.evidence.iter().copied().chain(named).filter(is_about).gather();
    if about.is_empty() {
        about.extend(tool.target.evidence.iter().filter(|cited| row(cited).is_none()));
    }
    about
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
    by_door && is_of(row.surface, tool.target)
}

/// Whether a citation that is no row is about the target of a tool, or about no provider.
fn may_cite(cited: &str, tool: &Context<'_>) -> bool {
    let provider = CITED.iter().find(|(start, _)| cited.starts_with(start));
    provider.is_none_or(|(_, surface)| is_of(surface, tool.target))
}

/// Whether a surface is one of the target's, or a client through which Google's are called.
fn is_of(surface: &str, target: &Target) -> bool {
    target.surfaces.contains(&surface) || (surface.starts_with("client:") && target.door != Door::OpenAi)
}
