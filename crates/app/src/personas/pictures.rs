//! Pictures of personas: one file each, `personas/{id}.{png|jpg|webp}` in the data folder.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use engine::ids::{PersonaId, SessionId};
use engine::persona::{MAX_PICTURE_BYTES, PictureFormat};

use crate::error::{Error, Result};
use crate::folders::Folders;
use crate::start::App;

/// A picture as it came in: of a known format and no larger than it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub format: PictureFormat,
    pub bytes: Vec<u8>,
}

/// Reads a picture that was sent as base64, alone or as a `data:` address. What it says of its format is not believed.
pub fn decode(text: &str) -> Result<Picture> {
    let text = text.trim();
    let text = match text.strip_prefix("data:") {
        Some(rest) => rest.split_once(";base64,").map(|(_, data)| data).unwrap_or_default(),
        None => text,
    };
    // Four letters stand for three bytes.
    if text.len() > MAX_PICTURE_BYTES.div_ceil(3) * 4 {
        return Err(too_large());
    }
    let bytes = STANDARD.decode(text).map_err(|_| unusable())?;
    from_bytes(bytes)
}

/// Takes a picture's bytes, if they are one.
pub fn from_bytes(bytes: Vec<u8>) -> Result<Picture> {
    if bytes.len() > MAX_PICTURE_BYTES {
        return Err(too_large());
    }
    let format = PictureFormat::of(&bytes).ok_or_else(unusable)?;
    Ok(Picture { format, bytes })
}

fn too_large() -> Error {
    Error::new(
        "picture_too_large",
        "The picture is larger than 2 MB. The persona stays as it was; choose a smaller picture.",
    )
}

fn unusable() -> Error {
    Error::new(
        "picture_unusable",
        "That is no PNG, JPEG or WebP picture. The persona stays as it was; choose another picture.",
    )
}

/// Writes a persona's picture: the whole of it is there under its name, or nothing new is.
pub fn write(folders: &Folders, id: PersonaId, picture: &Picture) -> Result<()> {
    let folder = folder(folders);
    let path = path(folders, id, picture.format);
    write_whole(&folder, &path, &picture.bytes).map_err(|error| {
        Error::new(
            "data_folder_unusable",
            format!(
                "The picture could not be written ({error}). The persona stays as it was; make room in the data folder and try again."
            ),
        )
    })
}

fn write_whole(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let unfinished = path.with_extension("unfinished");
    let mut file = File::create(&unfinished)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    let named = written.and_then(|()| fs::rename(&unfinished, path));
    if named.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    named?;
    // Without this the new name may be gone after a power cut. Where folders cannot be opened, it cannot be done.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// Removes a persona's pictures of all formats but `kept`. A file that stays behind is never shown, so it is only logged.
pub fn remove_all_but(folders: &Folders, id: PersonaId, kept: Option<PictureFormat>) {
    for format in PictureFormat::ALL {
        if Some(format) != kept
            && let Err(error) = fs::remove_file(path(folders, id, format))
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!("a persona's former picture could not be removed: {error}");
        }
    }
}

/// A session's picture of a persona; none for a persona without one, or of another session.
pub async fn find(app: &App, session: SessionId, id: PersonaId) -> Option<Picture> {
    let stored = app.store.persona(session, id).await.ok()??.picture?;
    let path = path(&app.folders, id, stored.format);
    let read = tokio::task::spawn_blocking(move || read(&path)).await.ok()?;
    // A file that somebody put there by hand is checked like any other.
    read.ok().and_then(|bytes| from_bytes(bytes).ok())
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_PICTURE_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn folder(folders: &Folders) -> PathBuf {
    folders.data.join("personas")
}

/// Where a persona's picture lies. An id is a UUID, written by us: it never leads elsewhere.
pub fn path(folders: &Folders, id: PersonaId, format: PictureFormat) -> PathBuf {
    folder(folders).join(format!("{id}.{}", format.extension()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";

    #[test]
    fn only_pictures_are_taken() {
        let plain = STANDARD.encode(PNG);
        let png = Picture {
            format: PictureFormat::Png,
            bytes: PNG.to_vec(),
        };
        assert_eq!(decode(&plain), Ok(png.clone()));
        assert_eq!(decode(&format!(" data:image/svg+xml;base64,{plain}\n")), Ok(png));
        let svg = STANDARD.encode("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>");
        let huge = STANDARD.encode([PNG, &vec![0; MAX_PICTURE_BYTES]].concat());
        for (hostile, code) in [
            ("", "picture_unusable"),
            ("not base64!", "picture_unusable"),
            ("../../../etc/passwd", "picture_unusable"),
            ("data:image/png,abc", "picture_unusable"),
            ("data:image/png;base64,", "picture_unusable"),
            (&plain[..plain.len() - 1], "picture_unusable"),
            (svg.as_str(), "picture_unusable"),
            (&format!("data:image/png;base64,{svg}"), "picture_unusable"),
            (huge.as_str(), "picture_too_large"),
        ] {
            assert_eq!(decode(hostile).map_err(|error| error.code), Err(code), "{hostile:.60}");
        }
        let largest = [PNG, &vec![0; MAX_PICTURE_BYTES - PNG.len()]].concat();
        assert!(decode(&STANDARD.encode(&largest)).is_ok());
    }

    #[test]
    fn a_picture_is_replaced_whole_and_its_former_formats_go() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::new(home.path().to_owned(), home.path().to_owned(), None);
        let id = PersonaId(uuid::Uuid::from_u128(7));
        let png = from_bytes(PNG.to_vec()).unwrap();
        let jpeg = from_bytes(b"\xff\xd8\xff\xe0".to_vec()).unwrap();
        write(&folders, id, &png).unwrap();
        write(&folders, id, &jpeg).unwrap();
        remove_all_but(&folders, id, Some(jpeg.format));
        let names: Vec<_> = fs::read_dir(folder(&folders))
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, [format!("{id}.jpg").as_str()]);
        assert_eq!(read(&path(&folders, id, jpeg.format)).unwrap(), jpeg.bytes);
        remove_all_but(&folders, id, None);
        assert_eq!(fs::read_dir(folder(&folders)).unwrap().count(), 0);
    }
}
