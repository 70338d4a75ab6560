//! Bounds that hold while a file is read, on the bytes that really come.

use std::io::{Error, ErrorKind, Read, Result};

use engine::save_file::limits;

/// A reader that refuses more than `largest` bytes.
pub struct Bounded<R> {
    inner: R,
    largest: u64,
    left: u64,
}

impl<R: Read> Bounded<R> {
    pub fn new(inner: R, largest: u64) -> Self {
        Self {
            inner,
            largest,
            left: largest,
        }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.inner.read(buffer)?;
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| {
            let size = if self.largest < 1 << 20 {
                format!("{} bytes", self.largest)
            } else {
                format!("{} MB", self.largest >> 20)
            };
            Error::new(ErrorKind::InvalidData, format!("the file is larger than {size}"))
        })?;
        Ok(count)
    }
}

/// A reader of JSON that leaves out a byte order mark and refuses to nest deeper than [`limits::DEPTH`]. Without the second, a
/// small file could use up the stack of whatever reads it.
pub struct Guarded<R> {
    inner: R,
    begun: bool,
    depth: u32,
    in_text: bool,
    escaped: bool,
}

impl<R: Read> Guarded<R> {
    pub fn new(inner: R) -> Self {
        Self {
            inner,
            begun: false,
            depth: 0,
            in_text: false,
            escaped: false,
        }
    }

    /// Reads up to the first bytes that are not a byte order mark.
    fn begin(&mut self, buffer: &mut [u8]) -> Result<usize> {
        const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
        let mut first = [0; 3];
        let mut count = 0;
        while count < first.len() && first[..count] == MARK[..count] {
            match self.inner.read(&mut first[count..=count])? {
                0 => break,
                more => count += more,
            }
        }
        self.begun = true;
        if first == MARK {
            return self.inner.read(buffer);
        }
        buffer[..count].copy_from_slice(&first[..count]);
        Ok(count)
    }

    fn watch(&mut self, bytes: &[u8]) -> Result<()> {
        for byte in bytes {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.in_text => self.escaped = true,
                b'"' => self.in_text = !self.in_text,
                _ if self.in_text => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth > limits::DEPTH {
                let reason = format!("the file nests more than {} levels deep", limits::DEPTH);
                return Err(Error::new(ErrorKind::InvalidData, reason));
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = if self.begun || buffer.len() < 3 {
            self.inner.read(buffer)?
        } else {
            self.begin(buffer)?
        };
        self.watch(&buffer[..count])?;
        Ok(count)
    }
}
