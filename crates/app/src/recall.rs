//! What a new turn calls to mind. The memories of the last few conversations that were open are held in the program, read from the
//! database after a reply was shown; a turn takes what is ready.
//!
//! In reading order: what the reader set ([`settings`]), one conversation's memories as they are held ([`open`]), their words
//! (`words`) and vectors (`encoder`), how they are brought up to date (`refresh`, `build`), asking them ([`ask`], `hybrid`, `ahead`), what a prompt is given ([`prompt`]), and what clients are shown ([`views`]).

mod ahead;
pub mod ask;
mod build;
mod encoder;
mod hybrid;
pub mod open;
pub mod prompt;
mod refresh;
pub mod settings;
#[cfg(test)]
mod tests;
mod tokens;
pub mod views;
mod words;

pub use ahead::look_ahead;
pub use ask::{Ask, Recalled, RecalledMessage, bring_up_to_date, make_ready, recall, recall_messages};
pub use encoder::encoded;
pub use open::Graphs;
pub use prompt::{for_prompt, get_ready};
pub use refresh::{tend, whole_graph};
