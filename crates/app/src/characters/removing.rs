//! Into the trash, out of it, and away for good. The database says first where the files go, and the files follow: what a killed program
//! left under way is ended at the next start.

use std::io::ErrorKind;

use engine::event::Event;
use engine::ids::{CharacterId, SessionId, TrashId};
use jiff::Timestamp;
use store::{StoreError, TrashCharacter, TrashedCharacter, TrashedState};
use uuid::Uuid;

use super::files;
use crate::commands::{DeleteCharacter, Nothing, RestoreFromTrash, RestoredCharacterView};
use crate::error::{Error, Result};
use crate::files::not_written;
use crate::making::jobs;
use crate::start::App;

/// Puts one of the reader's own characters into the trash.
pub async fn delete(app: &App, session: SessionId, input: DeleteCharacter) -> Result<Nothing> {
    let _one_by_one = app.importing.lock().await;
    super::changing::require_own(app, &input.character_id)?;
    put_into_trash(app, session, &input.character_id, input.conversations).await?;
    Ok(Nothing {})
}

/// The same of one whose file is there, while nothing else changes characters. Gives the place in the trash.
pub async fn put_into_trash(
    app: &App,
    session: SessionId,
    character_id: &CharacterId,
    conversations: bool,
) -> Result<TrashId> {
    let known = app.library.character(character_id);
    let name = known.map_or_else(|_| character_id.to_string(), |character| character.name.clone());
    jobs::stop_those_of(app, session, character_id).await?;
    let id = TrashId(Uuid::now_v7());
    let going = TrashCharacter {
        id,
        character_id,
        name: &name,
        conversations,
        now: Timestamp::now(),
    };
    app.store.trash_character(session, going).await?;
    if let Err(error) = files::into_trash(&app.folders, id, character_id) {
        take_back(app, session, id, character_id).await;
        return Err(not_written(&error));
    }
    app.store.set_trashed_state(session, id, TrashedState::Lying).await?;
    tell(app);
    Ok(id)
}

/// A move that failed is undone. What cannot be undone now is ended at the next start.
async fn take_back(app: &App, session: SessionId, id: TrashId, character: &CharacterId) {
    match files::out_of_trash(&app.folders, id, character) {
        Ok(()) => {
            remove_empty(app, id);
            if let Err(error) = app.store.restore_trashed_character(session, id).await {
                tracing::warn!("a character that could not go to the trash goes there at the next start: {error}");
            }
        }
        Err(error) => {
            tracing::warn!("a character that could not go to the trash goes there at the next start: {error}")
        }
    }
}

/// Brings a character back from the trash, with the conversations that went along.
pub async fn restore(app: &App, session: SessionId, input: RestoreFromTrash) -> Result<RestoredCharacterView> {
    let _one_by_one = app.importing.lock().await;
    let lying = app.store.trashed_character(session, input.id).await?;
    if lying.state == TrashedState::Erasing {
        return Err(StoreError::NotFound.into());
    }
    if files::own_file(&app.folders, &lying.character_id).exists() {
        return Err(Error::new(
            "character_there",
            format!(
                "There is another file {}.json in the characters folder, so {} stays in the trash. Nothing was changed; delete or rename \
                 the other one first.",
                lying.character_id, lying.name
            ),
        ));
    }
    app.store
        .set_trashed_state(session, lying.id, TrashedState::Coming)
        .await?;
    if let Err(error) = come_back(app, &lying).await {
        let again = files::into_trash(&app.folders, lying.id, &lying.character_id);
        if again.is_ok() {
            app.store
                .set_trashed_state(session, lying.id, TrashedState::Lying)
                .await?;
        }
        return Err(error);
    }
    Ok(RestoredCharacterView {
        character_id: lying.character_id,
        name: lying.name,
        conversations: lying.conversations,
    })
}

async fn come_back(app: &App, lying: &TrashedCharacter) -> Result<()> {
    files::out_of_trash(&app.folders, lying.id, &lying.character_id).map_err(|error| not_written(&error))?;
    app.store.restore_trashed_character(lying.session, lying.id).await?;
    remove_empty(app, lying.id);
    tell(app);
    Ok(())
}

fn remove_empty(app: &App, id: TrashId) {
    if let Err(error) = files::remove(&app.folders, id) {
        tracing::warn!("an empty folder of the trash could not be removed: {error}");
    }
}

/// Ends what is under way: after something was erased, and at the start of the program. What fails is tried again at the next start.
pub async fn end_what_is_under_way(app: &App) {
    let under_way = match app.store.characters_under_way().await {
        Ok(under_way) => under_way,
        Err(error) => return tracing::warn!("characters on their way to the trash could not be looked after: {error}"),
    };
    for one in under_way {
        let ended = match one.state {
            TrashedState::Going => go_on(app, &one).await,
            TrashedState::Coming => come_back_or_stay(app, &one).await,
            TrashedState::Erasing => erase(app, &one).await,
            TrashedState::Lying => Ok(()),
        };
        if let Err(error) = ended {
            tracing::warn!("{} is still on the way to or from the trash: {error}", one.character_id);
        }
    }
}

async fn go_on(app: &App, one: &TrashedCharacter) -> Result<()> {
    files::into_trash(&app.folders, one.id, &one.character_id).map_err(|error| not_written(&error))?;
    lie(app, one).await
}

async fn lie(app: &App, one: &TrashedCharacter) -> Result<()> {
    Ok(app
        .store
        .set_trashed_state(one.session, one.id, TrashedState::Lying)
        .await?)
}

async fn come_back_or_stay(app: &App, one: &TrashedCharacter) -> Result<()> {
    match files::out_of_trash(&app.folders, one.id, &one.character_id) {
        // Somebody else has its place by now.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => lie(app, one).await,
        Err(error) => Err(not_written(&error)),
        Ok(()) => come_back(app, one).await,
    }
}

/// Its files, its jobs and what else was kept of it. Where another one has its id by now, that one keeps what is kept under it.
async fn erase(app: &App, one: &TrashedCharacter) -> Result<()> {
    let others = super::gone::in_trash(app, one.session).await?;
    let lies_again = others.iter().any(|other| other.character_id == one.character_id);
    let lives = lies_again || files::own_file(&app.folders, &one.character_id).exists();
    if !lives {
        for job in app.store.jobs_of_character(one.session, &one.character_id).await? {
            jobs::cancel(app, one.session, job.id).await?;
        }
    }
    files::remove(&app.folders, one.id).map_err(|error| not_written(&error))?;
    app.store.finish_erasing_character(one.session, one.id, lives).await?;
    tell(app);
    Ok(())
}

/// The list is read anew at once: the index beside it is not to keep what was said of somebody who is gone.
pub(super) fn tell(app: &App) {
    app.library.list();
    app.events.tell_all(Event::CharactersChanged);
}
