//! What the end-to-end tests share.
//!
//! In reading order: the checkout, the generated types ([`types`]), programs as processes ([`process`]), HTTP by hand ([`http`]), the
//! running app ([`test_app`]) and its events ([`listening`]), a provider of models ([`provider`]), a browser ([`page`]), the desktop window
//! ([`desktop`]), conversations to measure recall on ([`recall_data`]), texts to
//! measure the finding of speech on ([`quotation_data`]), and trials that the tests run briefly and `cargo xtask soak` for
//! long ([`kills`], [`full`], [`making`], [`mutated`]).

use std::path::PathBuf;

pub mod types;

pub mod process;

pub mod http;

pub mod test_app;

pub mod listening;

pub mod provider;

pub mod page;

pub mod desktop;

pub mod recall_data;

pub mod quotation_data;

pub mod kills;

pub mod full;

pub mod making;

pub mod mutated;

/// The root of the checkout.
pub fn checkout() -> PathBuf {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    tests.parent().map(PathBuf::from).unwrap_or(tests)
}
