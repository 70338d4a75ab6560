//! How the page is painted on Linux: by the graphics card where there is one, else directly. WebKit would otherwise have the processor play
//! a graphics card, which costs about 190 MiB and paints a page of text no faster.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Where Linux shows the graphics cards that can draw.
const CARDS: &str = "/dev/dri";
/// The beginning of the name of each.
const CARD: &str = "renderD";
/// WebKit's own switch. It is read when the process that paints starts, which is before there is a window with settings.
const SWITCH: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

/// Where there is no graphics card, starts this program anew in its own place with the switch set; returns where there is one, where the
/// switch was set already, and where that cannot be done.
pub fn choose() {
    if std::env::var_os(SWITCH).is_some() || has_card(Path::new(CARDS)) {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let arguments = std::env::args_os().skip(1);
        // An error leaves everything as it was: the page is painted all the same.
        let _ = Command::new(program).args(arguments).env(SWITCH, "1").exec();
    }
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
