//! Words around a quotation.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Verbs of speech as they stand beside one, in the past and the present.
const SPEECH: &str = "acknowledged acquiesced added addressed admitted admonished advised affirmed agreed announced answered appealed argued \
    asked asserted assented assured babbled barked bawled began begged bellowed blurted boasted boomed breathed broke burst called cautioned \
    challenged chanted chided chimed chirped chuckled claimed commanded commented complained conceded concluded confessed confided \
    confirmed considered contended continued contradicted corrected countered cried croaked crooned cut declared decided demanded demurred \
    drawled echoed ejaculated encouraged enjoined enquired entreated exclaimed explained expostulated faltered finished flashed \
    gasped giggled greeted grinned groaned growled grumbled grunted guessed hailed hazarded hinted hissed howled implored informed inquired \
    insisted interjected interposed interpolated interrogated interrupted intimated invited jeered jested joked laughed lamented lied \
    maintained mentioned moaned mocked mumbled murmured mused muttered nodded objected observed offered ordered panted persisted piped \
    pleaded pondered prayed proceeded proclaimed promised pronounced proposed protested purred pursued put quavered queried questioned \
    quoted rambled rapped ran read reasoned reassured recited reflected rejoined related remarked reminded remonstrated repeated replied \
    reported responded resumed retorted returned roared sang screamed screeched scolded shouted shrieked shrilled sighed smiled snapped \
    snarled sneered sniffed snorted sobbed soothed speculated spluttered spoke squeaked squealed stammered stated struck stuttered \
    suggested swore taunted teased thought thundered told urged uttered ventured volunteered vowed wailed warned went wept whimpered \
    whined whispered wondered yelled yelped said saith says say quoth saying asking chimed fleered asks replies cries answers exclaims murmurs whispers shouts adds \
    continues observes remarks thinks calls laughs sighs crying exclaiming whispering murmuring shouting calling adding remarking \
    observing answering replying";

/// Of these, those that also tell what somebody does without a word.
const ACTIONS: [&str; 20] = [
    "nodded",
    "sighed",
    "laughed",
    "smiled",
    "chuckled",
    "grinned",
    "giggled",
    "sniffed",
    "snorted",
    "sobbed",
    "wept",
    "panted",
    "considered",
    "reflected",
    "pondered",
    "went",
    "ran",
    "struck",
    "decided",
    "read",
];

/// Adverbs and auxiliaries that may stand between a name and its verb.
const BETWEEN: [&str; 23] = [
    "had",
    "has",
    "then",
    "again",
    "at",
    "last",
    "once",
    "only",
    "just",
    "also",
    "now",
    "always",
    "often",
    "never",
    "even",
    "still",
    "soon",
    "almost",
    "first",
    "here",
    "thus",
    "presently",
    "was",
];

/// Words after a verb that make it tell something else than the quotation.
const OBJECTS: [&str; 18] = [
    "that",
    "nothing",
    "no",
    "not",
    "something",
    "it",
    "this",
    "so",
    "what",
    "how",
    "why",
    "whether",
    "if",
    "little",
    "much",
    "more",
    "of",
    "but",
];

/// Words before a name.
const BEFORE_NAME: [&str; 20] = [
    "the", "poor", "little", "old", "young", "dear", "good", "honest", "big", "great", "a", "his", "her", "my", "our",
    "their", "friend", "worthy", "gentle", "proud",
];

/// Whether a word in lower case, or at the start of a sentence, is a verb of speech.
pub fn is_speech(word: &str) -> bool {
    static VERBS: LazyLock<HashSet<&str>> = LazyLock::new(|| SPEECH.split_whitespace().collect());
    VERBS.contains(word.to_lowercase().as_str())
}

/// Whether a verb of speech may also tell what somebody does.
pub fn is_action(word: &str) -> bool {
    ACTIONS.contains(&word)
}

/// Whether a word may stand between a name and its verb.
pub fn may_stand_between(word: &str) -> bool {
    (word.len() > 3 && word.ends_with("ly") && word.starts_with(char::is_lowercase)) || BETWEEN.contains(&word)
}

/// Whether a verb before this word tells something else than the quotation beside it.
pub fn takes_object(word: &str) -> bool {
    OBJECTS.contains(&word)
}

/// Whether a word may stand before a name.
pub fn may_precede_name(word: &str) -> bool {
    BEFORE_NAME.contains(&word.to_lowercase().as_str())
}

/// Whether a word begins a description of somebody.
pub fn is_article(word: &str) -> bool {
    matches!(word, "the" | "his" | "her" | "my" | "their" | "our" | "a" | "an")
}

/// Whether a word stands for somebody.
pub fn is_pronoun(word: &str) -> bool {
    matches!(word, "he" | "she" | "they" | "we" | "one" | "another" | "it")
}

/// Whether a word, in lower case, stands for whoever it may be.
pub fn is_anybody(word: &str) -> bool {
    const ANYBODY: [&str; 26] = [
        "someone",
        "somebody",
        "everyone",
        "everybody",
        "nobody",
        "anybody",
        "none",
        "all",
        "both",
        "one",
        "another",
        "others",
        "some",
        "then",
        "there",
        "this",
        "that",
        "these",
        "those",
        "when",
        "what",
        "who",
        "people",
        "voices",
        "neither",
        "each",
    ];
    ANYBODY.contains(&word)
}

/// Whether a verb tells that somebody goes on speaking.
pub fn goes_on(word: &str) -> bool {
    matches!(
        word,
        "added" | "continued" | "resumed" | "proceeded" | "concluded" | "pursued" | "went" | "repeated" | "finished"
    )
}

/// Whether a word completes a verb of speech, as in "went on" and "broke in".
pub fn is_adverb_of_verb(word: &str) -> bool {
    matches!(word, "on" | "in" | "out" | "up" | "back")
}

/// Whether a word begins another phrase, so that a name after it is not the speaker's.
pub fn leads_away(word: &str) -> bool {
    const OTHER: [&str; 21] = [
        "in", "with", "as", "to", "at", "of", "on", "from", "by", "for", "and", "but", "when", "while", "who", "that",
        "after", "before", "or", "than", "about",
    ];
    OTHER.contains(&word) || word.ends_with("ly")
}
