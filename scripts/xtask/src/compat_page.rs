//! `docs/GEMINI_SCHEMA_COMPAT.md`: what each target takes, since when that is known, and from where.

use std::fmt::Write as _;

use lapidary::{
    TARGETS, Target,
    schema::{KEYWORDS, Keyword, Kinds, TypeCase},
    targets::Support,
    targets::UnionForm,
};

use crate::{
    Outcome,
    catalogue::Row,
    markdown::{codes, escape, generated},
};

/// A package that holds Google's own definitions.
struct Source {
    package: &'static str,
    version: &'static str,
    tells: &'static str,
}

/// What the tables were read from. Public packages lag behind the servers: a field can be live before
/// it is published.
const SOURCES: &[Source] = &[
    Source {
        package: "PyPI google-ai-generativelanguage",
        version: "0.12.1",
        tells: "the Gemini API's messages: `types/content.py` holds `Schema` and `FunctionDeclaration`",
    },
    Source {
        package: "PyPI google-cloud-aiplatform",
        version: "2.7.0",
        tells: "Vertex AI's messages: `types/openapi.py` holds `Schema`",
    },
    Source {
        package: "PyPI google-api-python-client",
        version: "2.202.0",
        tells: "Vertex AI's discovery documents, revision 20261106",
    },
    Source { package: "PyPI google-genai", version: "3.4.0", tells: "what the Python client takes: `types.py`" },
    Source { package: "npm @google/genai", version: "3.1.0", tells: "what the JavaScript client takes: `genai.d.ts`" },
];

const REVIEW: &str = "\
Facts have dates, and a date is a promise to look again. A target is reviewed, and its date moved, when

- a package above has a new version: compare its `Schema` and `FunctionDeclaration` with the tables;
- the oracle (`tests/oracle`), which parses with these packages, stops agreeing with the engine;
- a refusal is reported that `crate/core/data/errors.json` does not have: it becomes a row there, with its source
  and date, and a rule that cites it;
- a row that says *still true: yes* is seen accepted: it gets its end, and the target its field;
- a date is older than half a year.

Where two surfaces differ, `gemini` takes the strict side and the surface's own target takes what it takes.
";

pub(crate) fn page(rows: &[Row]) -> Outcome<String> {
    let mut page = generated("crate/core/src/targets and crate/core/data/errors.json");
    page.push_str(
        "\n# What Gemini takes of JSON Schema\n\n## Sources\n\n| package | version | what it tells |\n|---|---|---|\n",
    );
    for source in SOURCES {
        writeln!(page, "| {} | {} | {} |", source.package, source.version, source.tells)?;
    }
    let hard = rows.iter().filter(|row| row.hard).count();
    let latest = rows.iter().filter_map(|row| row.first_seen.as_deref()).max().unwrap_or("unknown");
    writeln!(
        page,
        "\nBeside them stands the [catalogue of refusals](ERRORS.md): {} rows, {hard} of them refused, the youngest \
         seen first on {latest}.\n\n## What triggers a review\n\n{REVIEW}",
        rows.len()
    )?;
    writeln!(page, "## Targets\n")?;
    for target in TARGETS {
        write_target(&mut page, target)?;
    }
    write_table(&mut page)?;
    Ok(page)
}

fn write_target(page: &mut String, target: &Target) -> Outcome {
    writeln!(page, "### {}\n\nFor {}.\n", target.id, escape(target.summary))?;
    writeln!(page, "- Facts of {}, from: {}", target.dated, escape(&target.evidence.join("; ")))?;
    writeln!(page, "- Types: {}", types(target.types, target.type_case.unwrap_or(TypeCase::Lower)))?;
    let case = if target.type_case.is_some() { "as written here" } else { "any" };
    writeln!(page, "- Case of types: {case}")?;
    for (kinds, formats) in target.formats {
        writeln!(page, "- Formats of {}: {}", types(*kinds, TypeCase::Lower), codes(formats.iter().copied()))?;
    }
    let unions = match target.unions {
        UnionForm::Refused => "not taken",
        UnionForm::Alone => "`anyOf`, alone on its node",
        UnionForm::Beside => "`anyOf`, also beside other keywords",
    };
    writeln!(page, "- Unions: {unions}")?;
    writeln!(page, "- A root without properties: {}", if target.empty_root { "yes" } else { "no" })?;
    writeln!(page, "- Levels of nesting: {}", target.max_depth)?;
    writeln!(page, "- Characters of a function's name: {}", target.max_name)?;
    writeln!(page, "- Declarations of a request: {}\n", target.max_declarations)?;
    Ok(())
}

fn types(kinds: Kinds, case: TypeCase) -> String {
    codes(kinds.iter().map(|kind| kind.name(case)))
}

fn write_table(page: &mut String) -> Outcome {
    page.push_str(
        "## Keywords\n\n*Held*: taken and enforced. *Ignored*: taken, and the model is not held to it. \
         *Refused*: the request fails, or the keyword is not known to work.\n\n| keyword |",
    );
    for target in TARGETS {
        write!(page, " {} |", target.id)?;
    }
    write!(page, "\n|---|{}\n", "---|".repeat(TARGETS.len()))?;
    for info in KEYWORDS {
        write!(page, "| `{}` |", info.name)?;
        for target in TARGETS {
            write!(page, " {} |", support(target, info.keyword))?;
        }
        page.push('\n');
    }
    page.push_str("\nKeywords that no draft defines are refused by every target.\n");
    Ok(())
}

fn support(target: &Target, keyword: Keyword) -> &'static str {
    match target.support(keyword) {
        Support::Held => "held",
        Support::Ignored => "ignored",
        Support::Refused => "refused",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// What the oracle is built on and what the page names are the same versions.
    #[test]
    fn the_sources_are_what_the_oracle_installs() -> Outcome {
        let pins = fs::read_to_string(crate::root().join("tests/oracle/requirements.in"))?;
        let mut compared = 0;
        for source in SOURCES {
            let Some(name) = source.package.strip_prefix("PyPI ") else { continue };
            let Some(pin) = pins.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix("==")) else { continue };
            assert_eq!(pin, source.version, "{name}");
            compared += 1;
        }
        assert_eq!(compared, 3, "the oracle pins Google's three packages");
        Ok(())
    }
}
