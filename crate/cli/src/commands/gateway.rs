//! `lapidary gateway`: a reverse proxy for the Gemini API.

use std::io::{self, Write};

use lapidary_gateway::{Gateway, Hosts, serve};
use tokio::net::TcpListener;

use crate::{args::GatewayArgs, signals::termination_signal, terminal::log, verdict::Verdict};

pub(crate) fn run(args: &GatewayArgs) -> io::Result<Verdict> {
    let _flushed_at_the_end = log::start(args.log_json);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(listen(args));
    // Dropping the runtime would wait for work that is still running when the time to drain is over.
    runtime.shutdown_background();
    match ended {
        Ok(verdict) => Ok(verdict),
        Err(error) => {
            writeln!(anstream::stderr(), "lapidary: the gateway cannot listen on {}: {error}", args.listen)?;
            Ok(Verdict::Unreadable)
        }
    }
}

async fn listen(args: &GatewayArgs) -> io::Result<Verdict> {
    let told = termination_signal();
    let listener = TcpListener::bind(args.listen).await?;
    let address = listener.local_addr()?;
    let gateway = Gateway::new(args.upstream(), Hosts::new(address, &args.hosts), args.options(), args.limits())?;
    writeln!(anstream::stderr(), "listening on http://{address}")?;
    let end = async {
        told.await;
    };
    Ok(if serve(gateway, listener, end).await { Verdict::Compatible } else { Verdict::Incompatible })
}
