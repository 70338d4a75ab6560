//! The memory graph: tables `memories`, `memory_edges`, `memory_edits`, `message_vectors`, `pasts` and `recall_exclusions`.
//!
//! The memories of a conversation follow its transcript. Whatever changes, removes or excludes a message removes its memory in the
//! same transaction (triggers do); what is missing is read again before memories are read (`settle`). Of an exchange no text is
//! kept here, so that there is none to forget.
//!
//! In reading order: how memories follow the transcript ([`settle`]), reading them ([`read`]), a character's own past ([`past`]),
//! what the reader corrects (`edits`) and forgets (`forget`), what a model says that exchanges are about (`found`), edges ([`edges`]) and vectors ([`vectors`]) that were computed,
//! what is due (`due`), and all of it in save files (`saved`).

mod due;
mod edges;
mod edits;
pub(crate) mod forget;
pub(crate) mod found;
pub(crate) mod past;
pub mod read;
pub(crate) mod saved;
pub mod settle;
mod vectors;

pub use due::DueMemory;
pub use edits::EditMemory;
pub use forget::ForgetMemory;
pub use past::{NewPastMemory, PastAdded};
pub use read::{GraphMemory, MemoriesOf, SaidMessage};
pub use settle::GraphState;
pub use vectors::{KeptVectors, StoredVectors, VectorsOf};
