//! What happens to messages in each direction.

use bytes::Bytes;
use lapidary_mcp::message::Unread;

use super::{Calls, Lists};

/// What happens to a message of the client.
#[derive(Debug)]
pub(crate) enum Upward {
    Send(Bytes),
    /// It calls tools as they are declared to the client.
    Calls(Calls),
    /// It calls an unknown tool, and waits until the tools have been listed.
    Wait(Bytes),
    /// It is not forwarded; these are the answers to it.
    Answer(Vec<Bytes>),
}

/// What happens to a message of the server.
#[derive(Debug)]
pub(crate) enum Downward {
    Send(Bytes),
    /// It has tools that are to be lowered.
    Tools(Lists),
    /// It answers a request of the proxy itself.
    Taken,
    /// It is no message.
    Noise(Bytes),
    /// It is not forwarded.
    Refused(Unread),
}
