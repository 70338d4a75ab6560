//! Cutting a draft to at most two whole sentences with one action at most, all at once or while it streams.

/// Sentences of a reply.
const MOST_SENTENCES: usize = 2;
/// Words that end in a full stop without ending the sentence.
const ABBREVIATIONS: [&str; 14] = [
    "mr", "mrs", "ms", "dr", "st", "prof", "capt", "col", "gen", "lt", "sgt", "rev", "hon", "messrs",
];

/// Reads a draft character by character and writes what is kept of it.
#[derive(Debug, Clone, Default)]
struct Reader {
    out: String,
    space_owed: bool,
    /// Open parentheses, and how many actions have begun.
    depth: u32,
    actions: u32,
    /// The word being read, how many words of this sentence and of all speech are complete.
    word: String,
    sentence_words: usize,
    speech_words: usize,
    last: Option<char>,
    /// A sentence has ended, if what follows allows it; `wide` for scripts that put no space after it.
    ended: bool,
    wide: bool,
    sentences: usize,
    /// Length of `out` at the end of the last whole sentence, and at the end of the last action that stands between sentences.
    sentence_end: usize,
    action_end: usize,
    done: bool,
    /// How many sentences fewer than [`MOST_SENTENCES`] are kept.
    fewer: usize,
}

impl Reader {
    fn take(&mut self, character: char) {
        if self.done {
            return;
        }
        let character = if character.is_whitespace() { ' ' } else { character };
        if self.depth == 0
            && self.ended
            && (character == ' ' || character == '(' || (self.wide && !is_closer(character)))
        {
            self.count_sentence();
            if self.done {
                return;
            }
        }
        match character {
            '(' => {
                self.end_word();
                self.actions += u32::from(self.depth == 0);
                self.depth += 1;
                self.keep_in_action(character);
            }
            ')' if self.depth > 0 => {
                self.keep_in_action(character);
                self.depth -= 1;
                if self.depth == 0 && self.sentence_words == 0 {
                    self.action_end = self.out.len();
                }
            }
            ')' => {}
            _ if self.depth > 0 => self.keep_in_action(character),
            _ => self.take_speech(character),
        }
        self.last = Some(character);
    }

    fn take_speech(&mut self, character: char) {
        match character {
            ' ' => self.end_word(),
            '.' | '!' | '?' => {
                let words = self.sentence_words + usize::from(!self.word.is_empty());
                let ellipsis = character == '.' && matches!(self.last, Some('.' | '…'));
                let abbreviation = character == '.' && self.is_abbreviation();
                // "Ah!" alone is no sentence yet.
                self.ended = (words >= 2 || self.ended) && !ellipsis && !abbreviation;
            }
            '。' | '！' | '？' => {
                self.ended = true;
                self.wide = true;
            }
            _ if self.ended && is_closer(character) => {}
            _ => {
                self.ended = false;
                if character.is_alphanumeric() || character == '\'' {
                    self.word.push(character);
                }
            }
        }
        self.keep(character);
        if self.ended {
            self.sentence_end = self.out.len();
        }
    }

    fn is_abbreviation(&self) -> bool {
        let initial = self.word.chars().count() == 1 && self.word.chars().all(char::is_uppercase) && self.word != "I";
        initial || ABBREVIATIONS.contains(&self.word.to_lowercase().as_str())
    }

    fn count_sentence(&mut self) {
        self.end_word();
        self.sentences += 1;
        self.sentence_words = 0;
        self.ended = false;
        self.wide = false;
        self.done = self.sentences + self.fewer >= MOST_SENTENCES;
    }

    fn end_word(&mut self) {
        if !self.word.is_empty() {
            self.word.clear();
            self.sentence_words += 1;
            self.speech_words += 1;
        }
    }

    fn keep_in_action(&mut self, character: char) {
        if self.actions == 1 {
            self.keep(character);
        }
    }

    /// White space is kept once, and only between what is kept.
    fn keep(&mut self, character: char) {
        if character == ' ' {
            self.space_owed = self.out.ends_with(|last: char| !last.is_whitespace());
            return;
        }
        if std::mem::take(&mut self.space_owed) {
            self.out.push(' ');
        }
        self.out.push(character);
    }
}

fn is_closer(character: char) -> bool {
    "\"'”’»*_".contains(character)
}

fn ends_like_a_sentence(text: &str) -> bool {
    text.trim_end_matches(is_closer)
        .ends_with(['.', '!', '?', '…', '。', '！', '？'])
}

/// The draft as it can be shown: at most two whole sentences, the first action only, in one line, with quotation marks, parentheses
/// and asterisks in pairs. A draft without one whole sentence keeps its words and ends in "…".
pub fn tidy(draft: &str) -> String {
    read(draft, Reader::default())
}

/// What can be cut from a draft: the whole as [`tidy`] leaves it, its first sentence, and both without their action.
pub fn cuts(draft: &str) -> Vec<String> {
    let whole = tidy(draft);
    let first = Reader {
        fewer: 1,
        ..Reader::default()
    };
    let first = read(&whole, first);
    let mut cuts: Vec<String> = Vec::new();
    for text in [
        whole.clone(),
        first.clone(),
        without_action(&whole),
        without_action(&first),
    ] {
        if !text.is_empty() && !cuts.contains(&text) {
            cuts.push(text);
        }
    }
    cuts
}

fn without_action(text: &str) -> String {
    let Some((before, rest)) = text.split_once('(') else {
        return text.to_owned();
    };
    let after = rest.split_once(')').map_or("", |(_, after)| after);
    mended(&format!("{} {}", before.trim_end(), after.trim_start()))
}

fn read(draft: &str, mut reader: Reader) -> String {
    draft.chars().for_each(|character| reader.take(character));
    reader.end_word();
    let whole = reader.done || ends_like_a_sentence(&reader.out) || (reader.speech_words == 0 && reader.depth == 0);
    let kept = if whole {
        reader.out
    } else if reader.sentence_end > 0 {
        let end = reader.sentence_end.max(reader.action_end);
        reader.out[..end].to_owned()
    } else if reader.depth > 0 && reader.actions == 1 {
        reader.out.trim_end_matches(['(', ' ']).to_owned()
    } else {
        // The last word may be half a word.
        let cut = reader
            .out
            .rfind(' ')
            .filter(|_| reader.speech_words > 3)
            .unwrap_or(reader.out.len());
        format!("{}…", reader.out[..cut].trim_end_matches([',', ';', ':', ' ', '-']))
    };
    mended(&kept)
}

/// Marks that come in pairs, made to do so.
fn mended(text: &str) -> String {
    let mut text = text.trim().to_owned();
    if !text.chars().any(char::is_alphanumeric) {
        return String::new();
    }
    if text.matches('*').count() % 2 == 1 {
        text = text.replace('*', "");
    }
    if text.matches('"').count() % 2 == 1 {
        text = if text.starts_with('"') {
            format!("{text}\"")
        } else {
            text.replace('"', "")
        };
    }
    let (opening, closing) = (text.matches('“').count(), text.matches('”').count());
    if opening > closing {
        text.push('”');
    } else if closing > opening {
        text = text.replace('”', "");
    }
    let open = text.matches('(').count().saturating_sub(text.matches(')').count());
    text.push_str(&")".repeat(open));
    text.trim().to_owned()
}

/// The same for a draft that is shown while it is drawn: passes text on until two sentences are complete, without later actions.
#[derive(Debug, Clone, Default)]
pub struct SentenceGate {
    reader: Reader,
    /// How much of the text stood there before.
    kept_length: usize,
}

impl SentenceGate {
    /// For the rest of a text that broke off: marks that stand open in it are open, its sentences count, and one more at least
    /// passes. The text itself stays as it is.
    pub fn continuing(so_far: &str) -> Self {
        let mut reader = Reader::default();
        let mut sentences = 0;
        for character in so_far.chars() {
            reader.take(character);
            // Counted here, so that no end of a sentence ends the reading.
            sentences += std::mem::take(&mut reader.sentences);
        }
        if reader.ended {
            reader.count_sentence();
            sentences += 1;
            reader.done = false;
        }
        reader.sentences = sentences.min(MOST_SENTENCES - 1);
        if reader.depth > 0 {
            // A second action is shown already as far as it goes, so it goes on.
            (reader.depth, reader.actions) = (1, 1);
        }
        reader.out = so_far.to_owned();
        reader.space_owed = false;
        Self {
            kept_length: so_far.len(),
            reader,
        }
    }

    /// Takes the next piece and returns what of it is to be shown.
    pub fn push(&mut self, piece: &str) -> String {
        let before = self.reader.out.len();
        piece.chars().for_each(|character| self.reader.take(character));
        self.reader.out[before..].to_owned()
    }

    /// Whether nothing more will pass: the model can stop.
    pub fn is_done(&self) -> bool {
        self.reader.done
    }

    /// The draft is over: returns what closes the marks that stand open, and "…" for a sentence that broke off.
    pub fn finish(&mut self) -> String {
        let mut ending = String::new();
        let text = &self.reader.out;
        if text.len() == self.kept_length {
            return ending;
        }
        if self.reader.depth > 0 && self.reader.actions == 1 {
            ending.push(')');
        } else if !ends_like_a_sentence(text) && !text.ends_with(')') {
            ending.push('…');
        }
        if text.matches('*').count() % 2 == 1 {
            ending.push('*');
        }
        if text.matches('"').count() % 2 == 1 {
            ending.push('"');
        }
        if text.matches('“').count() > text.matches('”').count() {
            ending.push('”');
        }
        self.reader.done = true;
        ending
    }
}
