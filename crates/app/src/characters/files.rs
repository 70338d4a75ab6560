//! Where the files of the reader's own characters lie, and how they move: a character is there once its file is.

use std::fs;
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

use engine::ids::{CharacterId, TrashId};
use tempfile::NamedTempFile;

use crate::files::unfinished::sync_folder;
use crate::folders::Folders;

/// The pictures of a character in the trash lie in this folder beside its file.
const PICTURES: &str = "pictures";

/// The file of one of the reader's own characters, whether it is there or not.
pub fn own_file(folders: &Folders, id: &CharacterId) -> PathBuf {
    let [own, _] = folders.characters();
    own.join(format!("{id}.json"))
}

/// The folder of its pictures.
pub fn own_pictures(folders: &Folders, id: &CharacterId) -> PathBuf {
    let [own, _] = folders.portraits();
    own.join(id.as_str())
}

fn trash(folders: &Folders) -> PathBuf {
    folders.data.join("trash")
}

fn place(folders: &Folders, id: TrashId) -> PathBuf {
    trash(folders).join(id.to_string())
}

/// The pictures of a character in the trash.
pub fn trashed_pictures(folders: &Folders, id: TrashId) -> PathBuf {
    place(folders, id).join(PICTURES)
}

/// Moves a character's files into the trash; what is there already is left as it is, so that it can be done again after it was
/// interrupted.
pub fn into_trash(folders: &Folders, id: TrashId, character: &CharacterId) -> Result<()> {
    let place = place(folders, id);
    fs::create_dir_all(&place)?;
    sync_folder(&trash(folders))?;
    let [own, _] = folders.characters();
    let file = own_file(folders, character);
    move_there(&file, &place.join(format!("{character}.json")))?;
    move_there(&own_pictures(folders, character), &place.join(PICTURES))?;
    sync_folder(&place)?;
    sync_folder(&own)
}

/// Moves them back, the file last; what is there already stays as it is. `AlreadyExists` where the file of another character stands in its
/// place, when nothing was moved.
pub fn out_of_trash(folders: &Folders, id: TrashId, character: &CharacterId) -> Result<()> {
    let place = place(folders, id);
    let (lying, file) = (place.join(format!("{character}.json")), own_file(folders, character));
    if lying.exists() && file.exists() {
        return Err(Error::from(ErrorKind::AlreadyExists));
    }
    let [own, _] = folders.characters();
    let [portraits, _] = folders.portraits();
    for folder in [&own, &portraits] {
        fs::create_dir_all(folder)?;
    }
    merge_there(&place.join(PICTURES), &own_pictures(folders, character))?;
    move_there(&lying, &file)?;
    sync_folder(&portraits)?;
    sync_folder(&own)
}

/// Removes what lies in the trash under this id for good. Nothing there is well, too.
pub fn remove(folders: &Folders, id: TrashId) -> Result<()> {
    match fs::remove_dir_all(place(folders, id)) {
        Err(error) if !is_absent(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Puts a file in place of the one that is there, whole or not at all.
pub fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut fresh = NamedTempFile::with_prefix_in(".unfinished-", folder)?;
    fresh.write_all(bytes)?;
    fresh.as_file().sync_all()?;
    if let Ok(metadata) = fs::metadata(file) {
        fresh.as_file().set_permissions(metadata.permissions())?;
    }
    fresh.persist(file).map_err(|failed| failed.error)?;
    sync_folder(folder)
}

/// Copies what lies directly in a folder of pictures, and the small renderings below it. No folder is no pictures.
pub fn copy_pictures(from: &Path, to: &Path) -> Result<()> {
    let entries = match fs::read_dir(from) {
        Err(error) if is_absent(&error) => return Ok(()),
        entries => entries?,
    };
    fs::create_dir_all(to)?;
    for entry in entries {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        if path.is_file() {
            fs::copy(&path, to.join(name))?;
        } else if name == "small" {
            copy_pictures(&path, &to.join(name))?;
        }
    }
    sync_folder(to)
}

/// Also where a file stands in the place of the folder.
fn is_absent(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn move_there(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        return Ok(());
    }
    match fs::rename(from, to) {
        Err(error) if !is_absent(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Into a folder that may be there already.
fn merge_there(from: &Path, to: &Path) -> Result<()> {
    if !to.exists() {
        return move_there(from, to);
    }
    let entries = match fs::read_dir(from) {
        Err(error) if is_absent(&error) => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        move_there(&entry.path(), &to.join(entry.file_name()))?;
    }
    sync_folder(to)
}
