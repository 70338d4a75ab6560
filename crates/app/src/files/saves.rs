//! A conversation as a save file.

use engine::ids::{CharacterId, ConversationId, SessionId};
use engine::save_file::{SaveWriter, SavedAbout};
use jiff::Zoned;
use store::Snapshot;

use super::names::default_name;
use super::not_written;
use super::places::Destination;
use super::unfinished::Unfinished;
use crate::commands::ExportedFile;
use crate::error::Result;
use crate::start::App;

/// Messages that are in memory at once.
const PAGE: u32 = 100;

/// Writes a conversation and all its branches, as they are at this moment.
pub async fn write_conversation(
    app: &App,
    session: SessionId,
    id: ConversationId,
    path: Option<&str>,
) -> Result<ExportedFile> {
    let mut snapshot = app.store.snapshot(session, id).await?;
    let name = character_name(app, snapshot.character_id());
    let mut about = snapshot.about(id).await?;
    about.kept.extend(snapshot.past().await?);
    let usual_name = default_name(&[&name, &about.title], &Zoned::now(), "json");
    let destination = Destination::new(app, path, usual_name)?;
    let mut file = destination.begin(app)?;
    write_family(&mut snapshot, (&name, &about), &mut file).await?;
    destination.finish(app, session, file).await
}

/// Writes all conversations of a family into a file; `about` is what is said of the first one.
pub(super) async fn write_family(
    snapshot: &mut Snapshot,
    (character_name, about): (&str, &SavedAbout),
    file: &mut Unfinished,
) -> Result<()> {
    let character_id = snapshot.character_id().clone();
    let family = snapshot.family();
    let mut writer = SaveWriter::begin(&character_id, character_name, about);
    for (index, id) in family.into_iter().enumerate() {
        if index > 0 {
            writer.branch(&snapshot.about(id).await?);
        }
        let mut after = None;
        loop {
            let page = snapshot.messages_after(id, after, PAGE).await?;
            let Some((last, _)) = page.last() else { break };
            after = Some(*last);
            page.iter().for_each(|(_, message)| writer.message(message));
            file.write(writer.take().as_bytes())
                .await
                .map_err(|error| not_written(&error))?;
        }
    }
    file.write(writer.end().as_bytes())
        .await
        .map_err(|error| not_written(&error))
}

/// What a character is called; by its id when its file is missing or broken: a conversation can always be saved.
pub(super) fn character_name(app: &App, id: &CharacterId) -> String {
    app.library
        .character(id)
        .map_or_else(|_| id.to_string(), |character| character.name.clone())
}
