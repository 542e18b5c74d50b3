//! Servers, and how they are reached.

use std::{ffi::OsString, path::PathBuf};

use http::{HeaderMap, Uri};

/// A server, and how it is reached.
#[derive(Clone, Debug)]
pub enum Server {
    /// A program to start, with messages over its standard input and output.
    Command(Command),
    /// A server that is already running.
    Endpoint(Endpoint),
}

/// How a server is started. No shell is involved.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// A path, or a name that is looked up in the `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Variables that it gets besides those of `inherits`.
    pub env: Vec<(OsString, OsString)>,
    /// Whether it gets all environment variables of this process, or only those that programs generally need: `PATH`,
    /// `HOME` and the like.
    pub inherits: bool,
    /// The folder that it starts in; by default that of this process.
    pub folder: Option<PathBuf>,
}

/// Where a server listens.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The address, with scheme and host.
    pub uri: Uri,
    /// The headers of every request, such as `Authorization`.
    pub headers: HeaderMap,
}

impl Endpoint {
    /// The address for display: `https://host:port/path`, without the user and the query, which may be secret.
    #[must_use]
    pub fn place(&self) -> String {
        let scheme = self.uri.scheme_str().map_or_else(String::new, |scheme| format!("{scheme}://"));
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        let host = authority.rsplit('@').next().unwrap_or_default();
        format!("{scheme}{host}{}", self.uri.path())
    }
}
