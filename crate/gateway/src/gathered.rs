//! Bodies that are read whole before anything becomes of them.

use bytes::{Bytes, BytesMut};
use http_body::Body as _;
use http_body_util::BodyExt;

use crate::{
    budget::{Budget, Full, Held},
    error::{Body, Failure},
};

/// The most bytes that are made room for before they come.
const FIRST: usize = 64 << 10;

/// Why a body is not read whole.
pub enum Ungathered {
    /// It has more bytes than it may: what came of it, and the rest.
    TooLong(Bytes, Body),
    /// It broke off, or did not come in time ([`Stalled`](crate::Stalled)): what came of it, and why there is no more.
    Broken(Bytes, Failure),
    /// There is no room for it now.
    Full,
}

/// All bytes of a body, and the room for them, which is to be held as long as they are.
///
/// # Errors
/// If it has more than `longest` bytes, breaks off, or finds no room.
pub async fn gathered(mut body: Body, longest: usize, budget: &Budget) -> Result<(Bytes, Held), Ungathered> {
    let least = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if least > longest {
        return Err(Ungathered::TooLong(Bytes::new(), body));
    }
    // What is announced may never come.
    let (mut gathered, mut held) = (BytesMut::with_capacity(least.min(FIRST)), budget.part());
    while let Some(frame) = body.frame().await {
        let frame = match frame {
            Ok(frame) => frame,
            Err(why) => return Err(Ungathered::Broken(gathered.freeze(), why)),
        };
        let Ok(data) = frame.into_data() else { continue };
        held.more(data.len()).map_err(|Full| Ungathered::Full)?;
        gathered.extend_from_slice(&data);
        if gathered.len() > longest {
            return Err(Ungathered::TooLong(gathered.freeze(), body));
        }
    }
    Ok((gathered.freeze(), held))
}
