//! Changing the reader's own characters, and making one's own of those that come with the program.

use std::path::PathBuf;

use engine::character::texts::{texts_of, with_texts};
use engine::character::{self, Character, CharacterError};
use engine::ids::{CharacterId, SessionId};
use engine::making::file::free_id;
use engine::making::steps::digest;

use super::{files, removing};
use crate::commands::{CharacterDetailView, CopyCharacter, OfCharacter, UpdateCharacter, portrait_version};
use crate::error::{Error, Result};
use crate::files::not_written;
use crate::start::App;

/// A character's file as it is now.
struct Read {
    path: PathBuf,
    character: Character,
    /// Tells whether the file is still the same.
    version: String,
}

/// The texts of a character.
pub fn detail(app: &App, input: OfCharacter) -> Result<CharacterDetailView> {
    let read = read(app, &input.character_id)?;
    Ok(view(app, &read))
}

/// Refuses what comes with the program, and what is not there.
pub fn require_own(app: &App, id: &CharacterId) -> Result<()> {
    if files::own_file(&app.folders, id).is_file() {
        return Ok(());
    }
    let name = app.library.character(id)?.name.clone();
    Err(Error::new(
        "character_built_in",
        format!("{name} comes with the program and stays as it is. Nothing was changed; make a copy of your own."),
    ))
}

/// Writes a character's file anew, with other texts.
pub async fn update(app: &App, input: UpdateCharacter) -> Result<CharacterDetailView> {
    let _one_by_one = app.importing.lock().await;
    require_own(app, &input.character_id)?;
    let read = read(app, &input.character_id)?;
    if read.version != input.expected_version {
        return Err(Error::new(
            "character_conflict",
            "The character's file has changed meanwhile. It was left as it is, and nothing of this change was kept; look at what is new \
             and repeat the change.",
        ));
    }
    let character = with_texts(&read.character, &input.texts).map_err(refused)?;
    let text = checked(&character)?;
    files::replace(&read.path, text.as_bytes()).map_err(|error| not_written(&error))?;
    removing::tell(app);
    let version = version(&text);
    Ok(view(
        app,
        &Read {
            character,
            version,
            ..read
        },
    ))
}

/// Makes a character of the reader's own that is like another one.
pub async fn copy(app: &App, session: SessionId, input: CopyCharacter) -> Result<CharacterDetailView> {
    let _one_by_one = app.importing.lock().await;
    let Read { mut character, .. } = read(app, &input.character_id)?;
    if let Some(name) = input.name {
        let mut texts = texts_of(&character);
        texts.name = name;
        character = with_texts(&character, &texts).map_err(refused)?;
    }
    character.id = new_id(app, session, &character.name).await?;
    // It names a picture in the other one's folder; the portrait is found by folder.
    character.visuals.avatar.clear();
    let text = checked(&character)?;
    let path = files::own_file(&app.folders, &character.id);
    let pictures = files::own_pictures(&app.folders, &character.id);
    let from = app.library.portrait(&input.character_id);
    let copied = from
        .as_deref()
        .and_then(std::path::Path::parent)
        .map_or(Ok(()), |from| files::copy_pictures(from, &pictures));
    copied
        .and_then(|()| files::replace(&path, text.as_bytes()))
        .map_err(|error| not_written(&error))?;
    removing::tell(app);
    let version = version(&text);
    Ok(view(
        app,
        &Read {
            path,
            character,
            version,
        },
    ))
}

/// One that no file has, the program's own characters included, and under which nothing is kept of somebody who is gone.
pub async fn new_id(app: &App, session: SessionId, name: &str) -> Result<CharacterId> {
    let known = app.store.characters_known(session).await?;
    let portraits = app.folders.portraits();
    Ok(free_id(name, &|id| {
        app.library.has_file(id)
            || known.contains(id)
            || portraits.iter().any(|folder| folder.join(id.as_str()).exists())
    }))
}

/// The text of a character's file, if it can be read again.
pub fn checked(made: &Character) -> Result<String> {
    let text = character::to_json(made);
    character::parse(&text, made.id.as_str()).map_err(refused)?;
    Ok(text)
}

fn refused(error: CharacterError) -> Error {
    Error::invalid(format!(
        "The character cannot be saved so: {error}. Nothing was saved; change it and try again."
    ))
}

fn version(text: &str) -> String {
    digest(&[text]).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(app: &App, id: &CharacterId) -> Result<Read> {
    // Tells first what is wrong with a file that cannot be used.
    app.library.character(id)?;
    let name = format!("{id}.json");
    let folders = app.folders.characters();
    let path = folders
        .iter()
        .map(|folder| folder.join(&name))
        .find(|path| path.is_file());
    let text = path.and_then(|path| Some((std::fs::read_to_string(&path).ok()?, path)));
    let parsed = text.and_then(|(text, path)| Some((character::parse(&text, id.as_str()).ok()?, version(&text), path)));
    let Some((character, version, path)) = parsed else {
        return Err(Error::new(
            "character_conflict",
            "The character's file is just being changed. Nothing was changed here; try again.",
        ));
    };
    Ok(Read {
        path,
        character,
        version,
    })
}

fn view(app: &App, read: &Read) -> CharacterDetailView {
    let id = &read.character.id;
    CharacterDetailView {
        character_id: id.clone(),
        own: files::own_file(&app.folders, id).is_file(),
        version: read.version.clone(),
        portrait: portrait_version(app, id),
        path: read.path.to_string_lossy().into_owned(),
        texts: texts_of(&read.character),
    }
}
