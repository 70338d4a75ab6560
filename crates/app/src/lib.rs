//! Where IO meets the engine: everything that the front doors share.
//!
//! In reading order: [`App`] and how it starts and ends, where things lie ([`folders`], [`config`]), characters and prompts
//! ([`library`]), models ([`models`]), one turn as a recipe (`turn`), what is remembered of it ([`memory`]) and comes to mind again ([`recall`]), what is told to open pages ([`events`]), files that go out
//! and come in ([`files`]), the reader's own characters ([`characters`]) and how they are made ([`making`]), and THE list of
//! commands ([`commands`]) that every front door serves.

pub mod error;

mod door;
mod start;

pub mod config;
pub mod folders;

pub mod library;

pub mod models;

pub mod personas;

mod turn;

pub mod memory;

pub mod recall;

pub mod events;

pub mod files;

pub mod characters;

pub mod making;

pub mod commands;

#[cfg(test)]
mod testing;

pub use door::Door;
pub use error::{Error, Result};
pub use start::{App, Options};
