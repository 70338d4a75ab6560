//! The input of a command as JSON, from the browser and from the command line.

use app::{Error, Result};
use engine::json_fault::json_fault;
use serde_json::Value;

/// Reads it; `what` is how it is called.
///
/// # Errors
/// `invalid_input`, with what is wrong and where.
pub fn parse(json: &[u8], what: &str) -> Result<Value> {
    serde_json::from_slice(json).map_err(|error| {
        let fault = json_fault(&error);
        Error::invalid(format!(
            "{what} is not JSON that can be read: {fault}. Nothing was changed."
        ))
    })
}
