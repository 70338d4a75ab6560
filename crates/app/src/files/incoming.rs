//! A conversation from a file: read as a whole, checked, and only then created.

use engine::character::Character;
use engine::conversation::MessageState;
use engine::event::Event;
use engine::ids::{CharacterId, ConversationId, PersonaId, SessionId};
use engine::save_file::memory::SECTIONS;
use engine::save_file::{
    SaveFile, SavedAbout, SavedAlternate, SavedConversation, SavedMessage, SavedPersona, SavedTime, limits, rename,
};
use import::problems::Problems;
use import::transcript::Transcript;
use import::{Import, ImportError, Problem};
use jiff::Timestamp;
use store::NewFamily;
use uuid::Uuid;

use super::not_read;
use super::places::Origin;
use crate::commands::{ImportConversation, ImportReport};
use crate::error::{Error, Result};
use crate::start::App;

/// What is to become a conversation, and what is to be told about it.
struct Coming {
    file: SaveFile,
    format: String,
    repaired: Vec<String>,
}

/// Reads a conversation from a file. Nothing is written unless the whole of it is good.
pub async fn read_conversation(app: &App, session: SessionId, input: ImportConversation) -> Result<ImportReport> {
    let origin = Origin::new(app, session, &input.file)?;
    let read = tokio::task::spawn_blocking(move || import::read(origin.path(), limits::FILE_BYTES));
    let import = read.await.map_err(|error| Error::new("internal", error.to_string()))?;
    let coming = match import.map_err(|error| refused(&error))? {
        Import::Save(save) => {
            known_character(app, &save.file)?;
            Coming {
                file: save.file,
                format: save.format,
                repaired: save.repaired,
            }
        }
        Import::Transcript(transcript) => from_transcript(app, transcript, input.character_id)?,
    };
    create(app, session, coming, Moment::Now).await
}

/// When the conversation that comes in counts as changed last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// Now, so that it is the one that is opened.
    Now,
    /// As the file says.
    AsSaved,
}

/// Creates what a save file of a backup holds.
pub(super) async fn create_from_backup(app: &App, session: SessionId, save: import::Save) -> Result<ImportReport> {
    let coming = Coming {
        file: save.file,
        format: save.format,
        repaired: save.repaired,
    };
    create(app, session, coming, Moment::AsSaved).await
}

async fn create(app: &App, session: SessionId, mut coming: Coming, moment: Moment) -> Result<ImportReport> {
    let now = Timestamp::now();
    let file = &mut coming.file;
    let late = put_times_right(file, now);
    if late > 0 {
        let times = if late == 1 { "A time" } else { "Times" };
        coming
            .repaired
            .push(format!("{times} in the future became now: {late} in all"));
    }
    rename(file, Uuid::now_v7);
    let Some(first) = file.conversations.first_mut() else {
        return Err(refused(&ImportError::Invalid(Problems::whole(
            "there is no conversation in the file",
        ))));
    };
    if moment == Moment::Now {
        first.about.updated_at = None;
    }
    // A branch of which it is not known is not the latest; the conversation that was asked for is.
    for branch in &mut file.conversations[1..] {
        branch.about.updated_at = branch.about.updated_at.or(branch.about.created_at);
    }
    let personas = personas(app, session, &file.conversations).await?;
    let new = NewFamily {
        character_id: &file.character_id,
        conversations: &file.conversations,
        personas: &personas,
        now,
    };
    app.store.create_family(session, new).await?;
    let conversation_id = file.conversations[0].about.id.unwrap_or(ConversationId(Uuid::nil()));
    app.events.tell(
        session,
        Event::ConversationChanged {
            conversation_id,
            revision: 0,
        },
    );
    Ok(ImportReport {
        conversation_id,
        character_id: file.character_id.clone(),
        format: coming.format,
        messages: u32::try_from(file.message_count()).unwrap_or(u32::MAX),
        repaired: coming.repaired,
        kept_unused: kept_names(file),
    })
}

/// Times after this moment (a clock was wrong) become this moment; gives how many there were.
fn put_times_right(file: &mut SaveFile, now: Timestamp) -> usize {
    let mut late = 0;
    let mut check = |time: &mut Option<SavedTime>| {
        if let Some(time) = time.as_mut().filter(|time| time.at > now) {
            *time = SavedTime::new(now.as_millisecond(), time.offset);
            late += 1;
        }
    };
    for conversation in &mut file.conversations {
        check(&mut conversation.about.created_at);
        check(&mut conversation.about.updated_at);
        for message in &mut conversation.messages {
            check(&mut message.created_at);
            for alternate in &mut message.alternates {
                check(&mut alternate.created_at);
                check(&mut alternate.edited_at);
            }
        }
    }
    late
}

/// Whom the reader plays in each conversation: one of their personas when it says the same, else one that is known in that
/// conversation only. Somebody else's file never adds to the reader's personas.
async fn personas(app: &App, session: SessionId, conversations: &[SavedConversation]) -> Result<Vec<PersonaId>> {
    let own = app.store.personas(session).await?;
    let id_of = |persona: &SavedPersona| {
        let same = own
            .iter()
            .find(|known| known.name == persona.name && known.description == persona.description);
        same.map(|known| known.id)
    };
    let played = conversations.iter().map(|conversation| {
        let known = conversation.about.persona.as_ref().and_then(id_of);
        known.unwrap_or_else(|| PersonaId(Uuid::now_v7()))
    });
    Ok(played.collect())
}

fn kept_names(file: &SaveFile) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for section in file
        .conversations
        .iter()
        .flat_map(|conversation| &conversation.about.kept)
        .filter(|section| !SECTIONS.contains(&section.name.as_str()))
    {
        let name = format!("the section \"{}\"", section.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn known_character(app: &App, file: &SaveFile) -> Result<()> {
    if app.library.list().iter().any(|listed| listed.id == file.character_id) {
        return Ok(());
    }
    let name = if file.character_name.is_empty() {
        "somebody"
    } else {
        &file.character_name
    };
    Err(Error::new(
        "character_missing",
        format!(
            "The conversation is with {name} ({}), who is not among the characters. Nothing was imported; add the character and try \
             again.",
            file.character_id
        ),
    ))
}

fn from_transcript(app: &App, transcript: Transcript, named: Option<CharacterId>) -> Result<Coming> {
    let character = match named {
        Some(id) => app.library.character(&id)?,
        None => app.library.character(&speaking(app, &transcript)?)?,
    };
    let file = conversation_of(&character, &transcript).map_err(|error| refused(&error))?;
    Ok(Coming {
        file,
        format: "plain transcript".to_owned(),
        repaired: transcript.repaired,
    })
}

/// The one character that speaks in a transcript.
fn speaking(app: &App, transcript: &Transcript) -> Result<CharacterId> {
    let listed = app.library.list().into_iter();
    let mut speakers = listed.filter(|listed| {
        let content = listed.content.as_ref();
        content.is_ok_and(|sketch| transcript.has_speaker(&sketch.name))
    });
    match (speakers.next(), speakers.next()) {
        (Some(listed), None) => Ok(listed.id),
        _ => Err(Error::new(
            "character_unclear",
            "The text does not say with which of the characters it is. Nothing was imported; choose the character and try again.",
        )),
    }
}

fn conversation_of(character: &Character, transcript: &Transcript) -> Result<SaveFile, ImportError> {
    let roles = transcript.roles(&character.name)?;
    let messages = transcript
        .speeches
        .iter()
        .zip(roles)
        .map(|(speech, role)| SavedMessage {
            id: None,
            origin: None,
            role,
            created_at: speech.at,
            chosen: 0,
            alternates: vec![SavedAlternate {
                text: speech.text.clone(),
                state: MessageState::Complete,
                created_at: speech.at,
                edited_at: None,
                model: None,
                reasoning: None,
            }],
        });
    let persona = transcript.reader_name(&character.name).map(|name| SavedPersona {
        name: name.to_owned(),
        description: String::new(),
    });
    let about = SavedAbout {
        id: None,
        title: transcript.title.clone(),
        created_at: transcript.speeches.first().and_then(|speech| speech.at),
        updated_at: None,
        branched_from: None,
        language: String::new(),
        persona,
        draft: String::new(),
        kept: Vec::new(),
    };
    Ok(SaveFile {
        character_id: character.id.clone(),
        character_name: character.name.clone(),
        conversations: vec![SavedConversation {
            about,
            messages: messages.collect(),
        }],
    })
}

/// Why a file does not come in. What is wrong with it stands one a line, `$.path: reason`, after a first line of its own.
pub(super) fn refused(error: &ImportError) -> Error {
    match error {
        ImportError::Foreign(program) => Error::new(
            "file_foreign",
            format!(
                "This is a conversation of {program}, which cannot be read yet. Nothing was imported; choose a save file or a plain \
                 transcript."
            ),
        ),
        ImportError::Archive => Error::new(
            "file_foreign",
            "This is an archive, not a conversation. Nothing was imported; if it is a backup, bring it back in the settings.",
        ),
        ImportError::Unknown => Error::new(
            "file_foreign",
            "This is neither a save file nor a transcript. Nothing was imported; choose another file.",
        ),
        ImportError::Unreadable(error) => not_read(error),
        ImportError::Invalid(problems) => Error::new("file_invalid", told(problems)),
    }
}

fn told(problems: &Problems) -> String {
    let mut lines = vec!["The file has faults. Nothing was imported; mend them or choose another file.".to_owned()];
    lines.extend(problems.listed.iter().map(line));
    if problems.more > 0 {
        lines.push(format!("And {} more.", problems.more));
    }
    lines.join("\n")
}

fn line(problem: &Problem) -> String {
    let Problem { path, reason } = problem;
    match path.as_str() {
        "" => reason.clone(),
        path if path.starts_with("line ") => format!("{path}: {reason}"),
        path if path.starts_with('[') => format!("${path}: {reason}"),
        path => format!("$.{path}: {reason}"),
    }
}
