//! One server, in the words of any client.

use std::{collections::BTreeMap, ffi::OsString, fmt};

use http::{HeaderMap, HeaderName, HeaderValue, Uri};
use lapidary_mcp::{Command, Endpoint, Server};
use serde::{Deserialize, Deserializer};

use super::variables::expanded;

/// What clients say of a server.
#[derive(Deserialize)]
pub(super) struct Entry {
    command: Option<Program>,
    #[serde(default, deserialize_with = "or_default")]
    args: Vec<String>,
    /// `environment` is OpenCode's.
    #[serde(alias = "environment", default, deserialize_with = "or_default")]
    env: BTreeMap<String, Scalar>,
    #[serde(rename = "envFile")]
    env_file: Option<String>,
    cwd: Option<String>,
    /// `httpUrl` is Gemini CLI's for streamable HTTP, `serverUrl` Windsurf's.
    #[serde(alias = "httpUrl", alias = "serverUrl")]
    url: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    headers: BTreeMap<String, Scalar>,
    #[serde(default)]
    disabled: bool,
    enabled: Option<bool>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a command is text or a list of words")]
enum Program {
    /// Most clients; the arguments stand beside it.
    Name(String),
    /// OpenCode: the program and its arguments.
    Words(Vec<String>),
    /// Zed, before it did as most.
    Parts {
        path: String,
        #[serde(default)]
        args: Vec<String>,
        #[serde(default)]
        env: BTreeMap<String, Scalar>,
    },
}

/// Text, or what YAML reads as something else where no quotes are.
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

/// `null` is nothing.
fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

type Variables = [(OsString, OsString)];

impl Entry {
    /// Whether the client would use it.
    pub(super) fn is_on(&self) -> bool {
        !self.disabled && self.enabled.unwrap_or(true)
    }

    /// The server, or what is wrong with the entry.
    pub(super) fn server(self, given: &Variables) -> Result<Server, String> {
        if let Some(file) = &self.env_file {
            return Err(format!("its variables are in `{file}`, which is not read"));
        }
        match (self.command, self.url) {
            (Some(program), _) => command(program, self.args, self.env, self.cwd, given).map(Server::Command),
            (None, Some(url)) => endpoint(&url, self.headers, given).map(Server::Endpoint),
            (None, None) => Err("it has neither a command nor a URL".to_owned()),
        }
    }
}

fn command(
    program: Program,
    beside: Vec<String>,
    env: BTreeMap<String, Scalar>,
    folder: Option<String>,
    given: &Variables,
) -> Result<Command, String> {
    let (words, more) = match program {
        Program::Name(name) => (vec![name], BTreeMap::new()),
        Program::Words(words) => (words, BTreeMap::new()),
        Program::Parts { path, args, env } => ([vec![path], args].concat(), env),
    };
    let mut words = words.into_iter().chain(beside).map(|word| Ok(OsString::from(expanded(&word, given)?)));
    let program = words.next().ok_or("its command is empty")??;
    let args = words.collect::<Result<_, String>>()?;
    let variable = |(name, value): (String, Scalar)| Ok((name.into(), expanded(&value.to_string(), given)?.into()));
    let env: Result<Vec<_>, String> = env.into_iter().chain(more).map(variable).collect();
    let folder = folder.map(|folder| expanded(&folder, given)).transpose()?.map(Into::into);
    Ok(Command { program, args, env: env?.into_iter().chain(given.iter().cloned()).collect(), folder })
}

fn endpoint(url: &str, headers: BTreeMap<String, Scalar>, given: &Variables) -> Result<Endpoint, String> {
    // What is filled in may be secret, and is not shown.
    let uri: Uri = expanded(url, given)?.parse().map_err(|error| format!("`{url}` is no URL: {error}"))?;
    let mut all = HeaderMap::new();
    for (name, value) in headers {
        let key: HeaderName = name.parse().map_err(|_| format!("`{name}` is no name of a header"))?;
        let value = expanded(&value.to_string(), given)?;
        let mut value = HeaderValue::from_str(&value).map_err(|_| format!("the header `{name}` has no fit value"))?;
        value.set_sensitive(true);
        all.append(key, value);
    }
    Ok(Endpoint { uri, headers: all })
}
