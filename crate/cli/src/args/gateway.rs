//! Arguments of `lapidary gateway`.

use std::{net::SocketAddr, time::Duration};

use clap::{Args, builder::NonEmptyStringValueParser};
use http::Uri;
use lapidary::{Mode, Options, Rule, Target, internal::Door};
use lapidary_gateway::{Limits, Upstream};

use super::{
    engine::targets_that,
    source::{address, host},
};
use crate::choices::{ModeArg, find_rule};

const LIMITS: &str = "Limits";

#[derive(Args)]
pub(crate) struct GatewayArgs {
    /// The address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8787", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// A host name of the gateway, in addition to localhost and its address; requests with another Host or Origin are
    /// rejected
    #[arg(long = "host", value_name = "NAME", value_parser = host)]
    pub(crate) hosts: Vec<String>,
    /// The server that requests are forwarded to; by default Google's, chosen by the path: the Gemini API, Vertex AI or
    /// Code Assist
    #[arg(long, value_name = "URL", value_parser = upstream)]
    upstream: Option<Upstream>,
    /// The API that the schemas are for; `auto` chooses what loses less, for the API and the model of each request
    #[arg(long, value_name = "TARGET", default_value = "auto", value_parser = targets_that(|target| target.door != Door::OpenAi))]
    target: &'static Target,
    /// `round-trip` keeps more of the schemas by re-encoding arguments, which the gateway restores
    #[arg(long, value_enum, default_value_t = ModeArg::RoundTrip)]
    mode: ModeArg,
    /// The model, such as gemini-2.5-flash, if requests call it by another name
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    model: Option<String>,
    /// Switch rules off, such as GS009: what they would change stays unchanged
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = find_rule)]
    disable: Vec<&'static Rule>,
    /// Add no hints to descriptions; by default they state the constraints that the schema cannot express
    #[arg(long)]
    no_hints: bool,
    /// Write the log as JSON, one object per line
    #[arg(long)]
    pub(crate) log_json: bool,
    /// The maximum size in MiB of a request body, before and after decompression, and of a response or its events
    #[arg(long, help_heading = LIMITS, value_name = "MIB", default_value_t = 64, value_parser = positive())]
    max_body: u32,
    /// The maximum memory for all bodies in progress, in MiB; further requests are answered with 503
    #[arg(long, help_heading = LIMITS, value_name = "MIB", default_value_t = 256, value_parser = positive())]
    max_memory: u32,
    /// The maximum number of connections; more wait. Each request beyond the first of a connection counts as one
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = 4096, value_parser = positive())]
    max_connections: u32,
    /// Threads that adapt tools and restore calls; by default as many as there are cores
    #[arg(long, help_heading = LIMITS, value_name = "N", value_parser = positive())]
    threads: Option<u32>,
    /// Requests that may wait for these threads; further ones are answered with 503
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = 1024)]
    queue: u32,
    /// Seconds to wait for a client to send the next part of a request, or to read a part of a response
    #[arg(long, help_heading = LIMITS, value_name = "SECONDS", default_value_t = 60, value_parser = positive())]
    client_timeout: u32,
    /// Seconds to wait for the upstream to accept a part of a request, to begin its response, and for each part of that
    #[arg(long, help_heading = LIMITS, value_name = "SECONDS", default_value_t = 600, value_parser = positive())]
    timeout: u32,
    /// Seconds for open requests to finish when the gateway shuts down
    #[arg(long, help_heading = LIMITS, value_name = "SECONDS", default_value_t = 30)]
    drain: u32,
}

impl GatewayArgs {
    pub(crate) fn upstream(&self) -> Upstream {
        self.upstream.clone().unwrap_or(Upstream::Google)
    }

    pub(crate) fn options(&self) -> Options {
        let options = Options::new(self.target).mode(Mode::from(self.mode)).hints(!self.no_hints);
        let options = self.model.iter().fold(options, Options::model);
        self.disable.iter().fold(options, |options, rule| options.without(rule))
    }

    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.body = (self.max_body as usize) << 20;
        limits.memory = (self.max_memory as usize) << 20;
        limits.connections = self.max_connections as usize;
        limits.threads = self.threads.map_or(limits.threads, |threads| threads as usize);
        limits.queue = self.queue as usize;
        limits.client = Duration::from_secs(self.client_timeout.into());
        limits.pause = Duration::from_secs(self.timeout.into());
        limits.drain = Duration::from_secs(self.drain.into());
        limits
    }
}

fn positive() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

fn upstream(url: &str) -> Result<Upstream, String> {
    let url: Uri = url.parse().map_err(|error| format!("invalid URL: {error}"))?;
    if url.query().is_some() || url.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return Err("credentials and a query are not supported; requests are forwarded with their own".to_owned());
    }
    Upstream::at(&url).map_err(|error| error.to_string())
}
