//! English forms that no rule leads back to their base: "went" is "go", "children" are "child", "three" is "3".

use std::collections::HashMap;
use std::sync::LazyLock;

/// Base first, then its forms; one line a word.
const FORMS: &str = include_str!("irregular.txt");

/// The base of an irregular form; none for all other words.
pub fn base_of(word: &str) -> Option<&'static str> {
    static BASES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
        let lines = FORMS.lines().map(|line| line.split_whitespace());
        let pairs = lines.flat_map(|mut words| {
            let base = words.next().unwrap_or_default();
            words.map(move |form| (form, base))
        });
        pairs.collect()
    });
    BASES.get(word).copied()
}
