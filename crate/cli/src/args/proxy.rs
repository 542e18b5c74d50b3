//! Arguments of `lapidary proxy`.

use std::{ffi::OsString, net::SocketAddr, path::PathBuf, time::Duration};

use clap::Args;
use http::{HeaderName, HeaderValue, Uri};
use lapidary::{Mode, Options, Rule, Target};
use lapidary_mcp::{Command, Endpoint, Server};
use lapidary_proxy::{Limits, Listening, Profiles};

use super::{
    engine::targets,
    source::{address, header, host, uri, variable},
};
use crate::{
    choices::{ModeArg, find_rule},
    config::Config,
};

#[derive(Args)]
pub(crate) struct ProxyArgs {
    /// The server: its command and arguments, after `--`
    #[arg(last = true, required_unless_present = "url", value_name = "COMMAND")]
    command: Vec<OsString>,
    /// The server's address, instead of a command: streamable HTTP, or HTTP with server-sent events (2024-11-05)
    #[arg(long, value_name = "URL", value_parser = uri, conflicts_with = "command")]
    url: Option<Uri>,
    /// A header for requests to this address, such as 'Authorization: Bearer …'
    #[arg(long = "header", value_name = "NAME: VALUE", value_parser = header, conflicts_with = "command")]
    headers: Vec<(HeaderName, HeaderValue)>,
    /// Serve clients over HTTP at this address and port, at the path /mcp; port 0 takes a free one. A server that is given
    /// as a command is started once for each session, or once for all clients that use the protocol of 2026-07-28 or later
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) listen: Option<SocketAddr>,
    /// A host name of the listening proxy, in addition to localhost and its address
    #[arg(long = "host", value_name = "NAME", value_parser = host, requires = "listen")]
    hosts: Vec<String>,
    /// Forward the `Authorization` of clients to the server; by default it gets only that of --header
    #[arg(long, requires_all = ["listen", "url"])]
    pass_authorization: bool,
    /// The maximum number of running servers; for a further client, the one that has been idle for the longest time is
    /// stopped. If none is idle, the client is answered with 503
    #[arg(long, value_name = "NUMBER", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..), requires = "listen", conflicts_with = "url")]
    max_servers: u32,
    /// Seconds after which a started server is stopped if no client sends it a request or listens to it
    #[arg(long, value_name = "SECONDS", default_value_t = 1_800, value_parser = clap::value_parser!(u32).range(1..), requires = "listen", conflicts_with = "url")]
    idle: u32,
    /// An environment variable for the server; NAME alone passes on its current value. By default the server gets PATH,
    /// HOME and a few others
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = variable, conflicts_with = "url")]
    env: Vec<(OsString, OsString)>,
    /// Pass all environment variables on to the server
    #[arg(long, conflicts_with = "url")]
    inherit_env: bool,
    /// The API that the schemas are for; by default the one that the connecting client needs
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    target: Option<&'static Target>,
    /// `round-trip`, the default, keeps more of the schemas by re-encoding arguments, which the proxy restores; it also
    /// repairs what models get wrong, such as null for an optional argument
    #[arg(long, value_enum)]
    mode: Option<ModeArg>,
    /// Switch rules off, such as GS009: what they would change stays unchanged
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = find_rule)]
    disable: Vec<&'static Rule>,
    /// Add no hints to descriptions; by default they state the constraints that the schema cannot express
    #[arg(long)]
    no_hints: bool,
    /// The project's settings; by default the nearest lapidary.toml, from this folder upwards
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
    /// Write the log on standard error as JSON, one object per line
    #[arg(long)]
    pub(crate) log_json: bool,
    /// The maximum length of a message, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    max_message: u32,
}

impl ProxyArgs {
    pub(crate) fn server(&self) -> Server {
        if let Some(uri) = &self.url {
            return Server::Endpoint(Endpoint { uri: uri.clone(), headers: self.headers.iter().cloned().collect() });
        }
        let mut words = self.command.iter().cloned();
        let program = words.next().unwrap_or_default();
        let (args, env, inherits) = (words.collect(), self.env.clone(), self.inherit_env);
        Server::Command(Command { program, args, env, inherits, folder: None })
    }

    /// The profile of each client: by the command line, else by the project's settings for this client, else by those
    /// for all, else by what is known of the client.
    pub(crate) fn profiles(&self, config: &Config) -> Profiles {
        let disabled = self.disable.iter().copied().chain(config.disable.iter().map(|name| name.0));
        let options = Options::default().hints(!self.no_hints).limits(config.limits());
        let options = disabled.fold(options, Options::without);
        let mode = self.mode.or(config.mode);
        let profiles = mode.into_iter().fold(Profiles::new(options), |profiles, mode| profiles.mode(mode.into()));
        let or_round_trip = |mode: Option<ModeArg>| mode.map_or(Mode::RoundTrip, Mode::from);
        let own = config.client.iter().filter(|_| self.target.is_none());
        let profiles = own.fold(profiles, |profiles, client| {
            let mode = or_round_trip(self.mode.or(client.mode).or(config.mode));
            profiles.with(client.name.clone(), client.target.map(|target| (target, mode)))
        });
        match self.target.or(config.target) {
            Some(target) => profiles.always(target, or_round_trip(mode)),
            None => profiles,
        }
    }

    pub(crate) fn listening(&self, address: SocketAddr) -> Listening {
        let mut limits = lapidary_gateway::Limits::default();
        limits.body = (self.max_message as usize) << 20;
        // Room for at least four messages of the greatest length, as with the default limits.
        limits.memory = limits.memory.max(4 * limits.body);
        Listening {
            address,
            hosts: self.hosts.clone(),
            passes_authorization: self.pass_authorization,
            servers: self.max_servers,
            idle: Duration::from_secs(self.idle.into()),
            limits,
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits { message: (self.max_message as usize) << 20, ..Limits::default() }
    }
}
