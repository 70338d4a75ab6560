//! What ends the illusion that somebody is speaking: a draft that names the role, denies it, gives it to the reader, says a thing
//! twice, or has nothing to tell.

use std::collections::HashSet;

use super::claims::{claims_to_be, clauses, is_generic, small};
use super::score::{Draft, name_words, says_any, when};
use super::texts;
use super::words::{content_words, is_listed, words};

/// Phrases of whoever plays a part, and of the prompt that gives it.
const PHRASES: [&str; 45] = [
    "as an ai",
    "an ai",
    "ai assistant",
    "ai model",
    "language model",
    "chatbot",
    "an assistant",
    "your assistant",
    "virtual assistant",
    "digital assistant",
    "computer program",
    "i was programmed",
    "i'm programmed",
    "can i help you today",
    "can i assist you",
    "i can assist",
    "here to assist",
    "here to help you with",
    "the user",
    "the user's",
    "the guest is",
    "the guest has",
    "the guest's",
    "the reader",
    "the narrator",
    "the protagonist",
    "main character",
    "the character",
    "my character",
    "your character",
    "roleplay",
    "role play",
    "role of",
    "my role",
    "your role",
    "in character",
    "fictional character",
    "this scenario",
    "the scenario",
    "the prompt",
    "short sentences",
    "this conversation",
    "my training",
    "openai",
    "hugging face",
];

/// Speaks of the part instead of playing it.
pub fn breaks_character(draft: &Draft<'_>) -> f32 {
    when(says_any(&draft.words, &PHRASES), 6.0)
}

/// What the card says the character is: the words of "You are …" up to where, when and with whom, of the role, and of the name.
fn own_nature(draft: &Draft<'_>) -> HashSet<String> {
    let names = draft.input.names();
    let description = texts::description(draft.input.character, &names);
    let role = words(&draft.input.character.identity.role);
    let ends = |word: &String| is_listed("in from of at on to with by for who that which whom but whose", word);
    let mut nature: HashSet<String> = role.into_iter().take_while(|word| !ends(word)).collect();
    for sentence in description.split_inclusive(['.', ':', ';', '!', '?']) {
        let said = words(sentence);
        if let Some(nature_told) = said.strip_prefix(&["you".to_owned(), "are".to_owned()]) {
            nature.extend(nature_told.iter().take_while(|word| !ends(word)).cloned());
        }
    }
    nature.extend(words(names.char));
    nature.retain(|word| word.chars().count() >= 3 && !is_generic(word));
    nature
}

/// "I am not a knight", said by one whose card says that he is one.
pub fn denies_itself(draft: &Draft<'_>) -> f32 {
    let nature = own_nature(draft);
    let denies = clauses(&draft.speech).iter().any(|clause| {
        let Some([not, denied @ ..]) = claims_to_be(clause, &["i'm", "i am", "i was", "i've been"]) else {
            return false;
        };
        // "Not only a detective" denies nothing.
        is_listed("not no never", &small(not))
            && !denied
                .first()
                .is_some_and(|word| is_listed("only just merely simply", &small(word)))
            && denied
                .iter()
                .map(|word| small(word))
                .take_while(|word| !is_listed("in from of at on to with by for who that which but", word))
                .any(|word| nature.contains(&word))
    });
    when(denies, 5.0)
}

/// "You are Captain Nemo", said by the captain.
pub fn takes_the_reader_for_itself(draft: &Draft<'_>) -> f32 {
    let own = name_words(draft);
    let takes = clauses(&draft.speech).iter().any(|clause| {
        let Some(called) = claims_to_be(clause, &["you're", "you are", "you were"]) else {
            return false;
        };
        called
            .iter()
            .map(|word| small(word))
            .take_while(|word| !is_listed("in from of at on to with by for and but who that not", word))
            .any(|word| own.contains(&word))
    });
    when(takes, 5.0)
}

/// "The ship is the Nautilus. It is a ship.": a sentence that tells nothing that the one before has not told.
pub fn says_it_twice(draft: &Draft<'_>) -> f32 {
    let sentences: Vec<Vec<String>> = draft
        .speech
        .split_inclusive(['.', '!', '?'])
        .filter(|sentence| !sentence.ends_with('?'))
        .map(words)
        .collect();
    let twice = sentences
        .windows(2)
        .any(|pair| repeats_subject(&pair[0], &pair[1]) || adds_nothing(&pair[0], &pair[1]));
    when(
        twice || sentences.iter().any(|sentence| explains_by_itself(sentence)),
        2.5,
    )
}

/// "It is a ship" after a sentence about a ship.
fn repeats_subject(former: &[String], sentence: &[String]) -> bool {
    let rest = match sentence {
        [first, rest @ ..] if is_listed("it's he's she's that's they're", first) => rest,
        [first, second, rest @ ..]
            if is_listed("it he she that this they", first) && is_listed("is was are were", second) =>
        {
            rest
        }
        _ => return false,
    };
    match rest {
        [article, noun] if is_listed("a an the", article) => former.contains(noun),
        _ => false,
    }
}

/// All that the sentence says stands in the one before it.
fn adds_nothing(former: &[String], sentence: &[String]) -> bool {
    let (former, said) = (content_words(&former.join(" ")), content_words(&sentence.join(" ")));
    said.len() >= 2 && said.is_subset(&former)
}

/// "A ship is a ship."
fn explains_by_itself(sentence: &[String]) -> bool {
    let bare: Vec<&String> = sentence
        .iter()
        .filter(|word| !is_listed("a an the my your", word))
        .collect();
    matches!(bare[..], [one, is, other] if is_listed("is was are were", is) && one == other)
}

/// One or two words to somebody who asked to be told something.
pub fn tells_nothing(draft: &Draft<'_>) -> f32 {
    let message = words(draft.input.latest);
    let asked = draft.input.latest.contains('?')
        && message
            .iter()
            .any(|word| is_listed("what how why where who whom which when what's who's how's", word));
    let told = asked || message.iter().any(|word| is_listed("tell describe explain", word));
    when(told && words(&draft.speech).len() <= 2, 2.5)
}

/// "Good night" to one who has just come.
pub fn takes_leave(draft: &Draft<'_>) -> f32 {
    const LEAVING: [&str; 6] = [
        "good night",
        "goodnight",
        "goodbye",
        "good bye",
        "farewell",
        "see you later",
    ];
    let message = words(draft.input.latest);
    let leaves =
        says_any(&message, &LEAVING) || message.iter().any(|word| is_listed("bye leave leaving go going", word));
    when(says_any(&draft.words, &LEAVING) && !leaves, 1.5)
}

/// The weight of all that must not be shown, however little else there is.
pub fn breaks(draft: &Draft<'_>) -> f32 {
    breaks_character(draft) + denies_itself(draft) + takes_the_reader_for_itself(draft)
}
