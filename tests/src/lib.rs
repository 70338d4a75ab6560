//! What the end-to-end tests share: the checkout, the generated types.

use std::path::PathBuf;

pub mod types;

/// The root of the checkout.
pub fn checkout() -> PathBuf {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    tests.parent().map(PathBuf::from).unwrap_or(tests)
}
