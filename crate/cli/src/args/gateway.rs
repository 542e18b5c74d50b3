//! What the gateway is told.

use std::{net::SocketAddr, time::Duration};

use clap::Args;
use http::Uri;
use lapidary::{Mode, Options, Rule, Target};
use lapidary_gateway::{Limits, Upstream};

use super::engine::{ModeArg, targets};

const LIMITS: &str = "Limits";

#[derive(Args)]
pub(crate) struct GatewayArgs {
    /// The address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8787")]
    pub(crate) listen: SocketAddr,
    /// The server that requests go on to; by default Google's, told by the path: the Gemini API, Vertex AI or Code Assist
    #[arg(long, value_name = "URL", value_parser = upstream)]
    upstream: Option<Upstream>,
    /// The API that the schemas are for; `auto` takes what loses less where the request is sent
    #[arg(long, value_name = "TARGET", default_value = "auto", value_parser = targets())]
    target: &'static Target,
    /// `round-trip` keeps more of the schemas by re-encoding arguments, which the gateway undoes
    #[arg(long, value_enum, default_value_t = ModeArg::RoundTrip)]
    mode: ModeArg,
    /// The model behind this gateway, where requests name it otherwise, such as gemini-2.5-flash
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Switch rules off, such as GS009: what they would change stays as it is
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = super::rule)]
    disable: Vec<&'static Rule>,
    /// Add nothing to descriptions; by default they tell the model what the schema cannot say
    #[arg(long)]
    no_hints: bool,
    /// Write the log as JSON, one object a line
    #[arg(long)]
    pub(crate) log_json: bool,
    /// The longest body of a request, and the longest answer that is not a stream, in MiB
    #[arg(long, help_heading = LIMITS, value_name = "MIB", default_value_t = 64)]
    max_body: u32,
    /// Connections at once; more wait
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    max_connections: u32,
    /// Seconds that the upstream may take until its answer begins, and between two parts of it
    #[arg(long, help_heading = LIMITS, value_name = "SECONDS", default_value_t = 600)]
    timeout: u32,
    /// Seconds that requests under way may still take once the gateway is told to end
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
        limits.connections = self.max_connections as usize;
        limits.pause = Duration::from_secs(self.timeout.into());
        limits.drain = Duration::from_secs(self.drain.into());
        limits
    }
}

fn upstream(url: &str) -> Result<Upstream, String> {
    let url: Uri = url.parse().map_err(|error| format!("it is no URL: {error}"))?;
    Upstream::at(&url).map_err(|error| error.to_string())
}
