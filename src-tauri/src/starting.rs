//! The app starts beside the window: the page is drawn meanwhile, and its first commands wait here.

use std::sync::atomic::{AtomicBool, Ordering};

use app::folders::Folders;
use app::{App, Error, Options, Result};
use tauri::utils::platform::resource_dir;
use tauri::{AppHandle, Env, Manager, PackageInfo};
use tauri_plugin_dialog::{DialogExt, MessageDialogButtons, MessageDialogKind};
use tokio::sync::SetOnce;

use crate::window;

/// The app, once it has started.
#[derive(Default)]
pub struct Starting {
    app: SetOnce<App>,
    failed: AtomicBool,
}

impl Starting {
    /// Waits for the app. When it cannot start, the program says so and ends, so this never gives up.
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

/// Starts the app and hands it to `ready`, then to every command that waits. When it cannot start, a dialog says why, and the
/// program ends.
pub async fn start(handle: AppHandle, folders: Result<Folders>, ready: impl FnOnce(&App)) {
    let started = async {
        App::start(Options {
            folders: folders?,
            program: "The CharacterChatBot window",
            extra_model: None,
        })
        .await
    };
    match started.await {
        Ok(app) => {
            tracing::info!(data = %app.folders.data.display(), "started");
            ready(&app);
            let _ = handle.state::<Starting>().app.set(app);
        }
        Err(error) => tell(&handle, &error),
    }
}

fn tell(handle: &AppHandle, error: &Error) {
    handle.state::<Starting>().failed.store(true, Ordering::Relaxed);
    tracing::error!(code = error.code, "the program could not start: {error}");
    eprintln!("{}: {error}", error.code);
    let mut dialog = handle
        .dialog()
        .message(&error.message)
        .title("CharacterChatBot cannot start")
        .kind(MessageDialogKind::Error)
        .buttons(MessageDialogButtons::OkCustom("Close".to_owned()));
    if let Some(window) = handle.get_webview_window(window::LABEL) {
        dialog = dialog.parent(&window);
    }
    let handle = handle.clone();
    dialog.show(move |_| handle.exit(1));
}
