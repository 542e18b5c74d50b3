//! The README's rule table, between its markers.

use std::fmt::Write as _;

use lapidary::{RULES, Severity};

use crate::{Outcome, markdown::cell};

const BEGIN: &str = "<!-- rules:begin -->";
const END: &str = "<!-- rules:end -->";

/// The README with its table as it should be; `None` for one that has no place for it.
pub(crate) fn with_table(readme: &str) -> Outcome<Option<String>> {
    let Some((before, rest)) = readme.split_once(BEGIN) else { return Ok(None) };
    let Some((_, after)) = rest.split_once(END) else {
        return Err(format!("README.md has {BEGIN} without {END}").into());
    };
    Ok(Some(format!("{before}{BEGIN}\n{}{END}{after}", table()?)))
}

fn table() -> Outcome<String> {
    let mut table = String::from("| rule | pattern | what is done | left alone |\n|---|---|---|---|\n");
    for rule in RULES {
        let outcome = match rule.severity {
            Severity::Error => "refused or misread",
            Severity::Warning => "loses meaning",
            Severity::Info => "works",
        };
        let (code, title) = (rule.code, cell(rule.title));
        writeln!(table, "| [{code}](docs/rules/{code}.md) | {title} | {} | {outcome} |", cell(rule.docs().summary))?;
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_markers_changes() -> Outcome {
        let readme = format!("# A\n\n{BEGIN}\nyesterday's\n{END}\n\nend\n");
        let new = with_table(&readme)?.ok_or("a table")?;
        assert!(new.starts_with("# A\n\n") && new.ends_with("\n\nend\n") && !new.contains("yesterday's"));
        assert!(new.contains("| [GS001](docs/rules/GS001.md) |"));
        assert_eq!(with_table(&new)?, Some(new));
        assert_eq!(with_table("# A\n")?, None);
        assert!(with_table(BEGIN).is_err());
        Ok(())
    }
}
