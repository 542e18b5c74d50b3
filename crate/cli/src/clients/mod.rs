//! Files in which clients configure their MCP servers, read as the clients do: Claude Desktop, Claude Code, Cursor, VS
//! Code, Gemini CLI, Zed, OpenCode, LibreChat, Codex.

mod entry;
mod fault;
mod variables;

use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    path::Path,
};

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use lapidary::Issue;
use lapidary_mcp::Server;
use serde_json::Value;

use crate::{input::plain_text, terminal::secrets::Secrets};
use entry::{Entry, is_on, is_ruled_out, member};
use fault::Fault;
use variables::{Variables, workspace};

pub(crate) use fault::wrong;

/// Entries by the names of their servers; each is read by itself, so that an invalid one does not affect the others.
type Entries = BTreeMap<String, Value>;

/// The members of clients' files that contain servers: of most clients, of `.vscode/mcp.json`, Zed, Codex, and the
/// settings of VS Code, under the name of one setting.
const LISTS: [&str; 5] = ["mcpServers", "servers", "context_servers", "mcp_servers", "mcp.servers"];

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
    let text = plain_text(file)?;
    // With comments and trailing commas, which most of these clients accept. Of an escape that JSON does not have, the
    // backslash would be lost, and the path that it stands in would be another one.
    let json = ParseOptions { allow_extended_string_escapes: false, ..ParseOptions::default() };
    let read = match file.extension().and_then(OsStr::to_str) {
        Some("yaml" | "yml") => serde_saphyr::from_str(&text).map_err(|error| error.to_string()),
        Some("toml") => toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            format!("{} on line {line}", error.message())
        }),
        _ => parse_to_serde_value(&text, &json).map_err(|error| error.to_string()),
    };
    let content: Value = read.map_err(|error| {
        let help = if ["escape", "hex"].iter().any(|word| error.contains(word)) {
            "write each backslash of a path as `\\\\`"
        } else {
            "expected the configuration file of an MCP client: JSON, YAML as .yaml, or TOML as .toml"
        };
        wrong(without_values(&error), help)
    })?;
    // Gemini CLI and its forks take `$NAME` for a variable (`resolveEnvVarsInString`); to others it is text.
    let takes_bare = file.file_name() == Some(OsStr::new("settings.json")) && content["mcpServers"].is_object();
    let here = env::current_dir().unwrap_or_default();
    let configured = |(name, entry): (String, Value)| {
        let mut variables = Variables::new(variables, takes_bare, workspace(file, &here));
        let server = Entry::of(&entry).and_then(|entry| entry.server(&mut variables));
        let server = server.map_err(|fault| fault.into_issue(file));
        let is_on = is_on(&entry) && !is_ruled_out(&content, &name);
        Configured { name, is_on, server, secrets: variables.secrets }
    };
    Ok(entries(&content, file, &here)?.into_iter().map(configured).collect())
}

/// The entries of all servers in a file for a client that runs `here`; there is at least one.
fn entries(content: &Value, file: &Path, here: &Path) -> Result<Entries, Box<Issue>> {
    let mut entries = Entries::new();
    for name in LISTS {
        let listed: Result<Option<Entries>, Fault> =
            member(content, &[name], "an object with an entry for each server");
        entries.extend(listed.map_err(|fault| fault.into_issue(file))?.into_iter().flatten());
    }
    // The settings of VS Code, or those of OpenCode; under this name, Gemini CLI has settings that are not objects.
    let mcp = &content["mcp"];
    let nested = mcp["servers"].as_object().or(mcp.as_object()).into_iter().flatten();
    entries.extend(nested.filter(|(_, entry)| entry.is_object()).map(|(name, entry)| (name.clone(), entry.clone())));
    // Claude Code: the servers of the innermost project around the folder precede those of the user.
    let projects = &content["projects"];
    let local = here.ancestors().find_map(|folder| projects[folder.to_str()?]["mcpServers"].as_object());
    entries.extend(local.into_iter().flatten().map(|(name, entry)| (name.clone(), entry.clone())));
    let mut others = projects.as_object().into_iter().flatten();
    if entries.is_empty()
        && others.any(|(_, project)| project["mcpServers"].as_object().is_some_and(|of| !of.is_empty()))
    {
        let help = "`projects` has servers of other folders; run this in one of them";
        return Err(wrong("the file configures no MCP server for the current folder".to_owned(), help));
    }
    if entries.is_empty() {
        let help = "servers are listed under `mcpServers`, `servers`, `context_servers`, `mcp_servers`, `mcp.servers` or `mcp`";
        return Err(wrong("the file configures no MCP server".to_owned(), help));
    }
    Ok(entries)
}

/// The message of a parser without the text that it quotes, which may be the value of a variable.
fn without_values(said: &str) -> String {
    match (said.find('"'), said.rfind('"')) {
        (Some(start), Some(end)) if start < end => format!("{}…{}", &said[..=start], &said[end..]),
        _ => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::{fmt::Write as _, fs};

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
    fn servers_of_a_project_of_claude_code_are_those_of_its_folder() {
        let file: Value = serde_json::from_str(
            r#"{"mcpServers": {"u": {}, "p": {"command": "user"}}, "projects": {
                "/x": {"mcpServers": {"p": {"command": "x"}}}, "/x/y": {"history": []}, "/z": {"mcpServers": {"z": {}}}}}"#,
        )
        .expect("JSON");
        let of = |content: &Value, here: &str| entries(content, Path::new("f"), Path::new(here));
        let names = |here| of(&file, here).map(|entries| entries.into_keys().collect::<String>()).unwrap_or_default();
        assert_eq!([names("/x/y/w"), names("/z"), names("/xy")], ["pu", "puz", "pu"]);
        assert_eq!(of(&file, "/x/y").expect("entries")["p"]["command"], "x");
        let projects = serde_json::json!({"mcpServers": {}, "projects": file["projects"]});
        let said = of(&projects, "/").err().map(|issue| issue.message);
        assert_eq!(said.as_deref(), Some("the file configures no MCP server for the current folder"));
    }

    #[test]
    fn servers_that_gemini_cli_rules_out_are_off() {
        let off = |settings: &str| {
            let servers = r#""mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}}"#;
            let lines = read("settings.json", &format!("{{{servers}, {settings}}}"));
            let names = lines.lines().filter(|line| line.contains(" (off): ")).map(|line| line[..1].to_owned());
            names.collect::<String>()
        };
        for (settings, want) in [
            (r#""mcp": {"excluded": ["a", 5]}"#, "a"),
            (r#""excludeMCPServers": ["b"], "mcp": {"allowed": ["b"]}"#, "ab"),
            (r#""mcp": {"allowed": ["a"], "excluded": []}"#, "b"),
            (r#""allowMCPServers": ["a", "c"]"#, "b"),
            (r#""mcp": {"allowed": []}"#, "ab"),
            (r#""mcp": {"serverCommand": "x"}"#, ""),
        ] {
            assert_eq!(off(settings), want, "{settings}");
        }
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
        assert_eq!(said("{\"mcp\": 5}"), "the file configures no MCP server");
        assert_eq!(said("{\"mcpServers\": null, \"mcp\": {\"a\": []}}"), "the file configures no MCP server");
        assert_eq!(said("nope"), "Unexpected word on line 1 column 1");
        assert_eq!(said("[]"), "the file configures no MCP server");
        let no_list = "its `mcpServers` must be an object with an entry for each server";
        assert_eq!(said("{\"mcpServers\": [\"sk-1\"]}"), no_list);
        assert_eq!(said_of("x.toml", "[[mcpServers]]\nkey = \"sk-1\""), no_list);
    }

    #[test]
    fn a_path_with_single_backslashes_starts_no_server() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, start, end, line) in [
            ("mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\",\n\"args\": [\"", "\"]}}}", 2),
            ("config.toml", "[mcp_servers.a]\ncommand = \"x\"\nargs = [\"", "\"]", 3),
            ("librechat.yaml", "mcpServers:\n  a:\n    command: x\n    args: [\"", "\"]", 4),
        ] {
            for path in [r"C:\Projects\me", r"C:\Users\me", r"C:\me\users"] {
                let file = folder.path().join(name);
                fs::write(&file, format!("{start}{path}{end}")).expect("a file");
                let issue = servers(&file, &[]).err().expect("an error");
                assert!(issue.message.contains(&format!("line {line}")), "{path}: {}", issue.message);
                assert_eq!(issue.help, r"write each backslash of a path as `\\`", "{}", issue.message);
            }
        }
    }

    #[test]
    fn an_entry_of_another_form_does_not_affect_the_others() {
        let json = r#"{"mcpServers": {
            "//": "my servers", "no": null,
            "good": {"command": "x", "env": {"PORT": 8080, "ON": true, "OFF": null}, "url": null},
            "args": {"command": "x", "args": "sk-1"}, "arg": {"command": "x", "args": [5]}, "command": {"command": 5},
            "env": {"command": "x", "env": "KEY=sk-1"}, "value": {"command": "x", "env": {"A": ["sk-1"]}},
            "url": {"httpUrl": 5}, "off": {"command": 5, "disabled": true}
        }}"#;
        insta::assert_snapshot!(read("x.json", json));
        let toml = "[mcp_servers.a]\ncommand = \"x\"\n[mcp_servers.b]\ncommand = \"x\"\nenv = \"sk-1\"";
        let lines = read("x.toml", toml);
        assert!(lines.ends_with("b: its `env` must be an object with strings as values\n"), "{lines}");
    }
}
