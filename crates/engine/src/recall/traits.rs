//! What an utterance looks like, whatever it is about: a question, a plan, a feeling, a place. Word lists of our own.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::terms::Term;

/// The lists; a word may stand in several.
const LISTS: [(Kind, &str); 16] = [
    (
        Kind::FirstPerson,
        "i i'm i've i'd i'll me my mine myself we we're we've we'd we'll us our ours",
    ),
    (Kind::SecondPerson, "you you're you've you'd you'll your yours yourself"),
    (
        Kind::Time,
        "yesterday today tonight tomorrow ago last next week weeks weekend weekends month months year years morning afternoon \
         evening night monday tuesday wednesday thursday friday saturday sunday january february march april june july august \
         september october november december spring summer autumn fall winter christmas easter birthday anniversary",
    ),
    (
        Kind::Recent,
        "just recently lately yesterday today tonight last ago past earlier",
    ),
    (
        Kind::Plan,
        "plan plans planning planned going gonna will i'll we'll want hope hoping next soon upcoming tomorrow thinking goal goals excited",
    ),
    (
        Kind::Duration,
        "since years months weeks days hours minutes decade decades ages long while",
    ),
    (
        Kind::Place,
        "city town village country park beach mountain mountains forest lake river museum cafe restaurant shop store school \
         college university studio gym home hotel trail island coast festival street center centre church hospital office library \
         theater theatre station airport camp farm garden house apartment kitchen castle harbour harbor market square bridge valley",
    ),
    (
        Kind::Person,
        "mom mum mother dad father sister brother friend friends family kid kids son daughter wife husband partner boyfriend \
         girlfriend grandma grandpa grandmother grandfather aunt uncle cousin neighbor neighbour coach teacher mentor colleague \
         boss team teammates parents child children baby niece nephew girl boy guy lady",
    ),
    (
        Kind::Cause,
        "because cause cuz inspired inspires motivated reason helps helped therefore order so",
    ),
    (
        Kind::Feeling,
        "feel feels felt feeling love loved happy sad proud grateful thankful excited nervous anxious scared stressed amazing \
         awesome tough hard inspiring relaxing peaceful joy frustrated disappointed relieved angry upset afraid lonely hurt hope \
         worried tired ashamed guilty jealous glad calm",
    ),
    (
        Kind::Preference,
        "favorite favourite like likes love loves enjoy enjoys prefer into passion passionate fan hobby hobbies interest interested",
    ),
    (
        Kind::Past,
        "went got had was were did made took saw found came began won lost bought met gave read started ran wrote taught built felt \
         left told said thought been done gone seen",
    ),
    (
        Kind::Number,
        "one two three four five six seven eight nine ten eleven twelve twenty thirty dozen couple few several once twice double half",
    ),
    (
        Kind::Title,
        "book books movie movies film films song songs game games series show shows album band title named called author artist novel",
    ),
    (
        Kind::Negation,
        "not no never don't didn't doesn't can't couldn't won't wouldn't isn't wasn't aren't weren't haven't hasn't nothing nobody",
    ),
    (
        Kind::Work,
        "job work office boss business company career promotion meeting project client interview exam class study degree",
    ),
];

/// Openings that only greet or answer.
const GREETINGS: &str = "hey hi hello thanks thank wow yeah yep sure cool nice congrats great awesome sounds absolutely definitely \
    totally glad oh woah ooh sorry bye haha aww";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    FirstPerson,
    SecondPerson,
    Time,
    Recent,
    Plan,
    Duration,
    Place,
    Person,
    Cause,
    Feeling,
    Preference,
    Past,
    Number,
    Title,
    Negation,
    Work,
}

/// How many kinds there are.
const KINDS: usize = 16;

/// What an utterance looks like.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Traits {
    counts: [u8; KINDS],
    /// Words that say something, and all words.
    pub content_words: u16,
    pub all_words: u16,
    pub capitals: u8,
    pub has_question: bool,
    /// It ends with a question.
    pub is_question: bool,
    pub has_quotation: bool,
    pub greets: bool,
}

impl Traits {
    pub fn of(text: &str, terms: &[Term]) -> Self {
        static LOOKUP: LazyLock<HashMap<&str, u32>> = LazyLock::new(lookup);
        let mut traits = Self {
            has_question: text.contains(['?', '\u{ff1f}', '\u{61f}', '\u{37e}']),
            is_question: text
                .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '*' | '\u{201d}' | ')'))
                .ends_with(['?', '\u{ff1f}', '\u{61f}', '\u{37e}']),
            has_quotation: has_quotation(text),
            ..Self::default()
        };
        for (index, term) in terms.iter().enumerate() {
            let kinds = LOOKUP.get(term.form.as_str()).copied().unwrap_or_default();
            for kind in 0..KINDS {
                if kinds & (1 << kind) != 0 {
                    traits.counts[kind] = traits.counts[kind].saturating_add(1);
                }
            }
            if term.form.bytes().all(|byte| byte.is_ascii_digit()) {
                traits.counts[Kind::Number as usize] = traits.counts[Kind::Number as usize].saturating_add(1);
            }
            if term.form.len() > 4 && term.form.ends_with("ed") {
                traits.counts[Kind::Past as usize] = traits.counts[Kind::Past as usize].saturating_add(1);
            }
            traits.capitals = traits
                .capitals
                .saturating_add(u8::from(term.is_capital && term.form.len() > 2));
            traits.all_words = traits.all_words.saturating_add(1);
            traits.content_words = traits.content_words.saturating_add(u16::from(!term.is_stop));
            traits.greets = traits.greets || (index == 0 && GREETINGS.split_whitespace().any(|word| word == term.form));
        }
        traits
    }

    pub fn count(&self, kind: Kind) -> u8 {
        self.counts[kind as usize]
    }

    /// 1 when there is any, else 0.
    pub fn any(&self, kind: Kind) -> f32 {
        f32::from(self.count(kind).min(1))
    }

    /// log(1 + number).
    pub fn log(&self, kind: Kind) -> f32 {
        f32::from(self.count(kind)).ln_1p()
    }
}

fn lookup() -> HashMap<&'static str, u32> {
    let mut lookup = HashMap::new();
    for (kind, words) in LISTS {
        for word in words.split_whitespace() {
            *lookup.entry(word).or_insert(0) |= 1 << kind as u32;
        }
    }
    lookup
}

fn has_quotation(text: &str) -> bool {
    let mut marks = text
        .char_indices()
        .filter(|(_, c)| matches!(c, '"' | '\u{201c}' | '\u{201d}' | '\u{ab}' | '\u{bb}'));
    match (marks.next(), marks.next()) {
        (Some((start, _)), Some((end, _))) => (3..80).contains(&(end - start)),
        _ => false,
    }
}
