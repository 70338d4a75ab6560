//! How a draft talks: whether it meets the reader's mood and question, sounds like this character, and says something at all.

use std::collections::HashSet;

use super::claims::Told;
use super::memory::telling;
use super::score::{Draft, copies_the_prompt, is_capitalised, name_words, says_any, when};
use super::words::{akin, content_words, is_listed, tokens, words};

/// Phrases of an assistant.
const ASSISTANT: [&str; 16] = [
    "happy to help",
    "glad to help",
    "here to help",
    "great question",
    "good question",
    "feel free to",
    "let me know if",
    "happy to assist",
    "delighted to help",
    "anything else",
    "thank you for your question",
    "how can i help",
    "help you with",
    "i'm here to",
    "talk to you about",
    "happy to share",
];
/// Phrases that fit everywhere and say nothing.
const EMPTY_PHRASES: [&str; 56] = [
    "it's nice to meet you",
    "pleased to meet you",
    "thank you for",
    "i'm glad",
    "i am glad",
    "so glad",
    "of course",
    "i understand",
    "i see",
    "it's important to",
    "fair share",
    "not sure",
    "how's it going",
    "on your mind",
    "a little bit",
    "a bit of",
    "kind of",
    "i must say",
    "i must admit",
    "i have to say",
    "if you know what i mean",
    "warm smile",
    "friendly smile",
    "with a smile",
    "gentle smile",
    "a lot of",
    "lots of",
    "a sense of",
    "discerning eye",
    "discerning gaze",
    "twinkling",
    "a mix of",
    "a mixture of",
    "i don't know what",
    "have no idea",
    "just in time",
    "long time",
    "all sorts of",
    "regular person",
    "new people",
    "very kind",
    "the one who",
    "in the world",
    "special",
    "of something",
    "something else",
    "bunch of",
    "great time",
    "too busy",
    "not here",
    "ain't",
    "your majesty",
    "your highness",
    "doing my best",
    "good times",
    "to do so",
];
/// Words that describe everybody, so they are no sign of this character.
const COMMON_TRAITS: &str = "live lives love loves talk talks speak often says great small little long young year years people person \
    everything something someone guest guests answer question questions understand listen listens look looks work kind best close \
    clear without help want learn friend friends dear once other others today everyone anything ever more most night want wants \
    play plays come comes have sits like likes think things their they know half call both left right does";
const GRIEF: &str = "died dead death lonely alone sad lost lose afraid scared sick ill disappeared vanished missing cry crying hurt \
    hungry tired unhappy hopeless funeral grief miss worried terrible awful";
const JOY: &str = "happy married won born wedding glad wonderful birthday passed engaged great";
const COMFORT: &str =
    "sorry sit rest stay comfort tell grief peace heart safe find together warm sorrow lost tears gone quiet";
const CHEER: &str =
    "joy happy happiness wedding bride dance celebrate congratulations blessing bless feast love song lucky luck";
const MERRY: &str = "glad happy smile smiles smiling laughs laughing chuckles grins wonderful lovely beautiful delighted mischievously \
    excitement congratulations";
const GLOOMY: &str = "sorry sad loss afraid died fear sorrow unfortunately";

/// Empty phrases, those of an assistant twice as heavy.
pub fn filler(draft: &Draft<'_>) -> f32 {
    let line = format!(" {} ", draft.words.join(" "));
    let count = |phrases: &[&str]| {
        phrases
            .iter()
            .filter(|phrase| line.contains(&format!(" {phrase} ")))
            .count()
    };
    #[expect(clippy::cast_precision_loss, reason = "there are a few phrases")]
    let weight = (count(&ASSISTANT) * 2 + count(&EMPTY_PHRASES)) as f32 * 0.5;
    weight.min(2.0)
}

/// "I'm … I'm …", and the same telling words over and over.
pub fn monotony(draft: &Draft<'_>) -> f32 {
    let claims = |first: &str, second: &str, short: &str| {
        let long = draft
            .words
            .windows(2)
            .filter(|pair| pair[0] == first && pair[1] == second)
            .count();
        long + draft.words.iter().filter(|word| *word == short).count()
    };
    let most = claims("i", "am", "i'm").max(claims("you", "are", "you're"));
    let claims = match most {
        0 | 1 => 0.0,
        2 => 0.7,
        _ => 1.5,
    };
    let telling: Vec<&String> = draft.words.iter().filter(|word| word.chars().count() >= 4).collect();
    let again = telling.len() - telling.iter().collect::<HashSet<_>>().len();
    let again = match again {
        0 => 0.0,
        1 => 0.3,
        2 => 0.8,
        _ => 1.5,
    };
    claims + again
}

/// An introduction nobody asked for: the model's way of having nothing to say.
pub fn idle_introduction(draft: &Draft<'_>) -> f32 {
    let message = words(draft.input.latest);
    let asked =
        says_any(&message, &["who are you"]) || message.iter().any(|word| is_listed("name yourself hello hi", word));
    let own = name_words(draft);
    let introduces = words(&draft.speech).windows(4).any(|run| {
        (run[0] == "i'm" || run[1] == "am" && run[0] == "i") && run[1..].iter().any(|word| own.contains(word))
    });
    when(introduces && !asked, 0.8)
}

/// An action that tells of "me", is told of the wrong sex, speaks, or is longer than the speech deserves.
pub fn poor_action(draft: &Draft<'_>) -> f32 {
    let Some((action, _)) = draft.text.split_once('(').and_then(|(_, rest)| rest.split_once(')')) else {
        return 0.0;
    };
    let quotes = action.contains(['"', '“']);
    let action = words(action);
    let greeting = words(&draft.greeting);
    let has = |words: &[String], list: &str| words.iter().any(|word| is_listed(list, word));
    let (hers, his) = (
        has(&greeting[..greeting.len().min(3)], "she"),
        has(&greeting[..greeting.len().min(3)], "he"),
    );
    let first = action.first().map_or("", String::as_str);
    let wrong_sex = (his && first == "she") || (hers && first == "he");
    let speaks = action
        .last()
        .is_some_and(|word| is_listed("says said say speaks speak asks whispers", word));
    when(has(&action, "me my i us we"), 1.5)
        + when(wrong_sex, 2.0)
        + when(speaks || quotes, 1.0)
        + when(action.len() > 16, 1.0)
}

/// Joy at bad news and gloom at good news cost; meeting the reader's mood pays.
pub fn mood(draft: &Draft<'_>) -> f32 {
    let message = words(draft.input.latest);
    let asks = draft.input.latest.trim_end().ends_with('?');
    let mine = message.iter().any(|word| is_listed("i my i'm i've me we", word));
    let says = |list: &str| draft.words.iter().any(|word| is_listed(list, word));
    let felt = |list: &str| mine && !asks && message.iter().any(|word| is_listed(list, word));
    if felt(GRIEF)
        || (mine
            && message
                .iter()
                .any(|word| is_listed("lost died disappeared eaten", word)))
    {
        when(says(COMFORT), 0.8) - when(says(MERRY), 1.5)
    } else if felt(JOY) {
        when(says(CHEER), 0.8) - when(says(GLOOMY), 1.5)
    } else {
        0.0
    }
}

/// Something of the kind that was asked for: a name for "who", a place for "where", a number for "how old", yes or no.
pub fn answers(draft: &Draft<'_>, told: &Told) -> f32 {
    let message = words(draft.input.latest);
    let asks = |phrase: &str| says_any(&message, &[phrase]);
    let speech = words(&draft.speech);
    let says = |list: &str| speech.iter().any(|word| is_listed(list, word));
    let first = message.first().map_or("", String::as_str);
    let question = draft.input.latest.contains('?');
    let named: Vec<String> = tokens(draft.input.latest)
        .into_iter()
        .skip(1)
        .filter(|word| is_capitalised(word))
        .map(str::to_lowercase)
        .collect();
    let answered = if asks("who") && !named.is_empty() {
        speech.iter().any(|word| named.contains(word))
    } else if asks("who") {
        tokens(&draft.speech)
            .iter()
            .skip(1)
            .any(|word| is_capitalised(word) && told.all.contains(&word.to_lowercase()))
    } else if asks("where") {
        says("in at on under near from above beside inside here")
    } else if asks("how old") || asks("when") || asks("how many") {
        says("years year old hundred thousand ago twenty thirty forty fifty sixty age")
            || draft.speech.contains(char::is_numeric)
    } else if asks("why") {
        says("because for since so")
    } else if question && is_listed("do does did are is can could may will would have has shall", first) {
        speech
            .iter()
            .take(5)
            .any(|word| is_listed("yes no never certainly indeed perhaps do don't sit only aye nay", word))
    } else {
        false
    };
    when(answered, 0.5)
}

/// A word of the message, or its kin; more when it is one that the character knows about.
pub fn topic(draft: &Draft<'_>, told: &Told) -> f32 {
    let topic = content_words(draft.input.latest);
    let said = content_words(&draft.text);
    let shared = |word: &String| said.iter().any(|other| akin(word, other));
    let known = |word: &String| told.card.contains(word) && !is_listed(COMMON_TRAITS, word);
    when(topic.iter().any(shared), 1.0) + when(topic.iter().any(|word| known(word) && shared(word)), 0.7)
}

/// Words that belong to this character, at most three; none for a draft that only says the prompt again.
pub fn character_words(draft: &Draft<'_>) -> f32 {
    if copies_the_prompt(draft) > 0.0 {
        return 0.0;
    }
    let character = draft.input.character;
    let own = content_words(&format!(
        "{} {} {}",
        draft.card,
        draft.greeting,
        character.personality.join(" ")
    ));
    let mut given: HashSet<String> = content_words(draft.input.latest);
    given.extend(name_words(draft));
    given.extend(words(draft.input.names().user));
    let found = content_words(&draft.speech)
        .into_iter()
        .filter(|word| own.contains(word) && !given.contains(word) && !is_listed(COMMON_TRAITS, word))
        .count();
    match found {
        0 => 0.0,
        1 => 0.8,
        2 => 1.4,
        _ => 1.8,
    }
}

/// A question back keeps the conversation going.
pub fn asks_back(draft: &Draft<'_>) -> f32 {
    when(draft.speech.trim_end().ends_with('?'), 0.4)
}

/// To a question of the reader about themselves that can be answered from memory: a word of what is remembered that the question does
/// not give pays, and none costs.
pub fn remembers(draft: &Draft<'_>) -> f32 {
    let names = draft.input.names();
    let mut known = telling(&draft.input.told.answers);
    for given in [draft.input.latest, names.user, names.char] {
        for word in telling(given) {
            known.remove(&word);
        }
    }
    if known.is_empty() {
        return 0.0;
    }
    let remembers = !known.is_disjoint(&telling(&draft.speech));
    if remembers { 1.5 } else { -1.0 }
}

/// English and another language in one draft: the model has lost its way.
pub fn mixed_languages(draft: &Draft<'_>, told: &Told) -> f32 {
    let english = draft
        .words
        .iter()
        .filter(|word| is_listed("i am i'm the you you're is and to of my have not", word))
        .count();
    let foreign = draft.words.iter().any(|word| {
        word.chars()
            .any(|character| character.is_alphabetic() && !character.is_ascii())
            && !told.card.contains(word)
    });
    when(english >= 1 && foreign, 3.0)
}
