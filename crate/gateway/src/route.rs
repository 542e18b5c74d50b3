//! Which requests may declare tools, by the end of their path: base URLs can begin in any way.

use lapidary::Surface;
use serde::Deserialize;
use serde_json::Value;

/// How the calls that a model makes are returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// In a single body.
    Whole,
    /// In events, or in the elements of an array.
    Stream,
    /// In one of these ways, by the content type of the response.
    Told,
    /// Not in the response.
    Elsewhere,
}

/// The last segment of a path that creates an interaction, at the Gemini API and at Vertex AI.
const INTERACTIONS: [&str; 3] = ["interactions", "interactions:create", "interactions:createStream"];

/// A request that may declare tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    /// How calls are returned.
    pub(crate) answers: Answers,
    /// Whether the request is stored, and its calls are returned elsewhere: no arguments may be encoded in it.
    pub(crate) stored: bool,
    /// The API to which it is sent.
    pub(crate) surface: Surface,
    /// The model, once it is known.
    pub(crate) model: Option<String>,
    /// Its name in the metrics.
    pub(crate) name: &'static str,
    /// Whether it creates an interaction, whose calls are steps.
    pub(crate) is_interaction: bool,
    /// Whether a model other than Gemini may answer.
    open: bool,
}

/// The members of a body that determine what its path does not.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Said {
    model: Value,
    stream: Value,
    request: Option<Inner>,
}

/// The request inside a body of Code Assist, which names the model for `countTokens`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Inner {
    model: Value,
}

impl Route {
    /// The route of a `POST` to a path; `None` if it declares no tools.
    pub(crate) fn of(path: &str) -> Option<Route> {
        let (before, last) = path.rsplit_once('/')?;
        if last == "completions" && before.ends_with("/chat") {
            let open = !is_compatible(before.strip_suffix("/chat").unwrap_or_default());
            let (answers, surface) = (Answers::Whole, Surface::Gateway);
            let name = "chat/completions";
            return Some(Route { answers, stored: false, surface, model: None, name, is_interaction: false, open });
        }
        let surface = if is_vertex(path) { Surface::VertexAi } else { Surface::GeminiApi };
        let is_interaction = INTERACTIONS.contains(&last);
        let route =
            |name, answers, stored| Route { answers, stored, surface, model: None, name, is_interaction, open: false };
        if is_interaction {
            return Some(route("interactions", Answers::Told, false));
        }
        if last == "cachedContents" {
            return Some(route("cachedContents", Answers::Elsewhere, true));
        }
        let (model, method) = [":", "%3A", "%3a"].iter().find_map(|colon| last.rsplit_once(colon))?;
        let route = match method {
            "generateContent" => route("generateContent", Answers::Whole, false),
            "streamGenerateContent" => route("streamGenerateContent", Answers::Stream, false),
            "countTokens" => route("countTokens", Answers::Elsewhere, false),
            "batchGenerateContent" => route("batchGenerateContent", Answers::Elsewhere, true),
            _ => return None,
        };
        // Paths of Code Assist have a version in place of the model.
        let model = Some(model.to_owned()).filter(|model| !model.is_empty() && !is_version(model));
        Some(Route { model, ..route })
    }

    /// Completes the route from the body where the path does not determine it; `None` if the model is not Gemini.
    /// `named` is the model in the gateway's options.
    pub(crate) fn detailed(self, body: &str, named: Option<&str>) -> Option<Route> {
        if self.model.is_some() {
            return Some(self);
        }
        let Said { model, stream, request } = serde_json::from_str(body).unwrap_or_default();
        let request = request.unwrap_or_default();
        let model = model.as_str().or(request.model.as_str()).map(str::to_owned);
        if self.open && !named.or(model.as_deref()).is_some_and(is_gemini) {
            return None;
        }
        let streamed = self.surface == Surface::Gateway && stream == Value::Bool(true);
        let answers = if streamed { Answers::Stream } else { self.answers };
        Some(Route { answers, model, ..self })
    }
}

/// Whether a model is called `gemini-…`, with anything before it.
fn is_gemini(model: &str) -> bool {
    let model = model.to_ascii_lowercase();
    model.match_indices("gemini-").any(|(at, _)| !model[..at].ends_with(|before: char| before.is_ascii_alphanumeric()))
}

/// Whether a segment of a path is a version: `v1beta`.
fn is_version(segment: &str) -> bool {
    segment.strip_prefix('v').is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
}

/// Whether a path is one of Vertex AI.
fn is_vertex(path: &str) -> bool {
    let mut segments = path.split('/');
    path.contains("/publishers/") || (segments.any(|one| one == "projects") && segments.nth(1) == Some("locations"))
}

/// Whether chat completions below this path are answered by Gemini: `…/v1beta/openai` of the Gemini API, and
/// `…/v1/projects/P/locations/L/endpoints/E` of Vertex AI.
fn is_compatible(path: &str) -> bool {
    let segments: Vec<&str> = path.split('/').collect();
    match segments.as_slice() {
        [.., version, "openai"] | [.., version, "projects", _, "locations", _, "endpoints", _] => is_version(version),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Answers, Route};
    use lapidary::Surface;

    fn of(path: &str) -> Option<(Answers, Surface, Option<String>)> {
        Route::of(path).map(|route| (route.answers, route.surface, route.model))
    }

    #[test]
    fn paths_say_what_is_asked() {
        let flash = || Some("gemini-2.5-flash".to_owned());
        for (path, expected) in [
            ("/v1beta/models/gemini-2.5-flash:generateContent", Some((Answers::Whole, Surface::GeminiApi, flash()))),
            ("/models/gemini-2.5-flash%3AstreamGenerateContent", Some((Answers::Stream, Surface::GeminiApi, flash()))),
            (
                "/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-flash:countTokens",
                Some((Answers::Elsewhere, Surface::VertexAi, flash())),
            ),
            ("/v1internal:generateContent", Some((Answers::Whole, Surface::GeminiApi, None))),
            ("/v1beta/cachedContents", Some((Answers::Elsewhere, Surface::GeminiApi, None))),
            ("/v1/projects/p/locations/l/cachedContents", Some((Answers::Elsewhere, Surface::VertexAi, None))),
            ("/v1beta/interactions", Some((Answers::Told, Surface::GeminiApi, None))),
            ("/v1/projects/p/locations/l/interactions:create", Some((Answers::Told, Surface::VertexAi, None))),
            ("/v1beta/interactions/7/cancel", None),
            ("/v1beta/models/gemini-2.5-flash:embedContent", None),
            ("/v1beta/models", None),
            ("/", None),
        ] {
            assert_eq!(of(path), expected, "{path}");
        }
    }

    #[test]
    fn other_models_are_left_alone() {
        let is_ours = |path: &str, model: &str| {
            Route::of(path).and_then(|route| route.detailed(&format!(r#"{{"model":"{model}"}}"#), None)).is_some()
        };
        assert!(is_ours("/v1beta/openai/chat/completions", "anything"));
        assert!(is_ours("/v1/projects/p/locations/l/endpoints/openapi/chat/completions", "anything"));
        assert!(is_ours("/v1/chat/completions", "google/gemini-3-pro"));
        assert!(!is_ours("/v1/chat/completions", "gpt-6"));
        assert!(!is_ours("/v1/chat/completions", "notgemini-3"));
    }

    #[test]
    fn a_body_names_the_model_where_the_path_has_none() {
        let model = |body: &str| {
            Route::of("/v1internal:countTokens").and_then(|route| route.detailed(body, None)).and_then(|it| it.model)
        };
        let named = Some("models/m");
        assert_eq!(model(r#"{"request":{"model":"models/m","contents":[]}}"#).as_deref(), named);
        assert_eq!(model(r#"{"model":"models/m","project":"p","request":{"model":"n"}}"#).as_deref(), named);
        assert_eq!(model(r#"{"request":{"contents":[]}}"#), None);
    }

    #[test]
    fn a_body_says_whether_its_answer_is_a_stream() {
        let answers = |body: &str| {
            Route::of("/v1beta/openai/chat/completions")
                .and_then(|route| route.detailed(body, None))
                .map(|it| it.answers)
        };
        assert_eq!(answers(r#"{"model":"m","stream":true}"#), Some(Answers::Stream));
        assert_eq!(answers(r#"{"model":7,"stream":"yes"}"#), Some(Answers::Whole));
        assert_eq!(answers("no JSON"), Some(Answers::Whole));
    }
}
