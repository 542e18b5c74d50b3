//! A conversation: requests, each with its answer, in either era of the protocol.

mod open;

use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};

pub(crate) use open::{failed, open};

use crate::{
    Error, Limits,
    framing::Frame,
    id::Id,
    message::{self, Incoming, Unread},
    tail::Tail,
    transport::{Outgoing, Transport},
};

/// The version of the newer era, which each request states since 2026-07-28.
pub const MODERN: &str = "2026-07-28";
/// The last version that begins with `initialize`, which is offered to older servers.
pub const LEGACY: &str = "2025-11-25";

/// How the conversation began, which determines what each message carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Era {
    /// No version is agreed on yet.
    Opening,
    /// `initialize` agreed on a version.
    Legacy {
        /// That version.
        version: String,
    },
    /// Each request is self-contained.
    Modern,
}

impl Era {
    /// The version of the protocol that is used.
    #[must_use]
    pub fn version(&self) -> &str {
        match self {
            Era::Opening | Era::Modern => MODERN,
            Era::Legacy { version } => version,
        }
    }

    /// Whether a cursor means that there are no more pages. Older servers express this with an empty one, which is a
    /// cursor like any other since 2026-07-28.
    #[must_use]
    pub fn ends_at(&self, cursor: &str) -> bool {
        *self != Era::Modern && cursor.is_empty()
    }
}

/// The parameters of all requests but `initialize`.
#[derive(Serialize)]
struct Params<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<&'a str>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Meta>,
}

/// The metadata with which every modern request describes the client.
#[derive(Serialize)]
struct Meta {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    version: &'static str,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Nothing,
    #[serde(rename = "io.modelcontextprotocol/clientInfo")]
    client: Client,
}

/// The parameters of `initialize`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Initialize {
    protocol_version: &'static str,
    capabilities: Nothing,
    client_info: Client,
}

/// An empty object.
#[derive(Serialize)]
struct Nothing {}

#[derive(Serialize)]
struct Client {
    name: &'static str,
    version: &'static str,
}

const CLIENT: Client = Client { name: "lapidary", version: env!("CARGO_PKG_VERSION") };
const META: Meta = Meta { version: MODERN, capabilities: Nothing {}, client: CLIENT };

/// A conversation over one transport.
#[derive(Debug)]
pub struct Session {
    transport: Transport,
    era: Era,
    requests: u64,
    limits: Limits,
    deadline: Instant,
    /// Whether the server declared that it has tools, or no capabilities at all.
    declares_tools: bool,
    /// What the server prints, and frames that are not messages.
    printed: Tail,
}

impl Session {
    /// A session over a transport that was just opened, which ends at the deadline.
    fn new(transport: Transport, limits: Limits, deadline: Instant) -> Session {
        let printed = transport.printed();
        Session { transport, era: Era::Opening, requests: 0, limits, deadline, declares_tools: true, printed }
    }

    /// How the conversation began.
    #[must_use]
    pub fn era(&self) -> &Era {
        &self.era
    }

    /// Whether the server declared that it has tools, or no capabilities at all.
    #[must_use]
    pub fn declares_tools(&self) -> bool {
        self.declares_tools
    }

    /// Requests a page of a list; `cursor` is the one that the previous page gave.
    ///
    /// # Errors
    ///
    /// If there is no result.
    pub async fn list(&mut self, method: &str, cursor: Option<&str>) -> Result<Box<RawValue>, Error> {
        let meta = (self.era == Era::Modern).then_some(META);
        self.request(method, &Params { cursor, meta }, self.limits.time).await
    }

    /// Ends the conversation, and the server's program.
    pub async fn close(self) {
        self.transport.close().await;
    }

    /// Asks the server to describe itself, which only a modern one answers with a result; sets the era if it does.
    async fn discover(&mut self, within: Duration) -> Result<(), Error> {
        self.era = Era::Modern;
        let asked = self.request("server/discover", &Params { cursor: None, meta: Some(META) }, within).await;
        let result = match asked {
            Ok(result) => result,
            Err(error) => {
                self.era = Era::Opening;
                return Err(error);
            }
        };
        let members = message::Members::of(result.get().as_bytes()).ok();
        self.declares_tools = members.as_ref().is_none_or(declare_tools);
        let versions: Option<Vec<String>> = members.and_then(|members| members.read("supportedVersions"));
        match versions {
            Some(versions) if !versions.iter().any(|version| version == MODERN) => {
                self.era = Era::Opening;
                Err(Error::Malformed(format!("the server supports the versions {}, not {MODERN}", versions.join(", "))))
            }
            _ => Ok(()),
        }
    }

    async fn initialize(&mut self) -> Result<(), Error> {
        self.era = Era::Opening;
        let params = Initialize { protocol_version: LEGACY, capabilities: Nothing {}, client_info: CLIENT };
        let result = self.request("initialize", &params, self.limits.time).await?;
        let members = message::Members::of(result.get().as_bytes()).ok();
        self.declares_tools = members.as_ref().is_none_or(declare_tools);
        let version = members.and_then(|members| members.read("protocolVersion"));
        self.era = Era::Legacy { version: version.unwrap_or_else(|| LEGACY.to_owned()) };
        let method = "notifications/initialized";
        self.send(message::notification(method), method).await
    }

    /// Sends a request, and returns its result if it arrives in time. Requests of the server are answered meanwhile.
    async fn request(
        &mut self,
        method: &str,
        params: &impl Serialize,
        within: Duration,
    ) -> Result<Box<RawValue>, Error> {
        self.requests += 1;
        let id = self.requests;
        let deadline = self.deadline.min(Instant::now() + within);
        let answer = async {
            self.send(message::request(id, method, params), method).await?;
            self.answer(id, method).await
        };
        match timeout_at(deadline, answer).await {
            Ok(answer) => answer,
            Err(_) => Err(Error::Silent { method: method.to_owned(), after: within }),
        }
    }

    async fn answer(&mut self, id: u64, method: &str) -> Result<Box<RawValue>, Error> {
        let asked = Id::from(id);
        let is_ours = |of: &RawValue| Id::of(of).is_some_and(|of| of.among(|other| *other == asked) == asked);
        loop {
            let frame = match self.transport.receive().await? {
                Some(Frame::Whole(frame)) => frame,
                Some(Frame::TooLong(_)) => return Err(Error::TooLarge(self.limits.bytes)),
                None => return Err(self.ended(method).await),
            };
            let invalid = str::from_utf8(&frame).err();
            // As clients do, so that it is seen to be a message.
            let text = String::from_utf8_lossy(&frame);
            let messages = match Incoming::all(text.as_bytes()) {
                Ok(messages) => messages,
                Err(Unread::Other) => {
                    self.printed.push(&frame);
                    self.printed.push(b"\n");
                    continue;
                }
                Err(why) => return Err(Error::Malformed(format!("in a message of the server, {why}"))),
            };
            for message in messages {
                match message {
                    Incoming::Result { id, result } if is_ours(id) => {
                        return match invalid {
                            None => Ok(result.to_owned()),
                            Some(at) => Err(Error::Encoding { method: method.to_owned(), valid: at.valid_up_to() }),
                        };
                    }
                    Incoming::Error { id: Some(id), error } if is_ours(id) => {
                        let (code, message) = (error.code, error.message);
                        return Err(Error::Refused { method: method.to_owned(), code, message });
                    }
                    Incoming::Unreadable { id } if is_ours(id) => {
                        return Err(Error::Malformed(format!("the answer to {method} is not JSON")));
                    }
                    Incoming::Request { id, method, .. } => {
                        self.send(message::answer(id, &method), "").await?;
                    }
                    _ => {}
                }
            }
        }
    }

    async fn ended(&mut self, method: &str) -> Error {
        Error::Ended { method: method.to_owned(), exit: self.transport.exit().await }
    }

    async fn send(&mut self, text: bytes::Bytes, method: &str) -> Result<(), Error> {
        let (version, is_modern) = match &self.era {
            Era::Opening => (None, false),
            Era::Legacy { version } => (Some(version.as_str()), false),
            Era::Modern => (Some(MODERN), true),
        };
        let sent = self.transport.send(Outgoing { text, method, version, is_modern });
        match timeout_at(self.deadline, sent).await {
            Ok(sent) => sent,
            Err(_) => Err(Error::Silent { method: method.to_owned(), after: self.limits.time }),
        }
    }
}

/// Whether a server's description of itself declares tools, or no capabilities at all.
fn declare_tools(description: &message::Members<'_>) -> bool {
    let capabilities =
        description.get("capabilities").and_then(|them| message::Members::of(them.get().as_bytes()).ok());
    capabilities.is_none_or(|capabilities| capabilities.get("tools").is_some())
}
