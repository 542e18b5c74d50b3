//! Every input under `tests/specs`, for every target and mode, against the bytes and findings beside it:
//! targets that answer alike stand together, and round-trip mode is left out where it changes nothing.
//!
//! `UPDATE_SPECS=1 cargo test --test specs` writes what the engine answers now; read the difference
//! before committing it.

use std::{
    collections::BTreeSet,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use lapidary::{Mode, Options, TARGETS, transform};

type Outcome = Result<(), Box<dyn Error>>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs")
}

fn files() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for case in fs::read_dir(folder())? {
        for file in fs::read_dir(case?.path())? {
            files.push(file?.path());
        }
    }
    files.sort();
    Ok(files)
}

fn is_input(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

/// What the engine answers for one input: sections of `=== targets`, the output, `---`, the findings, and
/// a codec for each tool that has one.
fn answers(text: &str) -> String {
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    let mut add = |label: String, answer: String| match sections.iter_mut().find(|(known, _)| *known == answer) {
        Some((_, labels)) => labels.push(label),
        None => sections.push((answer, vec![label])),
    };
    for target in TARGETS {
        let options = Options { target: **target, ..Options::default() };
        let drop_in = answer(text, &options);
        let round_trip = answer(text, &Options { mode: Mode::RoundTrip, ..options });
        let differs = round_trip != drop_in;
        add(target.id.to_owned(), drop_in);
        if differs {
            add(format!("{} round-trip", target.id), round_trip);
        }
    }
    sections.iter().fold(String::new(), |mut text, (answer, labels)| {
        let _ = write!(text, "=== {}\n{answer}", labels.join(", "));
        text
    })
}

fn answer(text: &str, options: &Options) -> String {
    let out = transform(text, options);
    let mut answer = format!("{}\n---\n{}\n", out.output.unwrap_or_default(), out.read_as);
    for issue in out.issues.iter().chain(out.tools.iter().flat_map(|tool| &tool.report.issues)) {
        let severity = format!("{:?}", issue.severity).to_lowercase();
        let _ = write!(answer, "{} {severity} {}:{} {}", issue.code.as_str(), issue.line, issue.column, issue.path);
        for (sign, effect) in [("+", &issue.accepts_more), ("-", &issue.accepts_less)] {
            if let Some(effect) = effect {
                let _ = write!(answer, " {sign}[{effect}]");
            }
        }
        answer.push('\n');
    }
    for tool in &out.tools {
        if let (false, Ok(codec)) = (tool.codec.is_trivial(), serde_json::to_string(&tool.codec)) {
            let _ = writeln!(answer, "codec {codec}");
        }
    }
    answer
}

#[test]
fn every_spec_gets_its_bytes_and_findings() -> Outcome {
    let update = std::env::var_os("UPDATE_SPECS").is_some();
    let mut known = BTreeSet::new();
    let mut wrong = Vec::new();
    for input in files()?.into_iter().filter(|path| is_input(path)) {
        let answers = answers(&fs::read_to_string(&input)?);
        let file = input.with_extension("answers");
        if update {
            fs::write(&file, &answers)?;
        } else if fs::read_to_string(&file).ok().as_ref() != Some(&answers) {
            wrong.push(format!("{}\n{answers}", file.display()));
        }
        known.insert(file);
    }
    assert!(!known.is_empty(), "no spec was found");
    assert!(wrong.is_empty(), "{} answers differ:\n{}", wrong.len(), wrong.join("\n"));
    let stale: Vec<PathBuf> = files()?.into_iter().filter(|path| !is_input(path) && !known.contains(path)).collect();
    assert!(stale.is_empty(), "answers without an input: {stale:?}");
    Ok(())
}

#[test]
fn every_rule_has_a_spec_that_it_takes_part_in() -> Outcome {
    for rule in lapidary::RULES {
        let folder = folder().join(format!("{}-{}", rule.code, rule.slug));
        let mut found = false;
        for file in fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            let path = file?.path();
            if path.extension().is_some_and(|extension| extension == "answers") {
                found |= fs::read_to_string(path)?.lines().any(|line| line.starts_with(rule.code));
            }
        }
        assert!(found, "{} reports nothing in its own specs", rule.code);
    }
    Ok(())
}

#[test]
fn every_output_passes_unchanged() -> Outcome {
    for input in files()?.into_iter().filter(|path| is_input(path)) {
        let text = fs::read_to_string(&input)?;
        for target in TARGETS {
            let options = Options { target: **target, ..Options::default() };
            let Some(once) = transform(&text, &options).output else { continue };
            let twice = transform(&once, &options).output;
            assert_eq!(twice.as_ref(), Some(&once), "{} for {}", input.display(), target.id);
        }
    }
    Ok(())
}
