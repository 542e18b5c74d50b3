//! Messages of JSON-RPC, with their members as slices of the text, so that numbers, order and unknown members are kept.

use std::{borrow::Cow, fmt};

use bytes::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    code::{INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND},
    loose,
    members::{Name, ambiguous},
};
pub use crate::{
    loose::leading,
    members::{Member, Members},
};

/// The members that determine the kind of a message, and which request it belongs to.
const ENVELOPE: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// A received message.
#[derive(Clone, Debug)]
pub enum Incoming<'a> {
    /// A request: it is to be answered under its id.
    Request {
        /// The id as JSON text, quotes included.
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
        /// The id of the request that it answers; `None` if the server could not read it.
        id: Option<&'a RawValue>,
        /// The code and message of the error.
        error: ErrorObject,
    },
    /// A result or an error that is not JSON, such as one with `NaN`.
    Unreadable {
        /// The id of the request that it answers.
        id: &'a RawValue,
    },
}

/// The code and message of an error.
#[derive(Clone, Debug)]
pub struct ErrorObject {
    /// The code; 0 if it has none.
    pub code: i64,
    /// The message; the whole error as JSON text if it has none.
    pub message: String,
}

/// Why a frame is not read as messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is not a message.
    Other,
    /// This member of the envelope is duplicate or has a variant in another case, so that another parser may read a
    /// different message, or attribute it to another sender. Such a message is not forwarded.
    Ambiguous(&'static str),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Other => f.write_str("it is not a message"),
            Unread::Ambiguous(name) => write!(f, "its member `{name}` is ambiguous"),
        }
    }
}

impl<'a> Incoming<'a> {
    /// Reads the messages of a frame: one, or those of a batch.
    ///
    /// # Errors
    ///
    /// If it contains anything else, or an ambiguous envelope.
    pub fn all(frame: &'a [u8]) -> Result<Vec<Incoming<'a>>, Unread> {
        if frame.trim_ascii_start().first() != Some(&b'[') {
            return Ok(vec![Incoming::of(frame)?]);
        }
        let batch = match serde_json::from_slice::<Vec<&RawValue>>(frame) {
            Ok(batch) => batch.into_iter().map(|one| one.get().as_bytes()).collect(),
            Err(_) => loose::elements(frame).collect::<Vec<_>>(),
        };
        let mut messages = Ok(Vec::new());
        for one in batch {
            match (Incoming::of(one), &mut messages) {
                (Ok(message), Ok(messages)) => messages.push(message),
                (Err(ambiguous @ Unread::Ambiguous(_)), _) => return Err(ambiguous),
                (Err(Unread::Other), _) => messages = Err(Unread::Other),
                (Ok(_), Err(_)) => {}
            }
        }
        messages
    }

    fn of(text: &'a [u8]) -> Result<Incoming<'a>, Unread> {
        let Ok(members) = Members::of(text) else { return Incoming::unreadable(text) };
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
        match (id, members.get("result"), members.get("error")) {
            // Some servers write both members, and null for that which does not apply.
            (_, result, Some(error)) if result.is_none() || error.get() != "null" => {
                Ok(Incoming::Error { id, error: ErrorObject::of(error) })
            }
            (Some(id), Some(result), _) => Ok(Incoming::Result { id, result }),
            _ => Err(Unread::Other),
        }
    }

    fn unreadable(text: &'a [u8]) -> Result<Incoming<'a>, Unread> {
        let members: Vec<_> = loose::members(text).collect();
        if let Some(name) = ambiguous(&ENVELOPE, || members.iter().map(|(name, _)| &**name)) {
            return Err(Unread::Ambiguous(name));
        }
        let find = |name| members.iter().find(|(of, _)| of == name);
        // A line of a log may look like an object, too.
        let is_message = find("jsonrpc").is_some() && find("method").is_none();
        let is_response = is_message && find("result").or(find("error")).is_some();
        match find("id") {
            Some((_, Some(id))) if is_response => Ok(Incoming::Unreadable { id }),
            _ => Err(Unread::Other),
        }
    }

    /// The id of the request that it answers, if it answers one.
    #[must_use]
    pub fn answers(&self) -> Option<&'a RawValue> {
        match self {
            Incoming::Result { id, .. } | Incoming::Unreadable { id } => Some(id),
            Incoming::Error { id, .. } => *id,
            Incoming::Request { .. } | Incoming::Notification { .. } => None,
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

/// A message to send; without an id, a notification.
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

/// The answer to a request of the server: an empty result for `ping`, the error `Method not found` for all others.
#[must_use]
pub fn answer(id: &RawValue, method: &str) -> Bytes {
    match method {
        "ping" => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#).into(),
        _ => error(id, METHOD_NOT_FOUND, "Method not found"),
    }
}

/// An error in answer to a request, with the code of an internal error.
#[must_use]
pub fn failure(id: &impl fmt::Display, message: &str) -> Bytes {
    error(id, INTERNAL_ERROR, message)
}

/// The error in answer to a message that is not a valid JSON-RPC request; its id is `null` if it cannot be known.
#[must_use]
pub fn invalid(id: &impl fmt::Display, why: &str) -> Bytes {
    error(id, INVALID_REQUEST, &format!("Invalid Request: {why}"))
}

/// An error in answer to a request.
#[must_use]
pub fn error(id: &(impl fmt::Display + ?Sized), code: i64, message: &str) -> Bytes {
    let message = quoted(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#).into()
}

/// Text as a JSON string.
#[must_use]
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Writes a message as JSON, which cannot fail: it has only string keys, and only values that JSON can represent.
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
    fn a_null_error_beside_a_result_is_none() {
        let kind = |text: &str| match Incoming::all(text.as_bytes()).as_deref() {
            Ok([Incoming::Result { .. }]) => "result",
            Ok([Incoming::Error { .. }]) => "error",
            other => panic!("{other:?}"),
        };
        assert_eq!(kind(r#"{"id":1,"result":{},"error":null}"#), "result");
        assert_eq!(kind(r#"{"id":1,"result":null,"error":null}"#), "result");
        assert_eq!(kind(r#"{"id":1,"result":null,"error":{"code":1,"message":"m"}}"#), "error");
        assert_eq!(kind(r#"{"id":1,"error":null}"#), "error");
    }

    #[test]
    fn rubbish_is_no_message() {
        for text in ["", "hello", "5", "{}", "[1]", "{\"id\":1}", "{\"result\":1}", "{\"id\":1,\"res", "\u{0}"] {
            assert_eq!(Incoming::all(text.as_bytes()).err(), Some(Unread::Other), "{text}");
        }
    }

    #[test]
    fn responses_that_are_not_json_have_an_id() {
        let unreadable = |text: &[u8]| match Incoming::all(text).as_deref() {
            Ok([Incoming::Unreadable { id }]) => id.get().to_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(unreadable(br#"{"jsonrpc":"2.0", "id" : 7,"result":{"a":NaN}}"#), "7");
        assert_eq!(unreadable(br#" {"jsonrpc":"2.0","result":{"a":NaN,"id":8,"b":["}"]},"id":"a"}"#), r#""a""#);
        assert_eq!(unreadable(br#"{"jsonrpc":"2.0","id":7,"error":NaN}"#), "7");
        assert_eq!(unreadable(br#"{"jsonrpc":"2.0","id":7,"result":{"a":["#), "7", "it is truncated");
        assert_eq!(unreadable(b"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"\xff\"}"), "7");
        assert_eq!(unreadable(br#"[{"jsonrpc":"2.0","id":7,"result":NaN}]"#), "7");
        let batch =
            Incoming::all(br#"[{"jsonrpc":"2.0","id":1,"result":-Infinity}, {"id":2,"result":{}},{"method":"x"}]"#);
        let ids: Vec<_> = batch.expect("a batch").iter().map(|part| part.answers().map(RawValue::get)).collect();
        assert_eq!(ids, [Some("1"), Some("2"), None]);
        for text in [
            r#"Received: {"jsonrpc":"2.0","id":7,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"x","params":NaN,"result":1}"#,
            r#"{"jsonrpc":"2.0","params":{"id":7,"result":NaN}}"#,
            r#"{"jsonrpc":"2.0","result":{"a":NaN,"id":7}}"#,
            r#"{"jsonrpc":"2.0","result":{"a":NaN},"id":7"#,
            r#"{"jsonrpc":"2.0","id":NaN,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"level":NaN}"#,
            r#"[{"jsonrpc":"2.0","id":7,"result":NaN},5]"#,
            // As a program may log it.
            r#"{"id":7, result: [Object], "error": undefined}"#,
            "{",
            "[NaN",
        ] {
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
            (r#"{"id":1,"result":NaN,"id":2}"#, "id"),
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
