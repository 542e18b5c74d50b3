//! The entry of one server, in the format of any client.

use std::{collections::BTreeMap, ffi::OsString, fmt};

use http::{HeaderMap, HeaderName, HeaderValue, Uri};
use lapidary_mcp::{Command, Endpoint, Server};
use serde::{Deserialize, Deserializer};

use super::variables::Variables;

/// The entry of a server, with the members of all clients.
#[derive(Deserialize)]
pub(super) struct Entry {
    command: Option<Program>,
    #[serde(default, deserialize_with = "or_default")]
    args: Vec<String>,
    /// OpenCode names it `environment`.
    #[serde(alias = "environment", default, deserialize_with = "or_default")]
    env: BTreeMap<String, Scalar>,
    #[serde(rename = "envFile")]
    env_file: Option<String>,
    cwd: Option<String>,
    /// Gemini CLI names it `httpUrl` for streamable HTTP, Windsurf `serverUrl`.
    #[serde(alias = "httpUrl", alias = "serverUrl")]
    url: Option<String>,
    /// Codex names it `http_headers`.
    #[serde(alias = "http_headers", default, deserialize_with = "or_default")]
    headers: BTreeMap<String, Scalar>,
    /// Codex: the variables with the values of headers.
    #[serde(default)]
    env_http_headers: BTreeMap<String, String>,
    /// Codex: the variable with the token of `Authorization: Bearer`.
    bearer_token_env_var: Option<String>,
    #[serde(default)]
    disabled: bool,
    enabled: Option<bool>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a command must be a string or an array of strings")]
enum Program {
    /// Most clients: the program, whose arguments are in `args` of the entry.
    Name(String),
    /// OpenCode: the program and its arguments.
    Words(Vec<String>),
    /// Older versions of Zed.
    Parts {
        path: String,
        #[serde(default)]
        args: Vec<String>,
        #[serde(default)]
        env: BTreeMap<String, Scalar>,
    },
}

/// Text, or what YAML reads as another type without quotes.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a value is text")]
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

/// Reads `null` as the default.
fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl Entry {
    /// Whether the client would use the server.
    pub(super) fn is_on(&self) -> bool {
        !self.disabled && self.enabled.unwrap_or(true)
    }

    /// The server, or what is wrong with the entry.
    pub(super) fn server(self, variables: &mut Variables<'_>) -> Result<Server, String> {
        if let Some(file) = &self.env_file {
            return Err(format!("its environment variables are in `{file}`, which is not read"));
        }
        let value = |name: String| Scalar::Text(format!("${{{name}}}"));
        let mut headers = self.headers;
        headers.extend(self.env_http_headers.into_iter().map(|(header, name)| (header, value(name))));
        let bearer = self.bearer_token_env_var.map(|name| format!("Bearer ${{{name}}}"));
        headers.extend(bearer.map(|bearer| ("Authorization".to_owned(), Scalar::Text(bearer))));
        match (self.command, self.url) {
            (Some(program), _) => command(program, self.args, self.env, self.cwd, variables).map(Server::Command),
            (None, Some(url)) => endpoint(&url, headers, variables).map(Server::Endpoint),
            (None, None) => Err("it has neither a command nor a URL".to_owned()),
        }
    }
}

fn command(
    program: Program,
    beside: Vec<String>,
    env: BTreeMap<String, Scalar>,
    folder: Option<String>,
    variables: &mut Variables<'_>,
) -> Result<Command, String> {
    let (words, more) = match program {
        Program::Name(name) => (vec![name], BTreeMap::new()),
        Program::Words(words) => (words, BTreeMap::new()),
        Program::Parts { path, args, env } => ([vec![path], args].concat(), env),
    };
    let mut words = words.into_iter().chain(beside).map(|word| Ok(OsString::from(variables.expanded(&word)?)));
    let program = words.next().ok_or("its command is empty")??;
    let args = words.collect::<Result<_, String>>()?;
    let mut all = Vec::new();
    for (name, value) in env.into_iter().chain(more) {
        let value = variables.expanded(&value.to_string())?;
        variables.secrets.keep(&*value);
        all.push((name.into(), value.into()));
    }
    all.extend_from_slice(variables.given);
    let folder = folder.map(|folder| variables.expanded(&folder)).transpose()?.map(Into::into);
    Ok(Command { program, args, env: all, folder, ..Command::default() })
}

fn endpoint(url: &str, headers: BTreeMap<String, Scalar>, variables: &mut Variables<'_>) -> Result<Endpoint, String> {
    // The message does not quote the address, as any part of it may be secret.
    let uri: Uri = variables.expanded(url)?.parse().map_err(|error| format!("its address is not a URL: {error}"))?;
    let mut all = HeaderMap::new();
    for (name, value) in headers {
        let key: HeaderName = name.parse().map_err(|_| format!("`{name}` is not a valid header name"))?;
        let value = variables.expanded(&value.to_string())?;
        let mut value =
            HeaderValue::from_str(&value).map_err(|_| format!("the value of the header `{name}` is invalid"))?;
        value.set_sensitive(true);
        all.append(key, value);
    }
    variables.secrets.keep_request(&uri, &all);
    Ok(Endpoint { uri, headers: all })
}
