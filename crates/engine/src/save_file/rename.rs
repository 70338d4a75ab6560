//! New names for what came in: an id from a file is never used outside of the file.

use std::collections::HashMap;

use uuid::Uuid;

use super::SaveFile;
use crate::ids::{ConversationId, MessageId};

/// Gives every conversation and every message an id from `fresh`, in the file's order, and names them so wherever the file
/// refers to them: where branches begin, and in sections that are kept. A branch of something that is not in the file becomes
/// a conversation of its own.
pub fn rename(save: &mut SaveFile, mut fresh: impl FnMut() -> Uuid) {
    let mut names: HashMap<String, String> = HashMap::new();
    let mut conversations: HashMap<ConversationId, ConversationId> = HashMap::new();
    let mut messages: HashMap<MessageId, MessageId> = HashMap::new();
    for conversation in &mut save.conversations {
        let id = ConversationId(fresh());
        if let Some(former) = conversation.about.id.replace(id) {
            names.insert(former.to_string(), id.to_string());
            conversations.insert(former, id);
        }
        for message in &mut conversation.messages {
            let id = MessageId(fresh());
            if let Some(former) = message.id.replace(id) {
                names.insert(former.to_string(), id.to_string());
                messages.insert(former, id);
            }
        }
    }
    for conversation in &mut save.conversations {
        for message in &mut conversation.messages {
            message.origin = message.origin.and_then(|origin| messages.get(&origin).copied());
        }
        let about = &mut conversation.about;
        about.branched_from = about.branched_from.and_then(|mut point| {
            point.conversation = *conversations.get(&point.conversation)?;
            Some(point)
        });
        for section in &mut about.kept {
            section.json = renamed(&section.json, &names);
        }
    }
}

/// The same JSON with each text that is exactly a known id replaced by its new one; all other bytes stay as they are. Ids are
/// hyphenated UUIDs in lower case.
pub fn renamed(json: &str, names: &HashMap<String, String>) -> String {
    let mut json_now = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(start) = rest.find('"') {
        let (before, quoted) = rest.split_at(start + 1);
        let end = end_of_text(quoted);
        let inside = &quoted[..end];
        json_now.push_str(before);
        // Ids are written in lower case here, but may stand otherwise in a file.
        let known = (inside.len() == 36)
            .then(|| names.get(&inside.to_ascii_lowercase()))
            .flatten();
        json_now.push_str(known.map_or(inside, String::as_str));
        let closing = usize::from(end < quoted.len());
        json_now.push_str(&quoted[end..end + closing]);
        rest = &quoted[end + closing..];
    }
    json_now.push_str(rest);
    json_now
}

/// Where the text ends whose opening quote was just passed: the place of its closing quote.
fn end_of_text(quoted: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in quoted.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at,
            _ => {}
        }
    }
    quoted.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_texts_that_are_ids_are_renamed() {
        let (former, fresh) = (Uuid::from_u128(1).to_string(), Uuid::from_u128(2).to_string());
        let names = HashMap::from([(former.clone(), fresh.clone())]);
        let json = format!(
            r#"{{ "a\"": "{former}", "{former}" : ["x {former}", "\\", "{former}"], "n": 1e400, "broken{former}" : "\"{former}"}}"#
        );
        let expected = format!(
            r#"{{ "a\"": "{fresh}", "{fresh}" : ["x {former}", "\\", "{fresh}"], "n": 1e400, "broken{former}" : "\"{former}"}}"#
        );
        assert_eq!(renamed(&json, &names), expected);
        for broken in ["", "\"", "\"\\", "\"\\\"", "é\"é"] {
            assert_eq!(renamed(broken, &names), broken);
        }
    }
}
