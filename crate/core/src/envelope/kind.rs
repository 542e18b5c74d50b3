//! The kinds of documents, and their names in words.

use crate::{
    declare::{Root, bare, declaration, tool},
    json::{JsonId, Tape},
};

/// The kinds of documents that are recognized. In JSON: the variant's name in kebab case, except for `openai-…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "DocumentKind"))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EnvelopeKind {
    /// A JSON Schema by itself.
    Schema,
    /// One MCP tool.
    Tool,
    /// An array of MCP tools.
    ToolArray,
    /// The result of MCP `tools/list`.
    ToolsList,
    /// That result inside a JSON-RPC response.
    JsonRpc,
    /// One function as OpenAI takes it: `{"type":"function","function":{…}}`, or the flat form of the
    /// Responses API.
    #[serde(rename = "openai-tool")]
    OpenAiTool,
    /// An array of OpenAI tools.
    #[serde(rename = "openai-tool-array")]
    OpenAiToolArray,
    /// An OpenAI request: with `messages`, or with `tools` of that format, also of the Responses API. Also a request of
    /// Gemini's Interactions API with functions or a `response_format`.
    #[serde(rename = "openai-request")]
    OpenAiRequest,
    /// A request of Claude's Messages API: `messages`, and `tools` with an `input_schema` each.
    ClaudeRequest,
    /// One Gemini function declaration.
    Declaration,
    /// An array of Gemini function declarations.
    DeclarationArray,
    /// A Gemini `Tool`: `{"functionDeclarations":[…]}`, or an array of them.
    GeminiTool,
    /// A Gemini request: with `contents`, or with `tools` of that format.
    Request,
}

impl EnvelopeKind {
    /// Whether the document holds Gemini declarations already.
    #[must_use]
    pub fn is_gemini(self) -> bool {
        matches!(self, Self::Declaration | Self::DeclarationArray | Self::GeminiTool | Self::Request)
    }

    /// Whether its tools are all those of one request.
    #[must_use]
    pub fn is_request(self) -> bool {
        matches!(self, Self::GeminiTool | Self::Request | Self::OpenAiRequest | Self::ClaudeRequest)
    }

    /// Whether it holds functions as `OpenAI` takes them.
    #[must_use]
    pub fn is_openai(self) -> bool {
        matches!(self, Self::OpenAiTool | Self::OpenAiToolArray | Self::OpenAiRequest)
    }

    /// The root for one of its tools, or for its schema.
    pub(crate) fn root(self, tape: &Tape<'_>, at: JsonId) -> Root {
        match self {
            Self::Schema => bare(tape, at),
            kind if kind.is_gemini() => declaration(tape, at),
            _ => tool(tape, at),
        }
    }

    /// Whether it holds one thing rather than a list.
    #[must_use]
    pub fn is_single(self) -> bool {
        matches!(self, Self::Schema | Self::Tool | Self::OpenAiTool | Self::Declaration)
    }

    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Schema => "JSON Schema",
            Self::Tool => "MCP tool",
            Self::ToolArray => "array of MCP tools",
            Self::ToolsList => "tools/list result",
            Self::JsonRpc => "tools/list result in a JSON-RPC response",
            Self::OpenAiTool => "OpenAI tool",
            Self::OpenAiToolArray => "array of OpenAI tools",
            Self::OpenAiRequest => "OpenAI request",
            Self::ClaudeRequest => "Claude request",
            Self::Declaration => "Gemini function declaration",
            Self::DeclarationArray => "array of Gemini function declarations",
            Self::GeminiTool => "Gemini tool",
            Self::Request => "Gemini request",
        }
    }
}
