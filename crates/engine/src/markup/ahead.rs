//! What can be seen of the text around a mark.

/// Not enough of the text has come to decide.
pub(super) struct Wait;

/// The held text, seen character by character. No look goes further than a fixed number of characters, so that reading
/// stays linear.
pub(super) struct Ahead<'a> {
    pub text: &'a str,
    pub at_end: bool,
}

/// The longest run of letters that is held back to see whether it is one emphasised word, in characters.
const LONGEST_WORD: usize = 24;

impl Ahead<'_> {
    /// The character at this place; none when the text is over.
    pub fn at(&self, place: usize) -> Result<Option<char>, Wait> {
        #[cfg(test)]
        looks::count(place + 1);
        match self.text.chars().nth(place) {
            None if !self.at_end => Err(Wait),
            character => Ok(character),
        }
    }

    /// How often `mark` stands in a row, counted no further than `limit`.
    pub fn run(&self, mark: char, limit: usize) -> Result<usize, Wait> {
        let mut length = 1;
        while length < limit && self.at(length)? == Some(mark) {
            length += 1;
        }
        Ok(length)
    }

    /// Whether the held text begins with `mark`, in any case; waits while it may still become one.
    pub fn begins_with(&self, mark: &str) -> Result<bool, Wait> {
        let mut text = self.text.chars();
        for wanted in mark.chars() {
            #[cfg(test)]
            looks::count(1);
            match text.next() {
                Some(character) if character.eq_ignore_ascii_case(&wanted) => {}
                None if !self.at_end => return Err(Wait),
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Whether a single word stands between this asterisk and the next, as in `(bows *low*)`. In a script without spaces words
    /// cannot be told apart, and it counts as more than one.
    pub fn one_starred_word(&self) -> Result<bool, Wait> {
        let mut length = 0;
        for character in self.text.chars().skip(1).take(LONGEST_WORD) {
            #[cfg(test)]
            looks::count(1);
            if character == '*' {
                return Ok(true);
            }
            if character.is_whitespace() || (character.is_alphanumeric() && !is_word(Some(character))) {
                return Ok(false);
            }
            length += 1;
        }
        if length == LONGEST_WORD {
            Ok(false)
        } else if self.at_end {
            Ok(true)
        } else {
            Err(Wait)
        }
    }
}

/// What stands on both sides of a run of marks.
pub(super) struct Flanks {
    pub before: Option<char>,
    pub after: Option<char>,
}

impl Flanks {
    pub fn space_before(&self) -> bool {
        self.before.is_none_or(char::is_whitespace)
    }

    pub fn space_after(&self) -> bool {
        self.after.is_none_or(char::is_whitespace)
    }

    pub fn inside_word(&self) -> bool {
        is_word(self.before) && is_word(self.after)
    }

    /// Can open, by CommonMark's rule of left-flanking runs.
    pub fn opens(&self) -> bool {
        let symbol = |side: Option<char>| side.is_some_and(|character| !character.is_alphanumeric());
        !self.space_after()
            && (!symbol(self.after) || self.space_before() || symbol(self.before))
            && !self.inside_word()
    }

    /// Begins a word, as an asterisk does that opens again what is open already.
    pub fn begins_word(&self) -> bool {
        let begins = |character: char| character.is_alphanumeric() || "\"'“‘«¿¡(".contains(character);
        self.space_before() && self.after.is_some_and(begins)
    }

    pub fn ends_word(&self) -> bool {
        !self.space_before() && !is_word(self.after)
    }
}

/// Part of a word in a script that puts spaces between words; in the others a mark may stand between any two characters.
pub(super) fn is_word(character: Option<char>) -> bool {
    const FIRST_WITHOUT_SPACES: char = '\u{2e80}';
    let thai_to_myanmar = '\u{e00}'..='\u{109f}';
    let khmer = '\u{1780}'..='\u{17ff}';
    character.is_some_and(|character| {
        character == '_'
            || (character.is_alphanumeric()
                && character < FIRST_WITHOUT_SPACES
                && !thai_to_myanmar.contains(&character)
                && !khmer.contains(&character))
    })
}

/// Counts the characters looked at, so that a test can see that reading is linear on any machine.
#[cfg(test)]
pub(super) mod looks {
    use std::cell::Cell;

    thread_local! {
        static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    pub fn count(characters: usize) {
        LOOKS.set(LOOKS.get() + characters);
    }

    /// How many there were since this was last asked.
    pub fn take() -> usize {
        LOOKS.replace(0)
    }
}
