//! Files in which clients configure their MCP servers, read as the clients do: Claude Desktop, Claude Code, Cursor, VS
//! Code, Gemini CLI, Zed, OpenCode, LibreChat, Codex.

mod entry;
mod variables;

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs,
    path::Path,
};

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use lapidary::Issue;
use lapidary_mcp::Server;
use serde::{Deserialize, de::IgnoredAny};

use crate::{input::unreadable_file, secrets::Secrets};
use entry::Entry;
use variables::Variables;

type Entries = BTreeMap<String, Entry>;

/// The members of any client's file that contain servers; others are ignored.
#[derive(Deserialize)]
struct File {
    /// Most clients.
    #[serde(rename = "mcpServers", default)]
    most: Entries,
    /// `.vscode/mcp.json`.
    #[serde(rename = "servers", default)]
    code: Entries,
    /// Zed.
    #[serde(rename = "context_servers", default)]
    zed: Entries,
    /// Codex.
    #[serde(rename = "mcp_servers", default)]
    codex: Entries,
    /// The settings of VS Code, under the name of one setting.
    #[serde(rename = "mcp.servers", default)]
    setting: Entries,
    mcp: Option<Nested>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Nested {
    /// The settings of VS Code.
    Code { servers: Entries },
    /// OpenCode.
    OpenCode(Entries),
    /// An unrelated member of this name.
    Other(IgnoredAny),
}

/// A server of a file, or why it cannot be asked.
pub(crate) struct Configured {
    pub(crate) name: String,
    /// Whether the client would use the server.
    pub(crate) is_on: bool,
    pub(crate) server: Result<Server, Box<Issue>>,
    /// Values that are masked in output about it.
    pub(crate) secrets: Secrets,
}

/// The servers of a file. `variables` are given to the servers, and precede those of the environment in values.
///
/// # Errors
///
/// If the file cannot be read, or there is no server in it.
pub(crate) fn servers(file: &Path, variables: &[(OsString, OsString)]) -> Result<Vec<Configured>, Box<Issue>> {
    let text = fs::read_to_string(file).map_err(|error| unreadable_file(file, &error))?;
    let read = match file.extension().and_then(OsStr::to_str) {
        Some("yaml" | "yml") => serde_saphyr::from_str(&text).map_err(|error| error.to_string()),
        Some("toml") => toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            format!("{} on line {line}", error.message())
        }),
        // With comments and trailing commas, which most of these clients accept.
        _ => parse_to_serde_value(&text, &ParseOptions::default()).map_err(|error| error.to_string()),
    };
    let File { mut most, code, zed, codex, setting, mcp } = read.map_err(|error| {
        let help = "expected the configuration file of an MCP client: JSON, YAML as .yaml, or TOML as .toml";
        wrong(without_values(&error), help)
    })?;
    most.extend([code, zed, codex, setting].into_iter().flatten());
    if let Some(Nested::Code { servers } | Nested::OpenCode(servers)) = mcp {
        most.extend(servers);
    }
    if most.is_empty() {
        let help = "servers are listed under `mcpServers`, `servers`, `context_servers`, `mcp_servers`, `mcp.servers` or `mcp`";
        return Err(wrong("the file configures no MCP server".to_owned(), help));
    }
    let configured = |(name, entry): (String, Entry)| {
        let (is_on, mut variables) = (entry.is_on(), Variables::new(variables));
        let server = entry.server(&mut variables);
        let server = server.map_err(|what| wrong(what, "--env NAME=VALUE sets a variable"));
        Configured { name, is_on, server, secrets: variables.secrets }
    };
    Ok(most.into_iter().map(configured).collect())
}

/// The message of a parser without the text that it quotes, which may be the value of a variable.
fn without_values(said: &str) -> String {
    match (said.find('"'), said.rfind('"')) {
        (Some(start), Some(end)) if start < end => format!("{}…{}", &said[..=start], &said[end..]),
        _ => said.to_owned(),
    }
}

pub(crate) fn wrong(message: String, help: &str) -> Box<Issue> {
    Box::new(Issue::document("unreadable-config", message, help))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// How each server is reached, one per line.
    fn read(name: &str, text: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        fs::write(&file, text).expect("a file");
        let given = [("TOKEN".into(), "t k".into())];
        let mut lines = String::new();
        for Configured { name, is_on, server, .. } in servers(&file, &given).expect("servers") {
            let on = if is_on { "" } else { " (off)" };
            let is = match server {
                Ok(Server::Command(command)) => {
                    format!("{:?} {:?} {:?} in {:?}", command.program, command.args, command.env, command.folder)
                }
                Ok(Server::Endpoint(endpoint)) => format!("{} {:?}", endpoint.uri, endpoint.headers),
                Err(issue) => issue.message,
            };
            writeln!(lines, "{name}{on}: {is}").expect("memory is written");
        }
        lines
    }

    #[test]
    fn the_file_of_each_client_is_read() {
        let all = [
            ("claude_desktop_config.json", include_str!("samples/claude.json")),
            ("mcp.json", include_str!("samples/cursor.json")),
            ("mcp.json", include_str!("samples/vscode.json")),
            ("settings.json", include_str!("samples/vscode-settings.json")),
            ("settings.json", include_str!("samples/vscode-setting.json")),
            ("settings.json", include_str!("samples/gemini.json")),
            ("settings.json", include_str!("samples/zed.json")),
            ("opencode.json", include_str!("samples/opencode.json")),
            ("librechat.yaml", include_str!("samples/librechat.yaml")),
            ("config.toml", include_str!("samples/codex.toml")),
        ];
        insta::assert_snapshot!(all.map(|(name, text)| read(name, text)).join("\n"));
    }

    #[test]
    fn what_is_no_such_file_says_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let said_of = |name: &str, text: &str| {
            let file = folder.path().join(name);
            fs::write(&file, text).expect("a file");
            servers(&file, &[]).err().map(|issue| issue.message).unwrap_or_default()
        };
        let said = |text: &str| said_of("x.json", text);
        let toml = said_of("x.toml", "[mcp_servers.a]\ncommand = \"x\"\nenv = \"sk-1\"");
        assert_eq!(toml, "invalid type: string \"…\", expected a map on line 3");
        assert_eq!(said("{\"mcp\": 5}"), "the file configures no MCP server");
        assert_eq!(
            said("{\"mcpServers\": {\"a\": {\"command\": 5}}}"),
            "a command must be a string or an array of strings on line 1 column 22"
        );
        assert_eq!(said("nope"), "Unexpected word on line 1 column 1");
        let secret = said("{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": \"KEY=sk-\\\"1\"}}}");
        assert!(secret.starts_with("invalid type: string \"…\", expected a map"), "{secret}");
    }
}
