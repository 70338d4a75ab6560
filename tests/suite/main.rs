//! Everything that is tested across crates, in one binary.

mod browser;
mod doors;
mod files;
mod kills;
mod personas;
mod terminal;
mod tidy;
mod turns;
