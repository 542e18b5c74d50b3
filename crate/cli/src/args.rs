//! The command line as typed arguments.

mod engine;
mod gateway;
mod output;
mod probe;
mod proxy;
mod shell;
mod source;
mod usage;

use std::path::PathBuf;

use crate::{
    choices::FailOn,
    config::Config,
    format::{CheckFormat, PrintOptions, Printer},
};
use clap::{Args, Parser, Subcommand};
use lapidary::{Options, Output, PositionEncoding};

use engine::{EmitArg, EngineArgs, OnErrorArg, RoleArg};
pub(crate) use gateway::GatewayArgs;
pub(crate) use output::{Format, OutputArgs};
pub(crate) use probe::ProbeArgs;
pub(crate) use proxy::ProxyArgs;
pub(crate) use shell::{CompletionsArgs, ManArgs};
pub(crate) use source::{LiveArgs, Named, SourceArgs};

const EXIT_CODES: &str =
    "Exit codes: 0 every tool is compatible, 1 some tool is not, 2 wrong usage or unreadable input.";

const CHECK: &str = "\
Examples:
  lapidary check tools.json
  lapidary check --target vertex-ai --mode round-trip tools.json
  lapidary check --server 'npx -y @modelcontextprotocol/server-everything'
  lapidary check --url http://localhost:3000/mcp --json
  lapidary check --table tools.json                   all tools at a glance, for every target

Exit codes: 0 no finding fails, 1 some finding fails (--fail-on), 2 wrong usage or unreadable input.";

const DIFF: &str = "\
Examples:
  lapidary diff tools.json
  lapidary diff --tool search --json tools.json    a JSON Patch (RFC 6902) and the findings

Exit codes: 0 every tool is compatible, 1 some tool is not, 2 wrong usage or unreadable input.";

const TRANSFORM: &str = "\
Examples:
  lapidary transform tools.json > declarations.json
  lapidary transform --emit request --target auto --model gemini-2.5-flash tools.json
  lapidary transform --mode round-trip --format jsonl tools.jsonl    with the codecs for `lapidary restore`

Exit codes: 0 every tool has a declaration, 1 some tool has none, a limit was met or (--format jsonl) a line is answered \
with an error, 2 wrong usage or unreadable input.";

const EXTRACT: &str = "\
Examples:
  lapidary extract --server 'uvx mcp-server-fetch' > tools.json
  lapidary extract --config .mcp.json --name github > tools.json

Exit codes: 0 every server listed its tools, 2 wrong usage or a server that did not.";

const RESTORE: &str = "\
Example:
  echo '{\"codec\": {…}, \"call\": {\"name\": \"search\", \"args\": {}}}' | lapidary restore

Exit codes: 0 every call is restored, 1 (--format jsonl) a line is answered with an error, 2 wrong usage or unreadable input.";

const GATEWAY: &str = "\
Examples:
  lapidary gateway
  GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:8787 gemini      Gemini CLI through it
  lapidary gateway --listen 0.0.0.0:8080 --upstream https://gateway.example/gemini

The gateway itself serves GET /healthz and GET /metrics (Prometheus). API keys are forwarded and never stored.";

const PROXY: &str = "\
Examples:
  lapidary proxy -- npx -y @modelcontextprotocol/server-everything
  lapidary proxy --target gemini-json-schema -- uvx mcp-server-fetch
  lapidary proxy --url https://mcp.example/mcp --header 'Authorization: Bearer …'
  lapidary proxy --url https://mcp.example/mcp --listen 127.0.0.1:8788

In a client's configuration, put `lapidary proxy --` before the server's command. The proxy ends with the client or the server.

Exit codes: 0 the client disconnected, 1 the server exited by itself, 2 wrong usage or a server that does not start.";

const EXPLAIN: &str = "\
Examples:
  lapidary explain GS014
  lapidary explain additionalProperties
  lapidary explain \"Unknown name \\\"const\\\" at 'tools[0].function_declarations[3].parameters': Cannot find field.\"
  lapidary explain - tools.json < error.log           which of the tools it is

Exit codes: 0 explained, 2 nothing is known of it.";

/// Adapts the schemas of MCP tools to Google Gemini, and reports every change.
#[derive(Parser)]
#[command(name = "lapidary", version, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Report what Gemini would reject or ignore in tool schemas, and how to fix it
    #[command(after_help = CHECK)]
    Check(CheckArgs),
    /// Show the changes to each schema as a diff
    #[command(after_help = DIFF)]
    Diff(DiffArgs),
    /// Print function declarations, or a whole request, that Gemini accepts
    #[command(after_help = TRANSFORM)]
    Transform(TransformArgs),
    /// Print the tools of a running MCP server, unchanged
    #[command(after_help = EXTRACT)]
    Extract(ExtractArgs),
    /// Restore a model's call of a transformed tool to a call of the original tool
    #[command(after_help = RESTORE)]
    Restore(RestoreArgs),
    /// Run a gateway to the Gemini API that adapts tools and restores calls
    #[command(after_help = GATEWAY)]
    Gateway(GatewayArgs),
    /// Run an MCP proxy that adapts a server's tools and restores calls
    #[command(after_help = PROXY)]
    Proxy(ProxyArgs),
    /// Explain an API's error message, a rule or a keyword: what it means, what to do, and the evidence
    #[command(after_help = EXPLAIN)]
    Explain(ExplainArgs),
    /// List the rules
    Rules(ListArgs),
    /// List the targets: the APIs and clients that schemas can be adapted to
    Targets(ListArgs),
    /// Ask the Gemini API whether the errors of the catalogue still occur
    #[command(after_help = probe::PROBE)]
    Probe(ProbeArgs),
    /// Print a script that completes commands and options in a shell
    #[command(after_help = shell::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Print the manual page, in the format of man
    #[command(after_help = shell::MAN)]
    Man(ManArgs),
}

#[derive(Args)]
pub(crate) struct DocumentArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// The project's settings; by default the nearest lapidary.toml, from this folder upwards
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    pub(crate) document: DocumentArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) document: DocumentArgs,
    /// What `transform` would print, which the findings are about: function declarations, the kind of document that was
    /// given, or one request, in which too many functions are an error [default: declarations; for an OpenAI request:
    /// same]
    #[arg(long, value_enum)]
    emit: Option<EmitArg>,
    /// What to print
    #[arg(long, value_enum, default_value_t = CheckFormat::Pretty)]
    format: CheckFormat,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Indent JSON by N spaces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=16))]
    pub(crate) indent: Option<u8>,
    /// Print a table of all tools instead of the findings: for each its verdict, worst loss, size, and the verdict for
    /// every target; then the rules
    #[arg(long, conflicts_with = "verbose")]
    pub(crate) table: bool,
    /// Exit with 1 if a finding has at least this severity [default: error]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,
    /// Known findings, which do not fail; `--format baseline` writes such a file
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Show cosmetic findings too, and the evidence for each finding
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

#[derive(Args)]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) document: DocumentArgs,
    /// The document to print: function declarations, the kind of document that was given, or a request [default:
    /// declarations]
    #[arg(long, value_enum)]
    emit: Option<EmitArg>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// What to do with a tool that can no longer be called with arguments
    #[arg(long, value_enum, default_value_t = OnErrorArg::KeepGoing)]
    on_error: OnErrorArg,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("source").args(["commands", "uris", "configs"]).required(true).multiple(true))]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) live: LiveArgs,
}

#[derive(Args)]
pub(crate) struct RestoreArgs {
    /// Calls: each `{"codec": …, "call": {"name": …, "args": …}}`, or with --codecs `{"name": …, "args": …}`; `-` is
    /// standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<PathBuf>,
    /// The codecs for all calls: the output of `lapidary transform --mode round-trip --format jsonl`; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) codecs: Option<PathBuf>,
    /// The inverse: turn calls of the original tools into calls of the transformed ones
    #[arg(long)]
    pub(crate) encode: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// The project's settings, for their limits; by default the nearest lapidary.toml, from this folder upwards
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// A rule (`GS010`, `10`, `additional-properties`), a keyword (`additionalProperties`, `$ref`), a row of the error
    /// catalogue (`P-unknown-const`), or the error message of an API with any text around it; `-` reads standard input
    #[arg(value_name = "WHAT")]
    pub(crate) what: String,
    /// The tools that the message is about, or their request: names the functions that it refers to by number
    #[arg(value_name = "FILE")]
    pub(crate) tools: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl DocumentArgs {
    pub(crate) fn options(&self, encoding: PositionEncoding, config: &Config) -> Options {
        self.engine.options(encoding, config)
    }

    /// The option that is given and has no effect, as the target is not `auto`.
    pub(crate) fn without_effect(&self, config: &Config) -> Option<&'static str> {
        self.engine.without_effect(config)
    }

    /// The name given with `--tool`, if any.
    pub(crate) fn tool(&self) -> Option<&str> {
        self.engine.tool.as_deref()
    }

    /// What is written, in this form.
    fn emitted(&self, form: EmitArg) -> Output {
        self.engine.tool.iter().fold(Output::default(), Output::tool).emit(form.into())
    }

    /// Whether a response schema is to be a request, which would declare it as the arguments of a tool.
    fn requests_response(&self, form: Option<EmitArg>) -> bool {
        matches!((self.engine.role, form), (RoleArg::Response, Some(EmitArg::Request)))
    }
}

impl CheckArgs {
    pub(crate) fn format(&self) -> CheckFormat {
        if self.json { CheckFormat::Json } else { self.format }
    }

    /// The printer of what was found.
    pub(crate) fn printer(&self, look: PrintOptions) -> Box<dyn Printer> {
        let format = self.format();
        let table = format.as_table().filter(|_| self.table);
        if let Some(table) = table { table.printer(look) } else { format.printer(look) }
    }

    /// What is checked; of a chat request as a whole, its `response_format` too.
    pub(crate) fn emitted(&self, is_whole: bool) -> Output {
        let usual = if is_whole { EmitArg::Same } else { EmitArg::Declarations };
        self.document.emitted(self.emit.unwrap_or(usual))
    }
}

impl TransformArgs {
    pub(crate) fn emitted(&self) -> Output {
        let output = self.document.emitted(self.emit.unwrap_or(EmitArg::Declarations)).on_error(self.on_error.into());
        self.output.indent.into_iter().fold(output, Output::indent)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
