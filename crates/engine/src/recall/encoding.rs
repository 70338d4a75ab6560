//! From what an encoder says of a text to what is kept and compared.

use super::query::EncodedQuery;
use super::vectors::{SentenceVector, TokenVectors, built_in_projection};

/// What an encoder says of a text: a piece for each token (a word, or the rest of one with `##` before it), the tokens' vectors one
/// after the other, and the vector of the whole.
#[derive(Debug, Clone, Copy)]
pub struct Encoding<'a> {
    pub pieces: &'a [String],
    pub vectors: &'a [f32],
    pub sentence: &'a [f32],
}

/// What the encoder is given for an utterance: with the name before it, "I" and "you" are understood better.
pub fn encoder_text(speaker: &str, text: &str) -> String {
    // The colon ends the name, so that it can be left off again.
    format!("{}: {text}", speaker.replace(':', " "))
}

/// The vectors to keep of an utterance that was encoded as [`encoder_text`] gives it. The name's tokens are left off: everything that a
/// speaker says would match it.
pub fn utterance_vectors(encoding: Encoding<'_>) -> (TokenVectors, SentenceVector) {
    let name = encoding
        .pieces
        .iter()
        .position(|piece| piece == ":" || piece == "##:")
        .map_or(0, |place| place + 1);
    let dimensions = encoding.sentence.len();
    let vectors = encoding.vectors.get(name * dimensions..).unwrap_or_default();
    let tokens = built_in_projection()
        .map(|projection| projection.tokens(vectors))
        .unwrap_or_default();
    (tokens, SentenceVector::quantised(encoding.sentence))
}

/// The vectors of a query, whose text was encoded as it is.
pub fn encoded_query(encoding: Encoding<'_>) -> EncodedQuery {
    EncodedQuery {
        pieces: encoding.pieces.to_vec(),
        tokens: built_in_projection()
            .map(|projection| projection.tokens(encoding.vectors))
            .unwrap_or_default(),
        sentence: SentenceVector::quantised(encoding.sentence),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tokens_of_the_name_are_left_off() {
        let pieces: Vec<String> = ["mel", "##anie", ":", "hi", "##ya"].map(str::to_owned).to_vec();
        let vectors: Vec<f32> = (0..5 * 384).map(|number| ((number * 37) % 101) as f32 - 50.0).collect();
        let sentence = vec![1.0; 384];
        let encoding = Encoding {
            pieces: &pieces,
            vectors: &vectors,
            sentence: &sentence,
        };
        let (tokens, _) = utterance_vectors(encoding);
        let query = encoded_query(encoding);
        assert_eq!((tokens.len(), query.tokens.len()), (2, 5));
        assert_eq!(tokens.token(0), query.tokens.token(3));
        assert_eq!(encoder_text("Dr: No", "Hi"), "Dr  No: Hi");
    }
}
