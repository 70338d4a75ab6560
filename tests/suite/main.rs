//! Everything that is tested across crates, in one binary.

mod browser;
#[cfg(target_os = "linux")]
mod desktop;
mod doors;
mod erasing;
mod files;
mod kills;
mod making;
mod personas;
mod scenarios;
mod speech;
mod statements;
mod terminal;
mod tidy;
mod turns;
