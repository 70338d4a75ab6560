//! Where an export lies: one file, a folder or an archive, as the service hands it out. All bounds are on the bytes that really
//! come, whatever an archive says of itself.

use std::fs::File;
use std::io::{BufReader, Error, ErrorKind, Read, Result, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::ReadError;

/// Bytes of one file, and of all that is read of an export.
pub const FILE_BYTES: u64 = 8 << 30;
pub const ALL_BYTES: u64 = 32 << 30;
/// Files in a folder or an archive, pictures and recordings among them.
pub const FILES: usize = 200_000;
/// Folders within folders.
const DEPTH: usize = 16;
/// Longest path within an export, in bytes.
const PATH_BYTES: usize = 1_000;

/// A file of one [`Export`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileId(usize);

struct ExportFile {
    /// From the top of the export, with forward slashes.
    name: String,
    place: Place,
    /// Only looked up by what other files need of it: it stands beside the one file that was named.
    is_companion: bool,
}

enum Place {
    Disk(PathBuf),
    Archive(usize),
    Memory(Vec<u8>),
}

/// The files of an export. Nothing is opened before it is asked for.
pub struct Export {
    files: Vec<ExportFile>,
    archive: Option<ZipArchive<BufReader<File>>>,
    left: u64,
    /// What the name of the one file that was named begins with: the folder around it, of which people are not told.
    around: String,
}

impl Export {
    /// A file, a folder or a ZIP archive.
    pub fn open(path: &Path) -> std::result::Result<Self, ReadError> {
        if std::fs::metadata(path)?.is_dir() {
            let mut files = Vec::new();
            collect(path, "", 0, &mut files)?;
            return Ok(Self::new(files, None));
        }
        let mut file = File::open(path)?;
        let mut head = [0; 4];
        let count = file.read(&mut head)?;
        if head[..count] == *b"PK\x03\x04" || head[..count] == *b"PK\x05\x06" {
            return Self::of_archive(file);
        }
        let files = alone(path);
        let export = Self::new(files, None);
        Ok(Self {
            around: export.folder(FileId(0)).to_owned(),
            ..export
        })
    }

    /// Files that are in memory, by their names.
    pub fn of_files(files: Vec<(String, Vec<u8>)>) -> Self {
        let files = files.into_iter().map(|(name, bytes)| ExportFile {
            name,
            place: Place::Memory(bytes),
            is_companion: false,
        });
        Self::new(files.collect(), None)
    }

    fn new(files: Vec<ExportFile>, archive: Option<ZipArchive<BufReader<File>>>) -> Self {
        Self {
            files,
            archive,
            left: ALL_BYTES,
            around: String::new(),
        }
    }

    fn of_archive(mut file: File) -> std::result::Result<Self, ReadError> {
        check_count(&mut file)?;
        let broken = |error| ReadError::Refused(format!("the archive is broken: {error}"));
        let archive = ZipArchive::new(BufReader::new(file)).map_err(broken)?;
        if archive.len() > FILES {
            return Err(too_many());
        }
        let mut files = Vec::new();
        for (index, name) in archive.file_names().enumerate() {
            // A name that cannot be read belongs to no file that is looked for.
            let Ok(name) = name else { continue };
            let name = name.replace('\\', "/");
            if name.len() <= PATH_BYTES && !name.ends_with('/') && !is_hidden(&name) {
                files.push(ExportFile {
                    name,
                    place: Place::Archive(index),
                    is_companion: false,
                });
            }
        }
        Ok(Self::new(files, Some(archive)))
    }

    /// How many files there are, but for those that were not named.
    pub fn file_count(&self) -> usize {
        self.ids().count()
    }

    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<'_> {
        let named = self.files.iter().enumerate().filter(|(_, file)| !file.is_companion);
        named.map(|(index, _)| FileId(index))
    }

    pub fn name(&self, file: FileId) -> &str {
        &self.files[file.0].name
    }

    /// What people are told of a file: its place in the folder or archive, or the name of the one file that was chosen. What lies around
    /// that one may be a folder of the program, of which nobody knows.
    pub fn told_name(&self, file: FileId) -> &str {
        let name = self.name(file);
        name.strip_prefix(&self.around).unwrap_or(name)
    }

    /// The folder that a file lies in, with a slash at the end, or nothing for the top.
    pub fn folder(&self, file: FileId) -> &str {
        let name = self.name(file);
        name.rfind('/').map_or("", |at| &name[..=at])
    }

    /// The file of exactly this name.
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.files.iter().position(|file| file.name == name).map(FileId)
    }

    /// A file from its beginning. `InvalidData` after more bytes than may be read.
    pub fn read(&mut self, file: FileId) -> Result<Box<dyn Read + '_>> {
        let inner: Box<dyn Read + '_> = match &self.files[file.0].place {
            Place::Disk(path) => {
                let name = self.told_name(file);
                let named = |error: Error| Error::new(error.kind(), format!("{name} cannot be opened: {error}"));
                Box::new(File::open(path).map_err(named)?)
            }
            Place::Memory(bytes) => Box::new(bytes.as_slice()),
            Place::Archive(index) => {
                let archive = self.archive.as_mut().ok_or(ErrorKind::NotFound)?;
                let broken = |error| Error::new(ErrorKind::InvalidData, format!("the archive is broken: {error}"));
                Box::new(archive.by_index(*index).map_err(broken)?)
            }
        };
        Ok(Box::new(Bounded {
            inner,
            of_file: FILE_BYTES,
            of_all: &mut self.left,
        }))
    }

    /// A small file as a whole; none when it is not there, larger or unreadable.
    pub fn small(&mut self, name: &str, largest: u64) -> Option<Vec<u8>> {
        let file = self.find(name)?;
        let mut bytes = Vec::new();
        self.read(file).ok()?.take(largest + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= largest).then_some(bytes)
    }
}

struct Bounded<'a> {
    inner: Box<dyn Read + 'a>,
    of_file: u64,
    of_all: &'a mut u64,
}

impl Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.inner.read(buffer)?;
        let (of_file, of_all) = (
            self.of_file.checked_sub(count as u64),
            self.of_all.checked_sub(count as u64),
        );
        let (Some(of_file), Some(of_all)) = (of_file, of_all) else {
            let reason = format!("it holds more than {} GB", ALL_BYTES >> 30);
            return Err(Error::new(ErrorKind::InvalidData, reason));
        };
        (self.of_file, *self.of_all) = (of_file, of_all);
        Ok(count)
    }
}

fn too_many() -> ReadError {
    ReadError::Refused(format!(
        "there are more than {FILES} files in it; choose a smaller part of the export"
    ))
}

fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// The files below a folder. Links are not followed.
fn collect(
    folder: &Path,
    above: &str,
    depth: usize,
    files: &mut Vec<ExportFile>,
) -> std::result::Result<(), ReadError> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(part) = entry.file_name().into_string() else {
            continue;
        };
        let name = format!("{above}{part}");
        let kind = entry.file_type()?;
        if is_hidden(&part) || name.len() > PATH_BYTES {
            continue;
        }
        if kind.is_dir() && depth < DEPTH {
            collect(&entry.path(), &format!("{name}/"), depth + 1, files)?;
        } else if kind.is_file() {
            files.push(ExportFile {
                name,
                place: Place::Disk(entry.path()),
                is_companion: false,
            });
        }
        if files.len() > FILES {
            return Err(too_many());
        }
    }
    Ok(())
}

/// One file that was named, and those around it that some services need to make sense of one: who is who, and whose it is.
fn alone(path: &Path) -> Vec<ExportFile> {
    let text =
        |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default();
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = absolute.parent().unwrap_or(Path::new(""));
    let folder_name = match text(folder.file_name()) {
        name if name.is_empty() => "export".to_owned(),
        name => name,
    };
    let mut files = vec![ExportFile {
        name: format!("{folder_name}/{}", text(path.file_name())),
        place: Place::Disk(path.to_owned()),
        is_companion: false,
    }];
    let beside = ["account.js", "note-tweet.js"].map(|name| (format!("{folder_name}/{name}"), folder.join(name)));
    let above = folder
        .parent()
        .map(|above| ["users.json", "channels.json"].map(|name| (name.to_owned(), above.join(name))));
    for (name, place) in beside.into_iter().chain(above.into_iter().flatten()) {
        if place.is_file() && place != absolute {
            files.push(ExportFile {
                name,
                place: Place::Disk(place),
                is_companion: true,
            });
        }
    }
    files
}

/// Refuses an archive that says it has too many files, before the list of them is read. The record at the end says how many, in
/// archives of more than 65,534 files (ZIP64) another one right before it. *APPNOTE.TXT of PKWARE, 4.3.14 to 4.3.16.*
fn check_count(file: &mut File) -> std::result::Result<(), ReadError> {
    const RECORD: u64 = 22;
    const COMMENT: u64 = 65_535;
    /// The larger record with its locator, and some room for what may follow it.
    const LARGE_RECORDS: u64 = 56 + 20 + 4_096;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(RECORD + COMMENT + LARGE_RECORDS)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    file.rewind()?;
    let small = tail.windows(12).filter(|bytes| bytes.starts_with(b"PK\x05\x06"));
    let small = small.map(|bytes| u64::from(u16::from_le_bytes([bytes[10], bytes[11]])));
    let large = tail.windows(40).filter(|bytes| bytes.starts_with(b"PK\x06\x06"));
    let large = large.map(|bytes| {
        bytes[32..40]
            .iter()
            .rev()
            .fold(0, |count, byte| count << 8 | u64::from(*byte))
    });
    let located = tail.windows(4).any(|bytes| bytes == b"PK\x06\x07");
    let large: Vec<u64> = large.collect();
    if located && large.is_empty() {
        return Err(ReadError::Refused(
            "the archive is broken: its list of files is not found".to_owned(),
        ));
    }
    match small.chain(large.iter().copied()).max() {
        None => Err(ReadError::Refused(
            "it is not a whole ZIP archive; download it again".to_owned(),
        )),
        Some(count) if count > FILES as u64 => Err(too_many()),
        Some(_) => Ok(()),
    }
}
