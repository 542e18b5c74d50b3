//! `docs/ERRORS.md`: what is rejected or ignored, and the rules that prevent it.

use std::fmt::Write as _;

use crate::{
    Outcome,
    catalogue::{Prevention, ProviderRow, Row},
    evidence::StillTrue,
    markdown::{cell, generated},
};

/// The schema fields in the order of the page, with their descriptions.
const FIELDS: &[(&str, &str)] = &[
    ("parameters", "The schema of a function's arguments."),
    ("declaration", "A function declaration around its schema."),
    ("request", "A request around its declarations."),
    ("parametersJsonSchema", "The schema of a function's arguments, as JSON Schema."),
    ("response", "The schema of a response."),
    ("client", "Libraries between a program and the server."),
];

pub(crate) fn page(rows: &[Row], providers: &[ProviderRow]) -> Outcome<String> {
    let mut page = generated("crate/core/data/errors.json, crate/core/data/providers.json and the rules");
    page.push_str(
        "\n# Error catalogue\n\n\
         The errors of Google's APIs and client libraries, what causes each, and what prevents it: a rule, the \
         rewriting of whole requests (`normalize_request`), or the choice of a target. Outcomes: *rejected*, the \
         request fails; *ignored*, the request succeeds and the schema has no effect; *sometimes*, depending on the \
         model, the client or the size; *fixed*, no longer happens. *Unconfirmed*: newer reports are missing or \
         contradict the row. In messages, `{T}` and `{N}` are the indexes of the tool and of its function, from 0, \
         `{PATH}` is the place within the schema, and other braces stand for a name, a number or a value. [Facts](FACTS.md) says how the catalogue is kept \
         up to date. `lapidary explain` finds the row of a message, whatever text is around it: \
         [an error message](CHECK.md#start-from-an-error-message).\n",
    );
    for (field, what) in FIELDS {
        let here: Vec<&Row> = rows.iter().filter(|row| row.door == *field).collect();
        write!(page, "\n## {field}\n\n{what}\n\n| row | outcome | message | cause | prevented by |\n")?;
        page.push_str("|---|---|---|---|---|\n");
        for row in here {
            let text = row.text.as_deref().map_or_else(|| "no message".to_owned(), cell);
            writeln!(
                page,
                "| {} | {}{} | {text} | {} | {} |",
                row.id,
                row.outcome().words(),
                if row.still_true == StillTrue::Unknown { ", unconfirmed" } else { "" },
                cell(&row.cause),
                prevention(row)
            )?;
        }
    }
    page.push_str(
        "\n## Other providers\n\n\
         What other APIs, and programs that run models, say of tools, with the rules that are about it. `lapidary \
         explain` finds these messages too.\n\n| row | provider | message | cause | rules |\n|---|---|---|---|---|\n",
    );
    for ProviderRow { id, surface, still_true, text, cause, rules, .. } in providers {
        let past = if *still_true == StillTrue::No { ", fixed" } else { "" };
        let links: Vec<String> = rules.iter().map(|code| format!("[{code}](rules/{code}.md)")).collect();
        let rules = if links.is_empty() { "—".to_owned() } else { links.join(", ") };
        writeln!(page, "| {id} | {surface}{past} | {} | {} | {rules} |", cell(text), cell(cause))?;
    }
    Ok(page)
}

fn prevention(row: &Row) -> String {
    let word = |prevention: &Prevention<'_>| match prevention {
        Prevention::Rule(rule) => format!("[{0}](rules/{0}.md)", rule.code),
        Prevention::Request(code) => format!("`normalize_request` ({code})"),
        Prevention::Target(target) => format!("the target [{0}](GEMINI_SCHEMA_COMPAT.md#{0})", target.id),
        Prevention::Choice(advice) => format!("the caller's choice: {advice}"),
    };
    match row.preventions() {
        none if none.is_empty() => "—".to_owned(),
        some => some.iter().map(word).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{of_providers, rows};

    #[test]
    fn every_row_is_on_the_page() -> Outcome {
        let rows = rows()?;
        let page = page(&rows, &of_providers()?)?;
        for row in &rows {
            assert!(page.contains(&format!("| {} |", row.id)), "{} is about an unknown field", row.id);
        }
        Ok(())
    }
}
