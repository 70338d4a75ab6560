//! Whether a line looks like the heading of a chapter.

/// The longest line that can be one, in characters.
const LONGEST: usize = 90;

/// What a line looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Of a part, book or volume.
    Part,
    Chapter,
    /// A number alone.
    Number(usize),
}

/// Words before a number: English, German, French, Spanish, Italian, Portuguese, Turkish, Russian.
const CHAPTERS: [&str; 13] = [
    "chapter",
    "chap",
    "letter",
    "stave",
    "canto",
    "kapitel",
    "chapitre",
    "capítulo",
    "capitulo",
    "capitolo",
    "bölüm",
    "fasil",
    "глава",
];
const PARTS: [&str; 13] = [
    "part",
    "book",
    "volume",
    "vol",
    "teil",
    "buch",
    "band",
    "partie",
    "livre",
    "parte",
    "libro",
    "kisim",
    "часть",
];
/// Headings without a number.
const ALONE: [&str; 14] = [
    "prologue",
    "epilogue",
    "prolog",
    "epilog",
    "interlude",
    "postscript",
    "conclusion",
    "önsöz",
    "sonsöz",
    "giriş",
    "épilogue",
    "prólogo",
    "epílogo",
    "эпилог",
];
const ORDINALS: [&str; 44] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "the",
    "last",
    "final",
    "thirty",
    "premier",
    "première",
    "primero",
    "primo",
    "первая",
    "вторая",
    "третья",
    "четвертая",
    "пятая",
    "шестая",
    "седьмая",
    "восьмая",
    "девятая",
    "десятая",
];
const AFTER: [&str; 20] = [
    "birinci",
    "ikinci",
    "üçüncü",
    "dördüncü",
    "beşinci",
    "altinci",
    "yedinci",
    "sekizinci",
    "dokuzuncu",
    "onuncu",
    "erstes",
    "zweites",
    "drittes",
    "viertes",
    "fünftes",
    "premier",
    "première",
    "deuxième",
    "troisième",
    "quatrième",
];

/// What a block of so many lines looks like.
pub fn look(text: &str, lines: usize) -> Option<Look> {
    if text.chars().count() > LONGEST {
        return None;
    }
    let trimmed = text.trim_matches(|letter: char| letter.is_whitespace() || "_*=#[]-–—~.".contains(letter));
    let words: Vec<String> = trimmed.split_whitespace().map(bare).collect();
    if is_numbered_sign(trimmed) {
        return Some(Look::Chapter);
    }
    let first = words.first()?.as_str();
    if words.len() == 1 && lines == 1 {
        if let Some(number) = number(first) {
            return Some(Look::Number(number));
        }
        if ALONE.contains(&first) {
            return Some(Look::Chapter);
        }
    }
    let kind = |word: &str| match word {
        word if CHAPTERS.contains(&word) => Some(Look::Chapter),
        word if PARTS.contains(&word) => Some(Look::Part),
        _ => None,
    };
    // A sentence can begin with "Part of": a heading has a number next, and no small letters all along.
    if let (Some(found), Some(next)) = (kind(first), words.get(1)) {
        let is_numbered = number(next).is_some() || ORDINALS.contains(&next.as_str());
        let is_capital = trimmed.starts_with(char::is_uppercase);
        return (is_numbered && is_capital && !runs_on(trimmed)).then_some(found);
    }
    let second = words.get(1).and_then(|word| kind(word));
    let is_counted = AFTER.contains(&first) || number(first.trim_end_matches('.')).is_some();
    second.filter(|_| is_counted && words.len() <= 8 && !runs_on(trimmed))
}

/// Whether it begins as headings in Chinese and Japanese do: 第一章.
fn is_numbered_sign(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('第') else {
        return false;
    };
    let count = rest
        .chars()
        .take_while(|letter| "一二三四五六七八九十百零〇0123456789".contains(*letter))
        .count();
    let sign = rest.chars().nth(count);
    let after = rest.chars().nth(count + 1);
    (1..=5).contains(&count)
        && sign.is_some_and(|sign| "章回節节話话".contains(sign))
        && after.is_none_or(|after| after.is_whitespace() || "：:　—".contains(after))
}

/// Whether it ends or goes on like a sentence.
fn runs_on(text: &str) -> bool {
    let is_small = |(at, word): &(usize, &str)| *at > 1 && word.starts_with(char::is_lowercase);
    let small = text.split_whitespace().enumerate().filter(is_small).count();
    text.ends_with([',', ';', ':']) || (small > 7 && !text.contains(['.', ':', '—']))
}

/// A word in lower case, with one letter for the two i of Turkish.
fn bare(word: &str) -> String {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    word.to_lowercase()
        .replace('\u{307}', "")
        .replace('ı', "i")
        .replace('ё', "е")
}

/// A Roman or Arabic number up to 400.
fn number(word: &str) -> Option<usize> {
    if let Ok(number) = word.parse::<usize>() {
        return (1..=400).contains(&number).then_some(number);
    }
    let value = |letter: char| match letter {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        'c' => Some(100),
        _ => None,
    };
    let digits = word.chars().map(value).collect::<Option<Vec<usize>>>()?;
    let mut sum = 0;
    let mut above = 0;
    for digit in digits.into_iter().rev() {
        sum = if digit < above {
            usize::checked_sub(sum, digit)?
        } else {
            sum + digit
        };
        above = above.max(digit);
    }
    (1..=400).contains(&sum).then_some(sum)
}
