//! The entry of one server, in the format of any client.

use std::{collections::BTreeMap, ffi::OsString, fmt};

use http::{HeaderMap, HeaderName, HeaderValue, Uri};
use lapidary_mcp::{Command, Endpoint, Server};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use super::{fault::Fault, variables::Variables};

/// Environment variables or headers; VS Code writes null for those that it removes.
type Texts = BTreeMap<String, Option<Scalar>>;

const TEXT: &str = "a string";
const TEXTS: &str = "an object with strings as values";

/// The entry of a server, with the members of all clients.
pub(super) struct Entry {
    command: Option<Program>,
    args: Vec<String>,
    env: Texts,
    env_file: Option<String>,
    cwd: Option<String>,
    url: Option<String>,
    headers: Texts,
    /// Codex: the variables with the values of headers.
    env_http_headers: BTreeMap<String, String>,
    /// Codex: the variable with the token of `Authorization: Bearer`.
    bearer_token_env_var: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Program {
    /// Most clients: the program, whose arguments are in `args` of the entry.
    Name(String),
    /// OpenCode: the program and its arguments.
    Words(Vec<String>),
    /// Older versions of Zed.
    Parts { path: String, args: Option<Vec<String>>, env: Option<Texts> },
}

/// Text, or what JSON and YAML read as another type without quotes.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Text(String),
    Integer(i64),
    Flag(bool),
    Number(f64),
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Text(text) => f.write_str(text),
            Scalar::Integer(number) => number.fmt(f),
            Scalar::Flag(flag) => flag.fmt(f),
            Scalar::Number(number) => number.fmt(f),
        }
    }
}

/// Whether the settings of Gemini CLI, also in their older form, rule out a server by its name.
pub(super) fn is_ruled_out(settings: &Value, name: &str) -> bool {
    let lists = |newer: &str, older: &str| {
        let lists = [settings["mcp"][newer].as_array(), settings[older].as_array()];
        lists.into_iter().flatten().map(|list| list.iter().any(|listed| listed == name)).collect::<Vec<_>>()
    };
    lists("excluded", "excludeMCPServers").contains(&true) || lists("allowed", "allowMCPServers").contains(&false)
}

/// Whether the client would use the server of an entry, and learn from the entry how to reach it.
pub(super) fn is_on(entry: &Value) -> bool {
    entry["disabled"] != true && entry["enabled"] != false && !is_of_extension(entry)
}

/// Whether an extension of Zed starts the server.
fn is_of_extension(entry: &Value) -> bool {
    entry["source"] == "extension"
}

impl Entry {
    /// Reads an entry; `Err` says what is wrong with it.
    pub(super) fn of(entry: &Value) -> Result<Entry, Fault> {
        if !entry.is_object() {
            return Err(Fault::Form("its entry is not an object".to_owned()));
        }
        if is_of_extension(entry) {
            return Err(Fault::ByClient("an extension of the client starts it".to_owned()));
        }
        Ok(Entry {
            command: member(entry, &["command"], "a string or an array of strings")?,
            args: member(entry, &["args"], "an array of strings")?.unwrap_or_default(),
            // OpenCode names it `environment`.
            env: member(entry, &["env", "environment"], TEXTS)?.unwrap_or_default(),
            env_file: member(entry, &["envFile"], TEXT)?,
            cwd: member(entry, &["cwd"], TEXT)?,
            // Gemini CLI names it `httpUrl` for streamable HTTP, Windsurf `serverUrl`.
            url: member(entry, &["url", "httpUrl", "serverUrl"], TEXT)?,
            // Codex names it `http_headers`.
            headers: member(entry, &["headers", "http_headers"], TEXTS)?.unwrap_or_default(),
            env_http_headers: member(entry, &["env_http_headers"], TEXTS)?.unwrap_or_default(),
            bearer_token_env_var: member(entry, &["bearer_token_env_var"], TEXT)?,
        })
    }

    /// The server, or what is wrong with the entry.
    pub(super) fn server(self, variables: &mut Variables<'_>) -> Result<Server, Fault> {
        if let Some(file) = &self.env_file {
            return Err(Fault::ByClient(format!("its environment variables are in `{file}`, which is not read")));
        }
        let value = |name: String| Some(Scalar::Text(format!("${{{name}}}")));
        let mut headers = self.headers;
        headers.extend(self.env_http_headers.into_iter().map(|(header, name)| (header, value(name))));
        let bearer = self.bearer_token_env_var.map(|name| format!("Bearer ${{{name}}}"));
        headers.extend(bearer.map(|bearer| ("Authorization".to_owned(), Some(Scalar::Text(bearer)))));
        match (self.command, self.url) {
            (Some(program), _) => command(program, self.args, self.env, self.cwd, variables).map(Server::Command),
            (None, Some(url)) => endpoint(&url, headers, variables).map(Server::Endpoint),
            (None, None) => Err(Fault::ByClient("it has neither a command nor a URL".to_owned())),
        }
    }
}

/// A member of an object by one of its names, unless it is absent or null. `form` is what it must be.
pub(super) fn member<T: DeserializeOwned>(object: &Value, names: &[&str], form: &str) -> Result<Option<T>, Fault> {
    let given = names.iter().find(|name| !object[**name].is_null());
    // The parser's message is not used, as it quotes values, which may be secret.
    given
        .map(|name| T::deserialize(&object[*name]).map_err(|_| Fault::Form(format!("its `{name}` must be {form}"))))
        .transpose()
}

fn command(
    program: Program,
    beside: Vec<String>,
    env: Texts,
    folder: Option<String>,
    variables: &mut Variables<'_>,
) -> Result<Command, Fault> {
    let (words, more) = match program {
        Program::Name(name) => (vec![name], BTreeMap::new()),
        Program::Words(words) => (words, BTreeMap::new()),
        Program::Parts { path, args, env } => {
            ([vec![path], args.unwrap_or_default()].concat(), env.unwrap_or_default())
        }
    };
    let mut words = words.into_iter().chain(beside).map(|word| Ok(OsString::from(variables.expanded(&word)?)));
    let program = words.next().ok_or_else(|| Fault::Form("its command is empty".to_owned()))??;
    let args = words.collect::<Result<_, Fault>>()?;
    let mut all = Vec::new();
    for (name, value) in env.into_iter().chain(more) {
        let Some(value) = value else { continue };
        let value = variables.expanded(&value.to_string())?;
        variables.secrets.keep(&*value);
        all.push((name.into(), value.into()));
    }
    all.extend_from_slice(variables.given);
    let folder = folder.map(|folder| variables.expanded(&folder)).transpose()?.map(Into::into);
    Ok(Command { program, args, env: all, folder, ..Command::default() })
}

fn endpoint(url: &str, headers: Texts, variables: &mut Variables<'_>) -> Result<Endpoint, Fault> {
    // The message does not quote the address, as any part of it may be secret.
    let uri: Uri =
        variables.expanded(url)?.parse().map_err(|error| Fault::Form(format!("its address is not a URL: {error}")))?;
    let mut all = HeaderMap::new();
    for (name, value) in headers {
        let Some(value) = value else { continue };
        let key: HeaderName = name.parse().map_err(|_| Fault::Form(format!("`{name}` is not a valid header name")))?;
        let value = variables.expanded(&value.to_string())?;
        let mut value = HeaderValue::from_str(&value)
            .map_err(|_| Fault::Form(format!("the value of the header `{name}` is invalid")))?;
        value.set_sensitive(true);
        all.append(key, value);
    }
    variables.secrets.keep_request(&uri, &all);
    Ok(Endpoint { uri, headers: all })
}
