//! The requests to the server that have no response yet.

use std::vec::Drain;

use bytes::Bytes;
use lapidary_mcp::{
    id::Id,
    message::{Incoming, Members},
};
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::limits::CURSOR;

pub(super) enum Open {
    /// A request for a page of tools.
    Tools {
        cursor: Option<String>,
    },
    /// A request of the proxy itself, and where its result is sent.
    Ours(oneshot::Sender<Bytes>),
    Other,
}

impl Open {
    /// A request of the client.
    pub(super) fn of(method: &str, params: Option<&RawValue>) -> Open {
        if method != "tools/list" {
            return Open::Other;
        }
        let params = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
        Open::Tools { cursor: params.and_then(|params| params.read("cursor")).map(kept) }
    }

    fn is_list(&self) -> bool {
        matches!(self, Open::Tools { .. } | Open::Ours(_))
    }
}

/// The open requests, the oldest first. Several may have the same id, although the protocol forbids it.
#[derive(Default)]
pub(super) struct Requests(Vec<(Id, Open)>);

impl Requests {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn contains(&self, id: &Id) -> bool {
        self.0.iter().any(|(of, _)| of == id)
    }

    /// The open id that an id of the server means.
    pub(super) fn meant(&self, id: Id) -> Id {
        id.among(|id| self.contains(id))
    }

    pub(super) fn insert(&mut self, id: Id, open: Open) {
        self.0.push((id, open));
    }

    /// Closes the oldest request with an id.
    pub(super) fn remove(&mut self, id: &Id) -> Option<Open> {
        let at = self.0.iter().position(|(of, _)| of == id)?;
        Some(self.0.remove(at).1)
    }

    /// Closes the request that a message answers. Of several with its id, a result with tools answers one for tools.
    pub(super) fn answered(&mut self, message: &Incoming<'_>) -> Option<Open> {
        let id = self.meant(Id::of(message.answers()?)?);
        let same: Vec<usize> = (0..self.0.len()).filter(|at| self.0[*at].0 == id).collect();
        let at = if let [only] = same[..] {
            only
        } else {
            let has_tools = has_tools(message);
            *same.iter().find(|at| self.0[**at].1.is_list() == has_tools).or(same.first())?
        };
        Some(self.0.remove(at).1)
    }

    /// Whether the client waits for any response.
    pub(super) fn are_waited_for(&self) -> bool {
        self.0.iter().any(|(_, open)| !matches!(open, Open::Ours(_)))
    }

    /// Forgets those of the client.
    pub(super) fn forget(&mut self) {
        self.0.retain(|(_, open)| matches!(open, Open::Ours(_)));
    }

    pub(super) fn drain(&mut self) -> Drain<'_, (Id, Open)> {
        self.0.drain(..)
    }
}

/// The part of a cursor that is kept: of a long one, enough to distinguish it from that of the next page.
fn kept(mut cursor: String) -> String {
    cursor.truncate(cursor.floor_char_boundary(CURSOR));
    cursor
}

/// Whether a message is the result of a list of tools.
fn has_tools(message: &Incoming<'_>) -> bool {
    let Incoming::Result { result, .. } = message else { return false };
    Members::of(result.get().as_bytes()).is_ok_and(|members| members.get("tools").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_may_spell_a_number_as_a_string() {
        let mut open = Requests::default();
        let answered = |open: &mut Requests, id: &str| {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[]}}}}"#);
            let parts = Incoming::all(text.as_bytes()).expect("a response");
            open.answered(&parts[0]).map(|open| open.is_list())
        };
        open.insert(Id::Number("1".to_owned()), Open::of("tools/list", None));
        open.insert(Id::Text("1".to_owned()), Open::Other);
        assert_eq!(answered(&mut open, r#""1""#), Some(false), "the same id");
        assert_eq!(answered(&mut open, r#""1""#), Some(true), "the number");
        assert_eq!(answered(&mut open, r#""1""#), None);
    }
}
