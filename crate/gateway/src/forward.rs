//! Forwarding of requests, and the headers that are forwarded with them.

use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, Version, header};
use hyper::body::Incoming;
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, Error, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use rustls::ClientConfig;

use crate::error::Body;

/// The HTTP client that sends requests to the upstream.
pub(crate) type Sender = Client<HttpsConnector<HttpConnector>, Body>;

/// How long connecting may take.
const CONNECTING: Duration = Duration::from_secs(10);

/// Headers that concern one connection and not the message (RFC 9110, 7.6.1).
const OF_CONNECTION: [HeaderName; 8] = [
    header::CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// Headers that ask for a WebSocket, and confirm it.
const SWITCHING: [(HeaderName, HeaderValue); 2] = [
    (header::CONNECTION, HeaderValue::from_static("Upgrade")),
    (header::UPGRADE, HeaderValue::from_static("websocket")),
];

/// The senders for ordinary requests and for WebSocket handshakes, which require HTTP/1.1.
///
/// # Errors
/// If this system has no certificates to trust.
pub(crate) fn senders() -> std::io::Result<(Sender, Sender)> {
    let trust = ClientConfig::builder().with_native_roots()?.with_no_client_auth();
    let mut plain = HttpConnector::new();
    plain.enforce_http(false);
    plain.set_nodelay(true);
    plain.set_connect_timeout(Some(CONNECTING));
    let connector = || HttpsConnectorBuilder::new().with_tls_config(trust.clone()).https_or_http();
    let every = connector().enable_all_versions().wrap_connector(plain.clone());
    let first = connector().enable_http1().wrap_connector(plain);
    let client = |connector| {
        Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .http1_preserve_header_case(true)
            .build(connector)
    };
    Ok((client(every), client(first)))
}

/// Forwards a request.
///
/// # Errors
/// If there is no response.
pub(crate) async fn send(sender: &Sender, mut request: Request<Body>) -> Result<Response<Incoming>, Error> {
    *request.version_mut() = Version::HTTP_11;
    // `Host` names the gateway; hyper sets it anew from the URI.
    request.headers_mut().remove(header::HOST);
    strip(request.headers_mut());
    let mut response = sender.request(request).await?;
    strip(response.headers_mut());
    *response.version_mut() = Version::HTTP_11;
    Ok(response)
}

/// Forwards a WebSocket handshake, without extensions so that messages are not compressed.
///
/// # Errors
/// If there is no response.
pub(crate) async fn switch(sender: &Sender, mut request: Request<Body>) -> Result<Response<Incoming>, Error> {
    let headers = request.headers_mut();
    headers.remove(header::HOST);
    headers.remove(header::SEC_WEBSOCKET_EXTENSIONS);
    strip(headers);
    headers.extend(SWITCHING);
    let mut response = sender.request(request).await?;
    strip(response.headers_mut());
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().extend(SWITCHING);
    }
    Ok(response)
}

/// Removes the headers that concern the connection, including those that `Connection` names.
pub fn strip(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|names| names.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in OF_CONNECTION.into_iter().chain(named) {
        headers.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::strip;

    #[test]
    fn headers_of_the_connection_stay_here() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "close, x-mine"),
            ("x-mine", "1"),
            ("transfer-encoding", "chunked"),
            ("x-goog-api-key", "k"),
            ("authorization", "Bearer t"),
        ] {
            headers.insert(name, value.parse().expect("it is a value"));
        }
        strip(&mut headers);
        let mut left: Vec<&str> = headers.keys().map(http::HeaderName::as_str).collect();
        left.sort_unstable();
        assert_eq!(left, ["authorization", "x-goog-api-key"]);
    }
}
