//! One request through the gateway.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, header, request::Parts};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::{body::Incoming, upgrade};
use hyper_util::client::legacy::Error;
use lapidary::Options;
use tokio::time::timeout;
use tracing::{info, warn};

use crate::{
    answer::{Restoring, gathered, restored},
    error::{Body, error, root, whole},
    flushed::Flushed,
    forward::{Sender, send, senders, switch},
    live::{self, Place, Session, Socket, is_live, is_socket},
    metrics::{Metrics, UnderWay},
    normalizers::Normalizers,
    request::{Fit, Undo, fit},
    route::{Answers, Route},
    server::Service,
    timed::Timed,
    upstream::Upstream,
};

/// What a gateway bears.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The longest body of a request that is looked into, and the longest answer in one piece, in bytes.
    pub body: usize,
    /// Connections at once; more wait.
    pub connections: usize,
    /// How long the upstream may take until its answer begins, and then between two parts of it.
    pub pause: Duration,
    /// How long requests under way may take once the gateway is told to end.
    pub drain: Duration,
}

impl Default for Limits {
    /// 64 MiB, 4,096 connections, ten minutes, half a minute.
    fn default() -> Limits {
        Limits { body: 64 << 20, connections: 4_096, pause: Duration::from_mins(10), drain: Duration::from_secs(30) }
    }
}

/// A reverse proxy that makes requests fit and restores answers.
pub struct Gateway {
    upstream: Upstream,
    normalizers: Arc<Normalizers>,
    limits: Limits,
    sender: Sender,
    switcher: Sender,
    metrics: Arc<Metrics>,
}

const UPLOAD_URL: HeaderName = HeaderName::from_static("x-goog-upload-url");
/// Bodies of more bytes are worked on where waiting tasks are not held up.
const LARGE: usize = 64 << 10;

impl Gateway {
    /// A gateway to an upstream. `options` say how tools are made fit; surface and model of a request come from itself,
    /// unless the options name a model.
    ///
    /// # Errors
    /// If this system has no certificates to trust.
    pub fn new(upstream: Upstream, options: Options, limits: Limits) -> std::io::Result<Gateway> {
        let (sender, switcher) = senders()?;
        let normalizers = Arc::new(Normalizers::new(options));
        Ok(Gateway { upstream, normalizers, limits, sender, switcher, metrics: Arc::new(Metrics::new()) })
    }

    fn metrics(&self) -> Response<Body> {
        let mut response = Response::new(whole(self.metrics.text()));
        let format = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, format);
        response
    }

    /// Sends a request on, made fit if it has a route, and gives the answer, restored if there is something to undo.
    async fn pass(&self, request: Request<Incoming>, route: Option<Route>) -> Result<Response<Body>, Refused> {
        let (mut parts, body) = request.into_parts();
        let host = parts.headers.get(header::HOST).cloned();
        parts.uri = self.uri(&parts.uri)?;
        let (body, undo) = match route {
            Some(route) => {
                let Fit { body, undo } = self.made_fit(route, body, &mut parts).await?;
                (whole(body), undo)
            }
            None => (body.map_err(Into::into).boxed(), None),
        };
        let response = self.answered(send(&self.sender, Request::from_parts(parts, body))).await?;
        let response = response.map(|body| Timed::new(body, self.limits.pause).boxed());
        let mut response = match undo {
            Some(undo) if response.status().is_success() && is_plain(response.headers()) => {
                self.restored(response, undo).await
            }
            _ => response,
        };
        self.keep_uploads(response.headers_mut(), host);
        Ok(response)
    }

    /// Opens a WebSocket to the upstream for a client, and passes messages both ways for as long as it is open.
    async fn socket(&self, mut request: Request<Incoming>, is_live: bool) -> Result<Response<Body>, Refused> {
        let client = upgrade::on(&mut request);
        let (mut parts, _) = request.into_parts();
        let place = parts.extensions.remove::<Place>();
        parts.uri = self.uri(&parts.uri)?;
        let request = Request::from_parts(parts, whole(""));
        let mut response = self.answered(switch(&self.switcher, request)).await?;
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            let session = is_live.then(|| Session::new(Arc::clone(&self.normalizers), Arc::clone(&self.metrics)));
            let socket = Socket { session, longest: self.limits.body, held: (place, self.metrics.begin()) };
            tokio::spawn(socket.pass(client, upgrade::on(&mut response)));
        }
        Ok(response.map(|body| Timed::new(body, self.limits.pause).boxed()))
    }

    fn uri(&self, asked: &Uri) -> Result<Uri, Refused> {
        self.upstream.uri(asked).map_err(|why| Refused(StatusCode::BAD_REQUEST, why.to_string()))
    }

    async fn made_fit(&self, route: Route, body: Incoming, parts: &mut Parts) -> Result<Fit, Refused> {
        let longest = self.limits.body;
        let body = match Limited::new(body, longest).collect().await {
            Ok(body) => body.to_bytes(),
            Err(why) if why.is::<LengthLimitError>() => {
                let why = format!("the request's body is longer than {longest} bytes (--max-body)");
                return Err(Refused(StatusCode::PAYLOAD_TOO_LARGE, why));
            }
            Err(why) => return Err(Refused(StatusCode::BAD_REQUEST, root(why.as_ref()))),
        };
        let (normalizers, metrics) = (Arc::clone(&self.normalizers), Arc::clone(&self.metrics));
        let mut headers = std::mem::take(&mut parts.headers);
        let is_large = body.len() > LARGE;
        let work = move || {
            let fit = fit(route, body, &mut headers, &normalizers, longest, &metrics);
            (fit, headers)
        };
        let (fit, headers) = if is_large {
            let done = tokio::task::spawn_blocking(work).await;
            done.map_err(|why| Refused(StatusCode::INTERNAL_SERVER_ERROR, why.to_string()))?
        } else {
            work()
        };
        parts.headers = headers;
        if fit.undo.is_some() {
            parts.headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        Ok(fit)
    }

    /// What the upstream answers, in time.
    async fn answered(
        &self,
        sent: impl Future<Output = Result<Response<Incoming>, Error>>,
    ) -> Result<Response<Incoming>, Refused> {
        match timeout(self.limits.pause, sent).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(why)) => {
                Err(Refused(StatusCode::BAD_GATEWAY, format!("the upstream cannot be reached: {}", root(&why))))
            }
            Err(_) => Err(Refused(StatusCode::GATEWAY_TIMEOUT, "the upstream does not answer".to_owned())),
        }
    }

    async fn restored(&self, response: Response<Body>, undo: Undo) -> Response<Body> {
        let (mut parts, body) = response.into_parts();
        let is_stream = match undo.answers {
            Answers::Told => is_events(&parts.headers),
            answers => answers == Answers::Stream,
        };
        if is_stream {
            parts.headers.remove(header::CONTENT_LENGTH);
            let body = Restoring::new(body, undo.stream(self.limits.body), Arc::clone(&self.metrics));
            return Response::from_parts(parts, body.boxed());
        }
        let body = match gathered(body, self.limits.body).await {
            Ok(body) => restored(&undo, &body, &self.metrics).unwrap_or(body),
            Err(part) => {
                self.metrics.misfits(1);
                warn!("an answer passed as it came: it is longer than --max-body, or broke off");
                return Response::from_parts(parts, part);
            }
        };
        if parts.headers.contains_key(header::CONTENT_LENGTH) {
            parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        }
        Response::from_parts(parts, whole(body))
    }

    /// Lets clients upload by way of the gateway: the URL that they get names the upstream.
    fn keep_uploads(&self, headers: &mut HeaderMap, host: Option<HeaderValue>) {
        let named = headers.get(UPLOAD_URL).and_then(|url| url.to_str().ok()?.parse::<Uri>().ok());
        let inner = named.and_then(|url| self.upstream.inner(&url));
        let host = host.as_ref().and_then(|host| host.to_str().ok());
        if let (Some(path), Some(host)) = (inner, host)
            && let Ok(url) = HeaderValue::try_from(format!("http://{host}{path}"))
        {
            headers.insert(UPLOAD_URL, url);
        }
    }
}

impl Service for Gateway {
    fn limits(&self) -> Limits {
        self.limits
    }

    /// Answers a request. `/healthz` and `/metrics` are the gateway's own; all else is for the upstream.
    async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Response<Body> {
        match (request.method(), request.uri().path()) {
            (&Method::GET, "/healthz") => return Response::new(whole("ok\n")),
            (&Method::GET, "/metrics") => return self.metrics(),
            _ => {}
        }
        let (began, under_way) = (Instant::now(), self.metrics.begin());
        let route = if request.method() == Method::POST { Route::of(request.uri().path()) } else { None };
        let is_live = is_live(request.uri().path());
        let name = route.as_ref().map_or(if is_live { live::NAME } else { "other" }, |route| route.name);
        let passed =
            if is_socket(&request) { self.socket(request, is_live).await } else { self.pass(request, route).await };
        let response = passed.unwrap_or_else(|Refused(status, why)| error(status, &why));
        let (status, after) = (response.status(), began.elapsed());
        self.metrics.answered(name, status, after);
        info!(route = name, status = status.as_u16(), ms = after.as_secs_f64() * 1_000.0, "answered");
        response.map(|body| counted(body, under_way))
    }
}

/// A request that is not answered by the upstream, and why.
struct Refused(StatusCode, String);

/// Whether a body is what it says, and not compressed.
fn is_plain(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_ENCODING).is_none_or(|encoding| encoding == "identity")
}

/// Whether a body is a stream of events.
fn is_events(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/event-stream"))
}

/// The body, with the request under way until it is over.
fn counted(body: Body, under_way: UnderWay) -> Body {
    let body = body.map_frame(move |frame| {
        let _ = &under_way;
        frame
    });
    Flushed::new(body).boxed()
}
