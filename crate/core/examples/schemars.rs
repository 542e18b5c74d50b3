//! The schema of a Rust type for Gemini, and what it cost. It prints `schemars.txt`.
//!
//! `cargo run --package lapidary --features schemars --example schemars`

use std::{collections::BTreeMap, error::Error, io::Write};

use lapidary::{Options, ecosystem::schemars::transform_schema};
use schemars::{JsonSchema, schema_for};

/// Orders a book.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Order {
    /// Ten or thirteen digits.
    isbn: String,
    /// One, if left out.
    #[schemars(range(max = 9))]
    copies: Option<u32>,
    delivery: Delivery,
    /// Wishes by topic.
    wishes: BTreeMap<String, String>,
}

/// How the book gets there.
#[derive(JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is looked at")]
enum Delivery {
    Pickup,
    Mail { address: String, express: bool },
}

fn run(mut out: impl Write) -> Result<(), Box<dyn Error>> {
    let (schema, issues) = transform_schema(&schema_for!(Order), &Options::default());
    writeln!(out, "{}", serde_json::to_string_pretty(&schema)?)?;
    for issue in issues {
        if let Some(less) = issue.accepts_less {
            writeln!(out, "{} {}: it no longer accepts {less}", issue.code, issue.pointer)?;
        }
        if let Some(more) = issue.accepts_more {
            writeln!(out, "{} {}: it now accepts {more}", issue.code, issue.pointer)?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(std::io::stdout())
}

#[test]
fn it_prints_the_text_beside_it() -> Result<(), Box<dyn Error>> {
    let mut printed = Vec::new();
    run(&mut printed)?;
    assert_eq!(String::from_utf8(printed)?, include_str!("schemars.txt"));
    Ok(())
}
