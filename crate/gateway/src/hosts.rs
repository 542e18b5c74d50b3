//! Which requests a server accepts, by host and origin.

use std::net::SocketAddr;

use http::{HeaderMap, Uri, header};

/// The names of this machine.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The hosts for which a server accepts requests.
#[derive(Clone, Debug)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// The hosts of a server that listens at an address: the names of this machine, that address, and further names,
    /// without ports.
    #[must_use]
    pub fn new(address: SocketAddr, more: &[String]) -> Hosts {
        let ip = address.ip();
        let ip = if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() };
        Hosts(LOCAL.map(str::to_owned).into_iter().chain([ip]).chain(more.iter().cloned()).collect())
    }

    /// Whether the `Host` and the `Origin` of a request are accepted. A page of another host could reach this server
    /// under a name that it resolves to the server's address (DNS rebinding), visible in `Host`, or by a cross-origin
    /// request, visible in `Origin`. A request has one `Host`.
    #[must_use]
    pub fn may_ask(&self, headers: &HeaderMap, uri: &Uri) -> bool {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(header::HOST).and_then(|host| host.parse::<Uri>().ok());
        let origin = text(header::ORIGIN).map(|origin| origin.parse::<Uri>().ok());
        !has_several(headers)
            && self.has(host.as_ref().or(Some(uri)).and_then(Uri::host))
            && origin.is_none_or(|origin| self.has(origin.as_ref().and_then(Uri::host)))
    }

    fn has(&self, host: Option<&str>) -> bool {
        host.is_some_and(|host| self.0.iter().any(|own| own.eq_ignore_ascii_case(host)))
    }
}

/// Whether a request has more than one `Host` (RFC 9112, section 3.2).
pub(crate) fn has_several(headers: &HeaderMap) -> bool {
    headers.get_all(header::HOST).iter().nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn only_our_own_names_may_be_asked_for() {
        let own = Hosts::new(([127, 0, 0, 1], 80).into(), &["proxy.example".to_owned()]);
        let asks = |host: &str, origin: Option<&str>| {
            let value = |text: &str| HeaderValue::from_str(text).expect("a value");
            let mut headers = HeaderMap::from_iter([(header::HOST, value(host))]);
            headers.extend(origin.map(|origin| (header::ORIGIN, value(origin))));
            own.may_ask(&headers, &Uri::from_static("/mcp"))
        };
        for host in ["localhost", "LOCALHOST:5", "127.0.0.1:8788", "[::1]:3", "proxy.example"] {
            assert!(asks(host, None), "{host}");
            assert!(asks(host, Some(&format!("http://{host}"))), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "", "127.0.0.1.nip.io:80"] {
            assert!(!asks(host, None), "{host}");
            assert!(!asks("localhost", Some(&format!("http://{host}"))), "{host}");
        }
        assert!(!asks("localhost", Some("null")));
        let mut twice = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost"))]);
        twice.append(header::HOST, HeaderValue::from_static("localhost"));
        assert!(!own.may_ask(&twice, &Uri::from_static("/mcp")));
    }

    #[test]
    fn without_host_the_address_says_it() {
        let own = Hosts::new(([127, 0, 0, 1], 80).into(), &[]);
        assert!(own.may_ask(&HeaderMap::new(), &Uri::from_static("http://localhost:8/")));
        assert!(!own.may_ask(&HeaderMap::new(), &Uri::from_static("http://evil.example/")));
        assert!(!own.may_ask(&HeaderMap::new(), &Uri::from_static("/")));
    }
}
