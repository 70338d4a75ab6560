//! The lines of a text, one at a time.

use std::io::{BufRead, BufReader, Read, Result};

use super::clean::Utf8;

/// Bytes of one line that are kept; no message is longer.
const LONGEST: usize = 4 << 20;

pub struct Lines<R> {
    reader: BufReader<Utf8<R>>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    pub fn new(reader: R) -> Self {
        Self {
            reader: BufReader::new(Utf8::new(reader)),
            line: Vec::new(),
        }
    }

    /// The next line without its end, of which `\n` and `\r\n` are known; none after the last one.
    pub fn next(&mut self) -> Result<Option<String>> {
        self.line.clear();
        let mut any = false;
        loop {
            let available = self.reader.fill_buf()?;
            if available.is_empty() {
                if !any {
                    return Ok(None);
                }
                break;
            }
            any = true;
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let room = LONGEST - self.line.len().min(LONGEST);
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if self.line.last() == Some(&b'\r') {
            self.line.pop();
        }
        Ok(Some(String::from_utf8_lossy(&self.line).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_either_way() {
        let mut lines = Lines::new(&b"\xef\xbb\xbfa\r\n\nb\r\r\nc"[..]);
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(line);
        }
        assert_eq!(all, ["a", "", "b\r", "c"]);
    }

    #[test]
    fn of_a_line_without_an_end_only_the_beginning_is_kept() {
        let mut lines = Lines::new(std::io::repeat(b'a').take(LONGEST as u64 * 2));
        assert_eq!(lines.next().unwrap().map(|line| line.len()), Some(LONGEST));
        assert_eq!(lines.next().unwrap(), None);
    }
}
