//! From the bytes of drawn tokens to text that may be shown: whole characters, and nothing of a stop string.

/// Gathers a reply piece by piece.
pub struct ReplyText {
    stops: Vec<String>,
    /// The beginning of a character whose other bytes are still to come.
    bytes: Vec<u8>,
    /// Text that could be the beginning of a stop string.
    held: String,
    leading_spaces: LeadingSpaces,
}

/// What happens to spaces before the first other character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeadingSpaces {
    Keep,
    /// The text that is being continued ends with them already.
    Drop,
}

/// What came of one piece.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text to give out, often empty.
    Text(String),
    /// A stop string was reached: the reply's last text, which stands before it.
    Stopped(String),
}

impl ReplyText {
    pub fn new(stops: &[String], leading_spaces: LeadingSpaces) -> Self {
        let stops = stops.iter().filter(|stop| !stop.is_empty()).cloned().collect();
        Self {
            stops,
            bytes: Vec::new(),
            held: String::new(),
            leading_spaces,
        }
    }

    pub fn push(&mut self, bytes: &[u8]) -> Piece {
        self.bytes.extend_from_slice(bytes);
        let text = take_whole_characters(&mut self.bytes);
        self.held.push_str(self.without_leading_spaces(&text));
        if !self.held.is_empty() {
            self.leading_spaces = LeadingSpaces::Keep;
        }
        // The first to be complete, not the first to begin: so the result does not depend on how the text was cut.
        let ends = self
            .stops
            .iter()
            .filter_map(|stop| self.held.find(stop.as_str()).map(|start| (start + stop.len(), start)));
        if let Some((_, start)) = ends.min() {
            self.held.truncate(start);
            return Piece::Stopped(std::mem::take(&mut self.held));
        }
        let kept = self
            .stops
            .iter()
            .map(|stop| overlap(&self.held, stop))
            .max()
            .unwrap_or(0);
        let rest = self.held.split_off(self.held.len() - kept);
        Piece::Text(std::mem::replace(&mut self.held, rest))
    }

    /// The rest of a reply that ended otherwise than by a stop string. A character that never became whole is left out.
    pub fn finish(self) -> String {
        self.held
    }

    fn without_leading_spaces<'text>(&self, text: &'text str) -> &'text str {
        match self.leading_spaces {
            LeadingSpaces::Keep => text,
            LeadingSpaces::Drop => text.trim_start_matches(' '),
        }
    }
}

/// Takes all whole characters off the front; bytes that can never become one turn into U+FFFD.
fn take_whole_characters(bytes: &mut Vec<u8>) -> String {
    let mut text = String::new();
    let mut taken = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        taken += chunk.valid().len();
        let invalid = chunk.invalid();
        let still_open = taken + invalid.len() == bytes.len() && may_become_whole(invalid);
        if !invalid.is_empty() && !still_open {
            text.push(char::REPLACEMENT_CHARACTER);
            taken += invalid.len();
        }
    }
    bytes.drain(..taken);
    text
}

fn may_become_whole(bytes: &[u8]) -> bool {
    matches!(std::str::from_utf8(bytes), Err(error) if error.error_len().is_none())
}

/// Length in bytes of the longest end of `text` that is a beginning of `stop`, but not all of it.
fn overlap(text: &str, stop: &str) -> usize {
    let beginnings = stop.char_indices().map(|(index, _)| index).rev();
    beginnings
        .into_iter()
        .find(|&length| text.ends_with(&stop[..length]))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out `pieces` one after the other and returns what a reader sees, and whether a stop string ended it.
    fn read(pieces: &[&[u8]], stops: &[&str], leading_spaces: LeadingSpaces) -> (Vec<String>, bool) {
        let stops: Vec<String> = stops.iter().map(|stop| (*stop).to_owned()).collect();
        let mut reply = ReplyText::new(&stops, leading_spaces);
        let mut seen = Vec::new();
        for piece in pieces {
            match reply.push(piece) {
                Piece::Text(text) => seen.push(text),
                Piece::Stopped(text) => {
                    seen.push(text);
                    return (seen, true);
                }
            }
        }
        seen.push(reply.finish());
        (seen, false)
    }

    fn text_of(pieces: &[&[u8]], stops: &[&str]) -> (String, bool) {
        let (seen, stopped) = read(pieces, stops, LeadingSpaces::Keep);
        (seen.concat(), stopped)
    }

    #[test]
    fn a_character_split_over_tokens_comes_out_whole() {
        let emoji = "🙂".as_bytes();
        let (seen, _) = read(
            &[b"hi ", &emoji[..1], &emoji[1..3], &emoji[3..], b"!"],
            &[],
            LeadingSpaces::Keep,
        );
        assert_eq!(seen, ["hi ", "", "", "🙂", "!", ""]);
        assert_eq!(
            text_of(&[&"ş".as_bytes()[..1], &"ş".as_bytes()[1..]], &[]),
            ("ş".into(), false)
        );
    }

    #[test]
    fn bytes_that_are_no_character_are_replaced_and_an_unfinished_one_is_left_out() {
        assert_eq!(text_of(&[b"a\xff", b"b\xe2", b"c"], &[]).0, "a\u{fffd}b\u{fffd}c");
        assert_eq!(text_of(&[b"a", b"\xf0\x9f"], &[]).0, "a");
    }

    #[test]
    fn a_stop_string_split_over_tokens_is_never_given_out() {
        let pieces: [&[u8]; 4] = [b"Yes.\n", b"Us", b"er: ", b"more"];
        let (seen, stopped) = read(&pieces, &["\nUser:"], LeadingSpaces::Keep);
        assert_eq!(seen, ["Yes.", "", ""]);
        assert!(stopped);
    }

    #[test]
    fn what_only_looked_like_a_stop_string_is_given_out() {
        assert_eq!(
            text_of(&[b"Yes.\nUs", b"ual"], &["\nUser:"]),
            ("Yes.\nUsual".into(), false)
        );
        assert_eq!(text_of(&[b"Yes.\nUs"], &["\nUser:"]), ("Yes.\nUs".into(), false));
        // The false start overlaps the real one.
        assert_eq!(text_of(&[b"a\n", b"\n", b"User:"], &["\nUser:"]), ("a\n".into(), true));
    }

    #[test]
    fn the_first_of_several_stop_strings_counts() {
        assert_eq!(
            text_of(&[b"one two three"], &["three", "two", ""]),
            ("one ".into(), true)
        );
    }

    #[test]
    fn a_stop_string_of_split_characters_is_found() {
        let stop = "ğ…";
        let bytes = "evet ğ… hayır".as_bytes();
        let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(text_of(&pieces, &[stop]), ("evet ".into(), true));
    }

    #[test]
    fn spaces_at_the_start_are_dropped_on_request_only() {
        assert_eq!(
            read(&[b" ", b" so", b" on"], &[], LeadingSpaces::Drop).0.concat(),
            "so on"
        );
        assert_eq!(read(&[b" ", b" so"], &[], LeadingSpaces::Keep).0.concat(), "  so");
    }
}
