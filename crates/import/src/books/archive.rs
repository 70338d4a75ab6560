//! The files inside an EPUB, found by names that are often written wrongly.

use std::collections::HashMap;
use std::io::{ErrorKind, Read, Seek, SeekFrom};

use unicode_normalization::UnicodeNormalization;
use zip::ZipArchive;
use zip::read::ZipReadOptions;
use zip::result::ZipError;

use super::error::{BookError, shown};
use super::limits;

/// An opened EPUB.
pub struct Archive<R> {
    zip: ZipArchive<R>,
    names: Vec<String>,
    exact: HashMap<String, usize>,
    folded: HashMap<String, usize>,
    /// Bytes that may still be unpacked.
    left: u64,
    /// Names of files whose checksum did not fit.
    pub doubtful: Vec<String>,
}

impl<R: Read + Seek> Archive<R> {
    pub fn open(source: R) -> Result<Self, BookError> {
        Self::with_most(source, limits::ALL)
    }

    /// The same with a bound of its own on all that is unpacked, in bytes.
    pub fn with_most(mut source: R, most: u64) -> Result<Self, BookError> {
        guard_directory(&mut source)?;
        let zip = ZipArchive::new(source).map_err(broken)?;
        let names: Vec<String> = zip.file_names_raw().map(name_of).collect();
        let exact = names.iter().enumerate().map(|(at, name)| (name.clone(), at)).collect();
        let mut folded = HashMap::new();
        for (at, name) in names.iter().enumerate() {
            folded.entry(fold(name)).or_insert(at);
        }
        Ok(Self {
            zip,
            names,
            exact,
            folded,
            left: most,
            doubtful: Vec::new(),
        })
    }

    /// All names, with forward slashes.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The place of the file that a reference means: as written, then with the percent signs resolved, then in any case of
    /// letters, and last the only file of that name in another folder.
    pub fn find(&self, folder: &str, reference: &str) -> Option<usize> {
        let reference = reference.trim();
        let reference = reference.split(['#']).next().unwrap_or_default();
        if reference.is_empty() {
            return None;
        }
        let plain = reference.split('?').next().unwrap_or_default();
        let decoded = percent_decoded(reference);
        let plain_decoded = percent_decoded(plain);
        let written = [reference, plain, &decoded, &plain_decoded].map(|one| resolved(folder, one));
        let found = written.iter().find_map(|path| self.exact.get(path).copied());
        let found = found.or_else(|| written.iter().find_map(|path| self.folded.get(&fold(path)).copied()));
        found.or_else(|| {
            let last = |path: &str| fold(path.rsplit('/').next().unwrap_or_default());
            let wanted = [last(&written[0]), last(&written[3])];
            let mut same = (0..self.names.len()).filter(|at| wanted.contains(&last(&self.names[*at])));
            same.next().filter(|_| same.next().is_none())
        })
    }

    /// The bytes of a file.
    pub fn read(&mut self, at: usize) -> Result<Vec<u8>, BookError> {
        let name = self.names[at].clone();
        let options = ZipReadOptions::new().ignore_crc32(true);
        let file = self
            .zip
            .by_index_with_options(at, options)
            .map_err(|error| match error {
                ZipError::UnsupportedArchive(text) if text == ZipError::PASSWORD_REQUIRED => BookError::Drm,
                ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => packed_otherwise(&name),
                other => broken(other),
            })?;
        let expected = file.crc32();
        let most = limits::ENTRY.min(self.left);
        // Asked for at once, so that growing does not take up twice the room; what it says of itself is not trusted.
        let mut bytes = Vec::with_capacity(usize::try_from(file.size().min(most)).unwrap_or_default());
        file.take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| match error.kind() {
                ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => {
                    BookError::Damaged(format!("the part {:?} cannot be unpacked.", shown(&name)))
                }
                ErrorKind::Unsupported => packed_otherwise(&name),
                _ => BookError::Unreadable(error),
            })?;
        let count = bytes.len() as u64;
        if count > most {
            return Err(if most < limits::ENTRY {
                BookError::TooLarge(format!("it unpacks to more than {} MB.", limits::ALL >> 20))
            } else {
                BookError::large_entry(&name)
            });
        }
        self.left -= count;
        if crc32(&bytes) != expected {
            self.doubtful.push(name);
        }
        Ok(bytes)
    }
}

/// Refuses an archive whose list of files would fill the memory before anything is read of it. The list's size and count stand in
/// the record at the end of the file, as in the ZIP specification (APPNOTE 4.3.16); `0xffff` and more is the 64-bit form.
fn guard_directory<R: Read + Seek>(source: &mut R) -> Result<(), BookError> {
    const RECORD: &[u8] = b"PK\x05\x06";
    let end = source.seek(SeekFrom::End(0))?;
    let start = end.saturating_sub(66_000);
    source.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    source.take(66_000).read_to_end(&mut tail)?;
    source.seek(SeekFrom::Start(0))?;
    let found = tail.windows(RECORD.len()).rposition(|window| window == RECORD);
    let Some(record) = found.map(|at| &tail[at..]).filter(|record| record.len() >= 20) else {
        return Err(BookError::Damaged(
            "the end of the file is missing, as after a download that stopped half-way.".to_owned(),
        ));
    };
    let count = u64::from(u16::from_le_bytes([record[10], record[11]]));
    let bytes = u64::from(u32::from_le_bytes([record[12], record[13], record[14], record[15]]));
    // The 64-bit form can only be meant by an archive that is larger than any book may be.
    if count > limits::FILES || bytes > limits::DIRECTORY {
        let files = limits::FILES;
        return Err(BookError::TooLarge(format!("it holds more than {files} files.")));
    }
    Ok(())
}

fn packed_otherwise(name: &str) -> BookError {
    BookError::Damaged(format!(
        "the part {:?} is packed in a way that no EPUB may use.",
        shown(name)
    ))
}

fn broken(error: ZipError) -> BookError {
    match error {
        ZipError::Io(error)
            if !matches!(
                error.kind(),
                ErrorKind::InvalidData | ErrorKind::UnexpectedEof | ErrorKind::InvalidInput
            ) =>
        {
            BookError::Unreadable(error)
        }
        _ => BookError::Damaged("its list of files cannot be read.".to_owned()),
    }
}

/// A name as it is meant: programs write UTF-8 without saying so, and backslashes.
fn name_of(raw: &[u8]) -> String {
    let name = match std::str::from_utf8(raw) {
        Ok(name) => name.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252
            .decode_without_bom_handling(raw)
            .0
            .into_owned(),
    };
    name.replace('\\', "/")
        .trim_start_matches("./")
        .trim_start_matches('/')
        .to_owned()
}

/// A name without what programs disagree on: the case of letters and how accents are composed.
pub fn fold(name: &str) -> String {
    name.nfc().flat_map(char::to_lowercase).nfc().collect()
}

fn percent_decoded(reference: &str) -> String {
    let bytes: Vec<u8> = percent_encoding::percent_decode_str(reference).collect();
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(error.as_bytes());
        text.into_owned()
    })
}

/// A reference from a folder as a path from the root. It names a file inside the archive and never one outside: what climbs above
/// the root stays there.
fn resolved(folder: &str, reference: &str) -> String {
    let reference = reference.replace('\\', "/");
    let from = if reference.starts_with('/') { "" } else { folder };
    let mut parts: Vec<&str> = Vec::new();
    for part in from.split('/').chain(reference.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts.join("/")
}

/// The folder of a path, without a slash at its end.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The checksum of a ZIP entry (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|at| {
        (0..8).fold(at as u32, |value, _| {
            if value & 1 == 1 {
                0xedb8_8320 ^ (value >> 1)
            } else {
                value >> 1
            }
        })
    });
    let rest = bytes.iter().fold(u32::MAX, |value, byte| {
        table[((value ^ u32::from(*byte)) & 0xff) as usize] ^ (value >> 8)
    });
    !rest
}
