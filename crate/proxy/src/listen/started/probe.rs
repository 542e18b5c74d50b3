//! Which versions a server supports, and how that is found out.

use std::{sync::Arc, time::Duration};

use lapidary_mcp::{
    code::{HEADER_MISMATCH, INTERNAL_ERROR, MISSING_CAPABILITY, UNSUPPORTED_VERSION},
    message::{Incoming, Members},
    session::MODERN,
};
use tokio::time::timeout;

use super::callers::Entered;
use crate::conversation::{CAPABILITIES, VERSION};

/// How long a server may take to start and to answer; then it is ended, and started again for the next request.
const PROBE: Duration = Duration::from_mins(1);
/// Errors that only modern servers return.
pub(super) const OF_THIS_ERA: [i64; 3] = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION];

/// What a server is.
#[derive(Clone, Debug)]
pub(super) enum Era {
    /// A modern one, with the versions that it claims to support; empty if it names none.
    Modern(Arc<[String]>),
    Older,
    /// It has ended without an answer.
    Ended,
    /// It does not answer.
    Silent,
}

/// The request for the modern versions that a server supports.
pub(super) fn probe() -> String {
    let meta = format!(r#"{{"{VERSION}":"{MODERN}","{CAPABILITIES}":{{}}}}"#);
    format!(r#"{{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{{"_meta":{meta}}}}}"#)
}

/// What a server is, by its response to the probe.
pub(super) async fn era(mut probe: Entered) -> Era {
    let answer = match timeout(PROBE, probe.unread.next()).await {
        Ok(Some(answer)) => answer,
        Ok(None) => return Era::Ended,
        Err(_) => return Era::Silent,
    };
    match Incoming::all(&answer).as_deref() {
        Ok([Incoming::Result { result, .. }]) => {
            let members = Members::of(result.get().as_bytes()).ok();
            let versions: Option<Vec<String>> = members.and_then(|members| members.read("supportedVersions"));
            Era::Modern(versions.unwrap_or_default().into())
        }
        Ok([Incoming::Error { error, .. }]) if OF_THIS_ERA.contains(&error.code) => Era::Modern(Arc::default()),
        // The proxy answers for a program that has ended.
        Ok([Incoming::Error { error, .. }]) if error.code == INTERNAL_ERROR => Era::Ended,
        _ => Era::Older,
    }
}
