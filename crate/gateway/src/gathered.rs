//! Bodies that are read whole before anything becomes of them.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body::Body as _;
use http_body_util::BodyExt;
use tokio::time::timeout;

use crate::{
    budget::{Budget, Held},
    error::{Body, Failure},
};

/// The most bytes that are made room for before they come.
const FIRST: usize = 64 << 10;

/// How long a body waits for room, meanwhile its client is not asked for more.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why a body is not read whole.
pub enum Ungathered {
    /// It has more bytes than it may: what came of it, and the rest.
    TooLong(Bytes, Body),
    /// It broke off, or did not come in time ([`Stalled`](crate::Stalled)): what came of it, and why there is no more.
    Broken(Bytes, Failure),
    /// There was no room for it for too long.
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
        timeout(PATIENCE, held.wait_for(data.len())).await.map_err(|_| Ungathered::Full)?;
        gathered.extend_from_slice(&data);
        if gathered.len() > longest {
            return Err(Ungathered::TooLong(gathered.freeze(), body));
        }
    }
    Ok((gathered.freeze(), held))
}

/// Takes what still comes of a body that is refused, for a while: where a connection ends with bytes that nobody took, its
/// client may not see the answer.
pub(crate) async fn discarded(mut body: Body) {
    let rest = async { while let Some(Ok(_)) = body.frame().await {} };
    // One that goes on is cut off.
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
