//! The encoder in llama.cpp: one batch a window, no pooling, so that every token keeps its vector.

use std::num::NonZeroU32;
use std::path::Path;

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::{LlamaContextParams, LlamaPoolingType};
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;

use super::EncodedText;
use crate::error::ModelError;
use crate::local::runtime::{backend, load_weights, with_captured_log};

/// The most tokens that are read at once, the marks at both ends included. all-MiniLM-L6-v2 was trained on sentences of 128 to 256
/// tokens; beyond them its vectors get worse.
const WINDOW_TOKENS: usize = 256;

/// llama.cpp refuses more.
const MAX_THREADS: u32 = 512;

/// Mark of a piece that begins a word in WordPiece vocabularies as llama.cpp holds them.
const WORD_START: char = '\u{2581}';

pub struct EncoderWeights {
    model: LlamaModel,
    window: usize,
    threads: i32,
}

impl EncoderWeights {
    pub fn load(path: &Path, threads: u32) -> Result<Self, ModelError> {
        let shown = path.display();
        if !path.is_file() {
            return Err(local(format!(
                "there is no encoder at {shown}; memories are found by their words until it is fetched again"
            )));
        }
        let model = load_weights(path)?.map_err(|reason| {
            local(format!(
                "the encoder {shown} could not be loaded ({reason}); fetch it again"
            ))
        })?;
        // A model that writes text has no vectors to compare, and one without an end mark cannot be read in windows.
        let architecture = model.meta_val_str("general.architecture").unwrap_or_default();
        if !architecture.contains("bert") {
            return Err(local(format!("{shown} is no text encoder; choose an embedding model")));
        }
        let trained = usize::try_from(model.n_ctx_train()).unwrap_or(WINDOW_TOKENS);
        Ok(Self {
            window: WINDOW_TOKENS.min(trained).max(3),
            threads: i32::try_from(threads.clamp(1, MAX_THREADS)).unwrap_or(1),
            model,
        })
    }

    pub fn dimensions(&self) -> usize {
        usize::try_from(self.model.n_embd()).unwrap_or_default()
    }

    pub fn id(&self) -> String {
        let name = self.model.meta_val_str("general.name").unwrap_or_default();
        format!("{}-{}", name.trim(), self.model.size())
    }

    /// The pieces of the vocabulary that are whole words, in its order: the most frequent first.
    pub fn whole_words(&self) -> Vec<String> {
        let vocab = self.model.vocab();
        let texts = vocab
            .tokens()
            .map(|token| piece_text(&vocab.token_to_piece(token, false, None)));
        texts
            .filter(|text| !text.is_empty() && !text.starts_with("##"))
            .collect()
    }

    pub fn new_context(&self) -> Result<EncoderContext<'_>, ModelError> {
        let tokens = u32::try_from(self.window).unwrap_or(u32::MAX);
        let params = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(tokens))
            .with_n_batch(tokens)
            .with_n_ubatch(tokens)
            .with_n_seq_max(1)
            .with_n_threads(self.threads)
            .with_n_threads_batch(self.threads)
            .with_embeddings(true)
            .with_pooling_type(LlamaPoolingType::None)
            .with_no_perf(true);
        let backend = backend()?;
        let (context, _) = with_captured_log(|| self.model.new_context(backend, params));
        Ok(EncoderContext {
            weights: self,
            context: context.map_err(|error| local(format!("no memory for the encoder ({error})")))?,
            batch: LlamaBatch::new(self.window, 1),
        })
    }
}

pub struct EncoderContext<'weights> {
    weights: &'weights EncoderWeights,
    context: LlamaContext<'weights>,
    batch: LlamaBatch<'static>,
}

impl EncoderContext<'_> {
    pub fn encode(&mut self, text: &str) -> Result<EncodedText, ModelError> {
        let vocab = self.weights.model.vocab();
        let marked = vocab.tokenize(text.as_bytes(), true, false);
        let dimensions = self.weights.dimensions();
        let mut encoded = EncodedText {
            pieces: Vec::new(),
            vectors: Vec::new(),
            sentence: vec![0.0; dimensions],
        };
        let (Some(first), Some(last)) = (marked.first().copied(), marked.last().copied()) else {
            return Ok(encoded);
        };
        let body = marked.get(1..marked.len() - 1).unwrap_or_default();
        let mut read = 0_usize;
        for window in body.chunks(self.weights.window - 2) {
            self.read(first, window, last)?;
            for index in 0..window.len() + 2 {
                let vector = self.vector(index)?;
                encoded
                    .sentence
                    .iter_mut()
                    .zip(vector)
                    .for_each(|(sum, number)| *sum += number);
                if (1..=window.len()).contains(&index) {
                    encoded.vectors.extend_from_slice(vector);
                }
            }
            read += window.len() + 2;
        }
        encoded.sentence.iter_mut().for_each(|sum| *sum /= read.max(1) as f32);
        encoded.pieces = body
            .iter()
            .map(|token| piece_text(&vocab.token_to_piece(*token, false, None)))
            .collect();
        Ok(encoded)
    }

    fn read(&mut self, first: LlamaToken, window: &[LlamaToken], last: LlamaToken) -> Result<(), ModelError> {
        self.batch.clear();
        let tokens = std::iter::once(&first).chain(window).chain(std::iter::once(&last));
        for (position, token) in tokens.enumerate() {
            self.batch.add(*token, position as i32, &[0], true).map_err(unread)?;
        }
        self.context.encode(&mut self.batch).map_err(unread)
    }

    fn vector(&self, index: usize) -> Result<&[f32], ModelError> {
        self.context.embeddings_ith(index as i32).map_err(unread)
    }
}

/// "word" or "##rest": the vocabulary's own way of writing pieces, which llama.cpp turns around.
fn piece_text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    match text.strip_prefix(WORD_START).or_else(|| text.strip_prefix(' ')) {
        Some(word) => word.to_owned(),
        None => format!("##{text}"),
    }
}

fn unread(error: impl std::fmt::Display) -> ModelError {
    local(format!("the encoder could not read a text ({error})"))
}

fn local(message: String) -> ModelError {
    ModelError::Local { message }
}
