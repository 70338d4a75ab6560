//! The reader's own characters: their texts changed, copies made, and the way to the trash and back.

use engine::character::texts::CharacterTexts;
use engine::ids::{CharacterId, SessionId, TrashId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Nothing, RestoreFromTrash};
use crate::characters::{changing, removing};
use crate::error::Result;
use crate::start::App;

/// Names one character.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OfCharacter {
    pub character_id: CharacterId,
}

/// What can be changed of a character.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CharacterDetailView {
    pub character_id: CharacterId,
    /// Whether the file is the reader's own, so that it can be changed.
    pub own: bool,
    /// Changes whenever the file does; a change must name the one it was made from.
    pub version: String,
    /// As in lists.
    pub portrait: Option<String>,
    /// Where its file lies.
    pub path: String,
    pub texts: CharacterTexts,
}

/// Changes the texts of one of the reader's own characters. What its file holds beside them stays as it is, and conversations go on with
/// the new texts from their next turn.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UpdateCharacter {
    pub character_id: CharacterId,
    pub expected_version: String,
    pub texts: CharacterTexts,
}

/// Makes a character of the reader's own that is like another one, pictures included.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CopyCharacter {
    pub character_id: CharacterId,
    /// Without it, the copy has the same name.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
}

/// Puts one of the reader's own characters into the trash, with its own past. Conversations in which the reader said something stay to be
/// read and exported unless they go along, and cannot be continued until the character is brought back.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DeleteCharacter {
    pub character_id: CharacterId,
    /// Whether its conversations go along. Those come back with the character, and are erased with it.
    #[serde(default)]
    pub conversations: bool,
}

/// A character that is back from the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RestoredCharacterView {
    pub character_id: CharacterId,
    pub name: String,
    /// Conversations that came back with it.
    pub conversations: u32,
}

/// A character whose file is not there any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GoneCharacter {
    /// As it was called, as far as that is known; else its id.
    pub name: String,
    /// Where it lies in the trash; none when it is not there either.
    pub trash_id: Option<TrashId>,
}

/// The texts of a character.
pub async fn get_character(app: &App, _: SessionId, input: OfCharacter) -> Result<CharacterDetailView> {
    changing::detail(app, input)
}

/// Changes the texts of a character.
pub async fn update_character(app: &App, _: SessionId, input: UpdateCharacter) -> Result<CharacterDetailView> {
    changing::update(app, input).await
}

/// Copies a character.
pub async fn copy_character(app: &App, session: SessionId, input: CopyCharacter) -> Result<CharacterDetailView> {
    changing::copy(app, session, input).await
}

/// Puts a character into the trash.
pub async fn delete_character(app: &App, session: SessionId, input: DeleteCharacter) -> Result<Nothing> {
    removing::delete(app, session, input).await
}

/// Brings a character back from the trash; what is not a character is brought back by `restore_from_trash`.
pub async fn restore_character(
    app: &App,
    session: SessionId,
    input: RestoreFromTrash,
) -> Result<RestoredCharacterView> {
    removing::restore(app, session, input).await
}
