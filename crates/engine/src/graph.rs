//! The memory graph. A memory is one exchange (the reader's message with the reply as it is chosen), or something of the
//! character's own past; edges join those that share tags, time or feeling.
//!
//! In reading order: what clients are shown ([`view`]).

pub mod view;
