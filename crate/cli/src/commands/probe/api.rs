//! Requests to the Gemini API, one after the other.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use http_body_util::{BodyExt, Limited};
use lapidary_mcp::{Endpoint, transport::http::Requests};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout};

use super::{request, stopped::Stopped};
use crate::{args::ProbeArgs, catalogue::Row};

/// Why nothing is known about any row if the requests end before the first.
pub(super) const TOO_LOW: &str = "--limit is too low to ask about any row";

const LONGEST: usize = 1 << 20;
const WAIT: Duration = Duration::from_mins(1);

/// Google's API, which takes no request without a key.
const GOOGLE: &str = "https://generativelanguage.googleapis.com";

/// The API, and how many requests may still be sent.
pub(super) struct Api {
    count: Requests,
    generate: Requests,
    model: String,
    key: Option<String>,
    left: u32,
    sent: u32,
    pause: Duration,
    next: Instant,
    /// The model that answered, as the API names it.
    version: Option<String>,
}

/// The API's answer to a row's request, and the method that gave it.
pub(super) struct Answer {
    pub(super) method: &'static str,
    pub(super) said: Response,
}

#[derive(Clone)]
pub(super) enum Response {
    Taken,
    /// With this error message.
    Refused(String),
    /// Neither accepted nor rejected, for this reason.
    Nothing(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    model_version: Option<String>,
    /// Of `countTokens`.
    total_tokens: Option<IgnoredAny>,
    /// Of `generateContent`.
    candidates: Option<IgnoredAny>,
    /// The same, for a request that is not answered.
    prompt_feedback: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Failed {
    error: Reason,
}

#[derive(Deserialize)]
struct Reason {
    message: String,
}

impl Api {
    pub(super) fn new(args: &ProbeArgs, key: Option<String>) -> Result<Api, Stopped> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(key) = &key {
            let mut secret: HeaderValue = key.parse().map_err(|_| "the key is not a valid header value".to_owned())?;
            secret.set_sensitive(true);
            headers.insert("x-goog-api-key", secret);
        }
        let requests = |method: &str| -> Result<Requests, Stopped> {
            let base = args.url.as_ref().map_or_else(|| GOOGLE.to_owned(), ToString::to_string);
            let url = format!("{}/v1beta/models/{}:{method}", base.trim_end_matches('/'), args.model);
            let uri: Uri = url.parse().map_err(|_| format!("`{}` is not a model name", args.model))?;
            let requests = Requests::new(Endpoint { uri, headers: headers.clone() }, LONGEST);
            Ok(requests.map_err(|error| error.to_string())?)
        };
        Ok(Api {
            count: requests("countTokens")?,
            generate: requests("generateContent")?,
            model: args.model.clone(),
            key,
            left: args.limit,
            sent: 0,
            pause: args.pause(),
            next: Instant::now(),
            version: None,
        })
    }

    /// How many requests were sent.
    pub(super) fn sent(&self) -> u32 {
        self.sent
    }

    /// The requested model, and the one that answered if it differs: `…-latest` is an alias.
    pub(super) fn model(&self) -> String {
        match self.version.as_ref().filter(|version| **version != self.model) {
            Some(version) => format!("{} ({version})", self.model),
            None => self.model.clone(),
        }
    }

    /// Fails if not even a valid request is accepted, as with a wrong key or model.
    pub(super) async fn check_access(&mut self) -> Result<(), Stopped> {
        match self.count_and_generate(request::plain(), false).await {
            Some(Answer { said: Response::Taken, .. }) => Ok(()),
            Some(Answer { said: Response::Refused(why) | Response::Nothing(why), .. }) => {
                Err(format!("the API rejects every request: {why}").into())
            }
            None => Err(TOO_LOW.to_owned().into()),
        }
    }

    /// The answer to a row's request; `None` if no requests are left.
    pub(super) async fn ask(&mut self, row: &Row, body: Value) -> Option<Answer> {
        self.count_and_generate(body, row.stage == "parse").await
    }

    /// Sends a request to `countTokens`, which costs nothing and whose errors are final. If it is accepted, sends it
    /// to `generateContent`, too, unless only the parser decides, which all methods share.
    async fn count_and_generate(&mut self, body: Value, is_parsed: bool) -> Option<Answer> {
        let mut counted = body.clone();
        counted["model"] = format!("models/{}", self.model).into();
        let said = self.send(&self.count.clone(), &json!({ "generateContentRequest": counted })).await?;
        if !matches!(said, Response::Taken) || is_parsed {
            return Some(Answer { method: "countTokens", said });
        }
        let said = self.send(&self.generate.clone(), &body).await?;
        Some(Answer { method: "generateContent", said })
    }

    /// Sends a request after the pause, and once more if it is neither accepted nor rejected.
    async fn send(&mut self, to: &Requests, body: &Value) -> Option<Response> {
        let mut said = None;
        for tries in 0..2 {
            if self.left == 0 {
                break;
            }
            sleep_until(self.next).await;
            self.next = Instant::now() + self.pause * (tries + 1);
            self.left -= 1;
            self.sent += 1;
            said = Some(self.outcome(to, body).await);
            if !matches!(said, Some(Response::Nothing(_))) {
                break;
            }
        }
        said
    }

    async fn outcome(&mut self, to: &Requests, body: &Value) -> Response {
        match timeout(WAIT, exchange(to, body)).await {
            Ok(Ok((StatusCode::OK, body))) if let Some(answered) = answered(&body) => {
                self.version = answered.model_version.or(self.version.take());
                Response::Taken
            }
            Ok(Ok((status, body))) => {
                let message = self.without_key(&message(&body));
                match status {
                    StatusCode::BAD_REQUEST if !message.is_empty() => Response::Refused(message),
                    _ => Response::Nothing(format!("{status}: {message}")),
                }
            }
            Ok(Err(error)) => Response::Nothing(self.without_key(&error)),
            Err(_) => Response::Nothing(format!("no answer in {} s", WAIT.as_secs())),
        }
    }

    /// Masks the key in a text, wherever the text comes from.
    fn without_key(&self, text: &str) -> String {
        self.key.iter().fold(text.to_owned(), |text, key| text.replace(key, "…"))
    }
}

async fn exchange(to: &Requests, body: &Value) -> Result<(StatusCode, Bytes), String> {
    let response = to.send(Method::POST, HeaderMap::new(), Bytes::from(body.to_string())).await;
    let response = response.map_err(|error| error.to_string())?;
    let status = response.status();
    let body = Limited::new(response.into_body(), LONGEST).collect().await;
    Ok((status, body.map_err(|error| error.to_string())?.to_bytes()))
}

/// An answer of the API; `None` for another body, such as a page of a proxy.
fn answered(body: &[u8]) -> Option<Answered> {
    let answered: Answered = serde_json::from_slice(body).ok()?;
    let Answered { total_tokens, candidates, prompt_feedback, .. } = answered;
    total_tokens.or(candidates).or(prompt_feedback).is_some().then_some(answered)
}

/// The message of an error; the beginning of the body if it has another form.
fn message(body: &[u8]) -> String {
    match serde_json::from_slice(body) {
        Ok(Failed { error }) => error.message,
        Err(_) => String::from_utf8_lossy(body).chars().take(300).collect(),
    }
}
