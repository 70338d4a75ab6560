//! Portraits: the pictures that lie directly in a character's picture folder, and small renderings in the folder `small` below.

use std::path::{Path, PathBuf};

use engine::ids::CharacterId;

/// Formats in the order in which they are preferred.
const FORMATS: [&str; 4] = ["png", "jpg", "jpeg", "webp"];

/// The picture to show for a character: of the first folder that has any, the first by format, then by name.
pub fn find(folders: &[PathBuf], id: &CharacterId) -> Option<PathBuf> {
    folders
        .iter()
        .find_map(|folder| first_picture(&folder.join(id.as_str())))
}

fn first_picture(folder: &Path) -> Option<PathBuf> {
    let rank = |path: &Path| {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        FORMATS.iter().position(|format| *format == extension)
    };
    let files = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()));
    files
        .filter(|path| path.is_file())
        .filter_map(|path| Some((rank(&path)?, path)))
        .min()
        .map(|(_, path)| path)
}

/// The rendering made for showing at `size` pixels, else the picture itself.
pub fn rendering(picture: &Path, size: u32) -> PathBuf {
    let small = picture
        .parent()
        .map(|folder| folder.join("small").join(format!("{size}.png")));
    small
        .filter(|path| path.is_file())
        .unwrap_or_else(|| picture.to_owned())
}

/// Changes whenever the picture does.
pub fn version(picture: &Path) -> Option<String> {
    let metadata = std::fs::metadata(picture).ok()?;
    let modified = metadata
        .modified()
        .ok()?
        .duration_since(std::time::UNIX_EPOCH)
        .ok()?
        .as_millis();
    Some(format!("{modified:x}-{:x}", metadata.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn png_comes_first_then_names_in_order_and_own_pictures_win() {
        let bundled = tempfile::tempdir().unwrap();
        let own = tempfile::tempdir().unwrap();
        let id = CharacterId::parse("nemo").unwrap();
        let folders = [own.path().to_owned(), bundled.path().to_owned()];
        assert_eq!(find(&folders, &id), None);
        let folder = bundled.path().join("nemo");
        std::fs::create_dir_all(folder.join("small")).unwrap();
        for name in ["a.webp", "a.jpg", "c.PNG", "b.png", "notes.txt", "small/64.png"] {
            std::fs::write(folder.join(name), name).unwrap();
        }
        let picture = find(&folders, &id).unwrap();
        assert!(picture.ends_with("b.png"), "{picture:?}");
        assert!(rendering(&picture, 64).ends_with("small/64.png"));
        assert!(rendering(&picture, 32).ends_with("b.png"));
        std::fs::create_dir_all(own.path().join("nemo")).unwrap();
        std::fs::write(own.path().join("nemo/mine.webp"), "").unwrap();
        assert!(find(&folders, &id).unwrap().ends_with("mine.webp"));
    }
}
