//! How the page is painted on Linux: by the graphics card where there is one, else directly. WebKit would otherwise have the processor play
//! a graphics card, which costs about 190 MiB and paints a page of text no faster.

use std::path::Path;

use tauri::WebviewWindow;
use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt, WebViewExt};

/// Where Linux shows the graphics cards that can draw.
const CARDS: &str = "/dev/dri";
/// The beginning of the name of each.
const CARD: &str = "renderD";

/// Paints without a graphics card where there is none.
pub fn choose(window: &WebviewWindow) -> tauri::Result<()> {
    if has_card(Path::new(CARDS)) {
        return Ok(());
    }
    window.with_webview(|webview| {
        if let Some(settings) = webview.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

fn has_card(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    let mut names = entries.flatten().map(|entry| entry.file_name());
    names.any(|name| name.to_string_lossy().starts_with(CARD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_one_that_can_draw() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("none");
        assert!(!has_card(&missing));
        // Only shows what others have drawn.
        std::fs::write(folder.path().join("card0"), []).unwrap();
        assert!(!has_card(folder.path()));
        std::fs::write(folder.path().join("renderD128"), []).unwrap();
        assert!(has_card(folder.path()));
    }
}
