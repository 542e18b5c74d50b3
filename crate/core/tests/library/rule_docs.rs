//! The examples in the documentation of the rules, run: every `json source` block, for the targets whose blocks follow.
//!
//! `UPDATE_DOCS=1 cargo test --test library rule_docs` writes the blocks of the targets as the engine answers now; read
//! the difference before committing it.

use std::{collections::BTreeSet, error::Error, fs, path::Path};

use lapidary::{Mode, Options, Output, RULES, Rule, Target, transform};
use serde_json::Value;

type Outcome = Result<(), Box<dyn Error>>;

/// Longest JSON on one line.
const WIDTH: usize = 100;

/// Rules whose pattern is too long for a page: more declarations than a request may have. Their specs show it.
const TOO_LONG: &[&str] = &["GS058", "GS073"];

/// An example of a rule: the input, the target and the output.
struct Example {
    source: String,
    target: String,
    mode: Mode,
    /// The lines of the block: its first line after the fence, and the line that ends it.
    lines: (usize, usize),
    output: String,
}

fn file(rule: &Rule) -> String {
    let name = format!("{}_{}.rs", rule.code.to_lowercase(), rule.slug.replace('-', "_"));
    format!("{}/src/rules/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The examples among the lines of a rule's file.
fn examples(lines: &[String]) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut source = String::new();
    let mut open: Option<(String, usize)> = None;
    for (at, line) in lines.iter().enumerate() {
        let Some(text) = line.strip_prefix("//!").map(str::trim) else { break };
        match (&open, text.strip_prefix("```")) {
            (None, Some(language)) => open = Some((language.to_owned(), at + 1)),
            (Some((language, start)), Some("")) => {
                let block = lines[*start..at].iter().map(|line| line.trim_start_matches("//!").trim());
                let block = block.collect::<Vec<_>>().join("\n");
                if language == "json source" {
                    source = block;
                } else if let Some(target) = language.strip_prefix("json ") {
                    let mode = if target.ends_with(" round-trip") { Mode::RoundTrip } else { Mode::DropIn };
                    examples.push(Example {
                        source: source.clone(),
                        target: target.trim_end_matches(" round-trip").to_owned(),
                        mode,
                        lines: (*start, at),
                        output: block,
                    });
                }
                open = None;
            }
            _ => {}
        }
    }
    examples
}

fn answer(example: &Example) -> Result<(String, Vec<&'static str>), Box<dyn Error>> {
    let target = *Target::find(&example.target).ok_or_else(|| format!("no target is called {}", example.target))?;
    let out = transform(&example.source, &Options::new(&target).mode(example.mode), &Output::default());
    let codes = out.issues().iter().chain(out.tools().iter().flat_map(|tool| &tool.report.issues));
    let codes = codes.map(|issue| issue.code.as_str()).collect();
    let value: Value = serde_json::from_str(&out.output.ok_or("there is no output")?)?;
    Ok((laid_out(&value, 0), codes))
}

/// JSON with each object and list on one line if it fits, else over several.
fn laid_out(value: &Value, indent: usize) -> String {
    let line = value.to_string();
    if indent + line.len() <= WIDTH {
        return line;
    }
    let (open, close, parts): (_, _, Vec<String>) = match value {
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), laid_out(value, indent + 2))
            };
            ('{', '}', members.iter().map(member).collect())
        }
        Value::Array(items) => ('[', ']', items.iter().map(|item| laid_out(item, indent + 2)).collect()),
        _ => return line,
    };
    let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 2));
    format!("{open}\n{inner}{}\n{outer}{close}", parts.join(&format!(",\n{inner}")))
}

#[test]
fn every_example_of_a_rule_is_what_the_engine_answers() -> Outcome {
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    for rule in RULES {
        let path = file(rule);
        let mut lines: Vec<String> = fs::read_to_string(&path)?.lines().map(str::to_owned).collect();
        let mut wrong = String::new();
        for example in examples(&lines).iter().rev() {
            let (start, end) = example.lines;
            let place = format!("{}:{start}", Path::new(&path).display());
            let (output, _) = answer(example).map_err(|error| format!("{place}: {error}"))?;
            let known: Result<Value, _> = serde_json::from_str(&example.output);
            let same = !update && known.is_ok_and(|known| laid_out(&known, 0) == output);
            if update {
                lines.splice(start..end, output.lines().map(|line| format!("//! {line}")));
            } else if !same {
                wrong = format!("{place}: for {} it is\n{output}\n{wrong}", example.target);
            }
        }
        let text = lines.join("\n") + "\n";
        if update && text != fs::read_to_string(&path)? {
            fs::write(&path, text)?;
        }
        assert!(wrong.is_empty(), "{wrong}");
    }
    Ok(())
}

#[test]
fn every_rule_shows_what_it_does_for_two_targets() -> Outcome {
    for rule in RULES {
        let lines: Vec<String> = fs::read_to_string(file(rule))?.lines().map(str::to_owned).collect();
        let examples = examples(&lines);
        let targets: BTreeSet<&str> = examples.iter().map(|example| example.target.as_str()).collect();
        assert!(targets.len() >= 2, "{}: examples for {targets:?}", rule.code);
        let mut takes_part = false;
        for example in &examples {
            takes_part |= answer(example)?.1.contains(&rule.code);
        }
        let takes_part = takes_part || TOO_LONG.contains(&rule.code);
        assert!(takes_part, "{} finds nothing in its own examples", rule.code);
    }
    Ok(())
}
