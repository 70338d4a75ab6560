//! The one window: made at once, raised when the program is started a second time.

use std::path::PathBuf;

use tauri::webview::{Color, NewWindowResponse};
use tauri::{AppHandle, Manager, Theme, WebviewUrl, WebviewWindow, WebviewWindowBuilder};

use crate::links;

/// The name by which the window's capability knows it.
pub const LABEL: &str = "main";

/// What is seen before the page has painted: the desk of `ui/src/styles/tokens.css`, light and dark.
const LIGHT: Color = Color(0xe9, 0xeb, 0xe2, 0xff);
const DARK: Color = Color(0x13, 0x15, 0x12, 0xff);

/// Where the page keeps what is its own (theme, unsent words).
pub enum Storage {
    Kept(PathBuf),
    /// Where nothing can be written, which a dialog tells or the page: a folder that goes with the window, because Tauri makes one
    /// in any case and ends the program when it cannot.
    Passing(PathBuf),
}

/// Makes the window.
pub fn open(shell: &tauri::App, storage: Storage) -> tauri::Result<WebviewWindow> {
    let mut builder = WebviewWindowBuilder::new(shell, LABEL, WebviewUrl::default())
        .title("CharacterChatBot")
        .inner_size(1280.0, 800.0)
        .min_inner_size(360.0, 480.0)
        .background_color(LIGHT)
        // Windows zooms by itself; elsewhere it is done in `zoom`, without a permission for the page.
        .zoom_hotkeys_enabled(cfg!(windows))
        .on_document_title_changed(|window, title| {
            let _ = window.set_title(&title);
        })
        .on_navigation(links::is_own_page)
        .on_new_window(|address, _| {
            links::open_outside(&address);
            NewWindowResponse::Deny
        });
    builder = match storage {
        Storage::Kept(folder) => builder.data_directory(folder),
        Storage::Passing(folder) => builder.data_directory(folder).incognito(true),
    };
    let window = builder.build()?;
    if matches!(window.theme(), Ok(Theme::Dark)) {
        window.set_background_color(Some(DARK))?;
    }
    Ok(window)
}

/// Brings the window to the front.
pub fn raise(handle: &AppHandle) {
    if let Some(window) = handle.get_webview_window(LABEL) {
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}
