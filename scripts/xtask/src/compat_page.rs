//! `docs/GEMINI_SCHEMA_COMPAT.md`: what each target supports, with dates and sources.

use std::fmt::Write as _;

use lapidary::{
    TARGETS, Target,
    internal::{Door, KEYWORDS, Keyword, Kinds, Patterns, ReferenceForm, Support, TypeCase, UnionForm},
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
    Source { package: "PyPI google-genai", version: "3.6.1", tells: "the Python client's schema: `types.py`" },
    Source { package: "npm @google/genai", version: "3.3.0", tells: "the JavaScript client's schema: `genai.d.ts`" },
    Source {
        package: "npm @langchain/google-common",
        version: "2.3.2",
        tells: "the schemas on which LangChain.js throws",
    },
    Source {
        package: "npm @langchain/google",
        version: "0.2.6",
        tells: "the schemas on which its newer package throws",
    },
];

const REVIEW: &str = "\
Facts are dated. A target is reviewed, and its date updated, when

- a package above has a new version: `scripts/refresh-facts` shows which fields differ from those that were read
  (`crate/core/data/published.json`);
- the oracle (`tests/oracle`), which parses with these packages, stops agreeing with the engine;
- an error is reported that `crate/core/data/errors.json` does not have: it becomes a row there, with its source
  and date, and a rule that cites it;
- a row that says *still true: yes* is seen to be accepted: the row says *still true: no*, with the source, and the target
  supports the field;
- a date is older than half a year.

Where two APIs differ, `gemini` follows the stricter one, and each API's own target follows that API.
";

pub(crate) fn page(rows: &[Row]) -> Outcome<String> {
    let mut page = generated("crate/core/src/targets and crate/core/data/errors.json");
    page.push_str(
        "\n# Supported schema\n\nWhat each target supports of JSON Schema, keyword by keyword, and how that is known.\n\n\
         ## Sources\n\n| package | version | contents |\n|---|---|---|\n",
    );
    for source in SOURCES {
        writeln!(page, "| {} | {} | {} |", source.package, source.version, source.tells)?;
    }
    let hard = rows.iter().filter(|row| row.hard).count();
    let latest = rows.iter().map(|row| &*row.first_seen).max().unwrap_or("unknown");
    writeln!(
        page,
        "\nThe other source is the [error catalogue](ERRORS.md): {} rows, of which {hard} are rejected requests; the \
         latest was first seen on {latest}.\n\n## What triggers a review\n\n{REVIEW}",
        rows.len()
    )?;
    writeln!(page, "## Targets\n")?;
    for target in TARGETS {
        write_target(&mut page, target)?;
    }
    let columns: Vec<&Target> = TARGETS.iter().copied().filter(|target| target.choices().is_empty()).collect();
    write_facts(&mut page, &columns)?;
    write_keywords(&mut page, &columns)?;
    Ok(page)
}

fn write_target(page: &mut String, target: &Target) -> Outcome {
    writeln!(page, "### {}\n\nFor: {}.\n", target.id, escape(target.summary))?;
    writeln!(page, "- Verified {}, from: {}", target.dated, escape(&target.evidence.join("; ")))?;
    let choices = target.choices();
    if !choices.is_empty() {
        let choices = codes(choices.iter().map(|choice| choice.id));
        writeln!(
            page,
            "- Chooses one of: {choices}; the last if requests are translated on the way, and for the Live API"
        )?;
    }
    page.push('\n');
    Ok(())
}

/// A cell of the table of facts, computed from a target.
type Fact = fn(&Target) -> String;

/// The rows of the table of facts: a label, and its cells.
const FACTS: &[(&str, Fact)] = &[
    ("Schema field", |target| door(target.door).to_owned()),
    ("Types", |target| types(target.types, target.type_case.unwrap_or(TypeCase::Lower))),
    ("Case of types", |target| if target.type_case.is_some() { "as above" } else { "any" }.to_owned()),
    ("Lists of types", |target| yes(target.type_lists)),
    ("Supported formats", formats),
    ("Other formats", |target| if target.other_formats { "ignored" } else { "rejected" }.to_owned()),
    ("Types of enums", |target| types(target.enums, TypeCase::Lower)),
    ("Empty string in an enum", |target| yes(target.empty_member)),
    ("Unions", |target| union(target.unions).to_owned()),
    ("References", |target| reference(target).to_owned()),
    ("References to the root itself", |target| match target.references {
        ReferenceForm::Refused => "—".to_owned(),
        _ => yes(target.root_references),
    }),
    ("Description and default beside a reference", |target| match target.references {
        ReferenceForm::Refused => "—".to_owned(),
        _ => yes(target.words_beside_references),
    }),
    ("Schemas must be complete", |target| yes(target.complete_nodes)),
    ("Objects must be closed and require every property", |target| yes(target.closed_objects)),
    ("Root without properties", |target| yes(target.empty_root)),
    ("Patterns", |target| patterns(target.patterns).to_owned()),
    ("`maxItems` and the like: zero means no limit", |target| yes(target.zero_is_unset)),
    ("Unusual property names are changed in calls", |target| yes(target.plain_names)),
    ("Function names", |target| {
        let first = if target.free_first { "" } else { "; first a letter or `_`" };
        format!("at most {} letters, digits, `{}`{first}", target.max_name, target.name_marks)
    }),
    ("Declarations per request", |target| target.max_declarations.to_string()),
    ("Maximum nesting depth", |target| target.max_depth.to_string()),
    ("Properties in a schema", |target| limit(target.max_properties)),
    ("Characters of names, and of values in `enum` and `const`", |target| limit(target.max_text)),
    ("Values in all enums", |target| limit(target.max_enum_values)),
    ("Characters in an enum of more than 250 strings", |target| limit(target.max_enum_text)),
    ("Schemas visited while inlining references", |target| target.node_budget.to_string()),
];

fn write_facts(page: &mut String, targets: &[&Target]) -> Outcome {
    page.push_str(
        "## Limits and forms\n\nOf all targets except those that choose another. A *complete* schema has a type unless it \
         is a union, `items` if it is an array, only keywords for its own type, and in `required` only declared \
         properties.\n\n",
    );
    write_head(page, targets)?;
    for (question, fact) in FACTS {
        write!(page, "| {question} |")?;
        for target in targets {
            write!(page, " {} |", fact(target))?;
        }
        page.push('\n');
    }
    page.push('\n');
    Ok(())
}

fn write_head(page: &mut String, targets: &[&Target]) -> Outcome {
    write!(page, "| |")?;
    for target in targets {
        write!(page, " {} |", target.id)?;
    }
    write!(page, "\n|---|{}\n", "---|".repeat(targets.len()))?;
    Ok(())
}

fn limit(most: usize) -> String {
    if most == usize::MAX { "—".to_owned() } else { most.to_string() }
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

fn door(door: Door) -> &'static str {
    match door {
        Door::Parameters => "`parameters`",
        Door::JsonSchema => "`parametersJsonSchema`",
        Door::OpenAi => "`function.parameters`, with `strict`",
    }
}

fn patterns(form: Patterns) -> &'static str {
    match form {
        Patterns::Any => "any",
        Patterns::Re2 => "RE2 syntax",
        Patterns::Re2AndPython => "RE2 syntax that Python also reads",
    }
}

fn union(form: UnionForm) -> &'static str {
    match form {
        UnionForm::Refused => "no",
        UnionForm::Alone => "`anyOf`, without other keywords",
        UnionForm::Beside => "`anyOf`, also beside other keywords",
    }
}

fn reference(target: &Target) -> &'static str {
    match target.references {
        ReferenceForm::Refused => "no",
        ReferenceForm::Dollar if target.support(Keyword::Definitions) == Support::Held => {
            "`$ref` into `$defs` or `definitions` of the root"
        }
        ReferenceForm::Dollar => "`$ref` into `$defs` of the root",
        ReferenceForm::Plain => "`ref` into `defs` of the root",
    }
}

fn formats(target: &Target) -> String {
    let of = |(kinds, formats): &(Kinds, &[&'static str])| {
        format!("{}: {}", types(*kinds, TypeCase::Lower), codes(formats.iter().copied()))
    };
    target.formats.iter().map(of).collect::<Vec<_>>().join("; ")
}

fn types(kinds: Kinds, case: TypeCase) -> String {
    codes(kinds.iter().map(|kind| kind.name(case)))
}

fn write_keywords(page: &mut String, targets: &[&Target]) -> Outcome {
    page.push_str(
        "## Keywords\n\n*Enforced*: calls follow it. *Ignored*: accepted, and calls are not held to it; the model may still read it, as it \
         does `description`. *Rejected*: the request fails, or may fail; also a keyword \
         that is accepted and has an equivalent which works better. Lapidary writes the equivalent, \
         or states the constraint in the description.\n\n",
    );
    write_head(page, targets)?;
    for info in KEYWORDS {
        write!(page, "| `{}` |", info.name)?;
        for target in targets {
            write!(page, " {} |", support(target, info.keyword))?;
        }
        page.push('\n');
    }
    write!(page, "| any other |")?;
    for target in targets {
        write!(page, " {} |", support(target, Keyword::Unknown))?;
    }
    page.push('\n');
    Ok(())
}

fn support(target: &Target, keyword: Keyword) -> &'static str {
    match target.support(keyword) {
        Support::Held => "enforced",
        Support::Ignored => "ignored",
        Support::Refused => "rejected",
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;

    /// The file that `scripts/refresh-facts --write` writes.
    fn published() -> Outcome<serde_json::Value> {
        Ok(serde_json::from_str(&fs::read_to_string(crate::root().join("crate/core/data/published.json"))?)?)
    }

    #[test]
    fn targets_take_the_fields_that_are_published() -> Outcome {
        let published = published()?;
        for (target, package) in
            [("gemini-api", "PyPI google-ai-generativelanguage"), ("vertex-ai", "PyPI google-api-python-client")]
        {
            let target = Target::find(target).ok_or("no such target")?;
            let is_taken = |keyword: &Keyword| target.support(*keyword) != Support::Refused;
            let taken = KEYWORDS.iter().filter(|info| is_taken(&info.keyword));
            // Messages have no fields that begin with a dollar sign.
            let taken: BTreeSet<&str> = taken.map(|info| info.name.trim_start_matches('$')).collect();
            let fields = published[package]["messages"]["Schema"].as_object().ok_or("no schema")?;
            assert_eq!(taken, fields.keys().map(String::as_str).collect(), "{}", target.id);
        }
        Ok(())
    }

    /// The tests, the page and `published.json` use the same versions.
    #[test]
    fn the_sources_are_what_the_tests_install() -> Outcome {
        let python = fs::read_to_string(crate::root().join("tests/oracle/requirements.in"))?;
        let node: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(crate::root().join("tests/langchain/package.json"))?)?;
        let published = published()?;
        let mut compared = 0;
        for source in SOURCES {
            let pin = match source.package.split_once(' ') {
                Some(("PyPI", name)) => python.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix("==")),
                Some((_, name)) => node["dependencies"][name].as_str(),
                None => None,
            };
            let Some(pin) = pin else { continue };
            assert_eq!(pin, source.version, "{}", source.package);
            if let Some(read) = published[source.package]["version"].as_str() {
                assert_eq!(read, source.version, "{}", source.package);
            }
            compared += 1;
        }
        assert_eq!(compared, 6, "the oracle pins Google's four packages, the LangChain tests two");
        Ok(())
    }
}
