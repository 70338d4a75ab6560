//! Rules for English: what follows "I", "my" and "we".

use crate::memory::words::english_words;
use crate::search::words;

const KIN: &str = " mother mom mum mama mommy father dad papa daddy parents parent sister sisters brother brothers sibling siblings twin twins wife husband \
    son sons daughter daughters child children kids baby grandmother grandma granny grandfather grandpa grandparents uncle aunt \
    cousin cousins nephew niece partner boyfriend girlfriend fiance fiancee ex stepmother stepfather family roommate flatmate \
    boss friend friends dog dogs cat cats horse parrot rabbit hamster ";
/// Things of the reader of which a sentence tells something that lasts.
const OWN: &str = " name surname nickname birthday job profession hobby religion nationality hometown village dream height house home \
    flat apartment native language age secret ";
/// What somebody may be in one word.
const STATES: &str = " allergic vegetarian vegan married engaged divorced widowed single pregnant diabetic blind deaf colourblind \
    colorblind retired unemployed adopted dyslexic religious left handed asthmatic epileptic autistic gay lesbian bisexual trans \
    bilingual homeless jewish muslim christian catholic buddhist hindu lactose claustrophobic ";
const DOING: &str = " studying learning training raising teaching writing planning saving recovering grieving ";
/// What is had only for the moment.
const PASSING: &str = " question questions idea feeling plan headache moment minute minutes problem favour favor request doubt doubts suggestion point \
    theory cold appointment meeting message reason choice right surprise gift present letter report news clue case time clue hunch \
    proposal confession offer look word words bone job urge guess hope bad good chance to got nothing something anything everything ";
/// Verbs of what lasts when "I" does it now; whatever follows.
const LASTING: &str = " live work study teach own collect speak volunteer believe suffer stutter snore sleepwalk knit hike garden breed \
    prefer adore dislike detest fear love like hate enjoy play paint sing dance cook bake ride swim fish draw smoke attend support \
    come commute meditate pray cycle jog ski surf sail ";
/// Verbs that tell of a habit only with a thing in general: "I write poems", not "I write the letter".
const HABITS: &str =
    " read write eat drink drive keep run train practise practice raise miss sleep watch visit grow make ";
const PAST: &str = " grew moved studied worked taught served trained graduated retired adopted inherited quit married divorced fled emigrated \
    migrated ";
const CANNOT: &str = " swim drive read write dance sing cook ride eat drink smoke stand bear speak have own like love work live celebrate \
    smell taste whistle digest ";
/// In front of a verb, and without weight for it.
const ADVERBS: &str = " actually really also still always usually often mostly just only currently now even truly sometimes generally \
    both secretly honestly absolutely ";
/// Of the one who is talked to, or of something that was just said.
const POINTING: &str = " you your yours it that this these those him her them how what when the way where who ";
const UNREAL: &str =
    " if would could might maybe perhaps suppose guess wonder wish hope imagine pretend unless think should must let ";
/// Words of this moment.
const BODY: &str = " back leg arm neck hand wrist hip nose skull ankle ";
const BUSINESS: &str = " shop bookshop business inn pub tavern farm bakery school cafe bar restaurant hotel stall workshop company studio ";
const NOW: &str = " today tonight tomorrow yesterday moment soon already again here there shaking waiting ";

/// How important the fact is that a sentence says, from 1 to 5; none when it says none.
pub fn weight(sentence: &str) -> Option<u8> {
    let folded = english_words(sentence);
    let all: Vec<&str> = folded.iter().map(String::as_str).collect();
    // Most sentences are not of the one who speaks: the lists need not be searched for their words.
    let is_of_speaker = |word: &&str| matches!(*word, "i" | "my" | "we" | "call" | "calls" | "born");
    if !all.iter().any(is_of_speaker) || all.iter().any(|word| is_in(UNREAL, word)) {
        return None;
    }
    (0..all.len())
        .filter(|place| begins_clause(&all[..*place]))
        .find_map(|place| {
            let rest = &all[place + 1..];
            match all[place] {
                "i" => of_me(rest, sentence),
                "my" => of_mine(rest, sentence),
                "we" => of_us(rest),
                "call" | "calls" if rest.first() == Some(&"me") => named(&rest[1..]),
                "born" if place == 0 && rest.first() == Some(&"in") => Some(4),
                _ => None,
            }
        })
}

fn is_in(list: &str, word: &str) -> bool {
    super::is_in(list, word)
}

/// Not in the middle of what somebody else says or does: "he thinks I", "as I", "of my".
fn begins_clause(before: &[&str]) -> bool {
    let Some(last) = before.last() else { return true };
    let joins = " and but because so since well yes no oh ah actually honestly anyway that though although as for years then look \
        listen know way sir madam you truth everyone everybody people friends they do not hello hi hey good evening morning ";
    let asked = before
        .iter()
        .any(|word| matches!(*word, "do" | "did" | "does" | "he" | "she" | "when" | "like"));
    (is_in(joins, last) || is_in(KIN, last) || before.len() > 3)
        && !asked
        && !is_in(" of with to from in on at about than ", last)
}

fn named(rest: &[&str]) -> Option<u8> {
    let first = rest.first()?;
    let is_later = is_in(
        " later back tomorrow tonight when if again now soon on at a an the by in whatever anything crazy mad ",
        first,
    );
    (!is_later && rest.len() <= 6).then_some(5)
}

fn of_me(rest: &[&str], sentence: &str) -> Option<u8> {
    let skipped = rest.iter().take_while(|word| is_in(ADVERBS, word)).count();
    let habitual = rest[..skipped]
        .iter()
        .any(|word| matches!(*word, "always" | "usually" | "often" | "mostly"));
    let rest = &rest[skipped..];
    let (verb, after) = rest.split_first()?;
    let next = after.first().copied().unwrap_or_default();
    let points = is_in(POINTING, next);
    match *verb {
        "am" => being(after, sentence),
        "was" => (is_in(" born raised adopted orphaned widowed wounded ", next)
            || (is_in(" a an ", next) && !is_in(" bit little fool ", after.get(1)?))
            || (next == "in"
                && after
                    .iter()
                    .skip(1)
                    .take(2)
                    .any(|word| is_in(" prison jail hospital army navy war foster ", word))))
        .then_some(4),
        "have" => having(after),
        "had" => after
            .iter()
            .take(5)
            .any(|word| is_in(KIN, word) || is_in(" accident stroke surgery operation childhood farm ", word))
            .then(|| having(after))?,
        "broke" | "lost" | "injured" if next == "my" && is_in(BODY, after.get(1)?) => Some(4),
        "learned" | "learnt" => is_in(" to how from ", next).then_some(3),
        "owe" => (!points).then_some(3),
        "run" | "manage" if after.iter().take(4).any(|word| is_in(BUSINESS, word)) => Some(4),
        "do" | "can" | "could" if next == "not" => {
            let verb = after.get(1)?;
            let object = after.get(2).copied().unwrap_or_default();
            let lasting = is_in(CANNOT, verb) || (*verb == "sleep" && is_in(" well much at since ", object));
            (lasting && !is_in(POINTING, object) && !is_now(after)).then_some(3)
        }
        "never" => {
            let lasting = is_in(CANNOT, next) || is_in(" learned learnt met married knew had finished ", next);
            (lasting && !is_in(POINTING, after.get(1).unwrap_or(&""))).then_some(3)
        }
        "used" if next == "to" => Some(3),
        "promise" | "swear" | "vow" if after.len() >= 3 => Some(4),
        "want" if next == "to" => is_in(" be become ", after.get(1)?).then_some(3),
        "dream" if next == "of" => Some(3),
        "gave" => (next == "up").then_some(3),
        "stopped" => is_in(" smoking drinking eating working believing ", next).then_some(3),
        "started" => is_in(" learning working studying university school college ", next).then_some(3),
        "got" => is_in(" married divorced engaged fired promoted ", next).then_some(4),
        "lost" if next == "my" => {
            let thing = after.get(1..)?.iter().take(3);
            thing
                .clone()
                .any(|word| is_in(KIN, word) || is_in(" job leg arm sight hearing home house eye hand ", word))
                .then_some(5)
        }
        verb if is_in(PAST, verb) => (!points && !after.is_empty()).then_some(4),
        verb => lasting(verb, after, habitual),
    }
}

/// What "I" do for long or again and again.
fn lasting(verb: &str, after: &[&str], habitual: bool) -> Option<u8> {
    let next = after.first().copied().unwrap_or_default();
    let points = is_in(POINTING, next);
    match verb {
        verb if is_in(" like love hate enjoy ", verb) => {
            let wants = next == "to" && is_in(" know see hear say think talk ", after.get(1).unwrap_or(&""));
            (!next.is_empty() && !points_at_you(after) && !wants && !is_now(after)).then_some(3)
        }
        "come" => (next == "from").then_some(4),
        "believe" => (next == "in" && !is_in(POINTING, after.get(1)?)).then_some(3),
        "live" | "work" | "study" | "teach" | "own" => (!points && !next.is_empty() && next != "for").then_some(4),
        verb if is_in(LASTING, verb) => {
            let away = is_in(" along not to with ", next) || points_at_you(after);
            (!points && !away && !is_now(after)).then_some(3)
        }
        verb if after.contains(&"every") && !verb.ends_with("ed") => (!points_at_you(after)).then_some(3),
        verb if habitual && (is_in(HABITS, verb) || is_in(" wake get take go carry wear ", verb)) => {
            (!points_at_you(after)).then_some(3)
        }
        verb if is_in(HABITS, verb) => {
            let in_general = !points && !is_in(" a an some my another his their one ", next) && !next.is_empty();
            (in_general && !is_now(after) && !points_at_you(after)).then_some(3)
        }
        _ => None,
    }
}

fn points_at_you(after: &[&str]) -> bool {
    let the_way = after.first() == Some(&"the") && matches!(after.get(1), Some(&"way" | &"idea" | &"sound" | &"look"));
    let first = after.first().copied().unwrap_or_default();
    the_way
        || (first != "the" && first != "when" && is_in(POINTING, first))
        || after.iter().any(|word| matches!(*word, "you" | "your"))
}

fn is_now(words: &[&str]) -> bool {
    let moment = |pair: &[&str]| {
        matches!(
            pair,
            ["last", "night"] | ["this", "morning" | "evening" | "afternoon" | "night" | "time"]
        )
    };
    words.iter().any(|word| is_in(NOW, word)) || words.windows(2).any(moment)
}

/// What follows "I am".
fn being(after: &[&str], sentence: &str) -> Option<u8> {
    let skipped = after
        .iter()
        .take_while(|word| is_in(ADVERBS, word) || matches!(**word, "not" | "very"))
        .count();
    let denied = after[..skipped].contains(&"not");
    let (first, more) = after[skipped..].split_first()?;
    let next = more.first().copied().unwrap_or_default();
    if let Ok(age) = first.parse::<u32>() {
        return ((5..120).contains(&age) && !is_in(" minutes percent hours miles ", next)).then_some(5);
    }
    match *first {
        "a" | "an" | "the" => {
            let passing = " bit little lot fool mess wreck stranger guest idiot while few man woman coward liar friend moment minute big ";
            (!next.is_empty() && !is_in(passing, next) && !is_now(more) && *first != "the").then_some(4)
        }
        "from" => (!is_in(POINTING, next)).then_some(4),
        "called" | "named" => Some(5),
        "afraid" | "scared" | "terrified" | "frightened" => {
            (next == "of" && !is_in(POINTING, more.get(1)?)).then_some(4)
        }
        "in" => (next == "love").then_some(4),
        "half" | "part" => is_capital(sentence, next).then_some(4),
        "working" => is_in(" as at for on in ", next).then_some(4),
        "getting" => (next == "married" || next == "divorced").then_some(5),
        state if is_in(STATES, state) => Some(if denied { 3 } else { 4 }),
        doing if is_in(DOING, doing) => (!is_in(POINTING, next)).then_some(4),
        name => (!denied && more.len() <= 4 && is_capital(sentence, name)).then_some(5),
    }
}

/// Whether the word is written with a capital letter though it begins no sentence, as names and nationalities are.
fn is_capital(sentence: &str, folded: &str) -> bool {
    let passing = " ok okay sir i ";
    !is_in(passing, folded)
        && words(sentence).iter().skip(1).any(|word| {
            let written = &sentence[word.start..word.end];
            word.folded == folded && written.starts_with(char::is_uppercase) && written.chars().any(char::is_lowercase)
        })
}

/// What follows "I have".
fn having(after: &[&str]) -> Option<u8> {
    let numbers = " a an one two three four five six seven eight nine ten no several many twin older younger ";
    let rest: Vec<&str> = after
        .iter()
        .filter(|word| !is_in(ADVERBS, word) && **word != "got")
        .copied()
        .collect();
    let first = *rest.first()?;
    if first == "never" || first == "not" {
        // "I have never been so cold" is of the moment, "never been to Rome" is not.
        let lasting = rest
            .get(1)
            .is_some_and(|word| is_in(" learned learnt met married had left finished seen ridden ", word))
            || rest.get(1..3) == Some(&["been", "to"])
            || rest.get(1..3) == Some(&["been", "married"]);
        return (lasting && !rest.iter().any(|word| is_in(" you your such this that like ", word))).then_some(3);
    }
    if first == "been" {
        let lasting = rest.get(1).is_some_and(|word| {
            is_in(
                " a an married divorced blind deaf sober single living working playing studying teaching ",
                word,
            )
        });
        return lasting.then_some(4);
    }
    if is_in(" lived worked studied played known ", first) {
        return (!is_in(POINTING, rest.get(1)?)).then_some(4);
    }
    let is_number = is_in(numbers, first) || first.parse::<u32>().is_ok();
    if is_number {
        let thing = rest.get(1..)?;
        let passing = thing.iter().take(3).any(|word| is_in(PASSING, word)) || thing.is_empty() || is_now(thing);
        let family = thing.iter().take(4).any(|word| is_in(KIN, word));
        return (!passing).then_some(if family { 5 } else { 3 });
    }
    is_in(
        " diabetes asthma epilepsy cancer insomnia nightmares allergies children kids siblings amnesia arthritis ",
        first,
    )
    .then_some(5)
}

/// What follows "my".
fn of_mine(rest: &[&str], sentence: &str) -> Option<u8> {
    let favourite = rest
        .iter()
        .take(2)
        .any(|word| matches!(*word, "favourite" | "favorite"));
    let place = rest
        .iter()
        .take(4)
        .position(|word| is_in(KIN, word) || is_in(OWN, word));
    let head = if favourite {
        rest.iter()
            .position(|word| matches!(*word, "is" | "are" | "was"))
            .map(|is| is - 1)
    } else {
        place
    }?;
    let after = rest.get(head + 1..)?;
    let says = |word: &&str| {
        is_in(
            " is was are were has had and s used can never always name left taught gave came comes got does died made who ",
            word,
        ) || (word.len() > 3 && (word.ends_with("ed") || word.ends_with('s')))
    };
    let vocative = is_in(" friend friends dear love son boy family ", rest[head]) && {
        let lower = sentence.to_lowercase();
        [",", "!"]
            .iter()
            .any(|mark| lower.contains(&format!("{}{mark}", rest[head])))
    };
    let told = after.iter().take(5).any(says) && !after.is_empty();
    let passing = is_now(rest)
        || rest
            .last()
            .is_some_and(|word| is_in(" outside coming calling safe ready late fine ", word))
        || rest.contains(&"you");
    if !told || vocative || passing {
        return None;
    }
    let name = rest[head] == "name" && head == 0;
    Some(if name {
        5
    } else if favourite {
        3
    } else {
        4
    })
}

/// What follows "we".
fn of_us(rest: &[&str]) -> Option<u8> {
    let skipped = rest.iter().take_while(|word| is_in(ADVERBS, word)).count();
    let (verb, after) = rest[skipped..].split_first()?;
    let next = after.first().copied().unwrap_or_default();
    match *verb {
        "have" => having(after),
        "live" | "lived" | "moved" | "own" | "adopted" | "lost" => {
            (!next.is_empty() && !is_in(POINTING, next)).then_some(4)
        }
        "are" | "were" | "got" => is_in(
            " married engaged divorced twins sisters brothers siblings separated expecting ",
            next,
        )
        .then_some(4),
        "married" | "divorced" | "separated" => Some(4),
        _ => None,
    }
}
