//! Ends a reply before a stop string, also where the server does not.

use crate::think::unfinished_match;

/// What may be given out, and whether the reply ends there.
#[derive(Debug, PartialEq, Eq)]
pub enum Passed {
    Text(String),
    LastText(String),
}

/// Lets text through up to the stop string that is complete first; holds back what may be the beginning of one.
#[derive(Debug)]
pub struct StopFilter {
    stops: Vec<String>,
    held: String,
}

impl StopFilter {
    pub fn new(stops: &[String]) -> Self {
        Self {
            stops: stops.iter().filter(|stop| !stop.is_empty()).cloned().collect(),
            held: String::new(),
        }
    }

    pub fn push(&mut self, text: &str) -> Passed {
        let mut text = std::mem::take(&mut self.held) + text;
        // The first to end, not the first to begin: so the result does not depend on how the text was cut.
        let hit = self
            .stops
            .iter()
            .filter_map(|stop| text.find(stop.as_str()).map(|start| (start + stop.len(), start)))
            .min();
        if let Some((_, start)) = hit {
            text.truncate(start);
            return Passed::LastText(text);
        }
        let held_bytes = self
            .stops
            .iter()
            .map(|stop| unfinished_match(&text, stop))
            .max()
            .unwrap_or(0);
        self.held = text.split_off(text.len() - held_bytes);
        Passed::Text(text)
    }

    /// The reply is over: what was held back is no stop string.
    pub fn finish(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filtered(stops: &[&str], chunks: &[&str]) -> String {
        let mut filter = StopFilter::new(&stops.iter().map(|stop| stop.to_string()).collect::<Vec<_>>());
        let mut result = String::new();
        for chunk in chunks {
            match filter.push(chunk) {
                Passed::Text(text) => result += &text,
                Passed::LastText(text) => return result + &text,
            }
        }
        result + &filter.finish()
    }

    fn check(stops: &[&str], reply: &str, expected: &str) {
        assert_eq!(filtered(stops, &[reply]), expected);
        for (at, _) in reply.char_indices() {
            assert_eq!(filtered(stops, &[&reply[..at], &reply[at..]]), expected, "cut at {at}");
        }
        let single: Vec<String> = reply.chars().map(String::from).collect();
        assert_eq!(
            filtered(stops, &single.iter().map(String::as_str).collect::<Vec<_>>()),
            expected
        );
    }

    #[test]
    fn nothing_of_a_stop_string_comes_out() {
        check(&["\nUser:"], "Yes.\nUser: and", "Yes.");
        check(&["\nUser:"], "Yes.\nUse it.\nUser:", "Yes.\nUse it.");
        check(&["\nUser:"], "Yes.\nUser", "Yes.\nUser");
        check(&["яя", "👋🏽"], "я 👋 яя", "я 👋 ");
        check(&["###"], "a ## b####", "a ## b");
        check(&["abc", "b"], "xabc", "xa");
        check(&[""], "abc", "abc");
    }
}
