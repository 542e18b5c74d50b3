//! Sending requests on, and what of their headers goes with them.

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

/// What sends requests to the upstream.
pub(crate) type Sender = Client<HttpsConnector<HttpConnector>, Body>;

/// How long a connection may take to be made.
const CONNECTING: Duration = Duration::from_secs(10);

/// Headers that are about one connection and not about the message (RFC 9110, 7.6.1).
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

/// What asks for a WebSocket, and says that there is one.
const SWITCHING: [(HeaderName, HeaderValue); 2] = [
    (header::CONNECTION, HeaderValue::from_static("Upgrade")),
    (header::UPGRADE, HeaderValue::from_static("websocket")),
];

/// A sender that trusts the certificates of the system, and one that speaks HTTP/1.1 alone, where protocols can be
/// switched.
///
/// # Errors
/// If there are none.
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

/// Sends a request on.
///
/// # Errors
/// If there is no answer.
pub(crate) async fn send(sender: &Sender, mut request: Request<Body>) -> Result<Response<Incoming>, Error> {
    *request.version_mut() = Version::HTTP_11;
    // The client says which host it asks, and the upstream is another.
    request.headers_mut().remove(header::HOST);
    strip(request.headers_mut());
    let mut response = sender.request(request).await?;
    strip(response.headers_mut());
    *response.version_mut() = Version::HTTP_11;
    Ok(response)
}

/// Asks the upstream to switch to a `WebSocket`, whose messages are then not compressed.
///
/// # Errors
/// If there is no answer.
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

/// Takes out of headers what is about the connection, also what `connection` names.
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
