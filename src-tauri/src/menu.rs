//! The menu bar of macOS, where programs have one: Tauri's usual menu and the zoom. Elsewhere the window has none.

use tauri::menu::{Menu, MenuEvent, MenuItem, Submenu};
use tauri::{AppHandle, Manager, Wry};

use crate::window;
use crate::zoom::{Step, Zoom};

/// Id, words and keys of each entry.
const ZOOM: [(&str, &str, &str, Step); 3] = [
    ("zoom_in", "Zoom In", "CmdOrCtrl+=", Step::In),
    ("zoom_out", "Zoom Out", "CmdOrCtrl+-", Step::Out),
    ("zoom_back", "Actual Size", "CmdOrCtrl+0", Step::Back),
];

/// Makes the menu.
pub fn make(handle: &AppHandle) -> tauri::Result<Menu<Wry>> {
    let menu = Menu::default(handle)?;
    let zoom = Submenu::new(handle, "Zoom", true)?;
    for (id, words, keys, _) in ZOOM {
        zoom.append(&MenuItem::with_id(handle, id, words, true, Some(keys))?)?;
    }
    menu.append(&zoom)?;
    Ok(menu)
}

/// Does what was chosen in the menu; Tauri itself does the rest of its entries.
pub fn chosen(handle: &AppHandle, event: MenuEvent) {
    let entry = ZOOM.iter().find(|(id, ..)| event.id() == id);
    if let (Some((.., step)), Some(window)) = (entry, handle.get_webview_window(window::LABEL)) {
        handle.state::<Zoom>().apply(&window, *step);
    }
}
