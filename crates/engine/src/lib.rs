//! The domain of CharacterChatBot. Pure: data in, data out; no IO, no async, no clock and no randomness (times and ids come in).
//!
//! In reading order: what there is ([`ids`], [`character`], [`conversation`]), what any text goes through ([`blank`], [`controls`],
//! [`counted`], [`json_fault`]), what a model is sent ([`prompt`], [`starter`],
//! [`macros`], [`persona`], [`language`], [`clock`]; [`suggestion`] and [`translation`] for the
//! calls beside a turn), what is kept of it ([`memory`], [`graph`] with the [`tags`] and the [`emotion`] of a text), what comes back
//! ([`reply_front`], [`reply_joint`], [`markup`]), finding it
//! again ([`search`]), what real messages say of who wrote them ([`style`], [`private_data`]), a character out of a book
//! ([`novel`]) or of messages ([`making`]), and what clients are shown ([`view`], [`event`]).

pub mod ids;

pub mod character;
pub mod conversation;

pub mod blank;
pub mod controls;
pub mod counted;
pub mod json_fault;
pub mod json_texts;

pub mod clock;
pub mod language;
pub mod macros;
pub mod persona;
pub mod prompt;
pub mod starter;

pub mod suggestion;
pub mod translation;

pub mod memory;
pub mod recall;

pub mod emotion;
pub mod tags;

pub mod graph;

pub mod markup;
pub mod reply_front;
pub mod reply_joint;

pub mod search;

pub mod private_data;
pub mod style;

pub mod event;
pub mod view;

pub mod save_file;

pub mod novel;

pub mod making;
