//! `docs/ROUND_TRIP.md` is written by hand; the engine generates the outputs of its examples.
//!
//! A fenced block with a second word after its language is part of an example:
//!
//! | block | holds |
//! |---|---|
//! | `input` | a schema or a tool, by hand |
//! | `declared`, `codec` | its declaration, and its codec |
//! | `sent` | the arguments of a model's call, by hand; `call`: the whole call |
//! | `restored`, `issues` | the restored arguments or call, and the issues found |

use std::fmt::Write as _;

use lapidary::{
    Call, GEMINI_API, Mode, Options, Output, Tool,
    internal::{JsonId, read},
    transform,
};

use crate::{Outcome, layout::fit};

/// The page with its outputs generated.
pub(crate) fn with_outputs(page: &str) -> Outcome<String> {
    let mut out = String::with_capacity(page.len());
    let mut example = Example::default();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        writeln!(out, "{line}")?;
        let Some(info) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let body = body.join("\n");
        let body = match info.split_once(' ') {
            Some((_, label)) => example.block(label, body).map_err(|error| format!("docs/ROUND_TRIP.md: {error}"))?,
            None => body,
        };
        writeln!(out, "{body}\n```")?;
    }
    example.end()?;
    Ok(out)
}

/// The example that the blocks read so far belong to.
#[derive(Default)]
struct Example {
    tool: Option<Tool>,
    call: Option<Restored>,
    /// Whether the issues of the call have to be shown, and are not yet.
    has_unshown: bool,
}

struct Restored {
    call: Call,
    /// Whether the name is shown too.
    whole: bool,
}

impl Example {
    /// The text that a block has to hold.
    fn block(&mut self, label: &str, body: String) -> Outcome<String> {
        if matches!(label, "input" | "sent" | "call") {
            self.end()?;
        }
        match label {
            "input" => {
                self.tool = Some(lowered(&body)?);
                self.call = None;
            }
            "sent" => self.call = Some(Restored { call: self.tool()?.codec.restore("", &body), whole: false }),
            "call" => {
                let call: serde_json::Value = serde_json::from_str(&body)?;
                let name = call["name"].as_str().ok_or("a call has a name")?;
                let call = self.tool()?.codec.restore(name, &call["args"].to_string());
                self.call = Some(Restored { call, whole: true });
            }
            "declared" => return laid_out(self.tool()?.declaration.as_deref().ok_or("nothing is declared")?),
            "codec" => return laid_out(&serde_json::to_string(&self.tool()?.codec)?),
            "restored" => {
                self.has_unshown = !self.restored()?.call.issues.is_empty();
                return self.restored()?.text();
            }
            "issues" => {
                self.has_unshown = false;
                let issues = &self.restored()?.call.issues;
                let lines = issues.iter().map(|issue| format!("at {:?}: {}", issue.pointer, issue.message));
                return Ok(lines.collect::<Vec<_>>().join("\n"));
            }
            _ => return Err(format!("{label} is no part of an example").into()),
        }
        Ok(body)
    }

    /// Ends what is shown of a call.
    fn end(&self) -> Outcome<()> {
        if self.has_unshown { Err("a call is restored with issues that are not shown".into()) } else { Ok(()) }
    }

    fn tool(&self) -> Outcome<&Tool> {
        Ok(self.tool.as_ref().ok_or("an example starts with its input")?)
    }

    fn restored(&self) -> Outcome<&Restored> {
        Ok(self.call.as_ref().ok_or("a call comes before what is restored")?)
    }
}

impl Restored {
    fn text(&self) -> Outcome<String> {
        let Call { name, args, .. } = &self.call;
        if self.whole {
            laid_out(&format!(r#"{{"name":{},"args":{args}}}"#, serde_json::to_string(name)?))
        } else {
            laid_out(args)
        }
    }
}

/// The one tool of a document, for the target that changes the least apart from the encodings.
fn lowered(document: &str) -> Outcome<Tool> {
    let options = Options::new(&GEMINI_API).mode(Mode::RoundTrip);
    let (mut tools, _) = transform(document, &options, &Output::default()).into_findings();
    Ok(tools.pop().ok_or("an input holds a schema or a tool")?)
}

fn laid_out(text: &str) -> Outcome<String> {
    Ok(fit(&read(text).map_err(|error| error.to_string())?, JsonId::ROOT))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use lapidary::CODEC_SCHEMA;

    use super::*;

    const PAGE: &str = "# A\n\n```json input\n{\"type\":\"object\",\"properties\":{\"m\":{\"type\":\"object\",\
        \"additionalProperties\":{\"type\":\"string\"}}}}\n```\n\n```json sent\n{\"m\":[{\"key\":\"a\",\"value\":\"b\"}]}\n\
        ```\n\n```json restored\nyesterday's\n```\n";

    #[test]
    fn outputs_are_the_engines_and_the_rest_stays() -> Outcome {
        let new = with_outputs(PAGE)?;
        assert_eq!(new, PAGE.replace("yesterday's", r#"{ "m": { "a": "b" } }"#));
        assert_eq!(with_outputs(&new)?, new);
        assert!(with_outputs("```json restored\n```\n").is_err());
        assert!(with_outputs(&PAGE.replace("json sent", "json send")).is_err());
        Ok(())
    }

    /// The promise of the page for every encoding: a call that is encoded and restored is the same.
    #[test]
    fn the_examples_of_the_page_survive_encoding() -> Outcome {
        let page = fs::read_to_string(crate::root().join("docs/ROUND_TRIP.md"))?;
        let mut example = Example::default();
        let mut calls = 0;
        for block in page.split("\n```").filter_map(|block| block.strip_prefix("json ")) {
            let (label, body) = block.split_once('\n').ok_or("a block has lines")?;
            example.block(label, body.to_owned())?;
            if !matches!(label, "sent" | "call") {
                continue;
            }
            let (restored, codec) = (&example.restored()?.call, &example.tool()?.codec);
            let encoded = codec.encode(&restored.name, &restored.args);
            let again = codec.restore(&encoded.name, &encoded.args);
            let value = |args: &str| serde_json::from_str::<serde_json::Value>(args);
            let same = value(&restored.args)? == value(&again.args)?;
            assert!(same || !restored.issues.is_empty(), "{body} became {} and then {}", restored.args, again.args);
            calls += 1;
        }
        assert!(calls >= 11, "the page shows {calls} calls");
        Ok(())
    }

    #[test]
    fn the_page_names_every_code() -> Outcome {
        let page = fs::read_to_string(crate::root().join("docs/ROUND_TRIP.md"))?;
        let schema: serde_json::Value = serde_json::from_str(CODEC_SCHEMA)?;
        let codes = schema["$defs"]["code"]["oneOf"].as_array().ok_or("a code is one of several")?;
        let names = codes.iter().flat_map(|code| [&code["enum"], &code["required"]]).filter_map(|list| list.as_array());
        let names: Vec<&str> = names.flatten().filter_map(|name| name.as_str()).collect();
        assert_eq!(names.len(), 12, "{names:?}");
        for name in names {
            assert!(page.contains(&format!("| `{name}` |")), "{name} is not on the page");
        }
        Ok(())
    }
}
