//! What the proxy bears. Whatever a client, a server or a message could lengthen has its bound here, so that what is held
//! for them is bounded, too.

use std::time::Duration;

/// What a conversation bears.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest message, in bytes.
    pub message: usize,
    /// How long the server has to end after its input has, and again after it was asked to.
    pub grace: Duration,
}

impl Default for Limits {
    /// 64 MiB; a second and a half, so that all is over before a client that waits two seconds twice ends us.
    fn default() -> Limits {
        Limits { message: 64 << 20, grace: Duration::from_millis(1_500) }
    }
}

/// Requests of a conversation that have no answer yet; one more is answered with an error.
pub(crate) const OPEN: usize = 4_096;
/// Of these, such as are sent to a server over HTTP at a time.
pub(crate) const AT_ONCE: usize = 256;
/// Messages of a batch; a longer one is answered with an error.
pub(crate) const BATCH: usize = 1_024;
/// Bytes of the id of a request, and of a progress token, as they stand in the message. Ids are kept until the answer.
pub(crate) const ID: usize = 256;
/// Bytes of a cursor that are kept until its page has come.
pub(crate) const CURSOR: usize = 4 << 10;
/// Tools that are known of a server; the tools beyond pass as they came.
pub(crate) const TOOLS: usize = 1 << 16;
/// Bytes that these may have together.
pub(crate) const TOOLS_BYTES: usize = 64 << 20;
/// Bytes of the tools of a page, where that is more than eight times the page, before the rest pass as they came.
pub(crate) const PAGE_BYTES: usize = 16 << 20;
/// Arguments of a tool that headers of HTTP repeat; a tool with more is left out.
pub(crate) const MIRRORS: usize = 128;
/// Pages of a list that the proxy asks for by itself, and how long the server may take for them.
pub(crate) const PAGES: usize = 256;
pub(crate) const LISTING: Duration = Duration::from_secs(30);
/// How long making tools fit, or restoring a call, may take with the wait for a thread, and then to end with what is done.
pub(crate) const WORK: Duration = Duration::from_secs(10);
pub(crate) const ENDING: Duration = Duration::from_secs(1);
/// Sessions with a server over HTTP, and callers without one, of which the tools are known; what is forgotten is known
/// again after a list.
pub(crate) const SESSIONS: usize = 1_024;
/// Bytes that the tools of all of these may have together.
pub(crate) const SESSIONS_BYTES: usize = 128 << 20;
/// Bytes of the id of a session, and of credentials, that are kept; longer ones pass.
pub(crate) const KEY: usize = 4 << 10;
/// Bytes of an error of HTTP that are looked at.
pub(crate) const REFUSAL: usize = 64 << 10;
/// Streams of a session for what answers nothing; with one more the oldest ends.
pub(crate) const LISTENERS: usize = 16;
/// Bytes that wait to be read in one answer of HTTP, besides the message that is its last.
pub(crate) const UNREAD: u32 = 4 << 20;
