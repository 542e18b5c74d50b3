use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use bytes::Bytes;
use http::{Request, Response, StatusCode, header};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_stream::{StreamExt, iter, pending};

use super::{Body, Limits, STREAMS, Service, Stalled, UNREAD, holding, serve, whole};
use crate::{Budget, Failure, Ungathered, gathered};

/// Longer than anything here takes, unless it hangs.
const LONG: Duration = Duration::from_secs(30);

/// The state that the tests observe.
#[derive(Default)]
struct Seen {
    under_way: AtomicUsize,
    is_ended: AtomicBool,
}

/// A guard that counts one request as in progress.
struct UnderWay(Arc<Seen>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, SeqCst);
    }
}

/// Responds, by path, with an endless body, a large one, one that stalls, or a description of the request's body.
struct Answering {
    limits: Limits,
    seen: Arc<Seen>,
}

impl Service for Answering {
    fn limits(&self) -> Limits {
        self.limits
    }

    async fn answer(self: Arc<Self>, request: Request<Body>) -> Response<Body> {
        self.seen.under_way.fetch_add(1, SeqCst);
        let under_way = UnderWay(Arc::clone(&self.seen));
        let part = || Ok::<_, Failure>(Frame::data(Bytes::from(vec![0; 1 << 16])));
        let body = match request.uri().path() {
            "/large" => StreamBody::new(iter(std::iter::repeat_with(part))).boxed(),
            "/whole" => whole(vec![0; 64 << 20]),
            "/slow" => StreamBody::new(iter([part()]).chain(pending())).boxed(),
            _ => match gathered(request.into_body(), 1 << 20, &Budget::new(1 << 30)).await {
                Ok((got, _)) => whole(format!("{} bytes", got.len())),
                Err(Ungathered::Broken(_, why)) if why.is::<Stalled>() => whole("stalled"),
                Err(_) => whole("broken"),
            },
        };
        Response::new(holding(body, under_way))
    }

    fn end(&self) {
        self.seen.is_ended.store(true, SeqCst);
    }
}

/// A server that ends when this is dropped or a message is sent on `end`.
struct Running {
    address: SocketAddr,
    seen: Arc<Seen>,
    end: oneshot::Sender<()>,
    served: JoinHandle<bool>,
}

async fn running(change: impl FnOnce(&mut Limits)) -> Running {
    let mut limits = Limits { client: Duration::from_millis(400), ..Limits::default() };
    change(&mut limits);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (seen, (end, ended)) = (Arc::new(Seen::default()), oneshot::channel());
    let service = Answering { limits, seen: Arc::clone(&seen) };
    let served = tokio::spawn(serve(service, listener, async {
        let _ = ended.await;
    }));
    Running { address, seen, end, served }
}

impl Running {
    async fn sent(&self, head: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        stream.write_all(head.as_bytes()).await.expect("it reads");
        stream
    }

    async fn second(&self) -> SendRequest<Body> {
        let stream = TcpStream::connect(self.address).await.expect("it listens");
        let mut builder = Builder::new(TokioExecutor::new());
        builder.initial_stream_window_size(1 << 16).initial_connection_window_size(1 << 30);
        let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.expect("it speaks HTTP/2");
        tokio::spawn(connection);
        sender
    }

    /// Waits until this many requests are in progress.
    async fn reaches(&self, count: usize) {
        let reached = async {
            while self.seen.under_way.load(SeqCst) != count {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(LONG, reached).await.expect("it is reached");
    }
}

fn get(path: &str) -> Request<Body> {
    Request::get(format!("http://localhost{path}")).body(whole("")).expect("a request")
}

#[tokio::test]
async fn who_does_not_read_an_answer_is_left() {
    let server = running(|_| {}).await;
    for path in ["/large", "/whole"] {
        let _client = server.sent(&format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n")).await;
        server.reaches(1).await;
        server.reaches(0).await;
    }
}

#[tokio::test]
async fn who_does_not_read_one_answer_of_many_is_left() {
    let server = running(|_| {}).await;
    for path in ["/large", "/whole"] {
        let mut client = server.second().await;
        let _unread = client.send_request(get(path)).await.expect("an answer");
        server.reaches(1).await;
        server.reaches(0).await;
    }
}

#[tokio::test]
async fn answers_that_take_their_time_are_waited_for() {
    let server = running(|limits| limits.client = Duration::from_millis(100)).await;
    let mut first = server.sent("GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let mut client = server.second().await;
    let mut second = client.send_request(get("/slow")).await.expect("an answer").into_body();
    server.reaches(2).await;
    assert!(timeout(LONG, second.frame()).await.is_ok_and(|frame| frame.is_some_and(|frame| frame.is_ok())));
    sleep(Duration::from_millis(600)).await;
    let mut buffer = vec![0; 1 << 20];
    assert!(timeout(LONG, first.read(&mut buffer)).await.is_ok_and(|read| read.is_ok_and(|bytes| bytes > 0)));
    assert_eq!(server.seen.under_way.load(SeqCst), 2);
}

#[tokio::test]
async fn a_body_that_trickles_is_given_up() {
    let server = running(|_| {}).await;
    let head = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n";
    let mut stream = server.sent(head).await;
    let (mut read, mut write) = stream.split();
    let trickle = async {
        while write.write_all(b"x").await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
        std::future::pending::<()>().await;
    };
    let mut answer = Vec::new();
    let answered = async {
        tokio::select! {
            () = async { while !answer.ends_with(b"stalled") && read.read_buf(&mut answer).await.is_ok_and(|bytes| bytes > 0) {} } => {}
            () = trickle => {}
        }
    };
    timeout(LONG, answered).await.expect("it is given up");
    assert!(answer.ends_with(b"stalled"), "{}", String::from_utf8_lossy(&answer));
}

#[tokio::test]
async fn requests_of_one_connection_count_like_connections() {
    // The server holds the fourth place for the next connection.
    let server = running(|limits| (limits.connections, limits.client) = (4, LONG)).await;
    let mut client = server.second().await;
    let mut kept = Vec::new();
    for _ in 0..3 {
        let response = client.send_request(get("/slow")).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK);
        kept.push(response);
    }
    let refused = client.send_request(get("/slow")).await.expect("an answer");
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers().contains_key(header::RETRY_AFTER));
    kept.pop();
    server.reaches(2).await;
    assert_eq!(client.send_request(get("/slow")).await.expect("an answer").status(), StatusCode::OK);
}

#[tokio::test]
async fn a_connection_may_have_so_many_requests_and_bytes() {
    let server = running(|_| {}).await;
    let mut stream = server.sent("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await;
    let mut head = [0; 9];
    stream.read_exact(&mut head).await.expect("a frame");
    assert_eq!(head[3], 4, "SETTINGS");
    let mut settings = vec![0; usize::from(head[1]) << 8 | usize::from(head[2])];
    stream.read_exact(&mut settings).await.expect("a frame");
    let setting = |wanted: u8| {
        let found = settings.chunks(6).find(|setting| setting[..2] == [0, wanted])?;
        Some(u32::from_be_bytes([found[2], found[3], found[4], found[5]]))
    };
    assert_eq!((setting(3), setting(4)), (Some(STREAMS), Some(UNREAD)));
}

#[tokio::test]
async fn what_is_under_way_ends_with_the_time_to_drain() {
    let server = running(|limits| limits.drain = Duration::from_millis(200)).await;
    let mut first = server.sent("GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let mut client = server.second().await;
    let _unread = client.send_request(get("/slow")).await.expect("an answer");
    server.reaches(2).await;
    assert!(!server.seen.is_ended.load(SeqCst));
    server.end.send(()).expect("it serves");
    assert!(!timeout(LONG, server.served).await.expect("it ends").expect("it is served"));
    assert!(server.seen.is_ended.load(SeqCst));
    let mut rest = Vec::new();
    let _ = timeout(LONG, first.read_to_end(&mut rest)).await.expect("it is closed");
    let left = async {
        while server.seen.under_way.load(SeqCst) > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LONG, left).await.expect("nothing is left");
}
