//! Counts with their words.

use std::fmt::Display;

/// A count with its word in English: `1 file`, `2 files`.
pub fn counted<C: Display + PartialEq + From<u8>>(count: C, one: &str, more: &str) -> String {
    format!("{count} {}", word(&count, one, more))
}

/// The one word or the other, as the count asks.
pub fn word<'a, C: PartialEq + From<u8>>(count: &C, one: &'a str, more: &'a str) -> &'a str {
    if *count == C::from(1) { one } else { more }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It was "1 files".
    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!(counted(0_u32, "file", "files"), "0 files");
        assert_eq!(counted(1_u64, "file", "files"), "1 file");
        assert_eq!(counted(1_usize, "memory", "memories"), "1 memory");
        assert_eq!(counted(21_usize, "memory", "memories"), "21 memories");
    }
}
