//! What a draft claims about the speaker, the reader and the world, held against what the model was told. So small a model
//! invents freely: a claim of which the card knows nothing is more often nonsense than a happy idea.

use std::collections::HashSet;

use super::score::{Draft, TITLES, is_capitalised, when};
use super::words::{is_listed, tokens, words};

/// Words that fit anybody and so prove nothing.
const GENERIC: &str = "small great little big old long dark young poor new good bad fine nice real true large whole very quite just \
    only also really man woman person one people lot bit kind sort way thing time here not glad sorry happy always never most more \
    best who that which for with from and but the his her its your our their own has had have was been are about into than then \
    this there all any some day days friend called named";
const KIN: &str = "wife husband mother father son daughter sister brother parents children child grandmother grandfather uncle \
    aunt family mum mom dad kids baby cousin girlfriend boyfriend fiancé";
/// Capitalised words that are no inventions.
const KNOWN_NAMES: &str = "god gods lord lady sir madam miss heaven monday tuesday wednesday thursday friday saturday sunday \
    january february march april may june july august september october november december christmas english french spanish german \
    turkish chinese japanese italian latin greek europe asia england london paris majesty highness";

/// Whether the word fits anybody.
pub fn is_generic(word: &str) -> bool {
    is_listed(GENERIC, word)
}

/// All that the reader and the prompt have said, word by word in small letters.
pub struct Told {
    pub card: HashSet<String>,
    pub all: HashSet<String>,
}

impl Told {
    pub fn new(draft: &Draft<'_>) -> Self {
        let card: HashSet<String> = words(&draft.card).into_iter().collect();
        let mut all: HashSet<String> = words(&draft.greeting).into_iter().collect();
        all.extend(card.iter().cloned());
        all.extend(words(draft.input.latest));
        all.extend(words(draft.input.names().char));
        all.extend(words(draft.input.names().user));
        // A name that the model was told of is no invention.
        all.extend(words(&draft.input.told.as_text()));
        Self { card, all }
    }
}

/// Which part of the words that say something is known, or none when nothing is said.
fn known_part(clause: &[&str], known: &HashSet<String>) -> Option<f32> {
    let telling: Vec<String> = clause
        .iter()
        .map(|word| word.to_lowercase())
        .filter(|word| word.chars().count() >= 3 && !is_listed(GENERIC, word))
        .collect();
    let count = |telling: &[String]| telling.iter().filter(|word| knows(known, word)).count();
    #[expect(clippy::cast_precision_loss, reason = "a clause has a few words")]
    (!telling.is_empty()).then(|| count(&telling) as f32 / telling.len() as f32)
}

/// Knows the word, be it in the singular or the plural.
fn knows(known: &HashSet<String>, word: &str) -> bool {
    let bare = word.trim_end_matches("'s").trim_end_matches("’s");
    known.contains(bare)
        || known.contains(&format!("{bare}s"))
        || bare.strip_suffix('s').is_some_and(|one| known.contains(one))
}

/// The clauses of the speech, each as its words as written.
pub fn clauses(speech: &str) -> Vec<Vec<&str>> {
    speech
        .split(|character: char| ".,;:!?—()\"“”".contains(character))
        .map(tokens)
        .filter(|clause| !clause.is_empty())
        .collect()
}

pub fn small(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}

/// What follows "I am" and the like in a clause, and whether it is about the reader.
pub fn claims_to_be<'a, 'b>(clause: &'b [&'a str], openings: &[&str]) -> Option<&'b [&'a str]> {
    (0..clause.len()).find_map(|place| {
        let one = small(clause[place]);
        let two = clause.get(place + 1).map(|next| format!("{one} {}", small(next)));
        let after = if openings.contains(&one.as_str()) {
            place + 1
        } else if two.is_some_and(|two| openings.contains(&two.as_str())) {
            place + 2
        } else {
            return None;
        };
        let skipped = clause[after..]
            .iter()
            .take_while(|word| {
                is_listed(
                    "just only also quite really still now truly indeed actually",
                    &small(word),
                )
            })
            .count();
        Some(&clause[after + skipped..])
    })
}

/// What the character is called: its name, and the names in the card's first sentence ("You are Sun Wukong, the Monkey King") and
/// where it speaks of what the character calls itself.
fn own_names(draft: &Draft<'_>) -> Vec<String> {
    let mut own = words(draft.input.names().char);
    for (number, sentence) in draft.card.split_inclusive(['.', '!', '?']).enumerate() {
        if number == 0 || sentence.contains("yourself") {
            own.extend(
                tokens(sentence)
                    .into_iter()
                    .filter(|word| is_capitalised(word))
                    .map(small),
            );
        }
    }
    own
}

/// "I am Watson", "I'm Dr. Watson", "my name is Emily Morrow". Nations ("I am English") are told apart by their endings.
pub fn wrong_name(draft: &Draft<'_>) -> f32 {
    const NATIONS: [&str; 7] = ["ish", "ese", "ian", "ean", "can", "man", "ench"];
    let own = own_names(draft);
    let common: HashSet<&str> = tokens(&draft.card)
        .into_iter()
        .filter(|word| !is_capitalised(word))
        .collect();
    let is_name = |word: &str| {
        let word = small(word);
        !NATIONS.iter().any(|ending| word.ends_with(ending)) && !common.contains(word.as_str())
    };
    // "I am Dr. Watson" and "I am the great Watson" name the speaker as "I am Watson" does.
    let spoken = draft
        .speech
        .replace("Dr.", "Dr")
        .replace("Mr.", "Mr")
        .replace("Mrs.", "Mrs");
    let wrong = clauses(&spoken).iter().any(|clause| {
        let called = claims_to_be(clause, &["i'm", "i am", "i was", "name is", "name's", "call me"]);
        let Some(called) = called else { return false };
        let mut named = called
            .iter()
            .take_while(|word| !is_listed("of in from at on to with by for who that and but", &small(word)))
            .take(4)
            .filter(|word| is_capitalised(word) && !TITLES.contains(&small(word).as_str()));
        named
            .next()
            .is_some_and(|word| !own.contains(&small(word)) && is_name(word))
    });
    when(wrong, 5.0)
}

/// "I am a little girl", "I was a soldier", "you are a ship": a nature of which nothing is known.
pub fn unknown_nature(draft: &Draft<'_>, told: &Told) -> f32 {
    let unknown = |openings: &[&str], known: &HashSet<String>| {
        clauses(&draft.speech).iter().any(|clause| {
            let Some(nature) = claims_to_be(clause, openings) else {
                return false;
            };
            let named = nature
                .first()
                .is_some_and(|word| is_listed("a an the one", &small(word)));
            let end = nature
                .iter()
                .position(|word| is_listed("who that and but of with in on at from to", &small(word)));
            let nature = &nature[..end.unwrap_or(nature.len())];
            named && known_part(nature, known).is_some_and(|part| part == 0.0)
        })
    };
    when(unknown(&["i'm", "i am", "i was", "i've been"], &told.card), 1.5)
        + when(unknown(&["you're", "you are", "you were"], &told.all), 1.0)
}

/// "I live in a small town", said by somebody who lives in a submarine.
pub fn unknown_home(draft: &Draft<'_>, told: &Told) -> f32 {
    let homes = [
        "i live", "i lived", "born in", "i'm from", "i come", "am from", "my home",
    ];
    let unknown = clauses(&draft.speech).iter().any(|clause| {
        claims_to_be(clause, &homes).is_some_and(|home| known_part(home, &told.card).is_some_and(|part| part <= 0.5))
    });
    when(unknown, 2.0)
}

/// A wife or a brother of the speaker of whom nobody has heard.
pub fn unknown_kin(draft: &Draft<'_>, told: &Told) -> f32 {
    let message = words(draft.input.latest);
    let asked = |kin: &str| message.windows(2).any(|pair| pair[1] == kin && pair[0] != "my");
    let unknown = words(&draft.speech).windows(3).any(|run| {
        let mine = run[0] == "my" || (run[0] == "have" && run[1] == "a");
        let kin = run[1..].iter().find(|word| is_listed(KIN, word));
        mine && kin.is_some_and(|kin| !told.card.contains(kin) && !asked(kin))
    });
    when(unknown, 1.5)
}

/// People, places and things with names that neither the prompt nor the reader has named, at most two.
pub fn unknown_names(draft: &Draft<'_>, told: &Told) -> f32 {
    let mut inside = false;
    let mut unknown = HashSet::new();
    for piece in draft.text.split_whitespace() {
        let word = piece.trim_matches(|character: char| !character.is_alphanumeric());
        let lower = small(word);
        let bare = lower.trim_end_matches("'s");
        let starts = !inside || piece.starts_with(['(', '"', '“', '*', '—']);
        if !starts
            && is_capitalised(word)
            && !knows(&told.all, bare)
            && !is_listed(KNOWN_NAMES, bare)
            && !bare.starts_with("i'")
        {
            unknown.insert(bare.to_owned());
        }
        let title = TITLES.contains(&bare);
        inside = title
            || !piece
                .trim_end_matches(['"', '”', ')', '*'])
                .ends_with(['.', '!', '?', ':', '…']);
    }
    match unknown.len() {
        0 => 0.0,
        1 => 1.0,
        _ => 2.0,
    }
}
