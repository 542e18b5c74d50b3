//! Tools and calls of [`rmcp`], the Rust MCP SDK.
//!
//! A tool stays an MCP tool, for clients that pass its schema on to Gemini: its types are lower case and its root is
//! `"type":"object"`, because MCP clients reject anything else.

use std::borrow::Cow;

use ::rmcp::model::{CallToolRequestParams, JsonObject, Tool};
use serde::Serialize;

use crate::{
    Call, Codec, Codecs, Emit, Issue, OnError, Options, Output, Role, Status, Transformed, declare::NO_ARGUMENTS,
    ecosystem::too_deep, report::ToolReport, restore::Misfit, transform,
};

/// The result of [`fix_tool`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The codec that restores calls of the tool.
    pub codec: Codec,
    /// What changed. Pointers lead into the original tool, as JSON.
    pub issues: Vec<Issue>,
}

/// The result of [`fix_tools`].
#[derive(Debug)]
#[non_exhaustive]
pub struct FixedTools {
    /// The codecs that restore calls of the tools.
    pub codecs: Codecs,
    /// The report on each tool that was given, in order. Pointers lead into the `tools/list` result.
    pub reports: Vec<ToolReport>,
    /// The issues that belong to no single tool.
    pub issues: Vec<Issue>,
}

/// Fixes the input schema of a tool in place, and its name if the target does not take it.
///
/// The schema describes arguments, so [`Options::role`] is ignored.
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

/// Fixes a list of tools in place, like [`fix_tool`]. Names become distinct. Tools that cannot be declared together
/// with the others are removed and reported: duplicates, and those beyond the target's maximum. `on_error` controls
/// what happens to tools that can no longer be called; with [`OnError::Throw`], all tools stay as they were, with an
/// issue.
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

/// Applies the schema and the name of `answer` to a tool. If the schema cannot be read back, the tool stays as it is,
/// and the returned answer reports that.
fn apply(tool: &mut Tool, mut answer: crate::Tool) -> crate::Tool {
    let report = &answer.report;
    let schema = report.transformed_schema.as_ref().map(|schema| schema.get()).or(report.empty_schema);
    let schema = schema.unwrap_or(NO_ARGUMENTS);
    match serde_json::from_str::<JsonObject>(schema) {
        Ok(schema) => {
            tool.input_schema = schema.into();
            if let Some(declared) = &answer.codec.declared {
                tool.name = Cow::Owned(declared.clone());
            }
        }
        Err(error) => {
            answer.report.issues = vec![too_deep(&error)];
            answer.report.emptied.clear();
            answer.report.transforms_applied.clear();
            answer.report.status = Status::Incompatible;
            answer.codec = Codec::new(None);
        }
    }
    answer
}

/// Restores and encodes calls of fixed tools: a [`Codec`] those of one tool, [`Codecs`] those of several.
pub trait Calls {
    /// Restores a model's call to what the server takes. Parts that do not fit the codec are passed on unchanged,
    /// and returned as misfits.
    fn restore_call(&self, call: CallToolRequestParams) -> (CallToolRequestParams, Vec<Misfit>);

    /// Encodes a call as the model would have made it: the inverse of [`Calls::restore_call`], for the history of a
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

/// Applies a codec to the name and the arguments of a call. Absent arguments stay absent, unless the codec adds some.
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
            issues.push(Misfit::whole(format!("the arguments could not be read back: {error}")));
        }
    }
    call.name = Cow::Owned(name);
    (call, issues)
}
