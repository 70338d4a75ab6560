//! Memory: tables `checkpoints`, `facts`, `relationship_events`, `exclusions` and those beside them.
//!
//! What an extraction found belongs to its checkpoint, and a checkpoint counts while the messages that it read stand as they
//! were chosen then. So nothing is copied or deleted when another alternate is chosen, and all of it is there again when the
//! first one is.
//!
//! In reading order: which checkpoints count (`settle`, `chain`), what is known there (`facts`, `superseded`, `relationship`, `exclusions`), as clients
//! and prompts read it ([`read`], `held`), one extraction ([`work`]), what the reader changes (`controls`: what each names; `remember`,
//! `forget`, `axes`), what was sent to a model ([`records`]), and what follows the conversation where it goes (`copy`, `carry`,
//! `saved`, `wipe`).
//!
//! Absent on purpose: a text that was forgotten. Only the hash of its normalised form is kept, to know it again.

pub(crate) mod chain;
pub(crate) mod settle;

pub(crate) mod exclusions;
pub(crate) mod facts;
pub(crate) mod relationship;
pub(crate) mod superseded;

pub(crate) mod held;
pub mod read;

pub mod work;

mod axes;
mod controls;
pub(crate) mod forget;
pub(crate) mod former;
mod remember;

pub mod records;

pub(crate) mod carry;
pub(crate) mod copy;
pub(crate) mod saved;
pub(crate) mod wipe;

pub use carry::CarryFrom;
pub use controls::{MemoryChange, MemoryChanged};
pub use forget::UpdateFact;
pub use read::{MemoryPosition, PromptMemory, StandingAxis, StandingSummary, StoredAxis, StoredMemory, Superseded};
pub use records::{AsOf, Sent, UsedFacts};
pub use remember::{MergeFacts, RememberFact};
pub use work::{Commit, ExtractionWork, FinishedExtraction};
