//! The servers to which requests are forwarded.

use http::{Uri, uri::PathAndQuery};

/// The server that requests are for.
#[derive(Clone, Debug)]
pub enum Upstream {
    /// Google's servers, chosen by the path: Vertex AI in the location that it names, Code Assist, or the Gemini API.
    Google,
    /// One server for all requests; its path is prepended to that of each request.
    At(Base),
}

/// A base URL.
#[derive(Clone, Debug)]
pub struct Base {
    scheme: http::uri::Scheme,
    authority: http::uri::Authority,
    path: String,
}

/// A URL that is no upstream: it has no host, or a scheme other than `http` and `https`.
#[derive(Debug)]
pub struct NoUpstream;

impl std::fmt::Display for NoUpstream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "an upstream is an http or https URL with a host, such as https://generativelanguage.googleapis.com",
        )
    }
}

impl std::error::Error for NoUpstream {}

/// Why a request cannot be forwarded.
#[derive(Debug)]
pub(crate) enum NotAsked {
    /// Its path leads out of the base path (`..`).
    LeadsOut,
    /// Its path does not form a URL with that of the upstream.
    NoUrl(http::Error),
}

impl std::fmt::Display for NotAsked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotAsked::LeadsOut => f.write_str("the path leaves its folder (`..`)"),
            NotAsked::NoUrl(why) => why.fmt(f),
        }
    }
}

const GEMINI_API: &str = "generativelanguage.googleapis.com";
const VERTEX_AI: &str = "aiplatform.googleapis.com";
const CODE_ASSIST: &str = "cloudcode-pa.googleapis.com";

impl Upstream {
    /// The upstream with one server for all requests, given by its URL.
    ///
    /// # Errors
    /// If it has no host, or a scheme other than `http` and `https`.
    pub fn at(url: &Uri) -> Result<Upstream, NoUpstream> {
        let (Some(scheme), Some(authority)) = (url.scheme(), url.authority()) else { return Err(NoUpstream) };
        if !["http", "https"].contains(&scheme.as_str()) {
            return Err(NoUpstream);
        }
        let path = url.path().trim_end_matches('/').to_owned();
        Ok(Upstream::At(Base { scheme: scheme.clone(), authority: authority.clone(), path }))
    }

    /// The URL to which a request for a path is forwarded.
    ///
    /// # Errors
    /// If the two form no URL, or the path leads out of the base path.
    pub(crate) fn uri(&self, asked: &Uri) -> Result<Uri, NotAsked> {
        if leads_out(asked.path()) {
            return Err(NotAsked::LeadsOut);
        }
        self.joined(asked).map_err(NotAsked::NoUrl)
    }

    fn joined(&self, asked: &Uri) -> Result<Uri, http::Error> {
        let Upstream::At(base) = self else {
            let path = asked.path_and_query().map_or("/", PathAndQuery::as_str);
            return Uri::builder().scheme("https").authority(google(asked.path())).path_and_query(path).build();
        };
        let asked = asked.path_and_query().map_or("/", PathAndQuery::as_str);
        // `*` is the server as a whole (RFC 9112, 3.2.4).
        let path = if asked == "*" { asked.to_owned() } else { format!("{}{asked}", base.path) };
        let to = Uri::builder().scheme(base.scheme.clone()).authority(base.authority.clone());
        to.path_and_query(path).build()
    }

    /// The path and query under which the gateway's clients reach a URL of this upstream; `None` if it is another
    /// server's.
    pub(crate) fn inner(&self, url: &Uri) -> Option<String> {
        let authority = url.authority()?.as_str();
        let path = url.path_and_query().map_or("/", PathAndQuery::as_str);
        match self {
            Upstream::Google => (authority == google(url.path())).then(|| path.to_owned()),
            Upstream::At(base) if authority == base.authority.as_str() => {
                path.strip_prefix(&base.path).filter(|path| path.starts_with('/')).map(str::to_owned)
            }
            Upstream::At(_) => None,
        }
    }
}

/// Whether a path has a `..` segment, in any encoding.
fn leads_out(path: &str) -> bool {
    let plain = path.to_ascii_lowercase().replace("%2e", ".").replace("%2f", "/").replace("%5c", "\\");
    plain.split(['/', '\\']).any(|segment| segment == "..")
}

/// The host of Google that serves a path.
fn google(path: &str) -> String {
    if path.starts_with("/v1internal") {
        return CODE_ASSIST.to_owned();
    }
    // Sessions name their location in the first message.
    if path.starts_with("/ws/google.cloud.aiplatform.") {
        return VERTEX_AI.to_owned();
    }
    let mut segments = path.split('/').skip_while(|segment| *segment != "locations");
    match segments.nth(1) {
        // Locations consist of letters, digits and hyphens; anything else could change the host.
        Some(location) if location.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') => match location {
            "global" | "" => VERTEX_AI.to_owned(),
            location => format!("{location}-{VERTEX_AI}"),
        },
        Some(_) => VERTEX_AI.to_owned(),
        None if path.contains("/publishers/") => VERTEX_AI.to_owned(),
        None => GEMINI_API.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::Upstream;
    use http::Uri;

    fn to(upstream: &Upstream, path: &str) -> String {
        upstream.uri(&path.parse().expect("it is a path")).expect("it is a URL").to_string()
    }

    #[test]
    fn google_is_told_by_the_path() {
        for (path, host) in [
            ("/v1beta/models/m:generateContent?key=k", "generativelanguage.googleapis.com"),
            ("/v1internal:generateContent", "cloudcode-pa.googleapis.com"),
            (
                "/v1/projects/p/locations/europe-west4/publishers/g/models/m:countTokens",
                "europe-west4-aiplatform.googleapis.com",
            ),
            ("/v1/projects/p/locations/global/publishers/g/models/m:countTokens", "aiplatform.googleapis.com"),
            ("/v1/projects/p/locations/evil.example%23/publishers/g/models/m:x", "aiplatform.googleapis.com"),
            ("/v1/publishers/google/models/m:generateContent", "aiplatform.googleapis.com"),
            (
                "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent",
                "generativelanguage.googleapis.com",
            ),
            ("/ws/google.cloud.aiplatform.v1.LlmBidiService/BidiGenerateContent", "aiplatform.googleapis.com"),
        ] {
            assert_eq!(to(&Upstream::Google, path), format!("https://{host}{path}"));
        }
    }

    #[test]
    fn no_path_leads_out_of_the_base() {
        let upstream =
            Upstream::at(&"http://127.0.0.1:9/gemini/".parse().expect("it is a URL")).expect("it has a host");
        for path in [
            "/../../etc",
            "/v1/..",
            "/%2e%2E/etc",
            "/.%2e/etc",
            "/v1/..%2fetc",
            "/v1%2f..%2F..",
            "/..\\etc",
            "/x%5c..%5c",
        ] {
            let asked: Uri = path.parse().expect("it is a path");
            assert!(upstream.uri(&asked).is_err() && Upstream::Google.uri(&asked).is_err(), "{path}");
        }
        for path in ["/v1/...", "/v1/.", "/a..b/..c", "/v1/files/a%2Fb?x=/../y"] {
            assert_eq!(to(&upstream, path), format!("http://127.0.0.1:9/gemini{path}"));
        }
    }

    #[test]
    fn a_base_stands_before_all() {
        let base: Uri = "http://127.0.0.1:9/gemini/".parse().expect("it is a URL");
        let upstream = Upstream::at(&base).expect("it has a host");
        assert_eq!(to(&upstream, "/v1beta/models?a=b"), "http://127.0.0.1:9/gemini/v1beta/models?a=b");
        assert_eq!(to(&upstream, "*"), "http://127.0.0.1:9*");
        let upload: Uri = "http://127.0.0.1:9/gemini/upload/v1beta/files?upload_id=1".parse().expect("it is a URL");
        assert_eq!(upstream.inner(&upload).as_deref(), Some("/upload/v1beta/files?upload_id=1"));
        assert_eq!(upstream.inner(&"http://127.0.0.1:9/geminix/y".parse().expect("it is a URL")), None);
        assert_eq!(upstream.inner(&"http://elsewhere/gemini/x".parse().expect("it is a URL")), None);
        assert!(Upstream::at(&"ftp://host/".parse().expect("it is a URL")).is_err());
    }
}
