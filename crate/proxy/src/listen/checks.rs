//! Who may ask, and whether headers repeat what a request says.

use http::{HeaderMap, HeaderName, Uri, header};
use lapidary_mcp::message::{Incoming, Members};

use crate::{
    conversation::VERSION,
    mirror::{NAME, decoded, subject},
};

const PROTOCOL: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// Names of this machine.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Whether a request comes from where it may: a page of another host could reach us by a name that it gives our address
/// (DNS rebinding), which `Host` and `Origin` tell.
pub(crate) fn may_ask(headers: &HeaderMap, uri: &Uri, own: &[String]) -> bool {
    let is_ours = |host: Option<&str>| host.is_some_and(|host| own.iter().any(|own| own.eq_ignore_ascii_case(host)));
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(header::HOST).and_then(|host| host.parse::<Uri>().ok());
    let origin = text(header::ORIGIN).map(|origin| origin.parse::<Uri>().ok());
    is_ours(host.as_ref().or(Some(uri)).and_then(Uri::host))
        && origin.is_none_or(|origin| is_ours(origin.as_ref().and_then(Uri::host)))
}

/// The hosts under which we are asked.
pub(crate) fn own_hosts(address: std::net::SocketAddr, more: &[String]) -> Vec<String> {
    let ip = address.ip();
    let ip = if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() };
    LOCAL.map(str::to_owned).into_iter().chain([ip]).chain(more.iter().cloned()).collect()
}

/// What is wrong with the headers of a request of the newer era, with its id as it stands.
pub(crate) fn mismatch(headers: &HeaderMap, message: &[u8]) -> Option<(String, &'static str)> {
    let parts = Incoming::all(message)?;
    let [Incoming::Request { id, method, params: Some(params) }] = &parts[..] else { return None };
    let params = Members::of(params.get().as_bytes()).ok()?;
    let version: String = params.read::<Members>("_meta")?.read(VERSION)?;
    let says = |name: &HeaderName, value: &str| headers.get(name).and_then(decoded).as_deref() == Some(value);
    let name = subject(method).and_then(|member| params.read::<String>(member));
    let wrong = if !says(&PROTOCOL, &version) {
        "MCP-Protocol-Version"
    } else if !says(&METHOD, method) {
        "Mcp-Method"
    } else if name.is_some_and(|name| !says(&NAME, &name)) {
        "Mcp-Name"
    } else {
        return None;
    };
    Some((id.get().to_owned(), wrong))
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn only_our_own_names_may_be_asked_for() {
        let own = own_hosts(([127, 0, 0, 1], 80).into(), &["proxy.example".to_owned()]);
        let asks = |host: &str, origin: Option<&str>| {
            let value = |text: &str| HeaderValue::from_str(text).expect("a value");
            let mut headers = HeaderMap::from_iter([(header::HOST, value(host))]);
            headers.extend(origin.map(|origin| (header::ORIGIN, value(origin))));
            may_ask(&headers, &Uri::from_static("/mcp"), &own)
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
    }
}
