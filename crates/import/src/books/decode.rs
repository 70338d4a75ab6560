//! Bytes to text: a byte order mark, else valid UTF-8, else what the file says it is, else what its letters tell, and windows-1252
//! where they tell nothing.

mod guess;

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// How much of the beginning can name the encoding, in bytes.
const HEAD: usize = 2_048;

/// The text of a file, in composed letters (NFC), without a byte order mark.
pub fn decoded(bytes: Vec<u8>) -> String {
    let text = match Encoding::for_bom(&bytes) {
        Some((encoding, mark)) => encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned(),
        None => match unmarked_utf16(&bytes) {
            Some(encoding) => encoding.decode_without_bom_handling(&bytes).0.into_owned(),
            None => String::from_utf8(bytes).unwrap_or_else(|error| other(error.as_bytes()).into_owned()),
        },
    };
    if is_nfc(&text) { text } else { text.nfc().collect() }
}

/// UTF-16 without a mark begins with a bracket or a letter beside a zero.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..4)?;
    match (head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0) {
        (false, true, false, true) => Some(UTF_16LE),
        (true, false, true, false) => Some(UTF_16BE),
        _ => None,
    }
}

/// Bytes that are no UTF-8.
fn other(bytes: &[u8]) -> Cow<'_, str> {
    let named = declared(bytes).and_then(|label| Encoding::for_label(label.as_bytes()));
    let named = named.filter(|encoding| ![UTF_8, UTF_16LE, UTF_16BE].contains(encoding));
    // Some files say UTF-8 and mean Latin-1, others are UTF-8 with a damaged place: the majority of the letters decides. A name
    // that could be read is not that of UTF-16.
    let encoding = match named {
        Some(encoding) => encoding,
        None if mostly_utf8(bytes) => UTF_8,
        None => guess::guessed(bytes),
    };
    encoding.decode_without_bom_handling(bytes).0
}

/// Whether more letters beyond ASCII are valid UTF-8 than not.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut valid, mut invalid) = (0, 0);
    for part in bytes.utf8_chunks() {
        valid += part.valid().chars().filter(|letter| !letter.is_ascii()).count();
        invalid += usize::from(!part.invalid().is_empty());
    }
    valid > invalid
}

/// The encoding that the file's beginning names, as `encoding="…"` or `charset=…`.
fn declared(bytes: &[u8]) -> Option<String> {
    let head: String = bytes
        .iter()
        .take(HEAD)
        .map(|byte| char::from(*byte).to_ascii_lowercase())
        .collect();
    let after = |word: &str| head.split_once(word).map(|(_, rest)| rest.trim_start());
    let value = after("encoding=").or_else(|| after("charset="))?;
    let value = value.trim_start_matches(['"', '\'', ' ']);
    let label: String = value
        .chars()
        .take_while(|letter| letter.is_ascii_alphanumeric() || "-_:.".contains(*letter))
        .collect();
    (!label.is_empty()).then_some(label)
}
