//! The desktop window: the same commands, as Tauri commands of their own names, and the same events, emitted to the page.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;

mod portraits;

use anyhow::Context;
use app::folders::Folders;
use app::{App, Options};
use tauri::{AppHandle, Emitter, Manager, RunEvent, WebviewUrl, WebviewWindowBuilder};

/// Name of the one window, and of the event that carries the app's events.
const WINDOW: &str = "main";
const EVENT: &str = "event";

fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    tauri::async_runtime::set(runtime.handle().clone());
    let shell = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|handle, _, _| raise(handle)))
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(tauri_plugin_dialog::init())
        .register_asynchronous_uri_scheme_protocol("portrait", portraits::answer)
        .invoke_handler(commands::handler())
        .setup(|shell| {
            let app = tauri::async_runtime::block_on(start(shell.handle()))?;
            shell.manage(app);
            WebviewWindowBuilder::new(shell, WINDOW, WebviewUrl::default())
                .title("CharacterChatBot")
                .inner_size(1280.0, 800.0)
                .min_inner_size(360.0, 480.0)
                .build()?;
            Ok(())
        })
        .build(tauri::generate_context!())
        .context("the window could not be made")?;
    shell.run(|handle, event| {
        if let RunEvent::Exit = event
            && let Some(app) = handle.try_state::<App>()
        {
            tauri::async_runtime::block_on(app.end());
        }
    });
    Ok(())
}

/// Starts the app and passes its events on to the page.
async fn start(handle: &AppHandle) -> app::Result<App> {
    let mut folders = Folders::of_this_computer();
    if let (Err(_), Ok(resources)) = (&folders, handle.path().resource_dir()) {
        folders = Folders::with_resources(resources);
    }
    let app = App::start(Options {
        folders: folders?,
        program: "The CharacterChatBot window",
        extra_model: None,
    })
    .await?;
    let mut listener = app.events.listen(app.owner());
    let handle = handle.clone();
    tauri::async_runtime::spawn(async move {
        while let Some(event) = listener.next().await {
            let _ = handle.emit(EVENT, event);
        }
    });
    Ok(app)
}

/// Brings the window to the front when the program is started a second time.
fn raise(handle: &AppHandle) {
    if let Some(window) = handle.get_webview_window(WINDOW) {
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}
