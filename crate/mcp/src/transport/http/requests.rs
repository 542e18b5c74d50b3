//! HTTP requests to one endpoint.

use std::{io, sync::Arc};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, Response, Uri, header};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use rustls::{ClientConfig, ConfigBuilder, RootCertStore, client::WantsClientCert, crypto::ring};

use crate::{Endpoint, Error};

/// A client for requests to one endpoint.
#[derive(Clone, Debug)]
pub struct Requests {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    endpoint: Endpoint,
    pub(super) longest: usize,
}

impl Requests {
    /// Requests to an endpoint; messages in answers may have at most `longest` bytes.
    ///
    /// # Errors
    ///
    /// If its scheme is not `http` or `https`, or the system has no certificates to trust.
    pub fn new(endpoint: Endpoint, longest: usize) -> Result<Requests, Error> {
        let connector = HttpsConnectorBuilder::new().with_tls_config(trust(&endpoint.uri)?.with_no_client_auth());
        let connector = connector.https_or_http().enable_http1().build();
        Ok(Requests { client: Client::builder(TokioExecutor::new()).build(connector), endpoint, longest })
    }

    /// The greatest length of a message in an answer, in bytes.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }

    pub(in crate::transport) fn uri(&self) -> &Uri {
        &self.endpoint.uri
    }

    /// The same client and headers, for another address of the same host.
    pub(in crate::transport) fn at(&self, uri: Uri) -> Requests {
        let endpoint = Endpoint { uri, ..self.endpoint.clone() };
        Requests { endpoint, ..self.clone() }
    }

    /// Sends a request with these headers and those of the endpoint.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub async fn send(&self, method: Method, headers: HeaderMap, body: Bytes) -> Result<Response<Incoming>, Error> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = method;
        *request.uri_mut() = self.endpoint.uri.clone();
        *request.headers_mut() = headers;
        // The messages of a compressed response could not be read.
        request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        request.headers_mut().extend(self.endpoint.headers.clone());
        let sent = self.client.request(request).await;
        sent.map_err(|error| {
            let (place, why) = (self.endpoint.place(), root(&error));
            match (is_tls(&error), error.is_connect()) {
                (true, _) => Error::Tls(format!("{place} cannot be reached: {why}")),
                (_, true) => Error::Connection(format!("{place} cannot be reached: {why}")),
                _ => Error::Broken(format!("the connection to {place} ended before the response: {why}")),
            }
        })
    }
}

/// The TLS configuration, which trusts the certificates of the system for `https`, and none for `http`.
fn trust(uri: &Uri) -> Result<ConfigBuilder<ClientConfig, WantsClientCert>, Error> {
    let unable = |why: String| Error::Connection(format!("TLS cannot be set up: {why}"));
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| unable(error.to_string()))?;
    match uri.scheme_str() {
        Some("http") => Ok(config.with_root_certificates(RootCertStore::empty())),
        Some("https") => config.with_native_roots().map_err(|error| unable(error.to_string())),
        _ => Err(Error::Address("its address is not an http or https URL".to_owned())),
    }
}

/// Whether TLS is the cause of an error.
fn is_tls(error: &(dyn std::error::Error + 'static)) -> bool {
    causes(error).any(<dyn std::error::Error>::is::<rustls::Error>)
}

/// An error and its causes. An error of I/O skips the one that it contains.
fn causes<'e>(
    error: &'e (dyn std::error::Error + 'static),
) -> impl Iterator<Item = &'e (dyn std::error::Error + 'static)> {
    std::iter::successors(Some(error), |error| match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        Some(inner) => Some(inner as _),
        None => error.source(),
    })
}

/// The innermost cause, which is the most specific.
pub(super) fn root(error: &(dyn std::error::Error + 'static)) -> String {
    causes(error).last().map_or_else(String::new, ToString::to_string)
}
