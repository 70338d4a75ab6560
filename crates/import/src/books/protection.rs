//! Whether the pages of an EPUB are locked.

use std::collections::BTreeSet;
use std::io::{Read, Seek};

use super::archive::Archive;
use super::decode::decoded;
use super::error::BookError;
use super::tokens::{Token, tokens};

/// Ways to disguise a typeface that everybody can undo; they lock nothing that is read here.
const TYPEFACES: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// The files that are locked. A list of rights alone locks nothing, and neither does a disguised typeface.
pub fn locked<R: Read + Seek>(archive: &mut Archive<R>) -> Result<BTreeSet<usize>, BookError> {
    let Some(at) = archive.find("", "META-INF/encryption.xml") else {
        return Ok(BTreeSet::new());
    };
    let text = decoded(archive.read(at)?);
    let mut references = Vec::new();
    let mut algorithm = String::new();
    tokens(&text, &mut |token| {
        let Token::Open(tag) = token else { return };
        match tag.name.as_str() {
            "encrypteddata" => algorithm.clear(),
            // The key of the data may name a method of its own; the one of the data comes first.
            "encryptionmethod" if algorithm.is_empty() => algorithm = tag.attribute("algorithm").unwrap_or_default(),
            "cipherreference" if !TYPEFACES.contains(&algorithm.trim()) => references.extend(tag.attribute("uri")),
            _ => {}
        }
    });
    Ok(references
        .iter()
        .filter_map(|reference| archive.find("", reference))
        .collect())
}
