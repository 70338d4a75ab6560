//! The archive of a backup: what may stand in it, and the bounds that hold while one is written or read. The bounds are on the
//! bytes that really come out, whatever the archive says of itself.

use std::fs::File;
use std::io::{BufReader, Error, ErrorKind, Read, Result, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use engine::ids::CharacterId;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Bytes of one entry, of all together, and how many entries there may be.
pub const ENTRY_BYTES: u64 = 32 << 20;
pub const ALL_BYTES: u64 = 256 << 20;
pub const ENTRIES: usize = 20_000;
/// A conversation is cut into entries of this size.
pub const PART_BYTES: u64 = 16 << 20;

/// One entry, by its name. No other name is ever opened, and none of these leads anywhere by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// What the archive is.
    Manifest,
    Settings,
    Personas,
    PersonaPicture {
        number: u32,
    },
    Character(CharacterId),
    /// Memories of a character's own past.
    Past(CharacterId),
    Portrait {
        of: CharacterId,
        number: u32,
        ending: Ending,
    },
    /// A save file, whole when its parts are put together.
    Conversation {
        number: u32,
        part: u32,
    },
}

/// Endings of portraits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    Png,
    Jpg,
    Jpeg,
    Webp,
}

impl Ending {
    pub fn of(text: &str) -> Option<Self> {
        Some(match text {
            "png" => Self::Png,
            "jpg" => Self::Jpg,
            "jpeg" => Self::Jpeg,
            "webp" => Self::Webp,
            _ => return None,
        })
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpg => "jpg",
            Self::Jpeg => "jpeg",
            Self::Webp => "webp",
        }
    }
}

impl Entry {
    pub fn name(&self) -> String {
        match self {
            Self::Manifest => "backup.json".to_owned(),
            Self::Settings => "settings.json".to_owned(),
            Self::Personas => "personas.json".to_owned(),
            Self::PersonaPicture { number } => format!("personas/{number:05}"),
            Self::Character(id) => format!("characters/{id}.json"),
            Self::Past(id) => format!("memories/{id}.json"),
            Self::Portrait { of, number, ending } => format!("portraits/{of}/{number:05}.{}", ending.as_str()),
            Self::Conversation { number, part } => format!("conversations/{number:05}/{part:05}.json"),
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        let number = |text: &str| text.parse::<u32>().ok();
        let parts: Vec<&str> = name.split('/').collect();
        let entry = match parts.as_slice() {
            ["backup.json"] => Self::Manifest,
            ["settings.json"] => Self::Settings,
            ["personas.json"] => Self::Personas,
            ["personas", picture] => Self::PersonaPicture {
                number: number(picture)?,
            },
            ["characters", file] => Self::Character(CharacterId::parse(file.strip_suffix(".json")?).ok()?),
            ["memories", file] => Self::Past(CharacterId::parse(file.strip_suffix(".json")?).ok()?),
            ["portraits", id, file] => {
                let (stem, ending) = file.split_once('.')?;
                Self::Portrait {
                    of: CharacterId::parse(id).ok()?,
                    number: number(stem)?,
                    ending: Ending::of(ending)?,
                }
            }
            ["conversations", folder, file] => Self::Conversation {
                number: number(folder)?,
                part: number(file.strip_suffix(".json")?)?,
            },
            _ => return None,
        };
        // Only the name that is written is read: `00001`, never `+1` or `1`.
        (entry.name() == name).then_some(entry)
    }
}

/// What goes into an entry.
#[derive(Debug)]
pub enum Content {
    Bytes(Vec<u8>),
    File(PathBuf),
    /// Some bytes of a file.
    Part {
        path: PathBuf,
        from: u64,
        bytes: u64,
    },
}

/// Writes an archive.
pub fn write(file: &File, entries: &[(Entry, Content)]) -> Result<()> {
    if entries.len() > ENTRIES {
        return Err(too_large(format!("there are more than {ENTRIES} files in it")));
    }
    let mut archive = ZipWriter::new(file.try_clone()?);
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut all = 0;
    for (entry, content) in entries {
        archive.start_file(entry.name(), options).map_err(zip_error)?;
        let count = match content {
            Content::Bytes(bytes) => copy(&mut bytes.as_slice(), &mut archive)?,
            Content::File(path) => copy(&mut File::open(path)?, &mut archive)?,
            Content::Part { path, from, bytes } => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(*from))?;
                copy(&mut file.take(*bytes), &mut archive)?
            }
        };
        all += count;
        if all > ALL_BYTES {
            return Err(too_large(format!("it is larger than {} MB", ALL_BYTES >> 20)));
        }
    }
    archive.finish().map_err(zip_error)?.sync_all()
}

fn copy(from: &mut impl Read, to: &mut impl Write) -> Result<u64> {
    let count = std::io::copy(&mut from.take(ENTRY_BYTES + 1), to)?;
    if count > ENTRY_BYTES {
        return Err(too_large(format!(
            "a file in it is larger than {} MB",
            ENTRY_BYTES >> 20
        )));
    }
    Ok(count)
}

fn too_large(reason: String) -> Error {
    Error::new(ErrorKind::InvalidData, reason)
}

fn zip_error(error: zip::result::ZipError) -> Error {
    match error {
        zip::result::ZipError::Io(error) => error,
        error => Error::new(ErrorKind::InvalidData, format!("the archive is broken: {error}")),
    }
}

/// Reads an archive, handing each entry's bytes to `take`. `InvalidData` when something in it must not be.
pub fn read(path: &Path, mut take: impl FnMut(Entry, &mut dyn Read) -> Result<()>) -> Result<()> {
    let mut file = File::open(path)?;
    check_size(&mut file)?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(zip_error)?;
    if archive.len() > ENTRIES {
        return Err(too_large(format!("there are more than {ENTRIES} files in it")));
    }
    let mut all = ALL_BYTES;
    let mut seen = std::collections::BTreeSet::new();
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(zip_error)?;
        let name = file.name().map_err(zip_error)?.into_owned();
        let shown: String = name.chars().take(100).collect();
        let entry = Entry::parse(&name).filter(|_| file.is_file());
        let entry =
            entry.ok_or_else(|| Error::new(ErrorKind::InvalidData, format!("{shown:?} is not part of a backup")))?;
        if !seen.insert(entry.clone()) {
            return Err(Error::new(
                ErrorKind::InvalidData,
                format!("{shown:?} stands in it twice"),
            ));
        }
        let mut bounded = Bounded {
            inner: file,
            of_entry: ENTRY_BYTES,
            of_all: &mut all,
        };
        take(entry, &mut bounded)?;
    }
    Ok(())
}

/// Refuses a list of entries that is too long before it is read: the end of an archive says how many there are.
fn check_size(file: &mut File) -> Result<()> {
    /// The record at the end, its longest comment, and the locator that stands before it in an archive of another kind (ZIP64),
    /// which only far larger ones need.
    const RECORD: u64 = 22;
    const COMMENT: u64 = 65_535;
    const LOCATOR: u64 = 20;
    let length = file.metadata()?.len();
    if length > ALL_BYTES {
        return Err(too_large(format!("it is larger than {} MB", ALL_BYTES >> 20)));
    }
    file.seek(SeekFrom::Start(length.saturating_sub(RECORD + COMMENT + LOCATOR)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    file.rewind()?;
    if tail.windows(4).any(|bytes| bytes == b"PK\x06\x07") {
        return Err(too_large("it is of a kind for far larger archives (ZIP64)".to_owned()));
    }
    let ends = tail.windows(12).filter(|bytes| bytes.starts_with(b"PK\x05\x06"));
    let most = ends
        .map(|bytes| usize::from(u16::from_le_bytes([bytes[10], bytes[11]])))
        .max();
    match most {
        None => Err(Error::new(ErrorKind::InvalidData, "it is not a whole ZIP archive")),
        Some(count) if count > ENTRIES => Err(too_large(format!("there are more than {ENTRIES} files in it"))),
        Some(_) => Ok(()),
    }
}

/// A reader that refuses more than an entry, or all entries together, may hold.
struct Bounded<'a, R> {
    inner: R,
    of_entry: u64,
    of_all: &'a mut u64,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.inner.read(buffer)? as u64;
        let entry = self.of_entry.checked_sub(count);
        let all = self.of_all.checked_sub(count);
        let (Some(entry), Some(all)) = (entry, all) else {
            return Err(too_large("it holds more than a backup may".to_owned()));
        };
        (self.of_entry, *self.of_all) = (entry, all);
        Ok(usize::try_from(count).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_a_backup_are_entries() {
        let long = format!("characters/{}.json", "a".repeat(10_000));
        for hostile in [
            "",
            ".",
            "..",
            "../backup.json",
            "/backup.json",
            "a/../..",
            "characters/../x.json",
            "characters/.json",
            "characters/con.json",
            "characters\\nemo.json",
            "characters/nemo.json/",
            "characters/ne%2fmo.json",
            "characters/nemo\0.json",
            "portraits/nemo/../00001.png",
            "portraits/nemo/1.png",
            "portraits/nemo/00001.svg",
            "portraits/../00001.png",
            "personas/+0001",
            "personas/../../00001",
            "conversations/00001/-1.json",
            "conversations/99999999999/00001.json",
            "Backup.json",
            "settings.json ",
            "C:\\settings.json",
            &long,
        ] {
            assert_eq!(Entry::parse(hostile), None, "{hostile:.60?}");
        }
        let id = CharacterId::parse("nemo").unwrap();
        for entry in [
            Entry::Manifest,
            Entry::Settings,
            Entry::Personas,
            Entry::PersonaPicture { number: 7 },
            Entry::Character(id.clone()),
            Entry::Past(id.clone()),
            Entry::Portrait {
                of: id,
                number: 1,
                ending: Ending::Webp,
            },
            Entry::Conversation {
                number: 123_456,
                part: 2,
            },
        ] {
            assert_eq!(Entry::parse(&entry.name()), Some(entry));
        }
    }
}
