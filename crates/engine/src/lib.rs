//! The domain of CharacterChatBot. Pure: data in, data out; no IO, no async, no clock and no randomness (times and ids come in).
//!
//! In reading order: what there is ([`ids`], [`character`], [`conversation`]), what a model is sent ([`prompt`], [`starter`],
//! [`macros`], [`clock`]), what comes back ([`reply_front`], [`markup`]), and what clients are shown ([`view`], [`event`]).

pub mod ids;

pub mod character;
pub mod conversation;

pub mod clock;
pub mod macros;
pub mod prompt;
pub mod starter;

pub mod markup;
pub mod reply_front;

pub mod event;
pub mod view;

pub mod save_file;
