//! Connections of clients.

use std::{convert::Infallible, future::Future, sync::Arc, time::Duration};

use http::{Request, Response};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto::Builder, graceful::GracefulShutdown},
};
use tokio::{
    net::TcpListener,
    sync::Semaphore,
    time::{sleep, timeout},
};
use tracing::warn;

use crate::{Limits, error::Body, live::Place};

/// How long the headers of a request may take.
const HEADERS: Duration = Duration::from_secs(30);
/// How long to wait where no connection can be taken, such as for want of file descriptors.
const BREATH: Duration = Duration::from_millis(100);

/// What answers requests.
pub trait Service: Send + Sync + 'static {
    /// What it bears.
    fn limits(&self) -> Limits;

    /// The answer to a request.
    fn answer(self: Arc<Self>, request: Request<Incoming>) -> impl Future<Output = Response<Body>> + Send;
}

/// Serves connections, HTTP/1.1 and HTTP/2 without TLS, until `end` is ready; then those under way are
/// finished, as long as [`Limits::drain`](crate::Limits) allows. Says whether all were.
pub async fn serve(service: impl Service, listener: TcpListener, end: impl Future<Output = ()>) -> bool {
    let limits = service.limits();
    let (service, room) = (Arc::new(service), Arc::new(Semaphore::new(limits.connections)));
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS).preserve_header_case(true);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(Some(HEADERS));
    let (graceful, mut end) = (GracefulShutdown::new(), std::pin::pin!(end));
    loop {
        // Who does not fit waits to be taken.
        let taken = async {
            let place = Arc::clone(&room).acquire_owned().await;
            (listener.accept().await, place)
        };
        let (stream, place) = tokio::select! {
            (accepted, place) = taken => match accepted {
                Ok((stream, _)) => (stream, place),
                Err(why) => {
                    warn!(%why, "a connection was not taken");
                    sleep(BREATH).await;
                    continue;
                }
            },
            () = &mut end => break,
        };
        // Events are small, and wanted at once.
        let _ = stream.set_nodelay(true);
        let service = Arc::clone(&service);
        // Held by sockets too, which go on when their connection has become one.
        let place: Option<Place> = place.ok().map(Arc::new);
        let held = place.clone();
        let answers = service_fn(move |mut request: Request<Incoming>| {
            let service = Arc::clone(&service);
            if let Some(place) = &held {
                request.extensions_mut().insert(Arc::clone(place));
            }
            async move { Ok::<_, Infallible>(service.answer(request).await) }
        });
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), answers).into_owned();
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Clients go when they like.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let over = async {
        graceful.shutdown().await;
        // Sockets have their places still.
        let _ = room.acquire_many(u32::try_from(limits.connections).unwrap_or(u32::MAX)).await;
    };
    timeout(limits.drain, over).await.is_ok()
}
