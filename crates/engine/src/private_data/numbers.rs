//! Numbers that belong to somebody: of phones, accounts and cards, and codes to sign in with.

use std::ops::Range;

use super::{PrivateKind, is_free};

/// Digits of a phone number with the code of its country, at most. *ITU-T E.164, 6.1.*
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
/// Digits of the number of a card. *ISO/IEC 7812-1.*
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// Characters of the number of an account. *ISO 13616.*
const ACCOUNT: std::ops::RangeInclusive<usize> = 15..=34;
/// Digits of a code to sign in with.
const CODE_DIGITS: std::ops::RangeInclusive<usize> = 4..=8;

/// Beginnings of words that say that a number is a code.
const CODE_WORDS: &[&str] = &[
    "code",
    "kod",
    "şifre",
    "sifre",
    "parola",
    "passwor",
    "passcode",
    "passwort",
    "pin",
    "otp",
    "tan",
    "puk",
    "verif",
    "código",
    "codigo",
    "clave",
    "contraseña",
    "senha",
    "codice",
    "mot de passe",
    "wachtwoord",
    "hasło",
    "код",
    "пароль",
    "heslo",
    "jelszó",
    "κωδικ",
    "رمز",
    "كود",
    "קוד",
    "验证码",
    "驗證碼",
    "密码",
    "暗証",
    "認証",
    "인증",
    "비밀번호",
    "कोड",
    "ओटीपी",
];

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
        || matches!(character, '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}' | '\u{966}'..='\u{96f}' | '\u{ff10}'..='\u{ff19}')
}

/// Digits with what people put between them.
struct Number<'a> {
    written: &'a str,
    range: Range<usize>,
    digits: usize,
}

pub fn find(text: &str) -> Vec<(PrivateKind, Range<usize>)> {
    let accounts = accounts(text);
    let small = text.to_lowercase();
    let says_code = CODE_WORDS.iter().any(|word| has_word(&small, word));
    let mut found: Vec<(PrivateKind, Range<usize>)> = accounts
        .iter()
        .cloned()
        .map(|range| (PrivateKind::Code, range))
        .collect();
    for number in numbers(text) {
        if let Some(kind) = kind(&number, text, says_code).filter(|_| is_free(&number.range, &accounts)) {
            found.push((kind, number.range));
        }
    }
    found
}

/// Whether a word of a text begins so. In scripts without spaces, any place will do.
fn has_word(text: &str, word: &str) -> bool {
    let unspaced = word
        .chars()
        .any(|character| matches!(character, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'));
    // "tan" and "pin" begin many words; they must stand alone.
    let whole = word.len() == 3 && word.is_ascii() && word != "kod";
    text.match_indices(word).any(|(at, _)| {
        let starts = !text[..at].chars().next_back().is_some_and(char::is_alphabetic);
        let ends = !text[at + word.len()..].chars().next().is_some_and(char::is_alphabetic);
        unspaced || (starts && (ends || !whole))
    })
}

fn kind(number: &Number, text: &str, says_code: bool) -> Option<PrivateKind> {
    let before = text[..number.range.start].chars().next_back();
    let after = text[number.range.end..].chars().next();
    // A part of a word or of a longer number with other marks: "A4", "1:2345678", "3x".
    if before.is_some_and(|character| character.is_alphabetic() || character == ':' && number.digits < 7) {
        return None;
    }
    if after.is_some_and(char::is_alphabetic) && number.digits < 7 {
        return None;
    }
    let is_whole = number.written.chars().all(is_digit);
    let is_international = number.written.starts_with('+') || number.written.starts_with("00");
    if is_price_or_date(number, before, after) && !is_international {
        return None;
    }
    if CARD_DIGITS.contains(&number.digits) && !is_international && is_card(number.written) {
        return Some(PrivateKind::Code);
    }
    // "G-123456".
    let is_lettered = before == Some('-') && is_whole && CODE_DIGITS.contains(&number.digits) && {
        let start = text[..number.range.start - 1]
            .chars()
            .rev()
            .take_while(|character| character.is_alphabetic())
            .count();
        (1..=3).contains(&start)
    };
    if is_lettered || (says_code && CODE_DIGITS.contains(&number.digits) && !number.written.starts_with('+')) {
        return Some(PrivateKind::Code);
    }
    PHONE_DIGITS
        .contains(&number.digits)
        .then_some(PrivateKind::PhoneNumber)
}

/// All numbers with more than three digits, as long as people write them together.
fn numbers(text: &str) -> Vec<Number<'_>> {
    let mut found = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((start, first)) = characters.next() {
        let opens = first == '+' || first == '(';
        let leads = |next: &(usize, char)| is_digit(next.1) || next.1 == '(';
        let begins = is_digit(first) || (opens && characters.peek().is_some_and(leads));
        if !begins {
            continue;
        }
        let mut digits = usize::from(is_digit(first));
        let mut end = if digits > 0 { start + first.len_utf8() } else { start };
        let mut between = 0;
        while let Some(&(at, next)) = characters.peek() {
            if is_digit(next) {
                digits += 1;
                between = 0;
                end = at + next.len_utf8();
            } else if matches!(next, ' ' | '\u{a0}' | '\u{202f}' | '-' | '–' | '.' | '/' | '(' | ')') && between < 2 {
                between += 1;
            } else {
                break;
            }
            characters.next();
        }
        if digits > 3 {
            found.push(Number {
                written: &text[start..end],
                range: start..end,
                digits,
            });
        }
    }
    found
}

/// `17.09.2019`, `2023-03-11`, `1.000.000`, `12 000 000 €`.
fn is_price_or_date(number: &Number, before: Option<char>, after: Option<char>) -> bool {
    let is_money = |character: Option<char>| {
        character.is_some_and(|character| matches!(character, '€' | '$' | '£' | '¥' | '₺' | '₽' | '₴' | '₹' | '%'))
    };
    if is_money(before) || is_money(after) {
        return true;
    }
    let groups: Vec<&str> = number
        .written
        .split(|character| !is_digit(character))
        .filter(|group| !group.is_empty())
        .collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.chars().count()).collect();
    let marks: Vec<char> = number
        .written
        .chars()
        .filter(|character| !is_digit(*character))
        .collect();
    let is_date = match lengths[..] {
        [1 | 2, 1 | 2, 2 | 4] | [4, 1 | 2, 1 | 2] => {
            marks.len() == 2 && marks[0] == marks[1] && matches!(marks[0], '.' | '/' | '-')
        }
        // Two years, or the hours of two times.
        [4, 4] => {
            marks.iter().any(|mark| matches!(mark, '-' | '–' | '/'))
                && groups
                    .iter()
                    .all(|group| group.starts_with("19") || group.starts_with("20"))
        }
        _ => false,
    };
    let in_thousands = lengths.len() > 1 && lengths[0] <= 3 && lengths[1..].iter().all(|length| *length == 3);
    let is_dotted = in_thousands && marks.iter().all(|mark| *mark == '.') && !number.written.starts_with('0');
    is_date || is_dotted
}

/// The check of card numbers. *Luhn, ISO/IEC 7812-1, annex B.*
fn is_card(written: &str) -> bool {
    let digits: Vec<u32> = written.chars().filter_map(|character| character.to_digit(10)).collect();
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| match place % 2 {
            0 => *digit,
            _ => digit * 2 / 10 + digit * 2 % 10,
        })
        .sum();
    sum > 0 && sum.is_multiple_of(10)
}

/// Numbers of accounts: two letters, two digits, letters and digits, and a remainder of 1 by 97. *ISO 13616.*
fn accounts(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (start, _) in text.char_indices() {
        let is_inside = text[..start].chars().next_back().is_some_and(char::is_alphanumeric);
        if is_inside || found.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let rest = &text.as_bytes()[start..];
        let begins =
            rest.len() > 4 && rest[..2].iter().all(u8::is_ascii_uppercase) && rest[2..4].iter().all(u8::is_ascii_digit);
        if let Some(length) = begins.then(|| account(rest)).flatten() {
            found.push(start..start + length);
        }
    }
    found
}

/// The length of the longest number of an account at the beginning.
fn account(bytes: &[u8]) -> Option<usize> {
    let mut written = Vec::new();
    let mut longest = None;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'A'..=b'Z' | b'0'..=b'9' => written.push(*byte),
            b' ' if !written.is_empty() && bytes[at - 1] != b' ' => continue,
            _ => break,
        }
        let ends = !bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
        if written.len() > *ACCOUNT.end() {
            break;
        }
        if ends && ACCOUNT.contains(&written.len()) && has_remainder_one(&written) {
            longest = Some(at + 1);
        }
    }
    longest
}

fn has_remainder_one(written: &[u8]) -> bool {
    let turned = written[4..].iter().chain(&written[..4]);
    let remainder = turned.fold(0_u32, |remainder, byte| match byte {
        b'0'..=b'9' => (remainder * 10 + u32::from(byte - b'0')) % 97,
        letter => (remainder * 100 + u32::from(letter - b'A') + 10) % 97,
    });
    remainder == 1
}
