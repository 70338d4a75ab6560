//! A character that was made before of the same source and person: told of, and perhaps replaced.

use engine::ids::{CharacterId, SessionId};
use store::StoredJob;

use crate::characters::{files, gone, removing};
use crate::commands::MadeBeforeView;
use crate::error::{Error, Result};
use crate::files::not_written;
use crate::start::App;

/// The latest that is still there. A source is known by its title: of messages, by the messenger they are from.
pub async fn made_before(
    app: &App,
    session: SessionId,
    job: &StoredJob,
    person: &str,
) -> Result<Option<MadeBeforeView>> {
    for (character_id, at) in app.store.made_before(session, job, person).await? {
        if !files::own_file(&app.folders, &character_id).is_file() {
            continue;
        }
        let known = app.library.character(&character_id);
        return Ok(Some(MadeBeforeView {
            name: known.map_or_else(|_| character_id.to_string(), |character| character.name.clone()),
            character_id,
            made_at: at.as_millisecond(),
        }));
    }
    Ok(None)
}

/// The former one goes to the trash, without its conversations, and its id is free. Asked for again after that, it changes nothing.
pub async fn make_way(app: &App, session: SessionId, job: &StoredJob, former: &CharacterId) -> Result<CharacterId> {
    let before = app.store.made_before(session, job, &job.person).await?;
    if !before.iter().any(|(id, _)| id == former) {
        return Err(Error::invalid(
            "Only a character that was made of the same source and person can be replaced. Nothing was saved; save it as another one.",
        ));
    }
    if files::own_file(&app.folders, former).is_file() {
        removing::put_into_trash(app, session, former, false).await?;
    }
    Ok(former.clone())
}

/// The one that takes its place is seen as before.
pub async fn keep_pictures(app: &App, session: SessionId, id: &CharacterId) -> Result<()> {
    let trashed = gone::in_trash(app, session).await?;
    let Some(former) = trashed.iter().find(|one| one.character_id == *id) else {
        return Ok(());
    };
    let from = files::trashed_pictures(&app.folders, former.id);
    files::copy_pictures(&from, &files::own_pictures(&app.folders, id)).map_err(|error| not_written(&error))
}
