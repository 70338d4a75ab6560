//! UTF-16, as spreadsheets and some systems save texts: told by the byte order mark at the beginning.

/// The order of the two bytes of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Little,
    Big,
}

impl Order {
    /// The order that a beginning tells; none where it is not UTF-16.
    pub fn of(beginning: &[u8]) -> Option<Self> {
        match beginning {
            [0xff, 0xfe, ..] => Some(Self::Little),
            [0xfe, 0xff, ..] => Some(Self::Big),
            _ => None,
        }
    }

    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(bytes),
            Self::Big => u16::from_be_bytes(bytes),
        }
    }

    /// Adds the text of some bytes, and gives how many were used: what may be half a character stays for the next ones, unless these
    /// are the last. What stands for no character becomes U+FFFD.
    pub fn decode(self, bytes: &[u8], are_last: bool, text: &mut Vec<u8>) -> usize {
        let mut units: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|pair| self.unit([pair[0], pair[1]]))
            .collect();
        let is_cut = units.last().is_some_and(|last| (0xd800..0xdc00).contains(last));
        if is_cut && !are_last {
            units.pop();
        }
        let mut buffer = [0; 4];
        for letter in char::decode_utf16(units.iter().copied()) {
            let letter = letter.unwrap_or(char::REPLACEMENT_CHARACTER);
            text.extend_from_slice(letter.encode_utf8(&mut buffer).as_bytes());
        }
        if are_last { bytes.len() } else { units.len() * 2 }
    }
}
