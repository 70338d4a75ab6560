//! Words that say what a text is about, folded as for the search; for comparing a fact with other texts.

use std::collections::HashSet;

use crate::search::words;

/// Shorter words say little, but for figures and characters of scripts without spaces.
const FEWEST_LETTERS: usize = 4;
/// Words that share so many letters at their beginning count as the same: "nurse", "nursing"; "annem", "annesi".
const STEM: usize = 4;

/// Frequent words of English and Turkish that are long enough and say nothing about the topic, folded.
const EMPTY: &str = " about after again also always another anything away because been before being both come comes could does \
    doing done down each even ever every everything from give going good have having hello here into just know knows like likes \
    little made make makes many mean more most much must never nothing once only other over please really said same says shall \
    should since some somebody someone something still such sure take tell than thank that their them then there these they thing \
    things think this those though through told under until very want wants well were what when where which while will with without \
    would yeah your yours yourself \
    acaba ama artik asla aslinda ayni bana bazi belki beni benim biraz birkac biri birsey boyle bugun bunu bunun burada cunku daha \
    degil diye dogru ediyor eger evet fakat falan gerek gibi gore hala hatta hayir hepsi hicbir icin ilgili iste kadar karsi kendi \
    kendim lutfen nasil neden nerede olan olarak oldu oldugu olmak olsun olur onlar onun oyle peki sadece sana seni senin sizi \
    sizin simdi sonra soyle sunu tamam yani yine zaten zaman ";

/// The content words of a text, in order.
pub(crate) fn content(text: &str) -> Vec<String> {
    let telling = words(text).into_iter().filter(|word| {
        let long = word.folded.chars().count() >= FEWEST_LETTERS && !EMPTY.contains(&format!(" {} ", word.folded));
        word.is_character || long || word.folded.chars().any(char::is_numeric)
    });
    telling.map(|word| word.folded).collect()
}

/// The folded words of an English text, contractions spelled out: "I'm" as "i am", "don't" as "do not".
pub(crate) fn english_words(text: &str) -> Vec<String> {
    let mut spelled: Vec<String> = Vec::new();
    for word in words(text) {
        let full = spelled_out(spelled.last_mut(), &word.folded).to_owned();
        spelled.push(full);
    }
    spelled
}

/// A piece behind an apostrophe (where the search cuts words) as a word; the one before it gives back the "n" of "don't".
pub(crate) fn spelled_out<'a>(before: Option<&mut String>, word: &'a str) -> &'a str {
    let Some(before) = before else { return word };
    match (before.as_str(), word) {
        ("i", "m") => "am",
        ("can", "t") => "not",
        (_, "ve") => "have",
        (_, "re") => "are",
        (_, "ll") => "will",
        ("i" | "you" | "he" | "she" | "we" | "they", "d") => "would",
        (_, "t") if before.ends_with('n') => {
            before.pop();
            "not"
        }
        _ => word,
    }
}

/// What is compared of a word.
pub(crate) fn stem(word: &str) -> String {
    word.chars().take(STEM).collect()
}

/// The stems of a text's content words.
pub(crate) fn stems(text: &str) -> HashSet<String> {
    content(text).iter().map(|word| stem(word)).collect()
}

/// Whether two texts share a content word, whatever its ending.
pub(crate) fn share_a_word(one: &str, other: &str) -> bool {
    !stems(one).is_disjoint(&stems(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shared_whatever_their_case_and_ending() {
        for (one, other) in [
            ("I am a NURSE.", "What is nursing like?"),
            ("Annem İzmir'de.", "Ayşe'nin annesi"),
            ("Şarkı söylerim", "sarki"),
            ("Born in 1987", "1987?"),
            ("我在东京", "東京很好, 东"),
        ] {
            assert!(share_a_word(one, other), "{one:?}, {other:?}");
        }
        for (one, other) in [
            ("I would like some of that", "What would you like?"),
            ("", ""),
            ("Bana biraz daha", "Belki biraz"),
        ] {
            assert!(!share_a_word(one, other), "{one:?}, {other:?}");
        }
    }
}
