//! What a new turn calls to mind. The memories of the last few conversations that were open are held in the program, read from the
//! database after a reply was shown; a turn takes what is ready.
//!
//! In reading order: what the reader set ([`settings`]), one conversation's memories as they are held ([`open`]) and brought up to
//! date (`refresh`), asking them ([`ask`]), what a prompt is given ([`prompt`]), and what clients are shown ([`views`]).

pub mod ask;
pub mod open;
pub mod prompt;
mod refresh;
pub mod settings;
#[cfg(test)]
mod tests;
pub mod views;

pub use ask::{Ask, Recalled, recall};
pub use open::Graphs;
pub use prompt::for_prompt;
pub use refresh::{tend, whole_graph};
