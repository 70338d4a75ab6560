//! Texts with their encodings, kept in a file between runs: encoding is what takes long.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use anyhow::{Context, Result};
use llm::local::encoder::{EncodedText, Encoder, Haste};

pub struct Encodings {
    encoder: Encoder,
    known: HashMap<String, EncodedText>,
    file: Option<BufWriter<File>>,
}

impl Encodings {
    /// `file` is where encodings of earlier runs are; it is made when it is not there.
    pub fn open(encoder: &Path, file: Option<&Path>) -> Result<Self> {
        let encoder = Encoder::load(encoder, 1)?;
        let mut known = HashMap::new();
        let file = match file {
            Some(path) => {
                if let Ok(read) = File::open(path) {
                    let mut reader = BufReader::new(read);
                    // What a run that was cut short wrote last may be half.
                    while let Some((text, encoded)) = read_entry(&mut reader, encoder.dimensions()) {
                        known.insert(text, encoded);
                    }
                }
                let written = OpenOptions::new().create(true).append(true).open(path);
                Some(BufWriter::new(
                    written.with_context(|| format!("{} cannot be written to", path.display()))?,
                ))
            }
            None => None,
        };
        Ok(Self { encoder, known, file })
    }

    pub fn of(&mut self, text: &str) -> Result<&EncodedText> {
        if !self.known.contains_key(text) {
            let encoded = self.encoder.encode_blocking(text, Haste::Patient)?;
            if let Some(file) = &mut self.file {
                write_entry(file, text, &encoded)?;
            }
            self.known.insert(text.to_owned(), encoded);
        }
        self.known.get(text).context("a text that was just encoded is gone")
    }
}

fn write_entry(file: &mut impl Write, text: &str, encoded: &EncodedText) -> Result<()> {
    let pieces = encoded.pieces.join("\n");
    for part in [text, &pieces] {
        file.write_all(&u32::try_from(part.len())?.to_le_bytes())?;
        file.write_all(part.as_bytes())?;
    }
    for number in encoded.vectors.iter().chain(&encoded.sentence) {
        file.write_all(&number.to_le_bytes())?;
    }
    file.flush()?;
    Ok(())
}

fn read_entry(file: &mut impl Read, dimensions: usize) -> Option<(String, EncodedText)> {
    let text = read_text(file)?;
    let pieces = read_text(file)?;
    let pieces: Vec<String> = pieces.lines().map(str::to_owned).collect();
    let mut bytes = vec![0; (pieces.len() + 1) * dimensions * 4];
    file.read_exact(&mut bytes).ok()?;
    let mut vectors: Vec<f32> = bytes
        .as_chunks()
        .0
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect();
    let sentence = vectors.split_off(pieces.len() * dimensions);
    Some((
        text,
        EncodedText {
            pieces,
            vectors,
            sentence,
        },
    ))
}

fn read_text(file: &mut impl Read) -> Option<String> {
    let mut length = [0; 4];
    file.read_exact(&mut length).ok()?;
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    file.read_exact(&mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}
