//! `lapidary gateway`: a reverse proxy for the Gemini API.

use std::io::{self, Write};

use lapidary_gateway::{Gateway, serve};
use tokio::net::TcpListener;

use crate::{Verdict, args::GatewayArgs, log, signals::told_to_end};

pub(crate) fn run(args: &GatewayArgs) -> io::Result<Verdict> {
    let _flushed_at_the_end = log::start(args.log_json);
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
