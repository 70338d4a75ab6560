//! Memory where it meets models and the database: what a prompt is given of it ([`context`]), what is kept of a prompt that was
//! sent ([`record`]), how one extraction is carried out (`extract`), and when (`jobs`), and how the reader is shown it ([`shown`]).

pub mod context;
mod extract;
mod jobs;
pub mod record;
pub mod shown;
#[cfg(test)]
mod tests;

pub use extract::method;
pub use jobs::{Jobs, tend};
