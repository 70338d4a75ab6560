//! How good a draft is. The rules and their weights were found by rating drafts of the starter model; they are about English.

use std::collections::HashSet;

use super::claims::{self, Told};
use super::words::{runs, shared_trigrams, tokens, words};
use super::{StarterInput, illusion, manner, sentences, texts};
use crate::conversation::Role;
use crate::markup::{SpanKind, voices};

/// Titles are part of many names but say nothing about who speaks.
pub const TITLES: [&str; 20] = [
    "doctor",
    "mister",
    "mr",
    "mrs",
    "ms",
    "miss",
    "dr",
    "sir",
    "lady",
    "lord",
    "captain",
    "count",
    "countess",
    "professor",
    "the",
    "of",
    "von",
    "de",
    "king",
    "queen",
];

/// A draft with everything the rules look at.
pub struct Draft<'a> {
    pub input: &'a StarterInput<'a>,
    pub text: String,
    /// What is said aloud.
    pub speech: String,
    pub words: Vec<String>,
    /// What the model was told about the character.
    pub card: String,
    pub greeting: String,
}

/// The draft's score, from about -40 to 6; at [`super::GOOD_ENOUGH`] it can be shown. The draft is measured as
/// [`super::tidy`] leaves it.
pub fn score(input: &StarterInput<'_>, draft: &str) -> f32 {
    measure(&read(input, sentences::tidy(draft)))
}

/// The best of what can be cut from a draft, and its score: a bad second sentence or a bad action is often all that is wrong.
pub fn best_cut(input: &StarterInput<'_>, draft: &str) -> (String, f32) {
    let mut best = (String::new(), f32::NEG_INFINITY);
    for text in sentences::cuts(draft) {
        let score = measure(&read(input, text.clone()));
        if score > best.1 {
            best = (text, score);
        }
    }
    best
}

/// Whether a draft, or as much of it as there is, ends the illusion: it names or denies the role, or takes the reader for the character.
pub fn breaks_illusion(input: &StarterInput<'_>, draft: &str) -> bool {
    let draft = read(input, sentences::tidy(draft));
    illusion::breaks(&draft) + claims::wrong_name(&draft) > 0.0
}

fn read<'a>(input: &'a StarterInput<'a>, text: String) -> Draft<'a> {
    let said: Vec<String> = voices(&text)
        .into_iter()
        .filter(|span| span.kind == SpanKind::Speech)
        .map(|span| span.text)
        .collect();
    let names = input.names();
    Draft {
        input,
        speech: said.join(" "),
        words: words(&text),
        card: format!(
            "{} {}",
            texts::description(input.character, &names),
            texts::scenario(input.character, &names)
        ),
        greeting: texts::greeting(input),
        text,
    }
}

fn measure(draft: &Draft<'_>) -> f32 {
    let told = Told::new(draft);
    let minus = [
        illusion::breaks(draft),
        illusion::says_it_twice(draft),
        illusion::tells_nothing(draft),
        illusion::takes_leave(draft),
        claims::wrong_name(draft),
        claims::unknown_nature(draft, &told),
        claims::unknown_home(draft, &told),
        claims::unknown_kin(draft, &told),
        claims::unknown_names(draft, &told),
        repeats_a_reply(draft),
        copies_the_user(draft),
        third_person(draft),
        repeats_itself(draft),
        copies_the_prompt(draft),
        bad_length(draft),
        bad_form(draft),
        cut_off(draft),
        anachronism(draft),
        manner::filler(draft),
        manner::monotony(draft),
        manner::idle_introduction(draft),
        manner::poor_action(draft),
        manner::mixed_languages(draft, &told),
    ];
    let plus = [
        manner::topic(draft, &told),
        manner::character_words(draft),
        manner::answers(draft, &told),
        manner::mood(draft),
        manner::asks_back(draft),
        manner::remembers(draft),
        good_length(draft),
    ];
    plus.iter().sum::<f32>() - minus.iter().sum::<f32>()
}

pub fn says_any(words: &[String], phrases: &[&str]) -> bool {
    let line = format!(" {} ", words.join(" "));
    phrases.iter().any(|phrase| line.contains(&format!(" {phrase} ")))
}

pub fn when(condition: bool, weight: f32) -> f32 {
    if condition { weight } else { 0.0 }
}

/// The parts of the character's name that stand for the character, in small letters.
pub fn name_words(draft: &Draft<'_>) -> HashSet<String> {
    words(draft.input.names().char)
        .into_iter()
        .filter(|word| !TITLES.contains(&word.as_str()) && word.chars().count() > 2)
        .collect()
}

pub fn is_capitalised(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next().is_some_and(char::is_uppercase) && characters.next().is_some_and(char::is_lowercase)
}

fn repeats_a_reply(draft: &Draft<'_>) -> f32 {
    let replies = draft
        .input
        .messages
        .iter()
        .filter(|message| message.role == Role::Character);
    let repeats = replies
        .map(|reply| words(&reply.text))
        .any(|reply| reply == draft.words || shared_trigrams(&draft.words, &reply) >= 1.0 / 3.0);
    when(repeats, 4.0)
}

fn copies_the_user(draft: &Draft<'_>) -> f32 {
    let message = words(draft.input.latest);
    let (ours, theirs) = (runs(&draft.words, 5), runs(&message, 5));
    let copies = shared_trigrams(&draft.words, &message) >= 0.4
        || ours.iter().any(|run| theirs.contains(run))
        || (message.len() >= 2 && message == draft.words);
    when(copies, 4.0)
}

/// The character's own name in its speech, unless it introduces itself.
fn third_person(draft: &Draft<'_>) -> f32 {
    const INTRODUCING: [&str; 10] = ["am", "i'm", "is", "me", "called", "as", "name", "i", "say", "myself"];
    // "Night" in "the Night Conductor" is a common word as well.
    let common: HashSet<&str> = tokens(&draft.card)
        .into_iter()
        .filter(|word| !is_capitalised(word))
        .collect();
    let own: HashSet<String> = name_words(draft)
        .into_iter()
        .filter(|word| !common.contains(word.as_str()))
        .collect();
    let tokens = tokens(&draft.speech);
    let small: Vec<String> = tokens
        .iter()
        .map(|word| word.to_lowercase().replace('’', "'"))
        .collect();
    let of_name = |word: &String| own.contains(word.trim_end_matches("'s")) || TITLES.contains(&word.as_str());
    let speaks_of_itself = (0..tokens.len()).any(|place| {
        let is_name = is_capitalised(tokens[place]) && own.contains(small[place].trim_end_matches("'s"));
        let before = small[..place].iter().rev().find(|word| !of_name(word));
        is_name && !before.is_some_and(|word| INTRODUCING.contains(&word.as_str()))
    });
    when(speaks_of_itself, 4.0)
}

fn repeats_itself(draft: &Draft<'_>) -> f32 {
    let words = &draft.words;
    let stutters = words.windows(3).any(|run| run[0] == run[1] && run[1] == run[2]);
    let four_word_runs = words.len().saturating_sub(3);
    when(stutters || runs(words, 4).len() < four_word_runs, 3.0)
}

pub fn copies_the_prompt(draft: &Draft<'_>) -> f32 {
    let ours = runs(&draft.words, 8);
    let prompt = [words(&draft.card), words(&draft.greeting), words(draft.input.persona)];
    let copies = prompt
        .iter()
        .any(|theirs| runs(theirs, 8).iter().any(|run| ours.contains(run)));
    when(copies, 3.0)
}

fn bad_length(draft: &Draft<'_>) -> f32 {
    let said = words(&draft.speech).len();
    when(said < 2 || draft.words.len() > 60, 3.0)
}

fn bad_form(draft: &Draft<'_>) -> f32 {
    let marks = ["[", "]", "{", "}", "<", ">", "#", "|", "```", "http", "\u{fffd}", "_"];
    let label = draft.text.split_once(':').is_some_and(|(head, _)| {
        let head = words(head);
        !head.is_empty() && head.len() <= 3 && words(draft.input.names().char).ends_with(&head)
    });
    let letters = draft.text.chars().filter(|character| character.is_alphabetic()).count();
    let digits = draft.text.chars().filter(char::is_ascii_digit).count();
    let starts_badly = draft
        .text
        .chars()
        .next()
        .is_none_or(|first| !(first.is_alphanumeric() || "\"“'‘(*—…".contains(first)));
    when(
        marks.iter().any(|mark| draft.text.contains(mark)) || label || digits * 3 > letters || starts_badly,
        3.0,
    )
}

fn cut_off(draft: &Draft<'_>) -> f32 {
    // "I suppose I'm afraid of...": the model stopped where it knew no word.
    let bare = draft.text.trim_end_matches([')', '"', '”', '*']);
    when(bare.ends_with('…') || bare.ends_with("..."), 2.0)
}

/// Things of our day in a world of the past, unless the reader or the card brought them up.
fn anachronism(draft: &Draft<'_>) -> f32 {
    const MODERN: [&str; 26] = [
        "phone",
        "cellphone",
        "smartphone",
        "internet",
        "website",
        "online",
        "email",
        "e-mail",
        "computer",
        "laptop",
        "software",
        "app",
        "television",
        "tv",
        "video",
        "movie",
        "robot",
        "airplane",
        "airport",
        "helicopter",
        "selfie",
        "blog",
        "podcast",
        "google",
        "okay",
        "guy",
    ];
    let character = draft.input.character;
    let world = &character.world;
    let told = format!(
        "{} {} {} {} {}",
        draft.card, world.universe, world.setting, world.description, character.identity.background
    );
    if !is_of_the_past(&told) {
        return 0.0;
    }
    let known: HashSet<String> = words(&format!("{told} {} {}", draft.input.latest, draft.input.persona))
        .into_iter()
        .collect();
    let modern = draft
        .words
        .iter()
        .any(|word| MODERN.contains(&word.trim_end_matches('s')) && !known.contains(word));
    when(modern, 3.0)
}

/// A year before 1930, or a word for a bygone age.
fn is_of_the_past(text: &str) -> bool {
    const AGES: [&str; 14] = [
        "victorian",
        "regency",
        "edwardian",
        "medieval",
        "ottoman",
        "ancient",
        "caliph",
        "sultan",
        "century",
        "georgian",
        "gaslight",
        "musket",
        "hansom",
        "1800s",
    ];
    words(text)
        .iter()
        .any(|word| AGES.contains(&word.as_str()) || word.parse().is_ok_and(|year: u32| (500..1930).contains(&year)))
}

fn good_length(draft: &Draft<'_>) -> f32 {
    when((5..=40).contains(&draft.words.len()), 1.0)
}
