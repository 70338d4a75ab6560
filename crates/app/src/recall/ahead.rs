//! What the words in the composer call to mind, looked for while the reader still types: the turn that says them need not look again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use engine::conversation::{Message, MessageState, Role};
use engine::graph::view::{RecallMethod, RecallSettings};
use engine::ids::{ConversationId, MessageId, SessionId};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use uuid::Uuid;

use super::ask::{Ask, Match, RecalledMemory, matches, standing};
use super::open::{OpenGraph, Seen, Source};
use super::prompt::{asked_part, tells_something};
use super::settings::settings_of;
use crate::error::Result;
use crate::memory::context::Remembered;
use crate::start::App;
use crate::turn::{Turn, messages_to_send};

/// What was found longer ago is looked for again: "yesterday" may be another day by now.
const LONGEST: SignedDuration = SignedDuration::from_mins(5);

/// The last look ahead; one reader types one message.
#[derive(Default)]
pub struct Ahead(Mutex<Option<Looking>>);

#[derive(Clone)]
struct Looking {
    place: (SessionId, ConversationId),
    text: String,
    /// None until it is over.
    over: watch::Receiver<Option<Found>>,
}

/// None where nothing could be looked for.
type Found = Option<Arc<Look>>;

/// What a text called to mind, and all that this depends on.
#[derive(Debug, Clone)]
pub(super) struct Look {
    at: Timestamp,
    pub(super) before: Option<u32>,
    settings: RecallSettings,
    seen: HashMap<Source, Seen>,
    found: (RecallMethod, Vec<Match>),
    /// The same as it stood after so many changes of memory.
    memories: Vec<RecalledMemory>,
    changes: u64,
}

impl Look {
    /// Whether what was found is what would be found now.
    pub fn holds(&self, open: &OpenGraph, settings: &RecallSettings, ask: &Ask<'_>) -> bool {
        let is_fresh = ask.now.duration_since(self.at).abs() <= LONGEST;
        is_fresh && self.before == ask.before && self.settings == *settings && self.seen == open.seen
    }

    /// What was found, as far as it is still there and may be recalled.
    pub async fn memories(&self, app: &App, session: SessionId, id: ConversationId) -> Result<Vec<RecalledMemory>> {
        if app.store.memory_changes() == self.changes {
            return Ok(self.memories.clone());
        }
        Ok(standing(app, session, id, self.found.clone()).await?.memories)
    }
}

impl Ahead {
    /// What was looked for ahead, if it was this text; waits for a look that is under way.
    pub(super) async fn of(&self, place: (SessionId, ConversationId), text: &str) -> Found {
        let looking = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut looking = looking.filter(|looking| looking.place == place && looking.text == text)?;
        // An error means that it was given up.
        let over = looking.over.wait_for(Option::is_some).await.ok()?;
        over.clone().flatten()
    }

    /// Notes that a look has begun, and where to say what it found.
    fn begin(&self, place: (SessionId, ConversationId), text: &str) -> watch::Sender<Option<Found>> {
        let (found, over) = watch::channel(None);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Looking {
            place,
            text: text.to_owned(),
            over,
        });
        found
    }
}

/// What stands in the composer will probably be said: looks for what it calls to mind. Returns at once.
pub fn look_ahead(app: &App, session: SessionId, id: ConversationId, text: &str) {
    let text = asked_part(text);
    if !tells_something(&text) {
        return;
    }
    app.graphs.encoder.encode_ahead(&text);
    let found = app.graphs.ahead.begin((session, id), &text);
    let app = app.clone();
    tokio::spawn(async move {
        let look = look(&app, session, id, &text).await.unwrap_or_else(|error| {
            tracing::debug!(code = error.code, "nothing could be looked for ahead: {error}");
            None
        });
        // Nobody may want to know any more.
        let _ = found.send(Some(look.map(Arc::new)));
    });
}

/// None where a turn would have to read the memories first.
async fn look(app: &App, session: SessionId, id: ConversationId, text: &str) -> Result<Option<Look>> {
    let conversation = app.store.conversation(session, id).await?;
    let turn = Turn {
        session,
        conversation_id: id,
        character_id: conversation.character_id,
    };
    let (mut messages, remembered, settings) = tokio::try_join!(
        messages_to_send(app, &turn),
        Remembered::of(app, session, id),
        settings_of(app, session),
    )?;
    if settings.most == 0 || settings.tokens == 0 {
        return Ok(None);
    }
    let now = Timestamp::now();
    messages.push(said(text, messages.last().map_or(0, |last| last.position + 1), now));
    let before = remembered.first_recent(&messages);
    let open = app.graphs.of((session, id)).lock_owned().await;
    if !open.is_read {
        return Ok(None);
    }
    let ask = Ask {
        text,
        now,
        method: settings.method,
        most: settings.most as usize,
        before,
    };
    let found = matches(app, session, (id, &open), (&settings, ask)).await?;
    let seen = open.seen.clone();
    drop(open);
    let memories = standing(app, session, id, found.clone()).await?.memories;
    Ok(Some(Look {
        at: now,
        before,
        settings,
        seen,
        found,
        memories,
        // Counted before memory was read through the connection that writes, so all of these changes were over by then. One that only
        // began meanwhile, and whose outcome was not seen yet, makes another number.
        changes: remembered.as_of().changes,
    }))
}

/// The message that is only being typed.
fn said(text: &str, position: u32, now: Timestamp) -> Message {
    Message {
        id: MessageId(Uuid::now_v7()),
        position,
        role: Role::User,
        text: text.to_owned(),
        state: MessageState::Complete,
        alternate: 0,
        alternates: 1,
        model: None,
        created_at: now,
    }
}
