//! Uploads: the API returns a URL to upload to, which must be replaced with one of the gateway.

use http::{HeaderMap, HeaderName, HeaderValue, Uri, header, request::Parts};

use crate::upstream::Upstream;

const UPLOAD_URL: HeaderName = HeaderName::from_static("x-goog-upload-url");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// How a client reaches the gateway.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Client {
    scheme: &'static str,
    host: Option<String>,
}

impl Client {
    /// Determined from the request and from what a proxy that terminates TLS added: `Forwarded` (RFC 7239), or
    /// `X-Forwarded-Proto`.
    pub(crate) fn of(request: &Parts) -> Client {
        let text = |name| request.headers.get(name).and_then(|value| value.to_str().ok());
        // The proxy nearest to the client is the first.
        let first = |name| text(name).and_then(|value| value.split(',').next());
        let forwarded = first(header::FORWARDED).and_then(|pairs| {
            let mut pairs = pairs.split(';').filter_map(|pair| pair.split_once('='));
            pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("proto")).map(|(_, value)| value)
        });
        let proto = forwarded.or_else(|| first(FORWARDED_PROTO)).unwrap_or_default();
        let is_secure = proto.trim().trim_matches('"').eq_ignore_ascii_case("https");
        let host = text(header::HOST).or(request.uri.authority().map(http::uri::Authority::as_str));
        Client { scheme: if is_secure { "https" } else { "http" }, host: host.map(str::to_owned) }
    }
}

/// Replaces an upload URL of the upstream in response headers with the gateway's, so that the client uploads through
/// it.
pub(crate) fn keep_uploads(headers: &mut HeaderMap, upstream: &Upstream, client: &Client) {
    let named = headers.get(UPLOAD_URL).and_then(|url| url.to_str().ok()?.parse::<Uri>().ok());
    let inner = named.and_then(|url| upstream.inner(&url));
    if let (Some(path), Client { scheme, host: Some(host) }) = (inner, client)
        && let Ok(url) = HeaderValue::try_from(format!("{scheme}://{host}{path}"))
    {
        headers.insert(UPLOAD_URL, url);
    }
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::Client;

    #[test]
    fn who_is_in_front_says_the_scheme() {
        for (name, value, scheme) in [
            ("x-forwarded-proto", "https", "https"),
            ("x-forwarded-proto", "HTTPS, http", "https"),
            ("x-forwarded-proto", "http, https", "http"),
            ("x-forwarded-proto", "javascript", "http"),
            ("forwarded", "for=192.0.2.1;Proto=\"https\", proto=http", "https"),
            ("forwarded", "for=192.0.2.1", "http"),
            ("x-other", "https", "http"),
        ] {
            let request = Request::get("http://gemini.example:8/x").header(name, value).body(()).expect("a request");
            let client = Client::of(&request.into_parts().0);
            assert_eq!(client, Client { scheme, host: Some("gemini.example:8".to_owned()) }, "{name}: {value}");
        }
    }
}
