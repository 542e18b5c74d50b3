//! The limits of the proxy. Whatever a client, a server or a message could lengthen is bounded here, and so is what is
//! kept for them.

use std::time::Duration;

use lapidary_mcp::id::Id;

/// The limits of a conversation.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest message, in bytes.
    pub message: usize,
    /// How long the server has to end after its input has ended, and again after it was asked to.
    pub grace: Duration,
    /// How long the server has for the requests that are open when its input has ended.
    pub answers: Duration,
}

impl Default for Limits {
    /// 64 MiB; a second and a half, so that everything has ended before a client that waits two seconds twice kills the
    /// proxy; half a minute.
    fn default() -> Limits {
        Limits { message: 64 << 20, grace: Duration::from_millis(1_500), answers: Duration::from_secs(30) }
    }
}

/// Requests of a conversation that have no response yet; a further one is answered with an error.
pub(crate) const OPEN: usize = 4_096;
/// How many of these are sent to a server over HTTP at a time.
pub(crate) const AT_ONCE: usize = 256;
/// Messages of a batch; a longer one is answered with an error.
pub(crate) const BATCH: usize = 1_024;
/// Bytes of a request's id, and of a progress token, in the message. Ids are kept until the response.
pub(crate) const ID: usize = Id::LONGEST;
/// Bytes of a cursor that are kept until its page arrives.
pub(crate) const CURSOR: usize = 4 << 10;
/// Tools of a server that are remembered; further ones pass through unchanged.
pub(crate) const TOOLS: usize = 1 << 16;
/// Total bytes of these tools.
pub(crate) const TOOLS_BYTES: usize = 64 << 20;
/// Bytes of a page's lowered tools, or eight times the page if that is more, after which the rest pass through
/// unchanged.
pub(crate) const PAGE_BYTES: usize = 16 << 20;
/// Arguments of a tool that HTTP headers repeat; a tool with more is omitted.
pub(crate) const MIRRORS: usize = 128;
/// Pages of a list that the proxy itself requests, and how long the server may take for them.
pub(crate) const PAGES: usize = 256;
pub(crate) const LISTING: Duration = Duration::from_secs(30);
/// How long lowering tools, or restoring a call, may take, including the wait for a thread; and then to end after it
/// was cancelled.
pub(crate) const WORK: Duration = Duration::from_secs(10);
pub(crate) const ENDING: Duration = Duration::from_secs(1);
/// Sessions with a server over HTTP, and callers without one, whose tools are remembered, those that were used last;
/// others are learned again from a list.
pub(crate) const SESSIONS: usize = 1_024;
/// Total bytes of the tools of all of these.
pub(crate) const SESSIONS_BYTES: usize = 128 << 20;
/// Bytes of a session's id, and of credentials; longer ones are not remembered.
pub(crate) const KEY: usize = 4 << 10;
/// Bytes of an HTTP error that are inspected.
pub(crate) const REFUSAL: usize = 64 << 10;
/// Streams of a session for messages that belong to no request; a further one ends the oldest.
pub(crate) const LISTENERS: usize = 16;
/// Bytes that wait to be read in one HTTP response, besides its last message.
pub(crate) const UNREAD: u32 = 4 << 20;
