//! The app starts beside the window: the page is drawn meanwhile, and its first commands wait here.

use std::sync::atomic::{AtomicBool, Ordering};

use app::folders::Folders;
use app::{App, Options, Result};
use tauri::utils::platform::resource_dir;
use tauri::{AppHandle, Env, Manager, PackageInfo};
use tokio::sync::SetOnce;

use crate::trouble::{self, Wish};
use crate::window;

/// The app, once it has started.
#[derive(Default)]
pub struct Starting {
    app: SetOnce<App>,
    failed: AtomicBool,
}

impl Starting {
    /// Waits for the app. When it cannot start, the program says so and tries again or ends, so this never gives up.
    pub async fn app(&self) -> &App {
        self.app.wait().await
    }

    /// The app, if it has started.
    pub fn app_if_started(&self) -> Option<&App> {
        self.app.get()
    }

    /// Whether the app could not start, so that the program must not claim success.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }
}

/// Where things lie: `CHARACTERCHAT_RESOURCES`, else what was installed with the program, else a checkout around it.
pub fn find_folders(package: &PackageInfo) -> Result<Folders> {
    let is_overridden = std::env::var_os("CHARACTERCHAT_RESOURCES").is_some_and(|folder| !folder.is_empty());
    let installed = resource_dir(package, &Env::default())
        .ok()
        .filter(|folder| folder.join("characters").is_dir());
    match installed {
        Some(resources) if !is_overridden => Folders::with_resources(resources),
        _ => Folders::of_this_computer(),
    }
}

/// Starts the app and hands it to `ready`, then to every command that waits. When it cannot start, a dialog says why and asks what to
/// do, which may be to try again; else the program ends.
pub async fn start(handle: AppHandle, folders: Result<Folders>, ready: impl FnOnce(&App)) {
    let starting = handle.state::<Starting>();
    let damaged = folders.as_ref().ok().and_then(Folders::set_aside);
    loop {
        let error = match start_once(&folders).await {
            Ok(app) => {
                tracing::info!(data = %app.folders.data.display(), "started");
                ready(&app);
                let _ = starting.app.set(app);
                break;
            }
            Err(error) => error,
        };
        starting.failed.store(true, Ordering::Relaxed);
        if trouble::ask_after_failure(&handle, &error, folders.as_ref().ok()).await == Wish::End {
            return handle.exit(1);
        }
    }
    if starting.failed.swap(false, Ordering::Relaxed) {
        window::raise(&handle);
    }
    if let Some(kept) = damaged {
        trouble::tell_of_damage(&handle, &kept).await;
    }
}

async fn start_once(folders: &Result<Folders>) -> Result<App> {
    App::start(Options {
        folders: folders.clone()?,
        program: "The CharacterChatBot window",
        extra_model: None,
    })
    .await
}
