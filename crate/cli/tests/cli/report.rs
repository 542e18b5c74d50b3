//! The JSON report is valid against its committed JSON Schema.

use crate::{TOOLS, json, run};

#[test]
fn a_report_is_what_its_schema_says() {
    let schema = json(lapidary::REPORT_SCHEMA);
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for options in ["", "--target auto", "--target openai-strict --mode round-trip", "--target gemini-json-schema"] {
        for input in [TOOLS, include_str!("looks.json"), "nope"] {
            let report = json(&run(&format!("check --json {options}"), input).out);
            let errors: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{errors:?}");
            assert_eq!(report["version"], lapidary::internal::REPORT_VERSION);
        }
    }
}
