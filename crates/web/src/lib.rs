//! The browser and terminal front doors around the one list of commands.
//!
//! In reading order: the command line ([`run`]: `serve`, `call`, `chat`), the server (`serve`), who may come in (`access`), commands and
//! events over HTTP (`api`, `streams`; `input` is what both doors read), files of the app (`files`) and files
//! that the reader brings or takes away (`passing`).

mod cli;

mod serve;

mod access;

mod api;
mod input;
mod streams;

mod files;
mod passing;

pub use cli::run;
