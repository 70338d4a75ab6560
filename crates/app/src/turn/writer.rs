//! Takes the pieces of a reply: shows them, and writes the text so far to the database.

use std::sync::Arc;
use std::time::Duration;

use engine::conversation::Message;
use engine::event::Event;
use engine::ids::{ConversationId, MessageId, SessionId};
use engine::markup::{self, MarkupFormats, MarkupStream};
use engine::view::{ErrorView, MessageView};
use tokio::time::Instant;

use super::Turn;
use super::so_far::SoFar;
use crate::start::App;

/// A partial text is written at least this often, and at least every so many bytes.
const SAVE_EVERY: Duration = Duration::from_millis(200);
const SAVE_BYTES: usize = 2048;

/// One reply as it grows.
pub struct Writer {
    app: App,
    session: SessionId,
    conversation_id: ConversationId,
    pub reply_id: MessageId,
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
    joins_next: bool,
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
            joins_next: false,
        }
    }

    /// The next piece begins a new word, whatever stands before it.
    pub fn join_next(&mut self) {
        self.joins_next = true;
    }

    /// Takes a piece of the reply.
    pub async fn write(&mut self, piece: &str) {
        let joined = std::mem::take(&mut self.joins_next) && piece.starts_with(char::is_alphanumeric);
        let piece = &if joined { format!(" {piece}") } else { piece.to_owned() };
        let piece = if self.wrote_nothing() && self.kept_length == 0 {
            piece.trim_start()
        } else {
            piece
        };
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
        self.reasoning.push_str(piece);
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
        self.text = text;
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
        self.text.len() <= self.kept_length || self.text[self.kept_length..].trim().is_empty()
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
        let message = MessageView::new(message, &self.formats);
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
