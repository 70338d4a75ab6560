//! Replies in a language that the starter model does not write: a real line of the character where one fits, else a general one of
//! the situation. A model of this size was trained on English, and makes words up in any other language.

use std::collections::HashSet;

use super::words::{akin, content_words, is_listed, words};
use super::{StarterInput, tidy};
use crate::character::{greetings, house_marks};
use crate::conversation::Role;
use crate::language::{primary, small_words, written_in};
use crate::macros::fill;

/// The languages that there are lines for, as BCP 47 tags.
const LANGUAGES: [&str; 1] = ["tr"];
/// The reader's last messages, which tell what they write in.
const TELLING_MESSAGES: usize = 3;

const HELLO: &str = "merhaba merhabalar selam selamlar selamünaleyküm günaydın akşamlar günler hello hi";
const GOODBYE: &str = "hoşça hoşçakal hoşçakalın görüşürüz geceler elveda güle allahaısmarladık";
const THANKS: &str = "teşekkür teşekkürler sağ sağol sağolun eyvallah minnettarım";
const GRIEF: &str = "üzgün üzgünüm üzülüyorum kötü kötüyüm yalnız yalnızım öldü kaybettim korkuyorum yoruldum yorgunum ağladım \
    ağlıyorum hasta hastayım dertliyim mutsuzum bıktım";
const ASKS_FOR: &str = "oturabilir kalabilir girebilir gelebilir sorabilir konuşabilir bakabilir dinleyebilir";
const ASKS_WHY: &str = "neden niye niçin";
const ASKS_HOW_IT_GOES: &str = "nasılsın nasılsınız naber yaptın yaptınız yapıyorsun yapıyorsunuz geçti";
const ASKS_YES_OR_NO: &str = "mı mi mu mü mısın misin musun müsün mısınız misiniz musunuz müsünüz";

/// Which part of a draft's words must be known, in per cent: a model that knows little of a language makes them up.
const KNOWN_WORDS_PERCENT: usize = 80;

/// Whether a draft is in this language, and in words of it: nearly all stand in what the character's author or the reader wrote.
pub fn is_in_language(input: &StarterInput<'_>, draft: &str, language: &str) -> bool {
    let character = input.character;
    let mut known: HashSet<String> = small_words(language).iter().map(|word| (*word).to_owned()).collect();
    let mut learn = |text: &str| known.extend(words(text));
    for text in [
        &character.description,
        &character.identity.background,
        &character.world.description,
        &character.greeting,
    ] {
        learn(text);
    }
    character.personality.iter().for_each(|text| learn(text));
    for example in &character.example_dialogues {
        learn(&example.user);
        learn(&example.character);
    }
    input
        .messages
        .iter()
        .filter(|message| message.role == Role::User)
        .for_each(|message| learn(&message.text));
    let said = words(draft);
    let is_known = |word: &&String| known.iter().any(|known| akin(known, word));
    let found = said.iter().filter(is_known).count();
    written_in(draft) == Some(language) && found * 100 >= said.len() * KNOWN_WORDS_PERCENT
}

/// To what is no question, greeting or complaint.
const ASSENTS: &[&str] = &[
    "Anlıyorum. Sonra ne oldu?",
    "Bunu söylediğin iyi oldu. Devam et, dinliyorum.",
    "Demek öyle. Peki şimdi ne yapacaksın?",
    "Böyle olacağını düşünmemiştim. Biraz daha anlat.",
];

/// What the message is, and what can be said to it.
struct Situation {
    lines: &'static [&'static str],
    /// Whether these lines come before those of the character's examples.
    is_certain: bool,
}

const fn certain(lines: &'static [&'static str]) -> Situation {
    Situation {
        lines,
        is_certain: true,
    }
}

const fn general(lines: &'static [&'static str]) -> Situation {
    Situation {
        lines,
        is_certain: false,
    }
}

/// The language that the character speaks, where it is one of [`LANGUAGES`] and the reader neither chose nor writes another one.
pub fn own_language(input: &StarterInput<'_>, chosen: Option<&str>) -> Option<&'static str> {
    let greetings = greetings(input.character, &input.names());
    let own = written_in(greetings.first()?).filter(|own| LANGUAGES.contains(own))?;
    let readers: Vec<&str> = input
        .messages
        .iter()
        .rev()
        .filter(|message| message.role == Role::User)
        .take(TELLING_MESSAGES)
        .map(|message| message.text.as_str())
        .collect();
    let written = written_in(input.latest).or_else(|| written_in(&readers.join("\n")));
    let is_own = |language: &str| primary(language) == own;
    (chosen.is_none_or(is_own) && written.is_none_or(is_own)).then_some(own)
}

/// The reply to the latest message in the language with this tag, whole; none for a language without lines. The same for the same
/// transcript; what was said among its last messages is not said again as long as there is something else.
pub fn own_line(input: &StarterInput<'_>, language: &str) -> Option<String> {
    if !LANGUAGES.contains(&language) {
        return None;
    }
    let situation = situation(input.latest);
    let said: Vec<&str> = input
        .messages
        .iter()
        .filter(|message| message.role == Role::Character)
        .map(|message| message.text.as_str())
        .collect();
    let is_new = |line: &str| !said.iter().any(|text| text.contains(line));
    let example = if situation.is_certain {
        None
    } else {
        example(input, language).filter(|line| is_new(line))
    };
    let lines = situation.lines;
    let first = input.messages.len() / 2 % lines.len();
    let in_turn = || lines[first..].iter().chain(&lines[..first]).copied();
    let chosen = in_turn().find(|line| is_new(line)).or_else(|| in_turn().next());
    example.or_else(|| chosen.map(str::to_owned))
}

fn situation(message: &str) -> Situation {
    let said: Vec<String> = words(&message.replace('İ', "i").replace('I', "ı"));
    let says = |list: &str| said.iter().any(|word| is_listed(list, word));
    if says(ASKS_FOR) {
        certain(&[
            "Tabii, buyur. Yerin hazır.",
            "Elbette, buyur. Ben de biriyle konuşmak istiyordum.",
            "Buyur, rahatına bak. Seni dinliyorum.",
        ])
    } else if says(GRIEF) {
        general(&[
            "Zor olmalı. Acele etme, baştan anlat; dinliyorum.",
            "Yanındayım. İçini dökmek istersen vaktim var.",
            "Bunu tek başına taşıma. Ne oldu, anlat bana.",
        ])
    } else if says(GOODBYE) {
        certain(&[
            "Güle güle, yolun açık olsun. Yine beklerim.",
            "Yine gel. Kaldığımız yerden devam ederiz.",
        ])
    } else if says(THANKS) {
        certain(&["Bir şey değil, lafı mı olur?", "Ne demek. Sen iyi ol, yeter."])
    } else if says(ASKS_HOW_IT_GOES) {
        general(&[
            "Her zamanki işler, yine de gün çabuk geçti. Asıl senin günün nasıl geçti?",
            "İyi diyelim, iyi olsun. Sen nasılsın?",
            "Fena değil, seni görünce daha iyi oldu. Sen neler yaptın?",
        ])
    } else if says(ASKS_WHY) {
        general(&[
            "Onu ben de kendime sordum, kolay bir cevabı yok. Sen ne dersin?",
            "Sebebi bir tane değil ki. Sen niye merak ettin?",
            "Bunu düşünmem lazım. Senin aklına ne geliyor?",
        ])
    } else if message.contains('?') && says(ASKS_YES_OR_NO) {
        general(&[
            "Bazen evet, bazen hayır. Sen hangisini umuyordun?",
            "Hemen evet demek kolay. Sen ne düşünüyorsun?",
            "Belki öyledir. Niye sordun?",
        ])
    } else if message.contains('?') {
        general(&[
            "Hemen cevap verirsem yanılırım. Sen ne düşünüyorsun?",
            "Dur, bunu biraz düşüneyim. Sen neden sordun?",
            "Bunun cevabı uzun. Önce sen söyle, aklında ne var?",
        ])
    } else if says(HELLO) {
        certain(&[
            "Hoş geldin. Buyur, otur şöyle; seni dinliyorum.",
            "Merhaba, iyi ki geldin. Anlat bakalım, nasılsın?",
            "Hoş geldin, yerin hazır. Neler yaptın bugün?",
        ])
    } else {
        general(ASSENTS)
    }
}

/// What the character says in its own examples to something that shares at least two telling words, or the one there is, with the
/// latest message.
fn example(input: &StarterInput<'_>, language: &str) -> Option<String> {
    let asked = content_words(input.latest);
    let names = input.names();
    let shared = |text: &str| {
        let theirs = content_words(text);
        asked
            .iter()
            .filter(|word| theirs.iter().any(|other| akin(word, other)))
            .count()
    };
    let examples = &input.character.example_dialogues;
    let (most, best) = examples
        .iter()
        .filter(|example| written_in(&example.character) == Some(language))
        .map(|example| (shared(&example.user), example))
        .max_by_key(|(shared, _)| *shared)?;
    let line = fill(&house_marks(best.character.trim(), &input.character.roleplay), &names);
    (most >= 2.min(asked.len()).max(1)).then(|| tidy(&line))
}
