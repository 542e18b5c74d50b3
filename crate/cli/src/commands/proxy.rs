//! `lapidary proxy`: an MCP server with its tools lowered for the client's model.

use std::{
    future::Future,
    io::{self, Write},
    net::SocketAddr,
};

use lapidary_mcp::{Error, Server};
use lapidary_proxy::{Ended, Listener, Profiles, serve_stdio, serve_url};
use tokio::net::TcpListener;

use crate::{
    args::ProxyArgs,
    config::Config,
    signals::termination_signal,
    terminal::{log, output},
    verdict::Verdict,
};

pub(crate) fn run(args: &ProxyArgs, config: &Config) -> io::Result<Verdict> {
    let _flushed_at_the_end = log::start(args.log_json);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(async {
        let told = termination_signal();
        let end = async {
            told.await;
        };
        let (profiles, limits) = (args.profiles(config), args.limits());
        match (args.server(), args.listen) {
            (server, Some(address)) => listen(args, address, server, profiles, end).await,
            (Server::Command(command), None) => serve_stdio(&command, profiles, limits, end).await,
            (Server::Endpoint(endpoint), None) => serve_url(endpoint, profiles, limits, end).await,
        }
    });
    // The thread that reads standard input may block for ever.
    runtime.shutdown_background();
    let (why, verdict) = match done {
        Ok(Ended::ByClient | Ended::Told) => return Ok(Verdict::Compatible),
        Ok(Ended::ByServer(status)) => {
            let status = status.map_or_else(String::new, |status| format!(": {status}"));
            (format!("the server ended by itself{status}"), Verdict::Incompatible)
        }
        Err(error) => (error.to_string(), Verdict::Unreadable),
    };
    output::print_error(&format!("lapidary: {why}"))?;
    Ok(verdict)
}

async fn listen(
    args: &ProxyArgs,
    address: SocketAddr,
    server: Server,
    profiles: Profiles,
    end: impl Future<Output = ()>,
) -> Result<Ended, Error> {
    let failed = |error: io::Error| Error::Address(format!("the proxy cannot listen on {address}: {error}"));
    let proxy = Listener::new(server, profiles, args.listening(address))?;
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    writeln!(anstream::stderr(), "listening on http://{address}/mcp").map_err(failed)?;
    proxy.serve(listener, end).await;
    Ok(Ended::Told)
}
