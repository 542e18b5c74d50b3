//! Signals that end the program.

use std::future::Future;

/// Listens for the signals that end programs from now on. The returned future resolves to the exit code when one
/// arrives. To be called within a runtime.
pub(crate) fn termination_signal() -> impl Future<Output = i32> {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()), signal(SignalKind::hangup()))
    };
    async move {
        #[cfg(unix)]
        if let (Ok(mut interrupt), Ok(mut terminate), Ok(mut hang_up)) = signals {
            return tokio::select! {
                _ = interrupt.recv() => 130,
                _ = terminate.recv() => 143,
                _ = hang_up.recv() => 129,
            };
        }
        let _ = tokio::signal::ctrl_c().await;
        130
    }
}
