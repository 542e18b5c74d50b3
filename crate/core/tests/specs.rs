//! Every input under `tests/specs`, for every target, against the bytes and findings beside it.
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

use lapidary::{Options, TARGETS, transform};

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
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".json") && !name.ends_with(".out.json")
}

/// The answers for one input: file name endings and contents.
fn answers(text: &str) -> Vec<(String, String)> {
    let mut answers = Vec::new();
    for target in TARGETS {
        let out = transform(text, &Options { target: **target, ..Options::default() });
        let mut findings = format!("{}\n", out.read_as);
        for issue in out.issues.iter().chain(out.tools.iter().flat_map(|tool| &tool.report.issues)) {
            let severity = format!("{:?}", issue.severity).to_lowercase();
            let _ = write!(findings, "{} {severity} {}:{} {}", issue.code, issue.line, issue.column, issue.path);
            for (sign, effect) in [("+", &issue.gains), ("-", &issue.loses)] {
                if let Some(effect) = effect {
                    let _ = write!(findings, " {sign}[{effect}]");
                }
            }
            findings.push('\n');
        }
        answers.push((format!("{}.out.json", target.id), out.output.unwrap_or_default() + "\n"));
        answers.push((format!("{}.issues.txt", target.id), findings));
    }
    answers
}

#[test]
fn every_spec_gets_its_bytes_and_findings() -> Outcome {
    let update = std::env::var_os("UPDATE_SPECS").is_some();
    let mut known = BTreeSet::new();
    let mut wrong = Vec::new();
    for input in files()?.into_iter().filter(|path| is_input(path)) {
        let text = fs::read_to_string(&input)?;
        for (ending, answer) in answers(&text) {
            let file = input.with_extension(ending);
            if update {
                fs::write(&file, &answer)?;
            } else if fs::read_to_string(&file).ok().as_ref() != Some(&answer) {
                wrong.push(format!("{}\n{answer}", file.display()));
            }
            known.insert(file);
        }
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
            if path.extension().is_some_and(|extension| extension == "txt") {
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
