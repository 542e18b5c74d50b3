//! The messages by which errors are recognized.

use super::violation::Violation;
use crate::catalogue::MESSAGES;

/// How messages about a tool's schema start of which no row is known: those of Vertex AI, of Gemini about JSON Schema, of
/// OpenAI, of Anthropic, of Amazon Bedrock, of Moonshot AI and of llama.cpp.
const FORMS: [&str; 12] = [
    "Unable to submit request because `{FN}` functionDeclaration ",
    "Unable to submit request because function parameters schema ",
    "schema at properties{MEMBER_PATH} ",
    "schema at top-level ",
    "Invalid schema for function '{FN}': ",
    "Invalid schema for response_format '{RESPONSE}': ",
    "tools.{N}.custom.input_schema: ",
    "tools.{N}.input_schema: ",
    "The format of the value at toolConfig.tools.{N}.toolSpec.inputSchema.json ",
    "The value at toolConfig.tools.{N}.toolSpec.inputSchema.json",
    "tools.function.parameters is not a valid moonshot flavored json schema",
    "JSON schema conversion failed:",
];

/// A message by which an error is recognized.
pub(super) struct Record {
    /// The row of the catalogue; `None` for a form.
    pub(super) row: Option<&'static str>,
    pub(super) text: &'static str,
    /// Where it starts in the text.
    start: usize,
    /// What Google's servers say in it.
    pub(super) violation: Option<Violation<'static>>,
    /// Whether it is recognized anywhere; if not, only after a form.
    pub(super) stands_alone: bool,
}

/// The least length of a statement that other programs do not make about something else.
const TELLING: usize = 30;

impl Record {
    fn new(row: Option<&'static str>, text: &'static str) -> Record {
        let (start, violation) = Violation::recorded(text).map_or((0, None), |(start, found)| (start, Some(found)));
        Record { row, text, start, violation, stands_alone: true }
    }

    /// The statement of a message that a form introduces. Servers say the same after other forms, and programs show it
    /// alone; one that is short, or begins with a value or in the middle of a sentence, is nothing by itself.
    fn statement(row: &'static str, text: &'static str) -> Option<Record> {
        let statement = FORMS.iter().find_map(|form| text.strip_prefix(form))?.trim_start_matches([' ', '`']);
        let values: usize = statement.split('{').skip(1).filter_map(|part| part.find('}')).sum();
        let is_telling = statement.len() - values >= TELLING;
        let stands_alone = is_telling && statement.starts_with(|first: char| first.is_ascii_alphabetic());
        Some(Record { stands_alone, ..Record::new(Some(row), statement) })
    }

    pub(super) fn first(&self) -> u8 {
        self.text.as_bytes()[self.start]
    }

    /// Whether its first byte, which may be that of a value, may be this one.
    pub(super) fn may_start_with(&self, byte: u8) -> bool {
        self.first() == byte || self.text.starts_with('{')
    }
}

/// All records: the messages of the catalogue, their statements, then the forms.
pub(super) fn records() -> Vec<Record> {
    let recorded = MESSAGES.iter().flat_map(|(row, text)| {
        let whole = Record::new(Some(row), text);
        [Some(whole), Record::statement(row, text)].into_iter().flatten()
    });
    recorded.chain(FORMS.iter().map(|text| Record::new(None, text))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::{
        catalogue::{CATALOGUE, PROVIDERS},
        explain_error,
    };

    /// A message as a server would write it.
    fn sample(message: &str) -> String {
        let filled = [("{T}", "0"), ("{N}", "1"), ("{K}", "2"), ("{I}", "3"), ("{PATH}", ".properties[0].value")]
            .iter()
            .fold(message.to_owned(), |text, (placeholder, value)| text.replace(placeholder, value));
        let mut parts = filled.split('{');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + "x" + part.split_once('}').map_or("", |(_, rest)| rest))
    }

    #[test]
    fn every_message_of_the_catalogue_is_recognized_as_its_row() {
        assert!(MESSAGES.len() > 80);
        for (row, message) in MESSAGES {
            let errors = explain_error(&sample(message));
            assert!(errors.len() == 1 && errors[0].rows.contains(row), "{row}: {message}: {errors:?}");
        }
    }

    /// llama.cpp's converter lists its errors below one heading, and programs show them alone.
    #[test]
    fn errors_below_a_heading_are_recognized_without_it() {
        for (text, row) in [
            ("Unsupported ref: #/$defs/Foo", "LC-ref"),
            ("failed: Unrecognized schema: {\"description\":\"x\"}", "LC-unrecognized"),
            ("JSON schema conversion failed:\nUnsupported ref: #/$defs/Foo", "LC-ref"),
        ] {
            let errors = explain_error(text);
            assert!(errors.len() == 1 && errors[0].rows == [row], "{text}: {errors:?}");
        }
        let both = "JSON schema conversion failed:\nUnsupported ref: #/$defs/A\nUnrecognized schema: {\"not\":{}}";
        assert_eq!(
            explain_error(both).iter().flat_map(|it| &it.rows).collect::<Vec<_>>(),
            [&"LC-ref", &"LC-unrecognized"]
        );
    }

    /// The texts as the documentation shows them, alone and in what programs print.
    #[test]
    fn every_text_of_the_catalogue_is_recognized_as_its_row() {
        let mut missed = Vec::new();
        for catalogue in [CATALOGUE, PROVIDERS] {
            let rows: Vec<Value> = serde_json::from_str(catalogue).expect("the catalogue is JSON");
            for row in &rows {
                let (Some(id), Some(text)) = (row["id"].as_str(), row["text"].as_str()) else { continue };
                if row["messages"].as_array().is_some_and(Vec::is_empty) {
                    assert!(text.starts_with("400"), "{id} has a text, and no message to recognize it by");
                    continue;
                }
                let text = sample(text);
                let quoted = serde_json::to_string(&text).expect("a text is JSON");
                for text in [
                    text.clone(),
                    text.replace('\n', " "),
                    format!("2026-11-02T10:11:12Z ERROR [worker-3] failed: {text}\n    at Foo.bar (/app/x.js:12:3)"),
                    format!("BadRequestError: VertexAIException - {text}. Retrying in 3 s"),
                    format!(r#"{{"error": {{"code": 400, "message": {quoted}, "status": "INVALID_ARGUMENT"}}}}"#),
                ] {
                    if !explain_error(&text).iter().any(|error| error.rows.contains(&id)) {
                        missed.push(format!("{id}: {text}"));
                    }
                }
            }
        }
        assert_eq!(missed, Vec::<String>::new());
    }

    #[test]
    fn a_statement_is_recognized_after_any_form_and_alone() {
        for (text, row, place) in [
            ("Invalid schema for response_format 's': 6 levels of nesting exceeds limit of 5.", "OS-depth", ""),
            ("Invalid schema for function 'f': 6 levels of nesting exceeds limit of 5.", "OS-depth", "function `f`"),
            (
                "Invalid schema for response_format 's': In context=('properties', 'p'), 'default' is not permitted.",
                "OS-keyword",
                "parameter `p`",
            ),
            ("Invalid schema for response_format 's': 5 is not of type 'object'", "OA-metaschema", ""),
            ("In context=('properties', 'p'), 'uniqueItems' is not permitted", "OS-keyword", "parameter `p`"),
            ("srv: Pattern must start with '^' and end with '$'", "LC-pattern-anchors", ""),
            ("input_schema does not support oneOf, allOf, or anyOf at the top level", "AN-root-combinator", ""),
        ] {
            let [error] = &explain_error(text)[..] else { panic!("one error in {text}") };
            assert_eq!((error.rows.as_slice(), error.place.as_str()), (&[row][..], place), "{text}");
        }
        for other in ["5 is not of type 'object'", "git: Unsupported ref: refs/heads/main"] {
            assert_eq!(explain_error(other), []);
        }
    }

    #[test]
    fn messages_of_pydantic_name_the_field() {
        let text = "2 validation errors for Schema\nproperties.a.enum.0\n  Input should be a valid string \
                    [type=string_type, input_value=10, input_type=int]\n    For further information visit \
                    https://errors.pydantic.dev/2.14/v/string_type\nproperties.a.const\n  Extra inputs are not \
                    permitted [type=extra_forbidden, input_value='x', input_type=str]";
        let errors = explain_error(text);
        let found: Vec<_> = errors.iter().map(|error| (error.rows.as_slice(), error.keyword.as_deref())).collect();
        assert_eq!((errors[0].path.as_deref(), errors[0].rules.contains(&"GS025")), (Some("a"), true));
        assert_eq!(found, [(&["L-lcpy-int-enum"][..], Some("enum")), (&["L-genai-py-extra"][..], Some("const"))]);
        for text in [
            "1 validation error for Schema\nadditionalProperties\n  Extra inputs are not permitted \
             [type=extra_forbidden, input_value=False, input_type=bool]",
            "1 validation error for FunctionDeclaration\nparameters.additionalProperties\n  Extra inputs are not \
             permitted [type=extra_forbidden, input_value=False, input_type=bool]",
        ] {
            let [error] = &explain_error(text)[..] else { panic!("one error in {text}") };
            assert_eq!((error.keyword.as_deref(), error.path.as_deref()), (Some("additionalProperties"), Some("")));
        }
    }

    #[test]
    fn placeholders_that_are_searched_for_end_with_fixed_text() {
        for record in records().iter().filter(|record| record.violation.is_none()) {
            assert!(!record.text.contains("}{"), "{}", record.text);
        }
    }
}
