//! `lapidary proxy`: an MCP server with its tools made fit.

use std::io::{self, Write};

use lapidary_mcp::Server;
use lapidary_proxy::{Ended, serve_stdio, serve_url};

use crate::{Verdict, args::ProxyArgs, config::Config, log, signals::told_to_end};

pub(crate) fn run(args: &ProxyArgs, config: &Config) -> io::Result<Verdict> {
    let _flushed_at_the_end = log::start(args.log_json);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(async {
        let told = told_to_end();
        let end = async {
            told.await;
        };
        let (profiles, limits) = (args.profiles(config), args.limits());
        match args.server() {
            Server::Command(command) => serve_stdio(&command, profiles, limits, end).await,
            Server::Endpoint(endpoint) => serve_url(endpoint, profiles, limits, end).await,
        }
    });
    // The thread that reads standard input may wait there for ever.
    runtime.shutdown_background();
    let (why, verdict) = match done {
        Ok(Ended::ByClient | Ended::Told) => return Ok(Verdict::Compatible),
        Ok(Ended::ByServer(status)) => {
            let status = status.map_or_else(String::new, |status| format!(": {status}"));
            (format!("the server ended by itself{status}"), Verdict::Incompatible)
        }
        Err(error) => (error.to_string(), Verdict::Unreadable),
    };
    writeln!(anstream::stderr(), "lapidary: {why}")?;
    Ok(verdict)
}
