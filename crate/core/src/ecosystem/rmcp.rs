//! Tools and calls of [`rmcp`], the Rust MCP SDK.
//!
//! A tool stays an MCP tool, for clients that hand its schema on to Gemini: its types are lower case and its root
//! is `"type":"object"`, because MCP clients refuse anything else.

use std::borrow::Cow;

use ::rmcp::model::{CallToolRequestParams, JsonObject, Tool};
use serde::Serialize;

use crate::{
    Call, Codec, Codecs, Emit, Issue, OnError, Options, Output, Role, Status, Transformed, ecosystem::too_deep,
    report::ToolReport, restore::Misfit, transform,
};

/// What became of a tool.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// What restores calls of it.
    pub codec: Codec,
    /// What changed. Pointers lead into the tool as it was, as JSON.
    pub issues: Vec<Issue>,
}

/// What became of the tools of a list.
#[derive(Debug)]
#[non_exhaustive]
pub struct FixedTools {
    /// What restores calls of them.
    pub codecs: Codecs,
    /// What changed in each tool that was given, in order. Pointers lead into the `tools/list` result.
    pub reports: Vec<ToolReport>,
    /// What changed that belongs to no single tool.
    pub issues: Vec<Issue>,
}

/// Fixes the input schema of a tool in place, and its name if the target does not take it.
///
/// It describes arguments: of the options, `role` has no say here.
///
/// ```
/// use lapidary::{Options, ecosystem::rmcp::Calls, ecosystem::rmcp::fix_tool};
/// use rmcp::model::{CallToolRequestParams, Tool, object};
/// use serde_json::json;
///
/// let input = object(json!({"type": "object", "properties": {"id": {"type": ["integer", "null"]}}}));
/// let mut tool = Tool::new("issue/read", "Read an issue.", input);
/// let fixed = fix_tool(&mut tool, &Options::default());
/// assert_eq!(tool.input_schema["properties"], json!({"id": {"type": "integer", "nullable": true}}));
///
/// let call = CallToolRequestParams::new(tool.name).with_arguments(object(json!({"id": 7})));
/// let (call, misfits) = fixed.codec.restore_call(call);
/// assert_eq!(call.name, "issue/read");
/// assert!(misfits.is_empty());
/// ```
pub fn fix_tool(tool: &mut Tool, options: &Options) -> Fixed {
    let (tools, mut issues) = transform_mcp(&tool, options, OnError::KeepGoing).into_findings();
    let mut codec = Codec::new(None);
    for answer in tools {
        let answer = apply(tool, answer);
        issues.extend(answer.report.issues);
        codec = answer.codec;
    }
    Fixed { codec, issues }
}

/// Fixes a list of tools in place; as [`fix_tool`]. Names become distinct. Tools that cannot be declared beside the
/// others are left out, and told: one that is there twice, and those beyond the target's number. `on_error` says what
/// becomes of tools that cannot be called any more; with [`OnError::Throw`], all tools stay as they were, with an issue.
pub fn fix_tools(list: &mut Vec<Tool>, options: &Options, on_error: OnError) -> FixedTools {
    let (tools, issues) = transform_mcp(&ToolList { tools: list }, options, on_error).into_findings();
    let mut codecs = Vec::new();
    let mut reports = Vec::new();
    let mut answers = tools.into_iter();
    list.retain_mut(|tool| {
        let Some(answer) = answers.next() else { return true };
        let stays = answer.declaration.is_some();
        let answer = apply(tool, answer);
        reports.push(answer.report);
        if stays {
            codecs.push((tool.name.clone().into_owned(), answer.codec));
        }
        stays
    });
    FixedTools { codecs: Codecs::new(codecs), reports, issues }
}

/// A `tools/list` result.
#[derive(Serialize)]
struct ToolList<'t> {
    tools: &'t [Tool],
}

fn transform_mcp(document: &impl Serialize, options: &Options, on_error: OnError) -> Transformed {
    let (options, output) =
        (options.clone().role(Role::Arguments), Output::default().emit(Emit::Same).on_error(on_error));
    transform(&serde_json::to_string(document).unwrap_or_default(), &options, &output)
}

/// Gives a tool the schema and the name of the answer. A schema that cannot be read back leaves the tool as it is,
/// and makes that the answer.
fn apply(tool: &mut Tool, mut answer: crate::Tool) -> crate::Tool {
    let schema = answer.report.transformed_schema.as_ref().map_or(NO_ARGUMENTS, |schema| schema.get());
    match serde_json::from_str::<JsonObject>(schema) {
        Ok(schema) => {
            tool.input_schema = schema.into();
            if let Some(declared) = &answer.codec.declared {
                tool.name = Cow::Owned(declared.clone());
            }
        }
        Err(error) => {
            answer.report.issues = vec![too_deep(&error)];
            answer.report.transforms_applied.clear();
            answer.report.status = Status::Incompatible;
            answer.codec = Codec::new(None);
        }
    }
    answer
}

/// The input schema of a tool without arguments.
const NO_ARGUMENTS: &str = r#"{"type":"object","properties":{}}"#;

/// Calls of fixed tools, restored and encoded; by a [`Codec`] those of one tool, by [`Codecs`] those of all.
pub trait Calls {
    /// A model's call as the server takes it, and what did not fit; that is passed on as it came.
    fn restore_call(&self, call: CallToolRequestParams) -> (CallToolRequestParams, Vec<Misfit>);

    /// A call as the model would have made it: the inverse of [`Calls::restore_call`], for the history of a
    /// conversation.
    fn encode_call(&self, call: CallToolRequestParams) -> (CallToolRequestParams, Vec<Misfit>);
}

impl Calls for Codec {
    fn restore_call(&self, call: CallToolRequestParams) -> (CallToolRequestParams, Vec<Misfit>) {
        through(call, |name, args| self.restore(name, args))
    }

    fn encode_call(&self, call: CallToolRequestParams) -> (CallToolRequestParams, Vec<Misfit>) {
        through(call, |name, args| self.encode(name, args))
    }
}

impl Calls for Codecs {
    fn restore_call(&self, call: CallToolRequestParams) -> (CallToolRequestParams, Vec<Misfit>) {
        through(call, |name, args| self.restore(name, args))
    }

    fn encode_call(&self, call: CallToolRequestParams) -> (CallToolRequestParams, Vec<Misfit>) {
        through(call, |name, args| self.encode(name, args))
    }
}

/// A call with its name and arguments put through a codec. No arguments stay none, unless the codec adds some.
fn through(
    mut call: CallToolRequestParams,
    codec: impl FnOnce(&str, &str) -> Call,
) -> (CallToolRequestParams, Vec<Misfit>) {
    let args = call.arguments.as_ref().and_then(|arguments| serde_json::to_string(arguments).ok());
    let Call { name, args, mut issues } = codec(&call.name, args.as_deref().unwrap_or("{}"));
    match serde_json::from_str::<JsonObject>(&args) {
        Ok(arguments) if arguments.is_empty() && call.arguments.is_none() => {}
        Ok(arguments) => call.arguments = Some(arguments),
        Err(error) => {
            issues.push(Misfit {
                pointer: String::new(),
                message: format!("the arguments could not be read back: {error}"),
            });
        }
    }
    call.name = Cow::Owned(name);
    (call, issues)
}
