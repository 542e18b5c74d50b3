//! What the test suites of this repository use besides the interface. It may change without notice.

use std::sync::Arc;

use bytes::Bytes;
use lapidary::Cancel;
use lapidary_mcp::message::Incoming;

use crate::{
    Fit, Profiles,
    conversation::{Conversation, Downward, Upward},
    fit::{Fitting, fit_page},
};

/// Lowers the tools in a result of `tools/list`, for a client of a server over HTTP; `None` if nothing changes.
#[must_use]
pub fn fit_list(result: &str, fit: &Fit) -> Option<String> {
    let fitting = Fitting { fit: Some(Arc::new(fit.clone())), mirrors: true };
    fit_page(result, None, &fitting, &Cancel::default()).0
}

/// Passes messages through a conversation; the client and the server send by turns, the client first. Returns for each
/// message what is forwarded, or what the client is answered at once.
#[must_use]
pub fn converse<'m>(messages: impl IntoIterator<Item = &'m str>, profiles: Profiles) -> Vec<Vec<Bytes>> {
    let mut conversation = Conversation::new(Arc::new(profiles), true);
    let passed = messages.into_iter().enumerate().map(|(turn, message)| {
        let message = Bytes::copy_from_slice(message.as_bytes());
        let parts = Incoming::all(&message);
        if turn.is_multiple_of(2) {
            let mut upward = conversation.take_from_client(&message, parts);
            if let Upward::Wait(message) = upward {
                upward = conversation.take_listed(&message, Incoming::all(&message));
            }
            return match upward {
                Upward::Send(message) | Upward::Wait(message) => vec![message],
                Upward::Calls(calls) => vec![calls.restored()],
                Upward::Answer(answers) => answers,
            };
        }
        match conversation.take_from_server(&message, parts) {
            Downward::Send(message) => vec![message],
            Downward::Tools(lists) => {
                let (message, pages) = lists.fitted(&Cancel::default());
                for page in pages {
                    conversation.learn(page, lists.changes);
                }
                vec![message]
            }
            Downward::Taken | Downward::Noise(_) | Downward::Refused(_) => Vec::new(),
        }
    });
    passed.collect()
}
