//! Characters whose file is not there any more, while conversations with them are.

use engine::ids::{CharacterId, SessionId};
use store::{TrashedCharacter, TrashedState};

use crate::commands::GoneCharacter;
use crate::error::Result;
use crate::start::App;

/// What is told of a character without a file; none where there is one, and be it broken.
pub async fn gone(app: &App, session: SessionId, id: &CharacterId) -> Result<Option<GoneCharacter>> {
    if app.library.has_file(id) {
        return Ok(None);
    }
    let trashed = in_trash(app, session).await?;
    Ok(Some(told(&trashed, id)))
}

/// The characters in the trash that can be brought back, the latest first.
pub async fn in_trash(app: &App, session: SessionId) -> Result<Vec<TrashedCharacter>> {
    let mut trashed = app.store.trashed_characters(session).await?;
    trashed.retain(|one| one.state != TrashedState::Erasing);
    Ok(trashed)
}

/// The same as [`gone`] of one that is known to have no file.
pub fn told(trashed: &[TrashedCharacter], id: &CharacterId) -> GoneCharacter {
    let lying = trashed.iter().find(|one| one.character_id == *id);
    GoneCharacter {
        name: lying.map_or_else(|| id.to_string(), |one| one.name.clone()),
        trash_id: lying.map(|one| one.id),
    }
}
