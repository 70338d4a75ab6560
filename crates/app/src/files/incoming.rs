//! A conversation from a file: read as a whole, checked, and only then created.

use engine::character::Character;
use engine::conversation::MessageState;
use engine::counted::counted;
use engine::event::Event;
use engine::ids::{CharacterId, ConversationId, OperationId, PersonaId, SessionId};
use engine::save_file::memory::SECTIONS;
use engine::save_file::{
    SaveFile, SavedAbout, SavedAlternate, SavedConversation, SavedMessage, SavedPersona, SavedTime, limits, rename,
};
use import::problems::Problems;
use import::transcript::Transcript;
use import::{Import, ImportError, Problem};
use jiff::Timestamp;
use store::{ImportOperation, NewFamily, PastAdded, StoredPersona};
use uuid::Uuid;

use super::cleaned::clean;
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

/// Reads a conversation from a file. Nothing is written unless the whole of it is good. One that is sent again gets the first
/// answer, also when the file is gone by now.
pub async fn read_conversation(app: &App, session: SessionId, input: ImportConversation) -> Result<ImportReport> {
    let _one_by_one = app.importing.lock().await;
    if let Some(id) = input.operation_id
        && let Some(answer) = app.store.import_answer(session, id).await?
    {
        return serde_json::from_value(answer).map_err(|error| Error::new("internal", error.to_string()));
    }
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
    create(app, session, coming, input.operation_id).await
}

async fn create(
    app: &App,
    session: SessionId,
    coming: Coming,
    operation_id: Option<OperationId>,
) -> Result<ImportReport> {
    let own = app.store.personas(session).await?;
    let ready = ready(coming, Moment::Now, &own)?;
    let answer = |past: PastAdded| serde_json::to_value(ready.report(past)).unwrap_or_default();
    let operation = operation_id.map(|id| ImportOperation { id, answer: &answer });
    let past = app.store.create_family(session, ready.family(), operation).await?;
    ready.tell(app, session);
    Ok(ready.report(past))
}

/// When the conversation that comes in counts as changed last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// Now, so that it is the one that is opened.
    Now,
    /// As the file says.
    AsSaved,
}

/// Conversations that only have to be written.
pub(super) struct Ready {
    coming: Coming,
    personas: Vec<PersonaId>,
    now: Timestamp,
}

/// Makes what a save file of a backup holds ready; `own` are the reader's personas, those of the backup among them.
pub(super) fn ready_from_backup(save: import::Save, own: &[StoredPersona]) -> Result<Ready> {
    let coming = Coming {
        file: save.file,
        format: save.format,
        repaired: save.repaired,
    };
    ready(coming, Moment::AsSaved, own)
}

fn ready(mut coming: Coming, moment: Moment, own: &[StoredPersona]) -> Result<Ready> {
    let now = Timestamp::now();
    let file = &mut coming.file;
    let late = put_times_right(file, now);
    if late > 0 {
        let times = if late == 1 { "A time" } else { "Times" };
        coming
            .repaired
            .push(format!("{times} in the future became now: {late} in all"));
    }
    let cleaned = clean(file);
    if cleaned > 0 {
        let had = counted(cleaned, "text lost its", "texts lost their");
        coming.repaired.push(format!("{had} control characters"));
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
    let personas = personas(own, &file.conversations);
    Ok(Ready { coming, personas, now })
}

impl Ready {
    /// For the store.
    pub fn family(&self) -> NewFamily<'_> {
        let file = &self.coming.file;
        NewFamily {
            character_id: &file.character_id,
            conversations: &file.conversations,
            personas: &self.personas,
            now: self.now,
        }
    }

    pub fn conversation_count(&self) -> usize {
        self.coming.file.conversations.len()
    }

    /// Tells the pages, once it is written.
    pub fn tell(&self, app: &App, session: SessionId) {
        app.events.tell(
            session,
            Event::ConversationChanged {
                conversation_id: self.first_id(),
                revision: 0,
            },
        );
    }

    fn report(&self, past: PastAdded) -> ImportReport {
        let file = &self.coming.file;
        let mut repaired = self.coming.repaired.clone();
        if past.forgotten > 0 {
            let stay = counted(
                past.forgotten,
                "memory that you had forgotten stays",
                "memories that you had forgotten stay",
            );
            repaired.push(format!("{stay} forgotten"));
        }
        ImportReport {
            conversation_id: self.first_id(),
            character_id: file.character_id.clone(),
            format: self.coming.format.clone(),
            messages: u32::try_from(file.message_count()).unwrap_or(u32::MAX),
            past_memories: past.added,
            repaired,
            kept_unused: kept_names(file),
        }
    }

    fn first_id(&self) -> ConversationId {
        let first = self.coming.file.conversations.first();
        first
            .and_then(|conversation| conversation.about.id)
            .unwrap_or(ConversationId(Uuid::nil()))
    }
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
fn personas(own: &[StoredPersona], conversations: &[SavedConversation]) -> Vec<PersonaId> {
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
    played.collect()
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
