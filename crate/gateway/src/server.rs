//! Connections of clients.

use std::{convert::Infallible, future::Future, sync::Arc, time::Duration};

use futures_util::future::BoxFuture;
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto::Builder, graceful::GracefulShutdown},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    time::{sleep, timeout},
};
use tracing::warn;

use crate::{
    Limits,
    error::{Body, holding, try_again, whole},
    live::Place,
    sending::Sending,
    taken::Answers,
    timed::{Stalled, Timed},
};

/// How long the headers of a request may take.
const HEADERS: Duration = Duration::from_secs(30);
/// The pause after a connection could not be accepted, such as for want of file descriptors.
const BREATH: Duration = Duration::from_millis(100);
/// Concurrent requests of one HTTP/2 connection.
const STREAMS: u32 = 100;
/// HTTP/2 flow-control windows: unread bytes of a request, and of all requests of a connection.
const UNREAD: u32 = 64 << 10;
const UNREAD_IN_ALL: u32 = 256 << 10;
/// Size of the buffers for headers, and for a response that its client does not accept yet.
const BUFFER: usize = 64 << 10;

/// A handler of requests.
pub trait Service: Send + Sync + 'static {
    /// The limits of its server.
    fn limits(&self) -> Limits;

    /// Answers a request, whose body fails with [`Stalled`] if the client does not send it in time.
    fn answer(self: Arc<Self>, request: Request<Body>) -> impl Future<Output = Response<Body>> + Send;

    /// Ends what is still in progress when the time to drain is over.
    fn end(&self) {}
}

/// Serves connections, HTTP/1.1 and HTTP/2 without TLS, until `end` is ready; then finishes those in progress, as long
/// as [`Limits::drain`](crate::Limits) allows. Returns whether all were finished.
pub async fn serve(service: impl Service, listener: TcpListener, end: impl Future<Output = ()>) -> bool {
    let limits = service.limits();
    let server =
        Arc::new(Server { service: Arc::new(service), room: Arc::new(Semaphore::new(limits.connections)), limits });
    let builder = Arc::new(builder());
    let (graceful, over, mut end) = (GracefulShutdown::new(), watch::Sender::new(()), std::pin::pin!(end));
    loop {
        // Without a free place, connections wait to be accepted.
        let taken = async {
            let place = Arc::clone(&server.room).acquire_owned().await;
            (listener.accept().await, place)
        };
        let (stream, place) = tokio::select! {
            (accepted, place) = taken => match accepted {
                Ok((stream, _)) => (stream, place),
                Err(why) => {
                    warn!(%why, "a connection was not accepted");
                    sleep(BREATH).await;
                    continue;
                }
            },
            () = &mut end => break,
        };
        let Ok(place) = place.map(Arc::new) else { break };
        let answers = Answers::new();
        let service = Arc::clone(&server).connected(Arc::clone(&place), Arc::clone(&answers));
        let io = io(stream, limits.client);
        let connection = builder.serve_connection_with_upgrades(io, service_fn(service)).into_owned();
        let (connection, mut over) = (graceful.watch(connection), over.subscribe());
        tokio::spawn(async move {
            tokio::select! {
                // Clients may close their connection at any time.
                _ = connection => {}
                () = answers.stall(limits.client) => {}
                _ = over.changed() => {}
            }
            drop(place);
        });
    }
    drop(listener);
    let finished = async {
        graceful.shutdown().await;
        // WebSockets outlive their connection, but keep its place.
        let _ = server.room.acquire_many(u32::try_from(limits.connections).unwrap_or(u32::MAX)).await;
    };
    let are_finished = timeout(limits.drain, finished).await.is_ok();
    if !are_finished {
        let open = limits.connections.saturating_sub(server.room.available_permits());
        warn!(open, "connections with open requests were ended after {} s", limits.drain.as_secs());
    }
    server.service.end();
    are_finished
}

fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    let mut first = builder.http1();
    first.timer(TokioTimer::new()).header_read_timeout(HEADERS).preserve_header_case(true).max_buf_size(BUFFER);
    let mut second = builder.http2();
    second.timer(TokioTimer::new()).keep_alive_interval(Some(HEADERS)).max_concurrent_streams(STREAMS);
    second.initial_stream_window_size(UNREAD).initial_connection_window_size(UNREAD_IN_ALL).max_send_buf_size(BUFFER);
    builder
}

fn io(stream: TcpStream, longest: Duration) -> TokioIo<Sending<TcpStream>> {
    // Events are small, and must not be delayed.
    let _ = stream.set_nodelay(true);
    TokioIo::new(Sending::new(stream, longest))
}

/// The state that all connections share.
struct Server<S> {
    service: Arc<S>,
    room: Arc<Semaphore>,
    limits: Limits,
}

impl<S: Service> Server<S> {
    /// The handler of a connection's requests. Each request carries `place`, so that a WebSocket keeps it when it takes
    /// over the connection.
    fn connected(
        self: Arc<Self>,
        place: Place,
        answers: Arc<Answers>,
    ) -> impl Fn(Request<Incoming>) -> BoxFuture<'static, Result<Response<Body>, Infallible>> {
        // One request at a time uses the place of its connection.
        let first = Arc::new(Semaphore::new(1));
        move |mut request| {
            let (server, answers) = (Arc::clone(&self), Arc::clone(&answers));
            let own = Arc::clone(&first).try_acquire_owned();
            let room = own.or_else(|_| Arc::clone(&server.room).try_acquire_owned());
            request.extensions_mut().insert(Arc::clone(&place));
            Box::pin(async move {
                let Ok(room) = room else {
                    let mut response = Response::new(whole("too many requests\n"));
                    try_again(&mut response);
                    return Ok(response);
                };
                let request = request.map(|body| Timed::new(body, Stalled::Client, server.limits.client).boxed());
                let response = Arc::clone(&server.service).answer(request).await;
                Ok(response.map(|body| answers.watched(holding(body, room)).boxed()))
            })
        }
    }
}

#[cfg(test)]
mod tests;
