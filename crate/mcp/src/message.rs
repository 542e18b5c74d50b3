//! Messages of JSON-RPC: their members as they stand in the text, so that numbers, order and unknown members survive.

use std::{borrow::Cow, fmt};

use bytes::Bytes;
use serde::{
    Deserialize, Serialize,
    de::{Deserializer, MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// What says what a message is, and whose.
const ENVELOPE: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// The members of an object, in order; a doubled one counts as the last does.
#[derive(Clone, Debug)]
pub struct Members<'a>(Vec<Member<'a>>);

/// A member of an object, as it stands in the text.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// Its name, read.
    pub name: Cow<'a, str>,
    /// Its name, quotes included.
    pub key: &'a RawValue,
    /// Its value.
    pub value: &'a RawValue,
}

impl<'a> Members<'a> {
    /// Of JSON text.
    ///
    /// # Errors
    ///
    /// If it is not JSON or not an object.
    pub fn of(text: &'a [u8]) -> serde_json::Result<Members<'a>> {
        serde_json::from_slice(text)
    }

    /// A member.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Member<'a>> {
        self.0.iter().rev().find(|member| member.name == name)
    }

    /// The value of a member.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.member(name).map(|member| member.value)
    }

    /// All members.
    pub fn iter(&self) -> impl Iterator<Item = &Member<'a>> {
        self.0.iter()
    }

    /// The first of these names that two readers may take for different members: it is there twice, or in other letters,
    /// which readers without regard to case take for it.
    #[must_use]
    pub fn ambiguous(&self, names: &[&'static str]) -> Option<&'static str> {
        let is_ambiguous = |name: &&str| {
            let mut alike = self.0.iter().filter(|member| is_alike(&member.name, name));
            alike.next().is_some_and(|first| first.name != *name || alike.next().is_some())
        };
        names.iter().copied().find(is_ambiguous)
    }

    /// The value of a member, read as a type; `None` if there is none or it is something else.
    #[must_use]
    pub fn read<T: Deserialize<'a>>(&self, name: &str) -> Option<T> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                    // A name that is no text, such as a lone surrogate, is none that we know.
                    let name = serde_json::from_str(key.get()).map_or(Cow::Borrowed(key.get()), |Name(name)| name);
                    members.push(Member { name, key, value });
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// Whether a name is another of ASCII in some letters: `\u{17f}` is an `s` and `\u{212a}` a `k` without regard to case.
fn is_alike(name: &str, ascii: &str) -> bool {
    let folded = |name: char| name.to_uppercase().flat_map(char::to_lowercase);
    name.len() <= 3 * ascii.len() && name.chars().flat_map(folded).eq(ascii.chars().flat_map(folded))
}

/// Text, borrowed where it holds no escape.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// A message that came.
#[derive(Clone, Debug)]
pub enum Incoming<'a> {
    /// A request: it is to be answered under its id.
    Request {
        /// The id as it stands, quotes included.
        id: &'a RawValue,
        /// The method.
        method: Cow<'a, str>,
        /// The parameters.
        params: Option<&'a RawValue>,
    },
    /// A notification.
    Notification {
        /// The method.
        method: Cow<'a, str>,
        /// The parameters.
        params: Option<&'a RawValue>,
    },
    /// A result.
    Result {
        /// The id of the request that it answers.
        id: &'a RawValue,
        /// The result.
        result: &'a RawValue,
    },
    /// An error.
    Error {
        /// The id of the request that it answers; none where the server could not read it.
        id: Option<&'a RawValue>,
        /// What is said of it.
        error: ErrorObject,
    },
}

/// What an error says.
#[derive(Clone, Debug)]
pub struct ErrorObject {
    /// The code; 0 if it has none.
    pub code: i64,
    /// The message; as JSON text where it cannot be read.
    pub message: String,
}

/// Why a frame is not read as messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is something else.
    Other,
    /// This member of an envelope is there twice, or in other letters, so that another reader may take the message for
    /// another one, or for that of another sender. Such a message goes no further.
    Ambiguous(&'static str),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Other => f.write_str("it is no message"),
            Unread::Ambiguous(name) => write!(f, "its member `{name}` can be read in two ways"),
        }
    }
}

impl<'a> Incoming<'a> {
    /// Reads the messages of a frame: one, or those of a batch.
    ///
    /// # Errors
    ///
    /// If it holds anything else, or an envelope that can be read in two ways.
    pub fn all(frame: &'a [u8]) -> Result<Vec<Incoming<'a>>, Unread> {
        if frame.trim_ascii_start().first() != Some(&b'[') {
            return Ok(vec![Incoming::of(frame)?]);
        }
        let batch: Vec<&RawValue> = serde_json::from_slice(frame).map_err(|_| Unread::Other)?;
        let mut messages = Ok(Vec::new());
        for one in batch {
            match (Incoming::of(one.get().as_bytes()), &mut messages) {
                (Ok(message), Ok(messages)) => messages.push(message),
                (Err(ambiguous @ Unread::Ambiguous(_)), _) => return Err(ambiguous),
                (Err(Unread::Other), _) => messages = Err(Unread::Other),
                (Ok(_), Err(_)) => {}
            }
        }
        messages
    }

    fn of(text: &'a [u8]) -> Result<Incoming<'a>, Unread> {
        let members = Members::of(text).map_err(|_| Unread::Other)?;
        if let Some(name) = members.ambiguous(&ENVELOPE) {
            return Err(Unread::Ambiguous(name));
        }
        let id = members.get("id");
        if let Some(Name(method)) = members.read("method") {
            let params = members.get("params");
            return Ok(match id {
                Some(id) => Incoming::Request { id, method, params },
                None => Incoming::Notification { method, params },
            });
        }
        if let Some(error) = members.get("error") {
            return Ok(Incoming::Error { id, error: ErrorObject::of(error) });
        }
        match (id, members.get("result")) {
            (Some(id), Some(result)) => Ok(Incoming::Result { id, result }),
            _ => Err(Unread::Other),
        }
    }
}

impl ErrorObject {
    fn of(error: &RawValue) -> ErrorObject {
        let members = Members::of(error.get().as_bytes()).ok();
        let code = members.as_ref().and_then(|members| members.read("code")).unwrap_or_default();
        let message = members.and_then(|members| members.read("message"));
        ErrorObject { code, message: message.unwrap_or_else(|| error.get().to_owned()) }
    }
}

/// A message of ours; without an id, a notification.
#[derive(Serialize)]
struct Outgoing<'a, P> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'a P>,
}

/// A request as text.
#[must_use]
pub fn request(id: u64, method: &str, params: &impl Serialize) -> Bytes {
    text(&Outgoing { jsonrpc: "2.0", id: Some(id), method, params: Some(params) })
}

/// A notification as text.
#[must_use]
pub fn notification(method: &str) -> Bytes {
    text(&Outgoing::<()> { jsonrpc: "2.0", id: None, method, params: None })
}

/// The answer to a request of the server: nothing to `ping`, and that there is no such method to all else.
#[must_use]
pub fn answer(id: &RawValue, method: &str) -> Bytes {
    let answer = match method {
        "ping" => r#""result":{}"#,
        _ => r#""error":{"code":-32601,"message":"Method not found"}"#,
    };
    format!(r#"{{"jsonrpc":"2.0","id":{id},{answer}}}"#).into()
}

/// An error in answer to a request; the code is that of an error within whoever answers.
#[must_use]
pub fn failure(id: &impl fmt::Display, message: &str) -> Bytes {
    let message = quoted(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":{message}}}}}"#).into()
}

/// The answer to a message that is no request as JSON-RPC has it; `null` is the id where it cannot be known.
#[must_use]
pub fn invalid(id: &impl fmt::Display, why: &str) -> Bytes {
    let message = quoted(&format!("Invalid Request: {why}"));
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32600,"message":{message}}}}}"#).into()
}

/// Text as JSON.
#[must_use]
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What is written here has string keys and no value that JSON does not have.
fn text(message: &impl Serialize) -> Bytes {
    serde_json::to_vec(message).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_text() {
        let text = br#"{"id":"1","result":{"n":12345678901234567890123,"z":1.0,"a":"\ud800"},"x":null,"x":1}"#;
        let all = Incoming::all(text).expect("a message");
        let [Incoming::Result { id, result }] = &all[..] else { panic!("{all:?}") };
        assert_eq!(id.get(), r#""1""#);
        assert_eq!(result.get(), r#"{"n":12345678901234567890123,"z":1.0,"a":"\ud800"}"#);
    }

    #[test]
    fn a_batch_is_its_messages() {
        let text = br#" [{"jsonrpc":"2.0","method":"a"},{"id":2,"method":"b","params":[]},{"error":{"code":-1}}]"#;
        let all = Incoming::all(text).expect("a batch");
        assert!(matches!(&all[0], Incoming::Notification { method, .. } if method == "a"));
        assert!(matches!(&all[1], Incoming::Request { id, .. } if id.get() == "2"));
        assert!(matches!(&all[2], Incoming::Error { id: None, error } if error.message == r#"{"code":-1}"#));
    }

    #[test]
    fn rubbish_is_no_message() {
        for text in ["", "hello", "5", "{}", "[1]", "{\"id\":1}", "{\"result\":1}", "{\"id\":1,\"result\":", "\u{0}"] {
            assert_eq!(Incoming::all(text.as_bytes()).err(), Some(Unread::Other), "{text}");
        }
    }

    #[test]
    fn an_envelope_is_read_in_one_way_alone() {
        for (text, name) in [
            (r#"{"id":3,"method":"x","id":"B"}"#, "id"),
            (r#"{"id":3,"method":"x","\u0069d":3}"#, "id"),
            (r#"{"id":3,"method":"x","ID":4}"#, "id"),
            (r#"{"Id":3,"method":"x"}"#, "id"),
            (r#"{"id":3,"result":{},"re\u017fult":{}}"#, "result"),
            (r#"{"id":3,"error":{},"error":{}}"#, "error"),
            (r#"{"id":3,"method":"x","params":{},"params":[]}"#, "params"),
            (r#"{"jsonrpc":"2.0","jsonrpc":"2.0","method":"x"}"#, "jsonrpc"),
            (r#"{"method":"x","method":"tools/call","id":1}"#, "method"),
            (r#"[5,{"id":1,"id":2,"method":"x"}]"#, "id"),
            (r#"[{"method":"x"},{"id":1,"id":2,"method":"x"},5]"#, "id"),
        ] {
            assert_eq!(Incoming::all(text.as_bytes()).err(), Some(Unread::Ambiguous(name)), "{text}");
        }
        for text in [
            r#"{"id":3,"method":"x","params":{"id":1,"id":2}}"#,
            r#"{"id":3,"method":"x","ids":1,"i d":2,"\ud800":3,"\ud800":4}"#,
            r#"[{"id":1,"method":"x"},{"id":1,"method":"x"}]"#,
        ] {
            assert!(Incoming::all(text.as_bytes()).is_ok(), "{text}");
        }
    }
}
