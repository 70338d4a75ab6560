//! Sending a chosen draft at reading speed.

/// The text in pieces of one word with the white space after it; together they are the text.
pub fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let word = rest
            .find(|character: char| !character.is_whitespace())
            .unwrap_or(rest.len());
        let space = rest[word..]
            .find(char::is_whitespace)
            .map_or(rest.len(), |place| word + place);
        let end = rest[space..]
            .find(|character: char| !character.is_whitespace())
            .map_or(rest.len(), |place| space + place);
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}
