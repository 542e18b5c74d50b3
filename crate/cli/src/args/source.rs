//! Arguments that name the input: files, and servers that are asked for their tools.

use std::{ffi::OsString, net::SocketAddr, path::PathBuf, time::Duration};

use clap::Args;
use http::{HeaderName, HeaderValue, Uri, uri::Authority};
use lapidary::Issue;
use lapidary_mcp::{Command, Endpoint, Limits, Server};

use crate::{
    clients::{self, Configured},
    terminal::secrets::Secrets,
};

const LIVE: &str = "Running MCP servers";

#[derive(Args)]
pub(crate) struct SourceArgs {
    /// JSON or YAML files: schemas, MCP tools, tools/list results, Gemini requests; `-` is standard input, the default
    files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) live: LiveArgs,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("started").args(["commands", "configs"]).multiple(true))]
#[command(group = clap::ArgGroup::new("asked").args(["commands", "uris", "configs"]).multiple(true))]
pub(crate) struct LiveArgs {
    /// Start a server with this command, split into words as in a shell, and list its tools over stdio
    #[arg(long = "server", help_heading = LIVE, value_name = "COMMAND", value_parser = command)]
    commands: Vec<(String, Command)>,
    /// An environment variable for started servers; NAME alone passes on its current value. By default they get PATH, HOME
    /// and a few others, and those that the file of --config sets
    #[arg(long, help_heading = LIVE, value_name = "NAME[=VALUE]", value_parser = variable, requires = "started")]
    env: Vec<(OsString, OsString)>,
    /// Pass all environment variables on to started servers
    #[arg(long, help_heading = LIVE, requires = "started")]
    inherit_env: bool,
    /// List the tools of the server at this address, over streamable HTTP or the older HTTP with server-sent events
    #[arg(long = "url", help_heading = LIVE, value_name = "URL", value_parser = uri)]
    uris: Vec<Uri>,
    /// A header for requests to the servers of --url, such as 'Authorization: Bearer …'
    #[arg(long = "header", help_heading = LIVE, value_name = "NAME: VALUE", value_parser = header, requires = "uris")]
    headers: Vec<(HeaderName, HeaderValue)>,
    /// List the tools of the servers in a client's configuration: Claude Desktop, Cursor, VS Code, Gemini CLI, Zed,
    /// OpenCode, LibreChat, Codex
    #[arg(long = "config", help_heading = LIVE, value_name = "FILE")]
    configs: Vec<PathBuf>,
    /// Only the server with this name in that file
    #[arg(long = "name", help_heading = LIVE, value_name = "NAME", requires = "configs")]
    names: Vec<String>,
    /// Seconds for a server to start and list its tools
    #[arg(long, help_heading = LIVE, value_name = "SECONDS", default_value_t = 60, requires = "asked",
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
}

/// A server, with the name by which output refers to it.
pub(crate) struct Named {
    pub(crate) name: String,
    /// How it is reached, or why it cannot be.
    pub(crate) server: Result<Server, Box<Issue>>,
    /// Values that are masked in output about it.
    pub(crate) secrets: Secrets,
}

impl Named {
    fn failed(name: String, why: Box<Issue>) -> Named {
        Named { name, server: Err(why), secrets: Secrets::default() }
    }
}

impl SourceArgs {
    /// The files to read; standard input if neither files nor servers are given.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        if self.files.is_empty() && self.live.is_empty() { vec![PathBuf::from("-")] } else { self.files.clone() }
    }

    /// Whether the input is a single document.
    pub(crate) fn is_one(&self) -> bool {
        self.files().len() + self.live.servers().len() == 1
    }
}

impl LiveArgs {
    fn is_empty(&self) -> bool {
        self.commands.is_empty() && self.uris.is_empty() && self.configs.is_empty()
    }

    /// The servers of `--server`, `--url` and `--config`.
    pub(crate) fn servers(&self) -> Vec<Named> {
        let mut secrets = Secrets::default();
        self.keep_variables(&mut secrets);
        let commands = self.commands.iter().map(|(name, command)| {
            let command = Command { env: self.env.clone(), inherits: self.inherit_env, ..command.clone() };
            Named { name: name.clone(), server: Ok(Server::Command(command)), secrets: secrets.clone() }
        });
        let endpoints = self.uris.iter().map(|uri| {
            let endpoint = Endpoint { uri: uri.clone(), headers: self.headers.iter().cloned().collect() };
            let mut secrets = secrets.clone();
            secrets.keep_request(uri, &endpoint.headers);
            Named { name: endpoint.place(), server: Ok(Server::Endpoint(endpoint)), secrets }
        });
        commands.chain(endpoints).chain(self.configured()).collect()
    }

    fn keep_variables(&self, secrets: &mut Secrets) {
        for (_, value) in &self.env {
            secrets.keep(value.to_string_lossy());
        }
    }

    /// The servers of `--config`: those of `--name`, or the enabled ones if there is no `--name`.
    fn configured(&self) -> Vec<Named> {
        let mut named = Vec::new();
        let mut known = Vec::new();
        for file in &self.configs {
            match clients::servers(file, &self.env) {
                Ok(servers) => {
                    known.extend(servers.iter().map(|one| one.name.clone()));
                    let is_wanted = |one: &Configured| {
                        if self.names.is_empty() { one.is_on } else { self.names.contains(&one.name) }
                    };
                    let wanted = servers.into_iter().filter(is_wanted);
                    let of = |Configured { name, server, mut secrets, .. }| {
                        self.keep_variables(&mut secrets);
                        let server = server.map(|server| match server {
                            Server::Command(command) => {
                                Server::Command(Command { inherits: self.inherit_env, ..command })
                            }
                            endpoint @ Server::Endpoint(_) => endpoint,
                        });
                        Named { name, server, secrets }
                    };
                    named.extend(wanted.map(of));
                }
                Err(issue) => named.push(Named::failed(file.display().to_string(), issue)),
            }
        }
        // Without a known name, no file could be read, which is reported.
        let unknown = self.names.iter().filter(|name| !known.is_empty() && !known.contains(name));
        named.extend(unknown.map(|name| {
            let message = format!("no server is called `{name}`");
            let files = self.configs.iter().map(|file| file.display().to_string()).collect::<Vec<_>>();
            Named::failed(files.join(", "), clients::wrong(message, &format!("there are {}", known.join(", "))))
        }));
        named
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits { time: Duration::from_secs(self.timeout), ..Limits::default() }
    }
}

fn command(given: &str) -> Result<(String, Command), String> {
    let words = shell_words::split(given).map_err(|error| error.to_string())?;
    let mut words = words.into_iter().map(OsString::from);
    let program = words.next().ok_or("the command is empty")?;
    Ok((given.to_owned(), Command { program, args: words.collect(), ..Command::default() }))
}

/// Parses `NAME=VALUE`, or `NAME`, whose value is taken from the environment of this process.
pub(super) fn variable(given: &str) -> Result<(OsString, OsString), String> {
    match given.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.into(), value.into())),
        None if !given.is_empty() => match std::env::var_os(given) {
            Some(value) => Ok((given.into(), value)),
            None => Err("this variable is not set".to_owned()),
        },
        _ => Err("expected NAME=VALUE, or NAME of a variable that is set".to_owned()),
    }
}

/// Parses the address to listen on.
pub(super) fn address(given: &str) -> Result<SocketAddr, String> {
    let local = given.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    let address = local.as_deref().unwrap_or(given).parse();
    address.map_err(|_| "expected an IP address and a port, such as 127.0.0.1:8787 or [::1]:8787".to_owned())
}

/// Parses the name of a host.
pub(super) fn host(given: &str) -> Result<String, String> {
    let host: Option<Authority> = given.parse().ok().filter(|host: &Authority| host.as_str() == host.host());
    let host = host.filter(|host| !host.as_str().contains('*'));
    let host = host.ok_or("expected the name of a host, without scheme, port and wildcards")?;
    Ok(host.as_str().to_owned())
}

pub(super) fn uri(given: &str) -> Result<Uri, String> {
    let is_web = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some();
    let uri = given.parse().ok().filter(is_web);
    uri.ok_or_else(|| "expected http://HOST/PATH or https://HOST/PATH".to_owned())
}

pub(super) fn header(given: &str) -> Result<(HeaderName, HeaderValue), String> {
    let (name, value) = given.split_once(':').ok_or("expected 'NAME: VALUE'")?;
    let name = name.trim().parse().map_err(|_| "invalid header name".to_owned())?;
    let mut value: HeaderValue = value.trim().parse().map_err(|_| "invalid header value".to_owned())?;
    value.set_sensitive(true);
    Ok((name, value))
}
