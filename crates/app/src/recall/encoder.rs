//! The sentence encoder of this computer, where there is one: it makes recall find what was said in other words. Nothing waits for it
//! but a turn's own text, and that not for long.

use std::collections::HashMap;

use engine::ids::SessionId;
use engine::recall::{EncodedQuery, SentenceVector};
use store::{KeptVectors, MemoriesOf, StoredVectors};
use uuid::Uuid;

use super::open::{OpenGraph, Source};
use crate::error::Result;
use crate::start::App;

/// What an encoder made of a text.
pub struct Encoded {
    pub sentence: SentenceVector,
    /// Packed, as they are kept.
    pub tokens: Vec<u8>,
}

/// A text to be encoded, and whose it is.
pub struct Unencoded {
    pub owner: Uuid,
    /// In the index.
    pub key: u64,
    pub text: String,
    /// Who said it.
    pub speaker: String,
}

/// Up to so many utterances without vectors are looked for one by one; of more, all that are kept are read.
const FEW_WAITING: usize = 256;
/// So many texts are encoded and kept at a time.
const AT_ONCE: usize = 32;
/// So many batches are encoded for one look; the next look goes on.
const MOST_BATCHES: usize = 200;

/// Encodes what has no vectors yet, a batch at a time, while no reply is being written. The memories are not locked meanwhile.
pub async fn encode_missing(app: &App, session: SessionId, graph: &tokio::sync::Mutex<OpenGraph>) -> Result<()> {
    if app.graphs.ending.is_cancelled() {
        return Ok(());
    }
    let Some(encoder) = app.graphs.encoder.id(app).await else {
        return Ok(());
    };
    // What was encoded before this start of the program, or before another wording was chosen.
    let few = graph.lock().await.waiting_owners(FEW_WAITING);
    match few {
        Some(owners) => {
            let kept = app.store.sentence_vectors_of(session, &encoder, &owners).await?;
            take(&mut *graph.lock().await, kept);
        }
        None => take_kept(app, session, &mut *graph.lock().await, &encoder).await?,
    }
    for _ in 0..MOST_BATCHES {
        let batch = graph.lock().await.unencoded(AT_ONCE);
        if batch.is_empty() || app.turns.are_running() || app.graphs.ending.is_cancelled() {
            break;
        }
        let mut made = Vec::new();
        let mut keys = Vec::new();
        for text in batch {
            let Some(encoded) = app.graphs.encoder.encode(&text.speaker, &text.text).await else {
                return Ok(());
            };
            keys.push((text.key, encoded.sentence.clone()));
            let vectors = StoredVectors {
                owner: text.owner,
                sentence: encoded.sentence.to_bytes(),
                tokens: encoded.tokens,
            };
            made.push((text.text, vectors));
        }
        app.store.write_vectors(session, &encoder, &made).await?;
        let mut open = graph.lock().await;
        for (key, sentence) in keys {
            open.set_sentence(key, sentence);
        }
    }
    Ok(())
}

/// Takes the sentence vectors that are kept, for utterances that have none.
pub async fn take_kept(app: &App, session: SessionId, open: &mut OpenGraph, encoder: &str) -> Result<()> {
    if open.waiting.is_empty() {
        return Ok(());
    }
    let sources: Vec<Source> = open.seen.keys().copied().collect();
    let character = open.character.clone();
    for source in sources {
        let of = match (source, &character) {
            (Source::Conversation(id), _) => MemoriesOf::Conversation(id),
            (Source::Past, Some(character)) => MemoriesOf::Past(character),
            (Source::Past, None) => continue,
        };
        take(open, app.store.sentence_vectors(session, of, encoder).await?);
    }
    Ok(())
}

fn take(open: &mut OpenGraph, kept: Vec<KeptVectors>) {
    for kept in kept {
        open.set_sentence_of(kept.owner, (kept.place, SentenceVector::from_bytes(&kept.vectors)));
    }
}

/// What the encoder makes of some texts, each with who says it, packed as it is kept (of the sentence, of the tokens), with the encoder's name; none without
/// an encoder. For measuring.
pub async fn encoded(
    app: &App,
    texts: impl Iterator<Item = (String, String)>,
) -> Option<(String, HashMap<String, (Vec<u8>, Vec<u8>)>)> {
    let encoder = app.graphs.encoder.id(app).await?;
    let mut made = HashMap::new();
    for (speaker, text) in texts {
        let encoded = app.graphs.encoder.encode(&speaker, &text).await?;
        made.insert(text, (encoded.sentence.to_bytes(), encoded.tokens));
    }
    Some((encoder, made))
}

pub use loaded::Encoders;

#[cfg(feature = "local")]
mod loaded {
    use std::collections::VecDeque;
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::Duration;

    use engine::recall::{Encoding, encoded_query, encoder_text, utterance_vectors};
    use llm::local::encoder::{EncodedText, Encoder, Haste};
    use tokio::sync::OnceCell;

    use super::{Encoded, EncodedQuery};
    use crate::start::App;

    /// A turn waits no longer than this for its own text to be encoded.
    const LONGEST_QUERY: Duration = Duration::from_millis(200);
    /// More would wait for each other where other programs compute too.
    const THREADS: u32 = 1;
    /// So many texts that were asked about last are kept encoded: who tries again asks the same.
    const MOST_ASKED: usize = 8;

    type Asked = Arc<OnceCell<EncodedQuery>>;

    /// The encoder, loaded when it is first needed.
    #[derive(Default)]
    pub struct Encoders {
        loaded: OnceCell<Option<Encoder>>,
        /// The last one first.
        asked: Mutex<VecDeque<(String, Asked)>>,
    }

    impl Encoders {
        /// Tells the vectors of this encoder from those of another; loads it when it is not yet. None without one.
        pub async fn id(&self, app: &App) -> Option<String> {
            let loaded = self.loaded.get_or_init(|| load(app)).await;
            loaded.as_ref().map(|encoder| encoder.id().to_owned())
        }

        /// As [`Self::id`], without loading anything.
        pub fn ready_id(&self) -> Option<&str> {
            self.loaded.get()?.as_ref().map(Encoder::id)
        }

        pub async fn encode(&self, speaker: &str, text: &str) -> Option<Encoded> {
            let encoder = self.loaded.get()?.as_ref()?;
            let encoded = encoder
                .encode(&encoder_text(speaker, text), Haste::Patient)
                .await
                .ok()?;
            let (tokens, sentence) = utterance_vectors(encoding(&encoded));
            Some(Encoded {
                sentence,
                tokens: tokens.to_bytes(),
            })
        }

        /// Ends the encoder, if there is one, and waits until it computes no more.
        pub async fn end(&self) {
            if let Some(encoder) = self.loaded.get().and_then(Option::as_ref) {
                encoder.end().await;
            }
        }

        /// Somebody will soon wait for this one: it is encoded while other things are done. Returns at once.
        pub fn encode_ahead(&self, text: &str) {
            if let Some(encoder) = self.loaded.get().and_then(Clone::clone) {
                let (asked, text) = (self.asked(text), text.to_owned());
                tokio::spawn(async move {
                    let _ = asked.get_or_try_init(|| query(&encoder, &text)).await;
                });
            }
        }

        /// Somebody waits for this one.
        pub async fn encode_query(&self, text: &str) -> Option<EncodedQuery> {
            let encoder = self.loaded.get()?.as_ref()?;
            let asked = self.asked(text);
            let encoded = tokio::time::timeout(LONGEST_QUERY, asked.get_or_try_init(|| query(encoder, text)));
            encoded.await.ok()?.ok().cloned()
        }

        fn asked(&self, text: &str) -> Asked {
            let mut texts = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            let known = texts.iter().position(|(known, _)| known == text);
            let entry = known.and_then(|place| texts.remove(place));
            let entry = entry.unwrap_or_else(|| (text.to_owned(), Asked::default()));
            let asked = entry.1.clone();
            texts.push_front(entry);
            texts.truncate(MOST_ASKED);
            asked
        }
    }

    async fn query(encoder: &Encoder, text: &str) -> Result<EncodedQuery, llm::ModelError> {
        let encoded = encoder.encode(text, Haste::Urgent).await?;
        Ok(encoded_query(encoding(&encoded)))
    }

    fn encoding(encoded: &EncodedText) -> Encoding<'_> {
        Encoding {
            pieces: &encoded.pieces,
            vectors: &encoded.vectors,
            sentence: &encoded.sentence,
        }
    }

    async fn load(app: &App) -> Option<Encoder> {
        let name = format!("{}.gguf", app.models.config().embedding_model);
        let path = app
            .folders
            .models
            .iter()
            .map(|folder| folder.join(&name))
            .find(|path| path.is_file())?;
        let loading = tokio::task::spawn_blocking(move || Encoder::load(&path, THREADS));
        match loading.await {
            Ok(Ok(encoder)) if encoder.dimensions() == engine::recall::ENCODER_DIMENSIONS => Some(encoder),
            Ok(Ok(_)) => {
                tracing::warn!(
                    "the encoder for recall is another one than was expected; memories are found by their words"
                );
                None
            }
            Ok(Err(error)) => {
                tracing::warn!(
                    "the encoder for recall cannot be loaded, and memories are found by their words: {error}"
                );
                None
            }
            Err(_) => None,
        }
    }
}

#[cfg(not(feature = "local"))]
mod loaded {
    use super::{Encoded, EncodedQuery};
    use crate::start::App;

    /// This program was built without models in the process: there is no encoder.
    #[derive(Default)]
    pub struct Encoders {}

    impl Encoders {
        pub async fn id(&self, _: &App) -> Option<String> {
            None
        }

        pub fn ready_id(&self) -> Option<&str> {
            None
        }

        pub async fn encode(&self, _: &str, _: &str) -> Option<Encoded> {
            None
        }

        pub async fn end(&self) {}

        pub fn encode_ahead(&self, _: &str) {}

        pub async fn encode_query(&self, _: &str) -> Option<EncodedQuery> {
            None
        }
    }
}
