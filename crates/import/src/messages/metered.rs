//! A bound on one value at a time in a file of any length.

use std::cell::Cell;
use std::io::{Error, ErrorKind, Read, Result};
use std::rc::Rc;

use engine::save_file::limits;

/// How much may still be read of the value that is being held, if one is.
#[derive(Clone)]
pub struct Room(Rc<Cell<Option<usize>>>);

impl Room {
    /// From here on, a value is held.
    pub fn begin(&self) {
        self.0.set(Some(limits::MESSAGE_BYTES));
    }

    /// From here on, nothing is held.
    pub fn end(&self) {
        self.0.set(None);
    }
}

/// A reader that refuses to go on when a value that is held has more than [`limits::MESSAGE_BYTES`].
pub struct Metered<R> {
    inner: R,
    room: Room,
}

pub fn metered<R>(inner: R) -> (Metered<R>, Room) {
    let room = Room(Rc::new(Cell::new(None)));
    let reader = Metered {
        inner,
        room: room.clone(),
    };
    (reader, room)
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.inner.read(buffer)?;
        if let Some(room) = self.room.0.get() {
            let Some(left) = room.checked_sub(count) else {
                let reason = format!("one message is larger than {} MB", limits::MESSAGE_BYTES >> 20);
                return Err(Error::new(ErrorKind::InvalidData, reason));
            };
            self.room.0.set(Some(left));
        }
        Ok(count)
    }
}
