//! Identifiers. All but the character's are UUIDs (version 7, made outside the engine) and travel as hyphenated text.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

macro_rules! uuid_ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
        #[ts(type = "string")]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )*};
}

uuid_ids! {
    /// One reader's separate world: sessions never see each other's data.
    SessionId,
    /// One conversation of a session with one character.
    ConversationId,
    /// One message of a conversation.
    MessageId,
    /// A client's name for one change it asks for; asking again with the same name changes nothing more.
    OperationId,
    /// Somebody the reader plays.
    PersonaId,
    /// Something in the trash.
    TrashId,
    /// Something that is known about the reader's persona, the character or their story.
    FactId,
    /// What one extraction left behind.
    CheckpointId,
    /// One development of a relationship.
    RelationshipEventId,
    /// One piece of long work, such as making a character from a novel.
    JobId,
    /// One memory of the graph. Of an exchange, it is the id of its first message.
    MemoryId,
}

/// A character's id: the stem of its file, 1 to 64 of `a-z`, `0-9`, `_` and `-`, so it is safe in a path and in an address.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[ts(type = "string")]
#[serde(try_from = "String", into = "String")]
pub struct CharacterId(String);

/// Why a text is not a character's id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a character's id is 1 to 64 of a-z, 0-9, _ and -")]
pub struct BadCharacterId;

impl CharacterId {
    pub fn parse(text: &str) -> Result<Self, BadCharacterId> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'-';
        let reserved = ["con", "prn", "aux", "nul"].contains(&text)
            || (text.len() == 4
                && (text.starts_with("com") || text.starts_with("lpt"))
                && text.as_bytes()[3].is_ascii_digit());
        if (1..=64).contains(&text.len()) && text.bytes().all(allowed) && !reserved {
            Ok(Self(text.to_owned()))
        } else {
            Err(BadCharacterId)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for CharacterId {
    type Error = BadCharacterId;

    fn try_from(text: String) -> Result<Self, BadCharacterId> {
        Self::parse(&text)
    }
}

impl From<CharacterId> for String {
    fn from(id: CharacterId) -> Self {
        id.0
    }
}

impl std::fmt::Display for CharacterId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_character_ids_are_refused() {
        let long = "a".repeat(10_000);
        for text in [
            "",
            ".",
            "..",
            "a/../..",
            "a\\b",
            "a\0b",
            "%2e%2e",
            "con",
            "com1",
            "Ünal",
            "a b",
            "A",
            long.as_str(),
        ] {
            assert!(CharacterId::parse(text).is_err(), "{text:?}");
        }
        for text in ["sherlock_holmes", "nasreddin-hoca", "r2d2"] {
            assert_eq!(CharacterId::parse(text).map(|id| id.to_string()), Ok(text.to_owned()));
        }
    }
}
