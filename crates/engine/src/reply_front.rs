//! The front of a reply: models like to begin with the speaker's name and a colon, as in a script. The page says who speaks, so
//! that is taken off, also while the reply still streams.

/// Takes the character's name off the front of a streamed reply. Holds text back only as long as it may still become the name.
#[derive(Debug)]
pub struct ReplyFront {
    /// The name in the forms that models write before a reply.
    openings: Vec<String>,
    held: String,
    name_taken: bool,
    decided: bool,
}

impl ReplyFront {
    /// For a reply of the character of this name; the first name alone counts too.
    pub fn new(name: &str) -> Self {
        let first = name.split_whitespace().next().unwrap_or_default();
        let names = [name.trim(), first];
        let forms = |name: &str| {
            [
                format!("{name}:"),
                format!("**{name}:**"),
                format!("**{name}**:"),
                format!("[{name}]:"),
                format!("*{name}:*"),
            ]
        };
        let openings = names
            .iter()
            .filter(|name| !name.is_empty())
            .flat_map(|name| forms(name))
            .map(|form| form.to_lowercase());
        Self {
            openings: openings.collect(),
            held: String::new(),
            name_taken: false,
            decided: false,
        }
    }

    /// Takes a piece of the reply; gives what may be shown.
    pub fn push(&mut self, piece: &str) -> String {
        if self.decided {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        let front = self.held.trim_start().to_lowercase();
        let may_become_name = |opening: &String| opening.len() > front.len() && opening.starts_with(&front);
        if self.openings.iter().any(may_become_name) {
            return String::new();
        }
        let rest = self
            .openings
            .iter()
            .find_map(|opening| rest_after(self.held.trim_start(), opening));
        if let Some(rest) = rest.map(str::to_owned) {
            self.held = rest;
            self.openings.clear();
            self.name_taken = true;
        }
        if self.name_taken {
            self.held = self.held.trim_start().to_owned();
            // The space after the colon may come with the next piece.
            if self.held.is_empty() {
                return String::new();
            }
        }
        self.finish()
    }

    /// What is still held back when the reply ends.
    pub fn finish(&mut self) -> String {
        self.decided = true;
        std::mem::take(&mut self.held)
    }
}

/// What follows an opening, compared in small letters (which may be more letters than the original has).
fn rest_after<'a>(text: &'a str, opening: &str) -> Option<&'a str> {
    let mut wanted = opening;
    for (at, letter) in text.char_indices() {
        if wanted.is_empty() {
            return Some(&text[at..]);
        }
        for small in letter.to_lowercase() {
            wanted = wanted.strip_prefix(small)?;
        }
    }
    wanted.is_empty().then_some("")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pieces: &[&str]) -> String {
        let mut front = ReplyFront::new("Sherlock Holmes");
        let mut text: String = pieces.iter().map(|piece| front.push(piece)).collect();
        text.push_str(&front.finish());
        text
    }

    #[test]
    fn the_name_goes_in_any_split_and_form() {
        for opening in [
            "Sherlock Holmes: ",
            "sherlock holmes:",
            "**Sherlock Holmes:** ",
            "**Sherlock**: ",
            "[Sherlock Holmes]: ",
            "\n\nHolmes? ",
        ] {
            let text = format!("{opening}Come in.");
            let expected = if opening.contains('?') {
                text.as_str()
            } else {
                "Come in."
            };
            assert_eq!(shown(&[&text]), expected, "{opening:?}");
            for (at, _) in text.char_indices() {
                assert_eq!(shown(&[&text[..at], &text[at..]]), expected, "{opening:?} at {at}");
            }
        }
    }

    #[test]
    fn other_fronts_stay_and_come_at_once() {
        let mut front = ReplyFront::new("Sherlock Holmes");
        assert_eq!(front.push("(He"), "(He");
        assert_eq!(front.push(" nods) Sherlock Holmes: me."), " nods) Sherlock Holmes: me.");
        assert_eq!(shown(&["Sherlock", " Holmes", " smiles."]), "Sherlock Holmes smiles.");
        assert_eq!(shown(&["Sherlock"]), "Sherlock");
    }

    #[test]
    fn letters_whose_small_form_is_longer_do_not_panic() {
        let mut front = ReplyFront::new("İnci");
        assert_eq!(front.push("İnci: Merhaba."), "Merhaba.");
    }
}
