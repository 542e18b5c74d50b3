//! `docs/ERRORS.md`: what is refused, and the rules that prevent it.

use std::fmt::Write as _;

use crate::{
    Outcome,
    catalogue::Row,
    markdown::{cell, generated},
};

/// The doors in the order of the page, with what goes through each.
const DOORS: &[(&str, &str)] = &[
    ("parameters", "The schema of a function's arguments."),
    ("declaration", "A function declaration around its schema."),
    ("request", "A request around its declarations."),
    ("parametersJsonSchema", "The schema of a function's arguments, as JSON Schema."),
    ("response", "The schema of an answer."),
    ("client", "Libraries between a program and the server."),
];

pub(crate) fn page(rows: &[Row]) -> Outcome<String> {
    let mut page = generated("crate/core/data/errors.json and the rules");
    page.push_str(
        "\n# Refusals, and the rules that prevent them\n\n\
         What Google's servers and clients refuse, or take and do not do. *Refused* rows of the first three \
         parts are each prevented by a rule, or are the caller's choice; a test holds that. The other parts \
         belong to doors that the targets of today do not use; where a rule cures the cause anyway, it is named.\n",
    );
    for (door, what) in DOORS {
        let here: Vec<&Row> = rows.iter().filter(|row| row.door == *door).collect();
        write!(page, "\n## {door}\n\n{what}\n\n| row | outcome | message or effect | cause | prevented by |\n")?;
        page.push_str("|---|---|---|---|---|\n");
        for row in here {
            let outcome = if row.hard { "refused" } else { "taken" };
            let text = row.text.as_deref().map_or_else(|| "nothing is said".to_owned(), cell);
            writeln!(page, "| {} | {outcome} | {text} | {} | {} |", row.id, cell(&row.cause), prevention(row))?;
        }
    }
    Ok(page)
}

fn prevention(row: &Row) -> String {
    let rules: Vec<String> = row.rules().map(|rule| format!("[{0}](rules/{0}.md)", rule.code)).collect();
    match (rules.is_empty(), row.callers_choice()) {
        (false, _) => rules.join(", "),
        (true, Some(reason)) => format!("the caller's choice: {reason}"),
        (true, None) => "—".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::rows;

    #[test]
    fn every_row_is_on_the_page() -> Outcome {
        let rows = rows()?;
        let page = page(&rows)?;
        for row in &rows {
            assert!(page.contains(&format!("| {} |", row.id)), "{} goes through an unknown door", row.id);
        }
        Ok(())
    }
}
