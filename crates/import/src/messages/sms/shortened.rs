//! XML whose attributes and tags are cut to a bound, so that a picture of any size passes by without being held.

use std::io::{Read, Result};

/// Bytes of one attribute or one text between tags.
const RUN: usize = 1 << 20;
/// Bytes of all attributes of one tag.
const TAG: usize = 16 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Outside,
    /// Right behind a `<`.
    Begun,
    Tag,
    /// Between quotation marks of this kind.
    Value(u8),
}

/// A reader of UTF-8 that leaves out what is beyond the bounds.
pub struct Shortened<R> {
    inner: R,
    state: State,
    run: usize,
    tag: usize,
    /// Whether the beginning of the character that is being read passed.
    is_passing: bool,
}

impl<R> Shortened<R> {
    pub fn new(inner: R) -> Self {
        Self {
            inner,
            state: State::Outside,
            run: 0,
            tag: 0,
            is_passing: true,
        }
    }

    /// Whether a byte passes.
    fn passes(&mut self, byte: u8) -> bool {
        let next = match (self.state, byte) {
            (State::Outside, b'<') => State::Begun,
            // Comments and declarations may hold any quotation marks.
            (State::Begun, b'!' | b'?' | b'>') => State::Outside,
            (State::Begun, _) => State::Tag,
            (State::Tag, b'>') => State::Outside,
            (State::Tag, b'"' | b'\'') => State::Value(byte),
            (State::Value(mark), byte) if mark == byte => State::Tag,
            (state, _) => state,
        };
        if next != self.state {
            self.state = next;
            self.run = 0;
            if matches!(next, State::Outside | State::Begun) {
                self.tag = 0;
            }
            return true;
        }
        // Never in the middle of a character: what continues one passes if its beginning did.
        if byte & 0xc0 != 0x80 {
            self.is_passing = self.run < RUN && self.tag < TAG;
        }
        if self.is_passing {
            self.run += 1;
            self.tag += 1;
        }
        self.is_passing
    }
}

impl<R: Read> Read for Shortened<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        loop {
            let count = self.inner.read(buffer)?;
            if count == 0 {
                return Ok(0);
            }
            let mut kept = 0;
            for index in 0..count {
                let byte = buffer[index];
                if self.passes(byte) {
                    buffer[kept] = byte;
                    kept += 1;
                }
            }
            if kept > 0 || buffer.is_empty() {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_passes_by_and_the_rest_stays() {
        let picture = "A".repeat(3 << 20);
        let text = format!("<!-- don't --><mms a='1'><part data=\"{picture}\" text=\"x>y\"/></mms>\n<sms body='é'/>");
        let mut out = String::new();
        Shortened::new(text.as_bytes()).read_to_string(&mut out).unwrap();
        assert!(out.len() < (1 << 20) + 200, "{}", out.len());
        assert!(out.starts_with("<!-- don't --><mms a='1'><part data=\"AAA"));
        assert!(out.ends_with("\" text=\"x>y\"/></mms>\n<sms body='é'/>"));
    }

    #[test]
    fn characters_are_never_cut() {
        for shift in 0..3 {
            let text = format!("<a b=\"{}{}\"/>", "x".repeat(shift), "é€😀".repeat(200_000));
            let mut out = String::new();
            Shortened::new(text.as_bytes()).read_to_string(&mut out).unwrap();
            assert!(out.ends_with("\"/>") && out.len() <= RUN + 20);
        }
    }
}
