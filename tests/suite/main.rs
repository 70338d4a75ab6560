//! Everything that is tested across crates, in one binary.

mod tidy;
