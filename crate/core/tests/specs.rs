//! Every input under `tests/specs`, one test each, for every target and mode, compared with the `.answers` file next to
//! it. The file has the findings for the default target in full, those for the others as differences from them; targets
//! with the same answer share a section, and round-trip mode is omitted where it changes nothing.
//!
//! `cargo test specs::GS014` runs those of a rule. `UPDATE_SPECS=1 cargo test --test specs` writes what the engine
//! answers now; read the difference before committing it.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use lapidary::{CODEC_SCHEMA, Issue, Mode, Options, Output, RULES, Rule, TARGETS, transform};
use libtest_mimic::{Arguments, Failed, Trial};
use pretty_assertions::StrComparison;

type Outcome = Result<(), Failed>;

fn main() {
    let mut trials = match specs() {
        Ok(trials) => trials,
        Err(error) => panic!("the specs cannot be read: {error:?}"),
    };
    assert!(!trials.is_empty(), "no spec was found");
    trials.push(Trial::test("specs::every_answer_has_an_input", every_answer_has_an_input));
    trials.push(Trial::test("specs::every_codec_is_as_its_schema_says", every_codec_is_as_its_schema_says));
    trials.extend(
        RULES.iter().map(|rule| Trial::test(format!("specs::{}-{}", rule.code, rule.slug), || takes_part(rule))),
    );
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs")
}

fn files() -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for case in fs::read_dir(folder())? {
        for file in fs::read_dir(case?.path())? {
            files.push(file?.path());
        }
    }
    files.sort();
    Ok(files)
}

/// A test for each input, named after its folder and its file.
fn specs() -> Result<Vec<Trial>, Failed> {
    let mut trials = Vec::new();
    for input in files()?.into_iter().filter(|path| is_input(path)) {
        let short = input.strip_prefix(folder())?.with_extension("");
        let name = format!("specs::{}", short.display().to_string().replace(['/', '\\'], "::"));
        trials.push(Trial::test(name, move || spec(&input)));
    }
    Ok(trials)
}

fn is_input(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

fn every_codec_is_as_its_schema_says() -> Outcome {
    let schema = jsonschema::validator_for(&serde_json::from_str(CODEC_SCHEMA)?)?;
    for file in files()?.into_iter().filter(|path| !is_input(path)) {
        let answers = fs::read_to_string(&file)?;
        for codec in answers.lines().filter_map(|line| line.strip_prefix("codec ")) {
            schema.validate(&serde_json::from_str(codec)?).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(())
}

/// Checks that the answers for an input are those of its file, and that transforming output again does not change it.
fn spec(input: &Path) -> Outcome {
    let text = fs::read_to_string(input)?;
    let (answers, file) = (answers(&text), input.with_extension("answers"));
    if std::env::var_os("UPDATE_SPECS").is_some() {
        fs::write(&file, &answers)?;
    }
    let known = fs::read_to_string(&file).unwrap_or_default();
    if known != answers {
        return Err(format!("{}\n{}", file.display(), StrComparison::new(&known, &answers)).into());
    }
    for target in TARGETS {
        let options = Options::new(target);
        let Some(once) = transform(&text, &options, &Output::default()).output else { continue };
        let twice = transform(&once, &options, &Output::default()).output.unwrap_or_default();
        if twice != once {
            let change = StrComparison::new(&once, &twice);
            return Err(format!("{}: a second run for {} changes it\n{change}", input.display(), target.id).into());
        }
    }
    Ok(())
}

/// What the engine answers for a target.
#[derive(PartialEq)]
struct Answer {
    output: String,
    read_as: String,
    findings: Vec<Finding>,
    codecs: Vec<String>,
}

/// A finding: its code, its place, what it costs, and its texts. Equality ignores the texts, which name the reader of
/// the output.
struct Finding {
    code: &'static str,
    place: String,
    cost: String,
    words: String,
}

impl Finding {
    fn of(issue: &Issue) -> Finding {
        let severity = issue.severity.name();
        let part =
            |sign, text: &Option<String>| text.as_ref().map_or_else(String::new, |text| format!(" {sign}[{text}]"));
        Finding {
            code: issue.code.as_str(),
            place: format!("{}:{}", issue.line, issue.column),
            cost: format!("{severity}{}{}", part("+", &issue.accepts_more), part("-", &issue.accepts_less)),
            words: format!("{} | {}{}", issue.path, issue.message, part("=>", &issue.fix)),
        }
    }

    fn line(&self) -> String {
        let Finding { code, place, cost, words } = self;
        format!("{code} {place} {cost} {words}\n")
    }
}

impl PartialEq for Finding {
    fn eq(&self, other: &Finding) -> bool {
        (self.code, &self.place, &self.cost) == (other.code, &other.place, &other.cost)
    }
}

impl Answer {
    fn of(text: &str, options: &Options) -> Answer {
        let out = transform(text, options, &Output::default());
        let issues = out.issues().iter().chain(out.tools().iter().flat_map(|tool| &tool.report.issues));
        let codecs = out.tools().iter().filter(|tool| !tool.codec.is_trivial());
        Answer {
            findings: issues.map(Finding::of).collect(),
            codecs: codecs.filter_map(|tool| serde_json::to_string(&tool.codec).ok()).collect(),
            output: out.output.unwrap_or_default(),
            read_as: out.read_as,
        }
    }

    /// How its findings differ from those of another: the codes and places of those that it lacks, and those that it
    /// has in addition.
    fn differences(&self, other: &Answer) -> String {
        let mut gone: Vec<(&str, String)> = Vec::new();
        let is_in = |finding: &Finding, answer: &Answer| answer.findings.contains(finding);
        for finding in other.findings.iter().filter(|finding| !is_in(finding, self)) {
            match gone.iter_mut().find(|(code, _)| *code == finding.code) {
                Some((_, places)) => places.extend([" ", &finding.place]),
                None => gone.push((finding.code, finding.place.clone())),
            }
        }
        let gone = gone.into_iter().map(|(code, places)| format!("- {code} {places}\n"));
        let new = self.findings.iter().filter(|finding| !is_in(finding, other)).map(|it| format!("+ {}", it.line()));
        gone.chain(new).collect()
    }
}

/// What the engine answers for one input: sections of `=== targets`, the output, `---`, the findings, and the codecs;
/// for targets other than the first, the findings as differences from the first's.
fn answers(text: &str) -> String {
    let mut sections: Vec<(Answer, Vec<String>)> = Vec::new();
    let mut add = |label: String, answer: Answer| match sections.iter_mut().find(|(known, _)| *known == answer) {
        Some((_, labels)) => labels.push(label),
        None => sections.push((answer, vec![label])),
    };
    for target in TARGETS {
        let options = Options::new(target);
        let drop_in = Answer::of(text, &options);
        let round_trip = Answer::of(text, &options.mode(Mode::RoundTrip));
        let differs = round_trip != drop_in;
        add(target.id.to_owned(), drop_in);
        if differs {
            add(format!("{} round-trip", target.id), round_trip);
        }
    }
    let mut text = String::new();
    for (at, (answer, labels)) in sections.iter().enumerate() {
        let _ = write!(text, "=== {}\n{}\n---\n", labels.join(", "), answer.output);
        if at == 0 {
            text.extend([&answer.read_as, "\n"]);
            answer.findings.iter().for_each(|finding| text += &finding.line());
        } else {
            text += &answer.differences(&sections[0].0);
        }
        answer.codecs.iter().for_each(|codec| text.extend(["codec ", codec, "\n"]));
    }
    text
}

fn every_answer_has_an_input() -> Outcome {
    let files = files()?;
    let stale = files.iter().filter(|path| !is_input(path) && !files.contains(&path.with_extension("json")));
    let stale: Vec<&PathBuf> = stale.collect();
    if stale.is_empty() { Ok(()) } else { Err(format!("answers without an input: {stale:?}").into()) }
}

/// Checks that the rule reports something in one of the specs of its folder.
fn takes_part(rule: &Rule) -> Outcome {
    for file in fs::read_dir(folder().join(format!("{}-{}", rule.code, rule.slug)))? {
        let path = file?.path();
        if is_input(&path) {
            let text = fs::read_to_string(path)?;
            let reports = |target: &lapidary::Target, mode| {
                let out = transform(&text, &Options::new(target).mode(mode), &Output::default());
                let of_tools = out.tools().iter().flat_map(|tool| &tool.report.issues);
                out.issues().iter().chain(of_tools).any(|issue| issue.code == rule.code)
            };
            let both = [Mode::DropIn, Mode::RoundTrip];
            if TARGETS.iter().any(|target| both.into_iter().any(|mode| reports(target, mode))) {
                return Ok(());
            }
        }
    }
    Err(format!("{} reports nothing in its own specs", rule.code).into())
}
