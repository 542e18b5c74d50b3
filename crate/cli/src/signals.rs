//! Being told to end.

/// Waits for a signal that ends programs, and says what to leave with then.
pub(crate) async fn told_to_end() -> i32 {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut interrupt), Ok(mut terminate), Ok(mut hang_up)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()), signal(SignalKind::hangup()))
        {
            return tokio::select! {
                _ = interrupt.recv() => 130,
                _ = terminate.recv() => 143,
                _ = hang_up.recv() => 129,
            };
        }
    }
    let _ = tokio::signal::ctrl_c().await;
    130
}
