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
    choices::{FailOn, rule},
    config::Config,
    format::CheckFormat,
};
use clap::{Args, Parser, Subcommand};
use lapidary::{Options, Output, PositionEncoding, Rule};

use engine::{EngineArgs, FormArgs, OnErrorArg};
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

Exit codes: 0 nothing fails, 1 a finding does (--fail-on), 2 wrong usage or unreadable input.";

const DIFF: &str = "\
Examples:
  lapidary diff tools.json
  lapidary diff --tool search --json tools.json    a JSON Patch (RFC 6902) and the findings

Exit codes: 0 every tool is compatible, 1 some tool is not, 2 wrong usage or unreadable input.";

const TRANSFORM: &str = "\
Examples:
  lapidary transform tools.json > declarations.json
  lapidary transform --emit request --target auto --model gemini-2.5-flash tools.json
  lapidary transform --mode round-trip --format jsonl tools.jsonl    with the codec that `lapidary restore` takes

Exit codes: 0 every tool has a declaration, 1 some tool has none, 2 wrong usage or unreadable input.";

const EXTRACT: &str = "\
Examples:
  lapidary extract --server 'uvx mcp-server-fetch' > tools.json
  lapidary extract --config .mcp.json --name github > tools.json

Exit codes: 0 every server has listed its tools, 2 wrong usage or a server that has not.";

const RESTORE: &str = "\
Example:
  echo '{\"codec\": {…}, \"call\": {\"name\": \"search\", \"args\": {}}}' | lapidary restore";

const GATEWAY: &str = "\
Examples:
  lapidary gateway
  GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:8787 gemini      Gemini CLI through it
  lapidary gateway --listen 0.0.0.0:8080 --upstream https://gateway.example/gemini

It answers GET /healthz and GET /metrics (Prometheus) itself. Keys pass through and are kept nowhere.";

const PROXY: &str = "\
Examples:
  lapidary proxy -- npx -y @modelcontextprotocol/server-everything
  lapidary proxy --target gemini-json-schema -- uvx mcp-server-fetch
  lapidary proxy --url https://mcp.example/mcp --header 'Authorization: Bearer …'
  lapidary proxy --url https://mcp.example/mcp --listen 127.0.0.1:8788

In a client's configuration it stands before the server's command. It ends when the client or the server does.
Exit codes: 0 the client is done, 1 the server ended by itself, 2 wrong usage or a server that does not start.";

const EXPLAIN: &str = "\
Examples:
  lapidary explain GS014
  lapidary explain exclusive-minimum";

/// Rewrites MCP tool schemas for Google Gemini, and reports every change.
#[derive(Parser)]
#[command(name = "lapidary", version, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Report what Gemini would reject or ignore in tool schemas, where, and what to do about it
    #[command(after_help = CHECK)]
    Check(CheckArgs),
    /// Show how the schemas for Gemini differ from the original ones
    #[command(after_help = DIFF)]
    Diff(DiffArgs),
    /// Print the schemas as Gemini accepts them; of a Gemini request, the whole request
    #[command(after_help = TRANSFORM)]
    Transform(TransformArgs),
    /// Print the list of tools of a running MCP server, as it came
    #[command(after_help = EXTRACT)]
    Extract(ExtractArgs),
    /// Turn a model's call of a transformed tool back into a call of the original tool
    #[command(after_help = RESTORE)]
    Restore(RestoreArgs),
    /// Run a reverse proxy for the Gemini API that makes the tools of requests fit and restores the calls of answers
    #[command(after_help = GATEWAY)]
    Gateway(GatewayArgs),
    /// Run an MCP server with its tools made fit for the client's model, and calls of them restored
    #[command(after_help = PROXY)]
    Proxy(ProxyArgs),
    /// Print what a rule does and why, with examples and evidence
    #[command(after_help = EXPLAIN)]
    Explain(ExplainArgs),
    /// List the rules
    Rules(ListArgs),
    /// List the targets: the APIs and clients that schemas can be fitted to
    Targets(ListArgs),
    /// Ask the Gemini API whether the recorded refusals still are true
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
    /// The project's settings; by default lapidary.toml of this folder, or of the nearest one above that has it
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
    #[command(flatten)]
    form: FormArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = CheckFormat::Pretty)]
    format: CheckFormat,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Indent JSON by so many spaces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=16))]
    pub(crate) indent: Option<u8>,
    /// Exit with 1 for findings from this severity on [default: error]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,
    /// Findings of this file do not fail; `--format baseline` writes one
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Show findings that are cosmetic, and the evidence of each
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

#[derive(Args)]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) document: DocumentArgs,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// What to do with a tool that could no longer be given any argument
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
    /// Calls, each `{"codec": …, "call": {"name": …, "args": …}}` with the codec of the tool or of several, or with
    /// --codecs `{"name": …, "args": …}`; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<PathBuf>,
    /// The codecs of all calls: what `lapidary transform --mode round-trip --format jsonl` prints; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) codecs: Option<PathBuf>,
    /// Turn calls of the original tools into calls of the transformed ones instead
    #[arg(long)]
    pub(crate) encode: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// The project's settings, for their limits; by default lapidary.toml of this folder, or of the nearest one above that
    /// has it
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// The rule: `GS010`, `10` or `additional-properties`, or the keyword that it is for: `additionalProperties`, `$ref`
    #[arg(value_name = "CODE", value_parser = rule)]
    pub(crate) rule: &'static Rule,
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

    /// The name given with `--tool`, if any.
    pub(crate) fn tool(&self) -> Option<&str> {
        self.engine.tool.as_deref()
    }

    fn emitted(&self, form: &FormArgs) -> Output {
        let output = self.engine.tool.iter().fold(Output::default(), Output::tool);
        output.emit(form.emit.into())
    }
}

impl CheckArgs {
    pub(crate) fn format(&self) -> CheckFormat {
        if self.json { CheckFormat::Json } else { self.format }
    }

    pub(crate) fn emitted(&self) -> Output {
        self.document.emitted(&self.form)
    }
}

impl TransformArgs {
    pub(crate) fn emitted(&self) -> Output {
        let output = self.document.emitted(&self.form).on_error(self.on_error.into());
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
