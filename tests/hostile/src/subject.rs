//! The inputs of commands that are made of a member of a family.

use crate::{draw, families::Made};

/// The texts that are made of a member of a family.
pub(crate) struct Subject {
    /// The document, for all commands that read one.
    pub(crate) document: String,
    /// A body of Gemini's, and one of OpenAI's.
    pub(crate) requests: Vec<String>,
    /// A result of `tools/list`.
    pub(crate) list: String,
    /// Arguments that the tool is called with.
    pub(crate) arguments: Option<String>,
    /// The answer of a model, instead of a call with these arguments.
    pub(crate) answer: Option<String>,
}

impl Subject {
    pub(crate) fn of(made: Made, size: usize) -> Subject {
        match made {
            Made::Schema(schema) => {
                let arguments = draw::arguments(&schema, size);
                Subject::tool(&schema, Some(arguments), None)
            }
            Made::Arguments { schema, arguments } => Subject::tool(&schema, Some(arguments), None),
            Made::Answer { schema, answer } => Subject::tool(&schema, None, Some(answer)),
            Made::Document(document) => Subject {
                requests: vec![document.clone()],
                list: document.clone(),
                document,
                arguments: None,
                answer: None,
            },
        }
    }

    fn tool(schema: &str, arguments: Option<String>, answer: Option<String>) -> Subject {
        let called = arguments.as_deref().unwrap_or("{}");
        let text = serde_json::Value::from(called);
        let gemini = format!(
            r#"{{"contents":[{{"role":"model","parts":[{{"functionCall":{{"name":"t","args":{called}}}}}]}}],"tools":[{{"functionDeclarations":[{{"name":"t","parametersJsonSchema":{schema}}}]}}]}}"#
        );
        let openai = format!(
            r#"{{"messages":[{{"role":"assistant","tool_calls":[{{"id":"c","type":"function","function":{{"name":"t","arguments":{text}}}}}]}}],"tools":[{{"type":"function","function":{{"name":"t","parameters":{schema}}}}}]}}"#
        );
        Subject {
            document: format!(r#"{{"name":"t","inputSchema":{schema}}}"#),
            requests: vec![gemini, openai],
            list: format!(r#"{{"tools":[{{"name":"t","inputSchema":{schema},"outputSchema":{schema}}}]}}"#),
            arguments,
            answer,
        }
    }
}
