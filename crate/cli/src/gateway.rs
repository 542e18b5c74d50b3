//! `lapidary gateway`: a reverse proxy for the Gemini API.

use std::io::{self, Write};

use lapidary_gateway::{Gateway, serve};
use tokio::net::TcpListener;
use tracing_subscriber::fmt;

use crate::{Verdict, args::GatewayArgs, signals::told_to_end};

pub(crate) fn run(args: &GatewayArgs) -> io::Result<Verdict> {
    // Who does not read the log must not hold requests up: lines that find no room are left out.
    let (writer, _flushed_at_the_end) = tracing_appender::non_blocking(io::stderr());
    let log = fmt().with_writer(writer).with_target(false);
    if args.log_json {
        log.json().flatten_event(true).init();
    } else {
        log.with_ansi(false).init();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match runtime.block_on(listen(args)) {
        Ok(verdict) => Ok(verdict),
        Err(error) => {
            writeln!(anstream::stderr(), "lapidary: the gateway cannot listen on {}: {error}", args.listen)?;
            Ok(Verdict::Unreadable)
        }
    }
}

async fn listen(args: &GatewayArgs) -> io::Result<Verdict> {
    let told = told_to_end();
    let gateway = Gateway::new(args.upstream(), args.options(), args.limits())?;
    let listener = TcpListener::bind(args.listen).await?;
    writeln!(anstream::stderr(), "listening on http://{}", listener.local_addr()?)?;
    let end = async {
        told.await;
    };
    Ok(if serve(gateway, listener, end).await { Verdict::Compatible } else { Verdict::Incompatible })
}
