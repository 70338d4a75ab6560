//! Notices when characters or portraits change on disk.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use engine::event::Event;
use notify::{RecursiveMode, Watcher};

use crate::events::Events;
use crate::folders::Folders;

/// Changes that come closer together than this are told once.
const QUIET: Duration = Duration::from_millis(150);

/// Watches as long as the returned value lives. A folder that cannot be watched (some network drives) costs only the notice:
/// every list is read from the disk anyway.
pub fn watch(folders: &Folders, events: Events) -> Option<impl Send + Sync + use<>> {
    let (sender, receiver) = channel();
    let mut watcher = notify::recommended_watcher(move |change: notify::Result<notify::Event>| {
        let reads_only = change.as_ref().is_ok_and(|change| change.kind.is_access());
        if !reads_only {
            let _ = sender.send(());
        }
    })
    .inspect_err(|error| tracing::warn!("the characters folder is not watched: {error}"))
    .ok()?;
    for folder in folders.characters().iter().chain(&folders.portraits()) {
        if folder.is_dir()
            && let Err(error) = watcher.watch(folder, RecursiveMode::Recursive)
        {
            tracing::warn!("{} is not watched: {error}", folder.display());
        }
    }
    std::thread::spawn(move || {
        while receiver.recv().is_ok() {
            while !matches!(
                receiver.recv_timeout(QUIET),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)
            ) {}
            events.tell_all(Event::CharactersChanged);
        }
    });
    Some(watcher)
}
