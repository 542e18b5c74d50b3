//! Secret values of a server, which are masked in all output.

use http::{HeaderMap, Uri};

/// The least length of a masked value: shorter ones occur in too much other text.
const LEAST: usize = 6;

/// Values that are masked in output.
#[derive(Clone, Default)]
pub(crate) struct Secrets(Vec<String>);

impl Secrets {
    pub(crate) fn keep(&mut self, value: impl Into<String>) {
        let value = value.into();
        if value.len() >= LEAST {
            self.0.push(value);
            // The longest first, so that a value that contains another is replaced as a whole.
            self.0.sort_unstable_by_key(|value| std::cmp::Reverse(value.len()));
        }
    }

    /// Keeps what may be secret in a request: the values of headers, and the user and the query of its address.
    pub(crate) fn keep_request(&mut self, uri: &Uri, headers: &HeaderMap) {
        let user = uri.authority().and_then(|authority| authority.as_str().rsplit_once('@')).map(|(user, _)| user);
        let parameters = uri.query().into_iter().flat_map(|query| query.split('&'));
        let values = parameters.filter_map(|parameter| Some(parameter.split_once('=')?.1));
        for text in user.into_iter().flat_map(|user| user.split(':').chain([user])).chain(uri.query()).chain(values) {
            self.keep(text);
        }
        for value in headers.values().filter_map(|value| value.to_str().ok()) {
            // The credentials without their scheme, such as `Bearer`.
            self.keep(value.rsplit(' ').next().unwrap_or_default());
            self.keep(value);
        }
    }

    /// Replaces the values in a text by `…`.
    pub(crate) fn hide(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, value| text.replace(value, "…"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_not_told() {
        let mut secrets = Secrets::default();
        secrets.keep("short");
        secrets.keep("long-one");
        secrets.keep("a long-one, whole");
        let uri = Uri::from_static("https://someone:password@host:1/path?key=query-key&b=&flag");
        let headers = [(http::header::AUTHORIZATION, "Bearer sk-header".parse().expect("a value"))];
        secrets.keep_request(&uri, &headers.into_iter().collect());
        let said =
            "short: a long-one, whole, long-one; someone:password password query-key sk-header, Bearer sk-header";
        assert_eq!(secrets.hide(said), "short: …, …; … … … …, …");
        assert_eq!(secrets.hide("GET https://host:1/path?key=query-key&b=&flag"), "GET https://host:1/path?…");
    }
}
