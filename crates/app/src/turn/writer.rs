//! Takes the pieces of a reply: shows them, and writes the text so far to the database.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use engine::blank::is_blank;
use engine::controls::{ControlFilter, without_controls};
use engine::conversation::Message;
use engine::event::Event;
use engine::ids::{ConversationId, MessageId, SessionId};
use engine::markup::{self, MarkupFormats, MarkupStream};
use engine::memory::view::PromptRecordView;
use engine::reply_joint::{Joint, joined};
use engine::save_file::limits;
use engine::view::{ErrorView, MessageView};
use store::{AsOf, Sent, UsedFacts};
use tokio::time::Instant;

use super::Turn;
use super::so_far::SoFar;
use crate::error::Result;
use crate::start::App;

/// A partial text is written at least this often, and at least every so many bytes.
const SAVE_EVERY: Duration = Duration::from_millis(200);
const SAVE_BYTES: usize = 2048;
/// No reply, and no reasoning before one, is longer, in bytes: a model that never ends must not fill memory and disk, and a save
/// file holds no more of a message (in characters, which are never more than bytes).
pub const MOST_BYTES: usize = limits::TEXT;

/// One reply as it grows.
pub struct Writer {
    app: App,
    session: SessionId,
    conversation_id: ConversationId,
    pub reply_id: MessageId,
    /// The alternate that is being written.
    pub alternate: u32,
    /// With the memory revision that it was made from.
    record: Option<(PromptRecordView, AsOf)>,
    shown_before: Message,
    text: String,
    reasoning: String,
    pub formats: Arc<MarkupFormats>,
    markup: MarkupStream,
    so_far: SoFar,
    /// How much of the reply the pages show, as [`markup::length`] counts.
    told: u64,
    /// Length of the text that was there before this turn: a continued reply's.
    kept_length: usize,
    saved_length: usize,
    saved_at: Instant,
    /// How the rest of a continued reply is joined to its beginning.
    joint: Joint,
    is_full: bool,
    /// Of the text and of the reasoning.
    controls: [ControlFilter; 2],
}

impl Writer {
    /// A writer for a reply that is empty, or holds what a cut-short reply already said.
    pub fn new(app: App, turn: &Turn, reply: &Message, so_far: SoFar) -> Self {
        let formats = app.library.markup_formats(&turn.character_id);
        let mut stream = MarkupStream::new(formats.clone());
        // What is on the page already is not told again.
        let told = markup::length(&stream.push(&reply.text));
        let (session, conversation_id) = (turn.session, turn.conversation_id);
        Self {
            app,
            session,
            conversation_id,
            reply_id: reply.id,
            alternate: reply.alternate,
            record: None,
            shown_before: reply.clone(),
            text: reply.text.clone(),
            reasoning: String::new(),
            formats,
            markup: stream,
            so_far,
            told,
            kept_length: reply.text.len(),
            saved_length: reply.text.len(),
            saved_at: Instant::now(),
            joint: Joint::AsWritten,
            controls: Default::default(),
            // Less room than for any one letter is none.
            is_full: reply.text.len() + char::MAX_LEN_UTF8 > MOST_BYTES,
        }
    }

    /// The rest of a continued reply comes as a message of its own, which begins without a space.
    pub fn begins_new_word(&mut self) {
        self.joint = Joint::NewWord;
    }

    /// Takes a piece of the reply; of one that reaches beyond [`MOST_BYTES`] its beginning, and nothing after that.
    pub async fn write(&mut self, piece: &str) {
        let piece = self.controls[0].pass(piece);
        let piece = if self.text.len() > self.kept_length {
            piece
        } else {
            Cow::Owned(joined(&self.text, &piece, self.joint).into_owned())
        };
        let piece = if self.wrote_nothing() && self.kept_length == 0 {
            piece.trim_start()
        } else {
            &piece
        };
        let room = if self.is_full {
            0
        } else {
            MOST_BYTES.saturating_sub(self.text.len())
        };
        let whole = piece.len();
        let piece = fitting(piece, room);
        self.is_full |= piece.len() < whole;
        if piece.is_empty() {
            return;
        }
        self.text.push_str(piece);
        self.so_far.extend(piece);
        let spans = self.markup.push(piece);
        self.tell(spans);
        if self.text.len() - self.saved_length >= SAVE_BYTES {
            self.save().await;
        }
    }

    /// What the model was sent, and when memory was read for it; it is kept with the end of the reply.
    pub fn note(&mut self, record: PromptRecordView, as_of: AsOf) {
        self.record = Some((record, as_of));
    }

    /// What is kept of the request.
    pub fn sent(&self) -> Option<Sent<'_>> {
        self.record
            .as_ref()
            .map(|(record, as_of)| Sent { record, as_of: *as_of })
    }

    /// A message as the page sees it.
    pub fn view(&self, message: Message) -> MessageView {
        MessageView {
            used_memories: self.sent().and_then(|sent| u32::try_from(sent.record.facts.len()).ok()),
            ..MessageView::new(message, &self.formats)
        }
    }

    /// An alternate that stands again as it was, with what is known of the request that it answered.
    pub async fn former_view(&self, message: Message) -> Result<MessageView> {
        let used = self.app.store.used_facts(self.session, self.conversation_id).await?;
        let of_message = |used: &&UsedFacts| used.message_id == message.id && used.alternate == message.alternate;
        let used_memories = used.iter().find(of_message).map(|used| used.facts);
        Ok(MessageView {
            used_memories,
            ..MessageView::new(message, &self.formats)
        })
    }

    /// Takes a piece of the model's reasoning.
    pub fn think(&mut self, piece: &str) {
        if self.reasoning.is_empty() {
            let (conversation_id, message_id) = (self.conversation_id, self.reply_id);
            self.app.events.tell(
                self.session,
                Event::TurnReasoning {
                    conversation_id,
                    message_id,
                },
            );
        }
        let room = MOST_BYTES.saturating_sub(self.reasoning.len());
        self.reasoning.push_str(fitting(&self.controls[1].pass(piece), room));
    }

    /// When the text has to be written next; it is written by [`Writer::save`].
    pub fn due(&self) -> Instant {
        self.saved_at + SAVE_EVERY
    }

    /// Writes the text so far, if there is anything new.
    pub async fn save(&mut self) {
        self.saved_at = Instant::now();
        if self.text.len() == self.saved_length {
            return;
        }
        let length = self.text.len();
        match self
            .app
            .store
            .write_partial(self.session, self.conversation_id, self.reply_id, &self.text)
            .await
        {
            Ok(()) => self.saved_length = length,
            Err(error) => tracing::warn!("a partial reply could not be written yet: {error}"),
        }
    }

    /// Takes another text for the whole reply; the page sees it with the end of the turn.
    pub fn replace(&mut self, text: String) {
        self.text = without_controls(&text).into_owned();
        self.markup = MarkupStream::new(self.formats.clone());
        self.kept_length = 0;
    }

    /// Tells what was held back for markup that never came.
    pub fn finish(&mut self) {
        let spans = self.markup.finish();
        self.tell(spans);
        let kept = self.text.trim_end().len().max(self.kept_length);
        self.text.truncate(kept);
    }

    pub fn wrote_nothing(&self) -> bool {
        self.text.len() <= self.kept_length || is_blank(&self.text[self.kept_length..])
    }

    /// Whether the reply is as long as one may be, so that there is no use in asking the model for more.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn reasoning(&self) -> Option<&str> {
        Some(self.reasoning.as_str()).filter(|reasoning| !reasoning.is_empty())
    }

    /// The reply as it stands on the page while it cannot be stored.
    pub fn unsaved(&self, error: ErrorView) -> Event {
        let message = Message {
            text: self.text.clone(),
            ..self.shown_before.clone()
        };
        let message = self.view(message);
        let conversation_id = self.conversation_id;
        Event::TurnNotStored {
            conversation_id,
            message,
            error,
        }
    }

    fn tell(&mut self, spans: Vec<markup::Span>) {
        if !spans.is_empty() {
            let (conversation_id, message_id, from) = (self.conversation_id, self.reply_id, self.told);
            self.told += markup::length(&spans);
            self.app.events.tell(
                self.session,
                Event::TurnDelta {
                    conversation_id,
                    message_id,
                    from,
                    spans,
                },
            );
        }
    }
}

/// The beginning of a text that fits into so many bytes.
fn fitting(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}
