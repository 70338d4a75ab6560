//! What came of a job: looked through, changed, and saved as a character.

use std::path::{Path, PathBuf};

use engine::event::Event;
use engine::ids::{CharacterId, JobId, SessionId};
use engine::making::edit::change as change_draft;
use engine::making::file;
use engine::making::view::JobState;
use engine::making::{Draft, MakingKind};
use jiff::Timestamp;
use store::StoredJob;
use tempfile::NamedTempFile;

use super::sources::{as_json, export, from_json, number, remove_copy};
use crate::characters::changing::{checked, new_id};
use crate::commands::{ChangeMakingDraft, MakingDraftView, SaveMadeCharacter, SavedCharacterView};
use crate::error::{Error, Result};
use crate::files::not_written;
use crate::files::unfinished::sync_folder;
use crate::personas::pictures::{self, Picture};
use crate::start::App;

/// The draft of a job.
pub async fn get(app: &App, session: SessionId, job: JobId) -> Result<MakingDraftView> {
    let (text, revision) = app.store.job_draft(session, job).await?.ok_or_else(no_draft)?;
    let kept = app.store.job(session, job).await?;
    Ok(MakingDraftView {
        job_id: job,
        revision,
        draft: from_json(&text)?,
        made_before: super::before::made_before(app, session, &kept, &kept.person).await?,
    })
}

fn no_draft() -> Error {
    Error::new(
        "no_draft",
        "This job has no draft yet. Nothing was changed; start it, or resume it and wait for its end.",
    )
}

/// Changes a draft.
pub async fn change(app: &App, session: SessionId, input: ChangeMakingDraft) -> Result<MakingDraftView> {
    let mut view = get(app, session, input.job_id).await?;
    change_draft(&mut view.draft, &input.change)
        .map_err(|bad| Error::invalid(format!("The draft cannot be changed so: {bad}. Nothing was changed.")))?;
    let text = as_json(&view.draft)?;
    let put = (text.as_str(), input.expected_revision);
    view.revision = app
        .store
        .put_job_draft(session, input.job_id, put, Timestamp::now())
        .await?;
    app.events.tell(session, Event::JobChanged { job_id: input.job_id });
    Ok(view)
}

/// Saves the character of a draft. Sent again, it only answers again; so it does where another window has saved the same draft.
pub async fn save(app: &App, session: SessionId, input: SaveMadeCharacter) -> Result<SavedCharacterView> {
    let _one_by_one = app.importing.lock().await;
    let portrait = input.portrait.as_deref().map(decoded).transpose()?;
    let job = app.store.job(session, input.job_id).await?;
    let view = get(app, session, input.job_id).await?;
    let is_own = job.saved_by == Some(input.operation_id);
    if !is_own && view.revision != input.expected_revision {
        return Err(store::StoreError::JobConflict { actual: view.revision }.into());
    }
    let begun = is_own || (input.replaces.is_none() && is_saved(app, &job));
    let id = match job.character_id.clone().filter(|_| begun) {
        Some(id) => id,
        None => {
            let id = match &input.replaces {
                Some(former) => super::before::make_way(app, session, &job, former).await?,
                None => new_id(app, session, &view.draft.name).await?,
            };
            let names = (&id, input.operation_id);
            app.store
                .begin_saving_job(session, input.job_id, names, Timestamp::now())
                .await?;
            id
        }
    };
    let path = app.folders.data.join("characters").join(format!("{id}.json"));
    // A file that is there was written for this very operation.
    if !path.exists() {
        write(app, &view.draft, &id, portrait.as_ref())?;
        if portrait.is_none() && input.replaces.is_some() {
            super::before::keep_pictures(app, session, &id).await?;
        }
    }
    let memories = super::past::add(app, session, &id, &view.draft).await?;
    app.store.finish_job(session, input.job_id, Timestamp::now()).await?;
    // Nobody reads the export any more, and all that others wrote stands in it, too.
    if job.kind == MakingKind::Messages {
        remove_copy(&export(app, session, &job).await?);
    }
    app.events.tell(session, Event::JobChanged { job_id: input.job_id });
    app.events.tell_all(Event::CharactersChanged);
    Ok(SavedCharacterView {
        character_id: id,
        name: view.draft.name,
        path: path.to_string_lossy().into_owned(),
        memories: number(memories),
    })
}

/// Whether the draft, as it is, was saved, and its character is still there.
fn is_saved(app: &App, job: &StoredJob) -> bool {
    let id = job.character_id.as_ref().filter(|_| job.state == JobState::Saved);
    id.is_some_and(|id| app.library.character(id).is_ok())
}

fn decoded(portrait: &str) -> Result<Picture> {
    pictures::decode(portrait).map_err(|error| {
        let message = error
            .message
            .replace("The persona stays as it was", "Nothing was saved");
        Error::new(error.code, message)
    })
}

/// The portrait first: a character is there once its file is.
fn write(app: &App, draft: &Draft, id: &CharacterId, portrait: Option<&Picture>) -> Result<()> {
    let mut made = file::character(draft, id.clone());
    if let Some(picture) = portrait {
        let [own, _] = app.folders.portraits();
        let name = format!("portrait.{}", picture.format.extension());
        put(&own.join(id.as_str()), &name, &picture.bytes)?;
        made.visuals.avatar = format!("assets/characters/{id}/{name}");
    }
    let text = checked(&made)?;
    put(
        &app.folders.data.join("characters"),
        &format!("{id}.json"),
        text.as_bytes(),
    )?;
    Ok(())
}

/// Writes a file whole or not at all; one that is there is never replaced.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf> {
    let written = || -> std::io::Result<PathBuf> {
        std::fs::create_dir_all(folder)?;
        let mut file = NamedTempFile::with_prefix_in(".unfinished-", folder)?;
        std::io::Write::write_all(&mut file, bytes)?;
        file.as_file().sync_all()?;
        let path = folder.join(name);
        file.persist_noclobber(&path).map_err(|failed| failed.error)?;
        sync_folder(folder)?;
        Ok(path)
    };
    written().map_err(|error| not_written(&error))
}
