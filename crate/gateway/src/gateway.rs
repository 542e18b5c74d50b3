//! One request through the gateway.

use std::sync::Arc;

use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri, header, response::Parts};
use http_body_util::BodyExt;
use hyper::{body::Incoming, upgrade};
use hyper_util::client::legacy::Error;
use lapidary::{Cancel, Options};
use tracing::warn;

use crate::{
    answer::{Came, Restoring, preceded, restored},
    budget::{Budget, Full},
    error::{Body, error, holding, whole},
    flushed::Flushed,
    forward::{Sender, send, senders, switch},
    gathered::{Ungathered, discarded, gathered},
    headers::{encoding, media_type, replace_body},
    hosts::{Hosts, has_several},
    limits::Limits,
    live::{Place, Session, Socket, Speech, is_socket},
    metrics::Metrics,
    normalizers::Normalizers,
    record::Record,
    refused::{Refused, broken, busy, full, too_long, unanswered},
    request::{self as fit, Undo, Unfit, fit},
    route::{Answers, Route},
    sent::observed,
    server::Service,
    timed::{Stalled, Timed},
    uploads::{Client, keep_uploads},
    upstream::Upstream,
    workers::Workers,
};

/// A reverse proxy that normalizes requests and restores responses.
pub struct Gateway {
    upstream: Upstream,
    hosts: Hosts,
    normalizers: Arc<Normalizers>,
    limits: Limits,
    budget: Budget,
    workers: Workers,
    sender: Sender,
    switcher: Sender,
    metrics: Arc<Metrics>,
}

impl Gateway {
    /// A gateway to `upstream` that accepts requests for `hosts`. `options` determine how tools are lowered; the
    /// surface, and the model unless `options` name one, come from each request.
    ///
    /// # Errors
    /// If this system has no certificates to trust.
    pub fn new(upstream: Upstream, hosts: Hosts, options: Options, limits: Limits) -> std::io::Result<Gateway> {
        let (sender, switcher) = senders()?;
        let (normalizers, metrics) = (Arc::new(Normalizers::new(options)), Arc::new(Metrics::new()));
        let (budget, workers) = (Budget::new(limits.memory), Workers::new(limits.threads, limits.queue));
        Ok(Gateway { upstream, hosts, normalizers, limits, budget, workers, sender, switcher, metrics })
    }

    fn metrics(&self) -> Response<Body> {
        let mut response = Response::new(whole(self.metrics.text()));
        let format = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, format);
        response
    }

    /// Forwards a request, normalized if it has a route, and returns the response, restored if there is something to
    /// undo.
    async fn pass(&self, request: Request<Body>, route: Option<Route>) -> Result<Response<Body>, Refused> {
        let (mut parts, body) = request.into_parts();
        let client = Client::of(&parts);
        parts.uri = self.uri(&parts.uri)?;
        let (body, undo) = match route {
            Some(route) => self.made_fit(route, body, &mut parts.headers).await?,
            None => (body, None),
        };
        let request = Request::from_parts(parts, body);
        let response = self.answered(request, |request| send(&self.sender, request)).await?;
        let response = response.map(|body| Timed::new(body, Stalled::Upstream, self.limits.pause).boxed());
        let mut response = match undo {
            Some(undo) if response.status().is_success() => self.restored(response, undo).await?,
            _ => response,
        };
        keep_uploads(response.headers_mut(), &self.upstream, &client);
        Ok(response)
    }

    /// Opens a WebSocket to the upstream for a client, and relays messages both ways as long as it is open.
    async fn socket(&self, mut request: Request<Body>, speech: Option<Speech>) -> Result<Response<Body>, Refused> {
        let client = upgrade::on(&mut request);
        let (mut parts, _) = request.into_parts();
        let place = parts.extensions.remove::<Place>();
        parts.uri = self.uri(&parts.uri)?;
        let request = Request::from_parts(parts, whole(""));
        let mut response = self.answered(request, |request| switch(&self.switcher, request)).await?;
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            let session = speech.map(|it| Session::new(it, Arc::clone(&self.normalizers), Arc::clone(&self.metrics)));
            let (limits, budget, workers) = (self.limits, self.budget.clone(), self.workers.clone());
            let socket = Socket { session, limits, budget, workers, held: (place, self.metrics.begin()) };
            tokio::spawn(socket.pass(client, upgrade::on(&mut response)));
        }
        Ok(response.map(|body| Timed::new(body, Stalled::Upstream, self.limits.pause).boxed()))
    }

    fn uri(&self, asked: &Uri) -> Result<Uri, Refused> {
        self.upstream.uri(asked).map_err(|why| Refused(StatusCode::BAD_REQUEST, why.to_string()))
    }

    /// Normalizes a body and updates its headers; returns the body to send, and what restores the calls of the
    /// response.
    async fn made_fit(
        &self,
        route: Route,
        body: Body,
        headers: &mut HeaderMap,
    ) -> Result<(Body, Option<Undo>), Refused> {
        let (name, longest) = (route.name, self.limits.body);
        // A client that sends `Expect: 100-continue` does not send its body once it is rejected.
        let sends = !headers.contains_key(header::EXPECT);
        let (body, held) = match gathered(body, longest, &self.budget).await {
            Ok(gathered) => gathered,
            Err(why) => return Err(self.ungathered(why, sends).await),
        };
        let encoding = headers.get(header::CONTENT_ENCODING).and_then(|value| Some(value.to_str().ok()?.to_owned()));
        let (normalizers, budget) = (Arc::clone(&self.normalizers), self.budget.clone());
        let request = fit::Request { route, body: body.clone(), encoding };
        let work = move |cancel: &Cancel| fit(&request, &normalizers, longest, &budget, cancel);
        let fit = self.workers.run(work).await.map_err(busy)?.map_err(|why| self.unfit(why))?;
        fit.found.report(name, fit.body.is_some(), &self.metrics);
        if fit.undo.is_some() {
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        let Some((new, its)) = fit.body else { return Ok((holding(whole(body), held), fit.undo)) };
        replace_body(headers, new.len());
        Ok((holding(whole(new), its), fit.undo))
    }

    async fn ungathered(&self, why: Ungathered, sends: bool) -> Refused {
        match why {
            Ungathered::TooLong(_, rest) => {
                if sends {
                    discarded(rest).await;
                }
                too_long(self.limits.body)
            }
            Ungathered::Broken(_, why) => broken(&why),
            Ungathered::Full => full(),
        }
    }

    fn unfit(&self, why: Unfit) -> Refused {
        let refused = |why: &str| Refused(StatusCode::PAYLOAD_TOO_LARGE, why.to_owned());
        match why {
            Unfit::TooLong => too_long(self.limits.body),
            Unfit::Bomb => refused("the request's body is too highly compressed"),
            Unfit::TooMany => refused("the request's body has too many values (--max-memory)"),
            Unfit::Full => full(),
        }
    }

    /// Sends a request; returns the response of the upstream, or an error if it does not begin in time.
    async fn answered<S: Future<Output = Result<Response<Incoming>, Error>>>(
        &self,
        request: Request<Body>,
        send: impl FnOnce(Request<Body>) -> S,
    ) -> Result<Response<Incoming>, Refused> {
        let (parts, body) = request.into_parts();
        let (body, progress) = observed(body);
        tokio::select! {
            // A body that fails makes sending fail, too.
            biased;
            refused = progress.failure(self.limits.pause) => Err(refused),
            response = send(Request::from_parts(parts, body)) => response.map_err(|why| unanswered(&why)),
        }
    }

    /// Restores the calls of a response.
    async fn restored(&self, response: Response<Body>, undo: Undo) -> Result<Response<Body>, Refused> {
        let (mut parts, body) = response.into_parts();
        let encoding = encoding(&parts.headers);
        let is_stream = match undo.answers {
            Answers::Told => media_type(&parts.headers) == "text/event-stream",
            answers => answers == Answers::Stream,
        };
        if let (true, Some(encoding)) = (is_stream, &encoding) {
            let why = format!("it is a stream with the encoding {encoding:?}, which was not asked for");
            self.unrestored(undo.route, &why);
            return Ok(Response::from_parts(parts, body));
        }
        if !is_stream {
            return self.restored_whole(parts, body, encoding, undo).await;
        }
        parts.headers.remove(header::CONTENT_LENGTH);
        let (route, stream, workers) = (undo.route, undo.stream(self.limits.body), self.workers.clone());
        let (held, limits) = (self.budget.part(), self.normalizers.options().limits.clone());
        let body = Restoring::new(body, stream, held, workers, limits, Arc::clone(&self.metrics), route);
        Ok(Response::from_parts(parts, body.boxed()))
    }

    /// Restores the calls of a response that is no stream.
    async fn restored_whole(
        &self,
        mut parts: Parts,
        body: Body,
        encoding: Option<String>,
        undo: Undo,
    ) -> Result<Response<Body>, Refused> {
        let route = undo.route;
        let as_it_came = |parts, part, rest, why| {
            self.unrestored(route, why);
            Ok(Response::from_parts(parts, preceded(part, rest)))
        };
        let (body, held) = match gathered(body, self.limits.body, &self.budget).await {
            Ok(gathered) => gathered,
            Err(Ungathered::TooLong(part, rest)) => {
                return as_it_came(parts, part, Ok(rest), "it is longer than --max-body");
            }
            Err(Ungathered::Broken(part, why)) => return as_it_came(parts, part, Err(why), "it broke off"),
            Err(Ungathered::Full) => return Err(full()),
        };
        let (longest, budget, normalizers) = (self.limits.body, self.budget.clone(), Arc::clone(&self.normalizers));
        let came = Came { body: body.clone(), encoding, longest };
        let work = move |cancel: &Cancel| restored(&undo, &came, &budget, &normalizers.limits(cancel));
        let answer = self.workers.run(work).await.map_err(busy)?.map_err(|Full| full())?;
        if let Some(why) = answer.unreadable {
            self.unrestored(route, why);
        }
        self.metrics.misfits(answer.misfits.count);
        answer.misfits.log(route);
        let body = answer.body.map_or(body, |new| {
            replace_body(&mut parts.headers, new.len());
            new
        });
        Ok(Response::from_parts(parts, holding(whole(body), held)))
    }

    /// Reports a response that is passed on unchanged, though its request was normalized.
    fn unrestored(&self, route: &'static str, why: &str) {
        self.metrics.unreadable(route);
        warn!(route, "a response was passed on unchanged: {why}");
    }

    /// Whether a request may be forwarded.
    fn checked(&self, request: &Request<Body>) -> Result<(), Refused> {
        let refused = |status, why: &str| Err(Refused(status, why.to_owned()));
        if has_several(request.headers()) {
            return refused(StatusCode::BAD_REQUEST, "the request has more than one Host");
        }
        if !self.hosts.may_ask(request.headers(), request.uri()) {
            return refused(StatusCode::FORBIDDEN, "this Host or Origin is not allowed (--host)");
        }
        if request.method() == Method::CONNECT {
            return refused(StatusCode::METHOD_NOT_ALLOWED, "CONNECT is not supported");
        }
        Ok(())
    }
}

impl Service for Gateway {
    fn limits(&self) -> Limits {
        self.limits
    }

    /// Answers a request. `/healthz` and `/metrics` are answered here; everything else is for the upstream.
    async fn answer(self: Arc<Self>, request: Request<Body>) -> Response<Body> {
        match (request.method(), request.uri().path()) {
            (&Method::GET, "/healthz") => return Response::new(whole("ok\n")),
            (&Method::GET, "/metrics") => return self.metrics(),
            _ => {}
        }
        let route = if request.method() == Method::POST { Route::of(request.uri().path()) } else { None };
        let speech = Speech::at(request.uri().path());
        let name = route.as_ref().map_or(speech.map_or("other", Speech::name), |route| route.name);
        let (record, under_way) = (Record::new(&self.metrics, name), self.metrics.begin());
        let passed = match self.checked(&request) {
            Ok(()) if is_socket(&request) => self.socket(request, speech).await,
            Ok(()) => self.pass(request, route).await,
            Err(refused) => Err(refused),
        };
        let response = passed.unwrap_or_else(|Refused(status, why)| error(status, &why));
        record.answered(response.status());
        response.map(|body| Flushed::new(holding(body, under_way)).boxed())
    }

    fn end(&self) {
        self.workers.end();
    }
}
