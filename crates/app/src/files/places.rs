//! Where a file goes to or comes from, as far as the door admits it.

use std::path::{Path, PathBuf};

use engine::ids::SessionId;
use tempfile::TempPath;

use super::handles::{Passing, Way, no_such_handle};
use super::unfinished::{Unfinished, give_name};
use super::{not_read, not_written};
use crate::commands::{ExportedFile, OutsideFile};
use crate::door::Door;
use crate::error::{Error, Result};
use crate::start::App;

/// Where a file is going to be.
#[derive(Debug)]
pub(super) enum Destination {
    Folder { folder: PathBuf, name: String },
    Download { name: String },
}

impl Destination {
    /// A path names a file, or a folder in which the file gets its usual name. Without a path, a file goes to the browser, or
    /// into the folder in which the command line stands.
    pub fn new(app: &App, path: Option<&str>, usual_name: String) -> Result<Self> {
        let Some(path) = path else {
            return match app.door() {
                Door::Browser => Ok(Self::Download {
                    name: app.handles.unused_name(&usual_name),
                }),
                Door::Terminal => Ok(Self::Folder {
                    folder: PathBuf::from("."),
                    name: usual_name,
                }),
                Door::Desktop => Err(Error::invalid(
                    "A path is missing. Nothing was written; choose where the file is to be.",
                )),
            };
        };
        let path = admitted(app, path)?;
        if path.is_dir() {
            return Ok(Self::Folder {
                folder: path.to_owned(),
                name: usual_name,
            });
        }
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| {
            Error::invalid("The path does not end in the name of a file. Nothing was written; choose another name.")
        })?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Ok(Self::Folder {
            folder: folder.unwrap_or(Path::new(".")).to_owned(),
            name: name.to_owned(),
        })
    }

    /// Begins the file, on the disk where it is going to be.
    pub fn begin(&self, app: &App) -> Result<Unfinished> {
        match self {
            Self::Folder { folder, .. } => Unfinished::begin(folder).map_err(|error| not_written(&error)),
            Self::Download { .. } => app.handles.begin(),
        }
    }

    /// The file is written: it gets its name or its handle.
    pub async fn finish(self, app: &App, session: SessionId, file: Unfinished) -> Result<ExportedFile> {
        let bytes = file.bytes();
        match self {
            Self::Folder { name, .. } => {
                let path = file.finish(&name).await.map_err(|error| not_written(&error))?;
                exported(&path, bytes)
            }
            Self::Download { name } => {
                let path = file
                    .whole()
                    .await
                    .map_err(|error| not_written(&error))?
                    .into_temp_path();
                offered(app, session, Passing { path, name, bytes })
            }
        }
    }

    /// The same for a file that was written otherwise, and is on the disk as a whole.
    pub async fn finish_whole(
        self,
        app: &App,
        session: SessionId,
        file: tempfile::NamedTempFile,
    ) -> Result<ExportedFile> {
        let bytes = file.as_file().metadata().map_err(|error| not_written(&error))?.len();
        match self {
            Self::Folder { name, .. } => {
                let path = tokio::task::spawn_blocking(move || give_name(file, &name)).await;
                let path = path.map_err(std::io::Error::other).and_then(|path| path);
                exported(&path.map_err(|error| not_written(&error))?, bytes)
            }
            Self::Download { name } => {
                let path = file.into_temp_path();
                offered(app, session, Passing { path, name, bytes })
            }
        }
    }
}

fn exported(path: &Path, bytes: u64) -> Result<ExportedFile> {
    let path = std::path::absolute(path).map_err(|error| not_written(&error))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(ExportedFile {
        name: name.unwrap_or_default(),
        file: OutsideFile::Path(path.to_string_lossy().into_owned()),
        bytes,
    })
}

fn offered(app: &App, session: SessionId, file: Passing) -> Result<ExportedFile> {
    let (name, bytes) = (file.name.clone(), file.bytes);
    let handle = app.handles.offer(session, Way::Out, file)?;
    Ok(ExportedFile {
        file: OutsideFile::Handle(handle),
        name,
        bytes,
    })
}

/// A path that the door lets through.
fn admitted<'p>(app: &App, path: &'p str) -> Result<&'p Path> {
    if !app.door().admits_paths() {
        return Err(Error::new(
            "path_refused",
            "A page in a browser cannot name files of this computer. Nothing was read or written; upload or download the file instead.",
        ));
    }
    if path.is_empty() || path.contains('\0') {
        return Err(Error::invalid(
            "That is not the path of a file. Nothing was read or written; choose another one.",
        ));
    }
    Ok(Path::new(path))
}

/// A file to be read. What a browser sent is removed when this is dropped.
#[derive(Debug)]
pub(crate) enum Origin {
    Path(PathBuf),
    Upload(TempPath),
}

impl Origin {
    pub fn new(app: &App, session: SessionId, file: &OutsideFile) -> Result<Self> {
        match file {
            OutsideFile::Handle(handle) => {
                let file = app.handles.take(session, Way::In, handle).ok_or_else(no_such_handle)?;
                Ok(Self::Upload(file.path))
            }
            OutsideFile::Path(path) => {
                let path = admitted(app, path)?;
                // A pipe or a device could be read without end.
                let metadata = std::fs::metadata(path).map_err(|error| not_read(&error))?;
                if !metadata.is_file() {
                    let reason = std::io::Error::new(std::io::ErrorKind::InvalidInput, "it is not a file");
                    return Err(not_read(&reason));
                }
                Ok(Self::Path(path.to_owned()))
            }
        }
    }

    /// The same for what may be a folder too.
    pub fn of_export(app: &App, session: SessionId, file: &OutsideFile) -> Result<Self> {
        match file {
            OutsideFile::Path(path) if admitted(app, path)?.is_dir() => Ok(Self::Path(PathBuf::from(path))),
            other => Self::new(app, session, other),
        }
    }

    pub fn path(&self) -> &Path {
        match self {
            Self::Path(path) => path,
            Self::Upload(path) => path,
        }
    }
}
