//! Schemas that nest deeper than a target allows: what is reported, and how severe it is.

use lapidary::{Derivation, GEMINI, Issue, OPENAI_STRICT, Options, Severity, Target, check};

/// A tool whose schema has so many levels.
fn nested(levels: usize) -> String {
    let (open, close) = (r#"{"type":"object","properties":{"a":"#, "}}");
    let schema = format!("{}{}{}", open.repeat(levels - 1), r#"{"type":"string"}"#, close.repeat(levels - 1));
    format!(r#"{{"name":"f","inputSchema":{schema}}}"#)
}

fn issues(tool: &str, target: &Target) -> Vec<Issue> {
    check(tool, &Options::new(target)).tools.into_iter().flat_map(|tool| tool.issues).collect()
}

#[test]
fn what_the_api_rejects_is_an_error() {
    let shallow = GEMINI.derived(&Derivation::default().max_depth(5));
    for (target, levels, severity) in [
        (&GEMINI, 21, Severity::Warning),
        (&GEMINI, 31, Severity::Warning),
        (&GEMINI, 32, Severity::Error),
        (&OPENAI_STRICT, 11, Severity::Error),
        (&shallow, 6, Severity::Error),
    ] {
        let deep: Vec<Issue> =
            issues(&nested(levels), target).into_iter().filter(|issue| issue.code == "GS046").collect();
        assert!(!deep.is_empty() && deep.iter().all(|issue| issue.severity == severity), "{}, {levels}", target.id);
    }
    assert!(issues(&nested(20), &GEMINI).iter().all(|issue| issue.code != "GS046"));
}

#[test]
fn only_inlined_levels_are_a_warning() {
    let inlined = |levels: usize| {
        let definition = |at: usize| {
            let next = if at == levels {
                r#"{"type":"string"}"#.to_owned()
            } else {
                format!(r##"{{"$ref":"#/$defs/d{}"}}"##, at + 1)
            };
            format!(r#""d{at}":{{"type":"object","properties":{{"a":{next}}}}}"#)
        };
        let definitions = (0..=levels).map(definition).collect::<Vec<_>>().join(",");
        format!(
            r##"{{"name":"f","inputSchema":{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/d0"}}}},"$defs":{{{definitions}}}}}}}"##
        )
    };
    let found = issues(&inlined(40), &GEMINI).into_iter().find(|issue| issue.code == "GS046");
    assert_eq!(found.map(|issue| issue.severity), Some(Severity::Warning));
}

/// The source has items, and closes its objects; what replaces it is no reason to say that it does not.
#[test]
fn what_replaces_a_part_is_not_reported_as_the_source() {
    let array = format!("{}{}{}", r#"{"type":"array","items":"#.repeat(23), r#"{"type":"string"}"#, "}".repeat(23));
    let tool = format!(
        r#"{{"name":"f","inputSchema":{{"type":"object","properties":{{"a":{array}}},"required":["a"],"additionalProperties":false}}}}"#
    );
    for target in [&GEMINI, &OPENAI_STRICT] {
        let found = issues(&tool, target);
        assert!(found.iter().all(|issue| !matches!(issue.code.as_str(), "GS027" | "GS068")), "{found:#?}");
        let deep: Vec<&Issue> = found.iter().filter(|issue| issue.code == "GS046").collect();
        assert_eq!(deep.len(), 1, "{deep:#?}");
        assert!(deep[0].accepts_less.is_some(), "{deep:#?}");
    }
}
