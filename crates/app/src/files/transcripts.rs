//! A conversation as Markdown, for reading.

use engine::conversation::Role;
use engine::ids::{ConversationId, SessionId};
use engine::save_file::markdown;
use jiff::Zoned;

use super::names::default_name;
use super::not_written;
use super::places::Destination;
use super::saves::character_name;
use crate::commands::{ExportedFile, settings_of};
use crate::error::Result;
use crate::start::App;

const PAGE: u32 = 100;

/// Writes what is shown of a conversation: the chosen alternates only.
pub async fn write_transcript(
    app: &App,
    session: SessionId,
    id: ConversationId,
    path: Option<&str>,
) -> Result<ExportedFile> {
    let mut snapshot = app.store.snapshot(session, id).await?;
    let character = character_name(app, snapshot.character_id());
    let about = snapshot.about(id).await?;
    let reader = match &about.persona {
        Some(persona) => persona.name.clone(),
        None => settings_of(app, session).await?.user_name().to_owned(),
    };
    // Two of one name could not be told apart.
    let reader = if reader.to_lowercase() == character.to_lowercase() {
        "You".to_owned()
    } else {
        reader
    };
    let title = if about.title.is_empty() {
        format!("A conversation with {character}")
    } else {
        about.title.clone()
    };
    let usual_name = default_name(&[&character, &about.title], &Zoned::now(), "md");
    let destination = Destination::new(app, path, usual_name)?;
    let mut file = destination.begin(app)?;
    let mut text = markdown::head(&title);
    let mut after = None;
    loop {
        file.write(text.as_bytes()).await.map_err(|error| not_written(&error))?;
        let page = snapshot.messages_after(id, after, PAGE).await?;
        let Some((last, _)) = page.last() else { break };
        after = Some(*last);
        text.clear();
        for (_, message) in &page {
            let speaker = match message.role {
                Role::User => &reader,
                Role::Character => &character,
            };
            if let Some(shown) = message.alternates.get(message.chosen as usize) {
                text.push_str(&markdown::message(speaker, message.created_at, &shown.text));
            }
        }
    }
    destination.finish(app, session, file).await
}
