//! Reads the catalogues, and checks them.

use std::collections::BTreeSet;

use lapidary::{
    RULES, TARGETS,
    internal::{CATALOGUE, PROVIDERS},
};
use serde::de::DeserializeOwned;

use crate::{
    Outcome,
    catalogue::{ProviderRow, Row},
    evidence::{StillTrue, is_document},
};

pub(crate) fn of_providers() -> Outcome<Vec<ProviderRow>> {
    let rows: Vec<ProviderRow> = parsed("providers.json", PROVIDERS)?;
    consistent(rows.iter().map(|row| (&*row.id, row.hard, row.still_true)))?;
    Ok(rows)
}

pub(crate) fn rows() -> Outcome<Vec<Row>> {
    let rows: Vec<Row> = parsed("errors.json", CATALOGUE)?;
    consistent(rows.iter().map(|row| (&*row.id, row.hard, row.still_true)))?;
    let of_rules = RULES.iter().flat_map(|rule| rule.evidence);
    cited(&rows, of_rules.chain(TARGETS.iter().flat_map(|target| target.evidence)))?;
    Ok(rows)
}

fn parsed<T: DeserializeOwned>(file: &str, text: &str) -> Outcome<T> {
    Ok(serde_json::from_str(text).map_err(|error| format!("crate/core/data/{file}: {error}"))?)
}

/// Fails if anything is cited that is neither a row nor a document.
fn cited<'c>(rows: &[Row], mut evidence: impl Iterator<Item = &'c &'c str>) -> Outcome {
    let known: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    match evidence.find(|citation| !known.contains(**citation) && !is_document(citation)) {
        Some(other) => Err(format!("{other:?} is cited: it is no row of the catalogue, and no document").into()),
        None => Ok(()),
    }
}

/// Fails if an id is there twice, or if a row that is no longer true is hard: whoever reads `hard` expects a rejection.
fn consistent<'r>(rows: impl Iterator<Item = (&'r str, bool, StillTrue)>) -> Outcome {
    let mut known = BTreeSet::new();
    for (id, hard, still_true) in rows {
        if !known.insert(id) {
            return Err(format!("{id} is there twice").into());
        }
        if hard && still_true == StillTrue::No {
            return Err(format!("{id} is no longer true, so it is not hard").into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn what_is_cited_exists() -> Outcome {
        let rows = rows()?;
        assert!(cited(&rows, ["P-unknown-const", "RFC 8259 §4"].iter()).is_ok());
        let (_, placeholder) =
            include_str!("template.rs.txt").split_once("&[\"").ok_or("the template cites nothing")?;
        for not in ["P-unknown-nothing", "OA-root-type", placeholder] {
            assert!(cited(&rows, [not].iter()).is_err(), "{not}");
        }
        Ok(())
    }

    #[test]
    fn a_row_needs_a_date_and_a_source() -> Outcome {
        let rows: Vec<Value> = serde_json::from_str(CATALOGUE)?;
        let with = |name: &str, value: Value| {
            let mut row = rows[0].clone();
            row[name] = value;
            serde_json::from_value::<Row>(row)
        };
        assert!(with("id", json!("P-unknown-other")).is_ok());
        for (name, value) in [
            ("sources", json!([])),
            ("sources", json!(["somebody"])),
            ("first_seen", json!("soon")),
            ("first_seen", json!(null)),
            ("still_true", json!("perhaps")),
            ("stage", json!("later")),
            ("minimal_kind", json!("schema")),
            ("advise", json!("a name that is misspelled")),
        ] {
            assert!(with(name, value.clone()).is_err(), "{name}: {value}");
        }
        Ok(())
    }

    #[test]
    fn what_is_no_longer_true_is_not_hard_and_ids_are_unique() {
        let all = |rows: &[(&'static str, bool, StillTrue)]| consistent(rows.iter().copied());
        assert!(all(&[("P-a", true, StillTrue::Unknown), ("P-b", false, StillTrue::No)]).is_ok());
        assert!(all(&[("P-a", true, StillTrue::No)]).is_err());
        assert!(all(&[("P-a", true, StillTrue::Yes), ("P-a", true, StillTrue::Yes)]).is_err());
    }
}
