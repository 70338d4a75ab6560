//! Claims of English sentences.

use super::{Claim, FactWord, SELF, Slot, Value, owned, texts};

const SMALL: &str =
    " a an the her his their my our in at on of to for with and very now currently also still just again recently ";
const NEGATIONS: &str = " not never longer no neither hardly ";
/// Verbs that may stand between a subject and what is claimed of it.
const AUXILIARIES: &str = " has have had is am are was were been being does do did will would can could now currently still also \
    just recently always really not never no longer ";
/// Verbs whose statements can be true or not, in their base form.
const STATED: &str = " like love enjoy hate dislike adore eat drink smoke drive speak work own play believe trust swim ride sing \
    dance cook read wear keep need know ";
const WORKS: &str = " nurse teacher doctor lawyer engineer student writer painter baker carpenter farmer soldier sailor captain pilot \
    surgeon librarian clerk cook chef waiter waitress musician singer actor actress journalist architect programmer accountant \
    mechanic electrician plumber police officer detective priest merchant tailor blacksmith fisherman shepherd professor scientist \
    researcher dentist pharmacist psychologist driver gardener photographer designer translator editor retired unemployed ";

/// What a sentence says; several claims where it can be read in several ways.
pub fn claims(words: &[FactWord]) -> Vec<Claim> {
    let words = spelled_out(words);
    let found = [home, name, age, marriage, favourite, only, work, likes, statement];
    found.iter().filter_map(|find| find(&words)).collect()
}

/// "I'm" as "i am", "don't" as "do not"; the search cuts such words at their apostrophe.
fn spelled_out(words: &[FactWord]) -> Vec<FactWord> {
    let mut spelled: Vec<FactWord> = Vec::new();
    for word in words {
        let full =
            crate::memory::words::spelled_out(spelled.last_mut().map(|last| &mut last.folded), &word.folded).to_owned();
        spelled.push(FactWord {
            folded: full,
            is_capital: word.is_capital,
        });
    }
    spelled
}

fn is_in(list: &str, word: &str) -> bool {
    list.contains(&format!(" {word} "))
}

/// Where one of the phrases begins, and where it ends.
fn find(words: &[FactWord], phrases: &[&str]) -> Option<(usize, usize)> {
    let texts = texts(words);
    (0..texts.len()).find_map(|start| {
        let fits = |phrase: &&&str| {
            let wanted: Vec<&str> = phrase.split(' ').collect();
            texts[start..].starts_with(&wanted)
        };
        let phrase = phrases.iter().find(fits)?;
        Some((start, start + phrase.split(' ').count()))
    })
}

/// The words in front of a verb as a subject: "i" is the reader, "my cat" the reader's. Long ones are no subjects.
fn subject(words: &[FactWord]) -> Option<String> {
    let mut words: Vec<&str> = texts(words);
    while words.last().is_some_and(|word| is_in(AUXILIARIES, word)) {
        words.pop();
    }
    let words: Vec<&str> = words
        .into_iter()
        .filter(|word| !matches!(*word, "s" | "the" | "a"))
        .collect();
    match words.as_slice() {
        // Of whom these speak cannot be told.
        [] | ["he" | "she" | "it" | "they" | "we" | "you" | "who"] => None,
        ["i" | "my"] => Some(SELF.to_owned()),
        ["my", rest @ ..] if rest.len() <= 3 => Some(format!("{SELF} {}", rest.join(" "))),
        words if words.len() <= 4 => Some(words.join(" ")),
        _ => None,
    }
}

fn is_denied(words: &[FactWord]) -> bool {
    words.iter().any(|word| is_in(NEGATIONS, &word.folded))
}

/// The first words that say something, up to a comma's usual followers.
fn value(words: &[FactWord], most: usize) -> Vec<String> {
    let ends = |word: &&FactWord| {
        !matches!(
            word.folded.as_str(),
            "and" | "but" | "because" | "who" | "which" | "since" | "where" | "after"
        )
    };
    let telling = words.iter().take_while(ends).filter(|word| !is_in(SMALL, &word.folded));
    telling.take(most).map(|word| word.folded.clone()).collect()
}

fn home(words: &[FactWord]) -> Option<Claim> {
    let phrases = [
        "lives in",
        "live in",
        "living in",
        "lives at",
        "live at",
        "resides in",
        "moved to",
        "moved from",
        "moves to",
        "settled in",
        "home is in",
        "moved back to",
    ];
    let (start, mut end) = find(words, &phrases)?;
    let before = &words[..start];
    // "used to live in Oslo", "will move"; "was living".
    if is_denied(before)
        || before.iter().any(|word| {
            matches!(
                word.folded.as_str(),
                "used" | "was" | "were" | "will" | "would" | "once"
            )
        })
    {
        return None;
    }
    if texts(&words[start..end]) == ["moved", "from"] {
        end += words[end..].iter().position(|word| word.folded == "to")? + 1;
    }
    // Only a name says where that is: "in a small house" tells nothing about Oslo.
    let place: Vec<&str> = words[end..]
        .iter()
        .skip_while(|word| word.folded == "the")
        .take_while(|word| word.is_capital)
        .map(|word| word.folded.as_str())
        .collect();
    let subject = subject(before)?;
    (!place.is_empty()).then(|| Claim {
        subject,
        slot: Slot::Home,
        value: Value::Words(owned(&place)),
    })
}

fn name(words: &[FactWord]) -> Option<Claim> {
    let (start, end) = find(
        words,
        &[
            "name is",
            "is called",
            "am called",
            "is named",
            "am named",
            "are called",
        ],
    )?;
    let asked: Vec<String> = value(&words[end..], 2);
    let before = &words[..start];
    (!is_denied(&words[start..])).then_some(())?;
    Some(Claim {
        subject: subject(before)?,
        slot: Slot::Name,
        value: Value::Words(asked),
    })
}

fn age(words: &[FactWord]) -> Option<Claim> {
    let place = find(words, &["is", "am", "turned"])?.1;
    let figure = words.get(place)?;
    let rest = texts(&words[place + 1..]);
    let is_age = figure.folded.parse::<u32>().is_ok_and(|age| age < 200)
        && (rest.is_empty() || rest[0] == "years" || rest[0] == "now");
    is_age.then_some(())?;
    Some(Claim {
        subject: subject(&words[..place - 1])?,
        slot: Slot::Age,
        value: Value::Words(vec![figure.folded.clone()]),
    })
}

fn marriage(words: &[FactWord]) -> Option<Claim> {
    let states = ["married", "single", "divorced", "engaged", "widowed"];
    let place = words.iter().position(|word| states.contains(&word.folded.as_str()))?;
    let before = &words[..place];
    let joins = before
        .last()
        .is_some_and(|word| matches!(word.folded.as_str(), "is" | "am" | "are" | "got" | "been" | "now"));
    // "a single room", "has three married sisters".
    (joins && !is_denied(before)).then_some(())?;
    let before: Vec<FactWord> = before.iter().filter(|word| word.folded != "got").cloned().collect();
    Some(Claim {
        subject: subject(&before)?,
        slot: Slot::Marriage,
        value: Value::Words(vec![words[place].folded.clone()]),
    })
}

fn favourite(words: &[FactWord]) -> Option<Claim> {
    let (start, end) = find(words, &["favourite", "favorite"])?;
    let is = words[end..]
        .iter()
        .position(|word| matches!(word.folded.as_str(), "is" | "are"))?
        + end;
    let thing = texts(&words[end..is]).join(" ");
    let subject = subject(&words[..start])?;
    (!thing.is_empty()).then(|| Claim {
        subject,
        slot: Slot::Favourite(thing),
        value: Value::Words(value(&words[is + 1..], 3)),
    })
}

fn only(words: &[FactWord]) -> Option<Claim> {
    let things = [
        "birthday",
        "job",
        "profession",
        "occupation",
        "nationality",
        "hometown",
        "boss",
        "birthplace",
    ];
    let place = words.iter().position(|word| things.contains(&word.folded.as_str()))?;
    let joined = words.get(place + 1).is_some_and(|word| word.folded == "is");
    joined.then_some(())?;
    let before = &words[..place];
    Some(Claim {
        subject: subject(before)?,
        slot: Slot::Only(words[place].folded.clone()),
        value: Value::Words(value(&words[place + 2..], 3)),
    })
}

fn work(words: &[FactWord]) -> Option<Claim> {
    let as_something = find(words, &["works as", "work as", "working as", "worked as"])
        .filter(|(start, _)| words[*start].folded != "worked");
    let (start, end) = as_something.or_else(|| {
        find(
            words,
            &["is a", "is an", "am a", "am an", "became a", "became an", "is", "am"],
        )
    })?;
    let trade = value(&words[end..], 4);
    // "is a mother" and "is a nurse" are true together.
    let is_trade = as_something.is_some() || trade.iter().any(|word| is_in(WORKS, word));
    (is_trade && !is_denied(words)).then_some(())?;
    Some(Claim {
        subject: subject(&words[..start])?,
        slot: Slot::Work,
        value: Value::Words(trade),
    })
}

/// Liking and disliking one thing.
fn likes(words: &[FactWord]) -> Option<Claim> {
    const FOR: &str = " like likes love loves enjoy enjoys adore adores liked loved ";
    const AGAINST: &str = " hate hates dislike dislikes detest detests ";
    let place = words
        .iter()
        .position(|word| is_in(FOR, &word.folded) || is_in(AGAINST, &word.folded))?;
    let denied = is_denied(&words[..place]);
    let object = texts(&words[place + 1..])
        .into_iter()
        .filter(|word| !is_in(SMALL, word) && *word != "anymore")
        .collect::<Vec<_>>();
    (!object.is_empty()).then_some(())?;
    Some(Claim {
        subject: subject(&words[..place])?,
        slot: Slot::Statement(format!("like {}", object.join(" "))),
        value: Value::Truth(is_in(FOR, &words[place].folded) != denied),
    })
}

/// Any other verb, denied or not: "eats meat", "does not eat meat"; and having something or not.
fn statement(words: &[FactWord]) -> Option<Claim> {
    if let Some(place) = words
        .iter()
        .position(|word| matches!(word.folded.as_str(), "has" | "have"))
    {
        return having(words, place);
    }
    let base = |word: &str| {
        let plain = word.strip_suffix('s').unwrap_or(word);
        is_in(STATED, plain).then(|| plain.to_owned())
    };
    let (place, verb) = words
        .iter()
        .enumerate()
        .find_map(|(place, word)| Some((place, base(&word.folded)?)))?;
    if matches!(verb.as_str(), "like" | "love" | "enjoy" | "hate" | "dislike" | "adore") {
        return None;
    }
    let before = &words[..place];
    if before.iter().any(|word| {
        matches!(
            word.folded.as_str(),
            "used" | "did" | "was" | "will" | "would" | "could" | "to"
        )
    }) {
        return None;
    }
    let rest: Vec<&str> = texts(&words[place + 1..])
        .into_iter()
        .filter(|word| !is_in(SMALL, word) && *word != "anymore" && *word != "any")
        .collect();
    Some(Claim {
        subject: subject(before)?,
        slot: Slot::Statement(format!("{verb} {}", rest.join(" "))),
        value: Value::Truth(!is_denied(before)),
    })
}

/// "has a cat", "has no cat", "does not have a cat any more": whether there is one at all.
fn having(words: &[FactWord], place: usize) -> Option<Claim> {
    let after = texts(&words[place + 1..]);
    let denied = is_denied(&words[..place]) || after.first().is_some_and(|word| matches!(*word, "no" | "never"));
    let skipped = after
        .iter()
        .take_while(|word| matches!(**word, "no" | "never" | "had" | "a" | "an" | "any"))
        .count();
    let more = words[place + 1..].iter().skip(skipped);
    let things: Vec<&FactWord> = more
        .take_while(|word| {
            !matches!(
                word.folded.as_str(),
                "called" | "named" | "who" | "that" | "and" | "with" | "any" | "anymore"
            )
        })
        .collect();
    // One plain noun: "has a cat", not "has a black cat" and not "has been to Rome".
    let [thing] = things.as_slice() else { return None };
    let verb_like = thing.folded.ends_with("ed") || thing.folded == "been" || skipped == 0;
    (!verb_like).then_some(())?;
    Some(Claim {
        subject: subject(&words[..place])?,
        slot: Slot::Statement(format!(
            "have {}",
            thing.folded.strip_suffix('s').unwrap_or(&thing.folded)
        )),
        value: Value::Truth(!denied),
    })
}
