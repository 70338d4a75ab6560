//! What a server is not to be sent of somebody whose character was made from messages: phone numbers, mail addresses and codes, in the
//! character's file and in what it remembers of its past. What is said in the conversation is the reader's own affair.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use engine::character::Character;
use engine::json_texts::change_texts;
use engine::private_data::masked;
use engine::prompt::RecalledMemory;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::models::Answering;

/// The character as the model that answers may read it, and whether its past is masked too.
///
/// # Errors
/// `internal`, when the file cannot be masked: then nothing is sent.
pub fn for_model(character: Arc<Character>, answering: &Answering) -> Result<(Arc<Character>, bool)> {
    if answering.is_in_this_program() || !is_made_from_messages(&character) {
        return Ok((character, false));
    }
    Ok((for_server(&character)?, true))
}

fn for_server(character: &Character) -> Result<Arc<Character>> {
    let unmasked = |error: serde_json::Error| {
        Error::new(
            "internal",
            format!("The character's private data could not be masked ({error}). Nothing was sent."),
        )
    };
    let mut file = serde_json::to_value(character).map_err(unmasked)?;
    // Somebody who is not among the contacts is called by a number, and so may the file be.
    let id = file["id"].take();
    change_texts(&mut file, &mut |text| *text = masked(text).into_owned());
    file["id"] = id;
    Ok(Arc::new(serde_json::from_value(file).map_err(unmasked)?))
}

/// Masks what came to mind of the character's own past.
pub fn mask_past(recalled: &mut [RecalledMemory]) {
    for text in recalled.iter_mut().filter_map(|memory| memory.text.as_mut()) {
        *text = masked(text).into_owned();
    }
}

fn is_made_from_messages(character: &Character) -> bool {
    let made_from = character.extra.get("made_from");
    made_from.and_then(|from| from.get("kind")).and_then(Value::as_str) == Some("messages")
}
