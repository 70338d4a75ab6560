//! Ending without losing anything: by the window's own ways, or because the system asks.

use tauri::AppHandle;

/// Ends the program the way closing its window does, when the system asks it to end (SIGTERM, SIGINT, SIGHUP; Ctrl+C on Windows).
pub async fn when_asked(handle: AppHandle) {
    asked().await;
    handle.exit(0);
}

#[cfg(unix)]
async fn asked() {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()].map(signal);
    let [Ok(mut terminate), Ok(mut interrupt), Ok(mut hangup)] = signals else {
        tracing::warn!("the system's request to end cannot be heard");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        _ = hangup.recv() => {}
    }
}

#[cfg(not(unix))]
async fn asked() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
