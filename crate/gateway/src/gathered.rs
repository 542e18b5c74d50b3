//! Bodies that are read as a whole before they are processed.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body::Body as _;
use http_body_util::BodyExt;
use tokio::time::timeout;

use crate::{
    budget::{Budget, Held},
    error::{Body, Failure},
};

/// The initial capacity of a body, at most.
const FIRST: usize = 64 << 10;

/// How long a body waits for room in the budget; meanwhile nothing more is read from its sender.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why a body could not be read as a whole.
pub enum Ungathered {
    /// It is longer than allowed: the part that was read, and the rest.
    TooLong(Bytes, Body),
    /// It failed, or stalled ([`Stalled`](crate::Stalled)): the part that was read, and the error.
    Broken(Bytes, Failure),
    /// The budget had no room for it for too long.
    Full,
}

/// Reads a whole body; returns its bytes with their reservation, which is to be kept as long as they are.
///
/// # Errors
/// If it has more than `longest` bytes, fails, or finds no room.
pub async fn gathered(mut body: Body, longest: usize, budget: &Budget) -> Result<(Bytes, Held), Ungathered> {
    let least = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if least > longest {
        return Err(Ungathered::TooLong(Bytes::new(), body));
    }
    // The announced length may be wrong, so little is allocated in advance.
    let (mut gathered, mut held) = (BytesMut::with_capacity(least.min(FIRST)), budget.part());
    while let Some(frame) = body.frame().await {
        let frame = match frame {
            Ok(frame) => frame,
            Err(why) => return Err(Ungathered::Broken(gathered.freeze(), why)),
        };
        let Ok(data) = frame.into_data() else { continue };
        timeout(PATIENCE, held.wait_for(data.len())).await.map_err(|_| Ungathered::Full)?;
        gathered.extend_from_slice(&data);
        if gathered.len() > longest {
            return Err(Ungathered::TooLong(gathered.freeze(), body));
        }
    }
    Ok((gathered.freeze(), held))
}

/// Reads and discards the rest of a body that is rejected, for a limited time: if a connection is closed with unread
/// bytes, its client may not see the response.
pub(crate) async fn discarded(mut body: Body) {
    let rest = async { while let Some(Ok(_)) = body.frame().await {} };
    // A body that does not end by then is abandoned.
    let _ = timeout(PATIENCE, rest).await;
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::sleep;

    use super::{Budget, Ungathered, gathered};
    use crate::error::whole;

    #[tokio::test]
    async fn a_body_waits_for_room_but_not_for_ever() {
        let budget = Budget::new(100);
        let mut others = budget.part();
        assert!(others.more(100).is_ok());
        assert!(matches!(gathered(whole("x"), 9, &budget).await, Err(Ungathered::Full)));
        let leave = async {
            sleep(Duration::from_millis(100)).await;
            drop(others);
        };
        let (done, ()) = tokio::join!(gathered(whole("x"), 9, &budget), leave);
        assert!(done.is_ok_and(|(bytes, _)| bytes == "x"));
    }
}
