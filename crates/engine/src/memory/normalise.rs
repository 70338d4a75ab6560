//! When two texts say the same, word for word: case, accents, Unicode forms, punctuation and spaces make no difference.
//!
//! Words are those of the search ([`crate::search::words`]), so that Turkish İ and ı, ligatures, half-width letters and scripts
//! without spaces are the same here and there.

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use crate::search::{Word, words};

/// A text of fewer words than this stands in too many messages by chance: only a message that says nothing else echoes it.
const FEWEST_WORDS: usize = 2;
/// So many characters of a script without spaces count as one word.
const CHARACTERS_OF_A_WORD: usize = 2;

/// The text's folded words with one space between them. Empty for a text without letters and digits.
pub fn normalised(text: &str) -> String {
    joined(&words_of(text))
}

/// What stands for a fact's text where the text itself must not be kept: SHA-256 of its normalised form.
pub fn fact_hash(text: &str) -> [u8; 32] {
    Sha256::digest(normalised(text)).into()
}

/// Whether a message says a fact word for word: all of the fact's words, one after the other. A fact of a single word is echoed
/// only by a message that says nothing else; a fact without words never is.
pub fn echoes(message: &str, fact: &str) -> bool {
    Echo::of(fact).is_in(message)
}

/// [`echoes`] for many messages.
#[derive(Debug, Clone)]
pub struct Echo {
    /// With a space at both ends, so that only whole words are found.
    wanted: String,
    is_short: bool,
}

impl Echo {
    /// Looks for this fact.
    pub fn of(fact: &str) -> Self {
        Self::of_at_least(fact, FEWEST_WORDS)
    }

    /// Looks for a text; one of fewer words is echoed only by a message that says nothing else.
    pub(crate) fn of_at_least(text: &str, fewest: usize) -> Self {
        let words = words_of(text);
        let characters = words.iter().filter(|word| word.is_character).count();
        Self {
            is_short: words.len() - characters + characters / CHARACTERS_OF_A_WORD < fewest,
            wanted: framed(&joined(&words)),
        }
    }

    /// Looks for messages that say this and nothing else.
    pub(crate) fn of_whole(text: &str) -> Self {
        Self::of_at_least(text, usize::MAX)
    }

    /// Whether the message says it.
    pub fn is_in(&self, message: &str) -> bool {
        let message = framed(&normalised(message));
        !self.wanted.trim().is_empty()
            && if self.is_short {
                message == self.wanted
            } else {
                message.contains(&self.wanted)
            }
    }
}

/// Composed first, so that a mark which is a character of its own (half-width kana) joins the letter before it.
fn words_of(text: &str) -> Vec<Word> {
    words(&text.nfkc().collect::<String>())
}

fn joined(words: &[Word]) -> String {
    let folded: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    folded.join(" ")
}

fn framed(normalised: &str) -> String {
    format!(" {normalised} ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_reads_the_same_is_the_same() {
        let check = |text: &str, expected: &str| assert_eq!(normalised(text), expected, "{text:?}");
        check("  I live in OSLO!  ", "i live in oslo");
        check("İSTANBUL'da ılık", "istanbul da ilik");
        check("ISPARTA ve Iğdır", "isparta ve igdir");
        check("ｆｕｌｌ－ｗｉｄｔｈ", "full width");
        check("Café — cafe\u{301}", "cafe cafe");
        check("ｶﾞﾗｽ", "ガ ラ ス");
        check("我叫李明。", "我 叫 李 明");
        check("\u{1f600} !!! …", "");
        check("*She lives (in) Oslo*", "she lives in oslo");
        assert_eq!(fact_hash("Ayşe lives in Oslo."), fact_hash("ayşe  LIVES in oslo"));
        assert_ne!(fact_hash("Ayşe lives in Oslo."), fact_hash("Ayşe lives in Bergen."));
    }

    #[test]
    fn a_message_echoes_whole_words_only() {
        let check = |message: &str, fact: &str, expected: bool| {
            assert_eq!(echoes(message, fact), expected, "{message:?}, {fact:?}");
        };
        check("Well, I LIVE in Oslo, you know.", "I live in Oslo.", true);
        check("(nods) I live in *Oslo*.", "i live in oslo", true);
        check("I live in Oslofjord.", "I live in Oslo", false);
        check("I live, in a manner, in Oslo.", "I live in Oslo", false);
        check("Oslo'da yaşıyorum, evet.", "OSLO'DA YAŞIYORUM", true);
        check("Oslo is cold.", "Oslo", false);
        check("Oslo!", "oslo", true);
        check("你好，我叫李明，很高兴。", "我叫李明", true);
        check("东京很大。", "东京", false);
        check("东京。", "东京", true);
        check("Anything at all", "?!", false);
        check("", "", false);
    }

    proptest! {
        #[test]
        fn a_normalised_text_is_normalised(text in ".{0,200}") {
            let once = normalised(&text);
            prop_assert_eq!(normalised(&once), once);
        }

        #[test]
        fn case_punctuation_and_spaces_make_no_difference(words in proptest::collection::vec("[a-zçğıöşüé0-9]{1,9}", 1..9)) {
            let plain = words.join(" ");
            let loud = format!("  «{}»!", words.join(",\u{a0}\n ")).to_uppercase();
            prop_assert_eq!(normalised(&plain), normalised(&loud));
            prop_assert_eq!(fact_hash(&plain), fact_hash(&loud));
            prop_assert!(echoes(&loud, &plain));
        }

        #[test]
        fn a_message_echoes_what_stands_in_it(before in "[a-z ]{0,30}", fact in "[a-zı]{1,8}( [a-zı]{1,8}){1,5}", after in "[a-z ]{0,30}") {
            let message = format!("{before}. {fact}! {after}");
            prop_assert!(echoes(&message, &fact));
        }
    }
}
