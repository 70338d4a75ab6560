//! Which encoding a text without any name is in, from the letters that it gives.
//!
//! Only the encodings that texts of books were written in before UTF-8. Each is tried on the same piece of the text: where most letters
//! are none of ASCII, the one counts that gives the commonest letters of its language; where few are, the one that gives letters where
//! letters stand. What stays doubtful is windows-1252.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, IBM866, KOI8_R, MACINTOSH, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
};

/// How much of a text is tried, in bytes, from its first letter that is no ASCII.
const PIECE: usize = 32_768;
/// Letters beyond ASCII that tell something.
const LEAST: usize = 6;
/// Of all letters, in percent: a text with more letters beyond ASCII is in another script.
const OTHER_SCRIPT: usize = 35;

/// Encodings of other alphabets with the commonest letters of their languages, and how many of their letters are these, in percent.
static ALPHABETS: [(&Encoding, &str, usize); 6] = [
    (WINDOWS_1251, "оеаинтсрвл", 50),
    (KOI8_R, "оеаинтсрвл", 50),
    (IBM866, "оеаинтсрвл", 50),
    (WINDOWS_1253, "αοιετσνηυρς", 50),
    (WINDOWS_1255, "יוהלאמרתבש", 50),
    (WINDOWS_1256, "اليمونرتبع", 50),
];
/// The commonest signs of Chinese, in both ways of writing.
const CHINESE: &str = "的一是不了在人有我他她这這个個们們来來到说說你着著";
/// Letters that only Turkish has.
const TURKISH: &str = "ışğİŞĞ";
/// Marks that may follow a letter.
const MARKS: &str = "’‘”“»«›‹—–…·\u{ad}\u{a0}ªº";

/// The encoding that bytes which are no UTF-8 are most likely in.
pub fn guessed(bytes: &[u8]) -> &'static Encoding {
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
    let piece = &bytes[first..(first + PIECE).min(bytes.len())];
    let beyond = piece.iter().filter(|byte| !byte.is_ascii()).count();
    let ascii = piece.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    if beyond < LEAST {
        return WINDOWS_1252;
    }
    if beyond * 100 < (beyond + ascii) * OTHER_SCRIPT {
        return latin(piece);
    }
    alphabet(piece).or_else(|| signs(piece)).unwrap_or_else(|| latin(piece))
}

/// The text that an encoding gives; none where the bytes cannot be in it. The last letter may have been cut in two.
fn decoded(piece: &[u8], encoding: &'static Encoding) -> Option<String> {
    let text = encoding.decode_without_bom_handling(piece).0.into_owned();
    (text.matches(char::REPLACEMENT_CHARACTER).count() <= 1).then_some(text)
}

/// Of the letters beyond ASCII, how many fit, in percent.
fn share(text: &str, fits: impl Fn(char) -> bool) -> usize {
    let beyond = text.chars().filter(|letter| !letter.is_ascii());
    let count = beyond.clone().count().max(1);
    beyond.filter(|letter| fits(*letter)).count() * 100 / count
}

fn alphabet(piece: &[u8]) -> Option<&'static Encoding> {
    let tried = ALPHABETS.iter().filter_map(|(encoding, common, least)| {
        let count = share(&decoded(piece, encoding)?, |letter| common.contains(letter));
        (count >= *least).then_some((count, *encoding))
    });
    tried.max_by_key(|(count, _)| *count).map(|(_, encoding)| encoding)
}

/// Japanese has its own letters between the signs, Korean is nearly all its own; Chinese is known by its commonest signs.
fn signs(piece: &[u8]) -> Option<&'static Encoding> {
    let is_kana = |letter: char| matches!(letter, '\u{3041}'..='\u{30fa}');
    let is_hangul = |letter: char| matches!(letter, '\u{ac00}'..='\u{d7a3}');
    let has = |encoding, least, fits: &dyn Fn(char) -> bool| {
        decoded(piece, encoding).is_some_and(|text| share(&text, fits) >= least)
    };
    let common = |letter: char| CHINESE.contains(letter);
    [SHIFT_JIS, EUC_JP]
        .into_iter()
        .find(|encoding| has(*encoding, 30, &is_kana))
        .or_else(|| [GBK, BIG5].into_iter().find(|encoding| has(*encoding, 6, &common)))
        .or_else(|| Some(EUC_KR).filter(|encoding| has(*encoding, 70, &is_hangul)))
}

fn latin(piece: &[u8]) -> &'static Encoding {
    let western = decoded(piece, WINDOWS_1252).unwrap_or_default();
    let turkish = decoded(piece, WINDOWS_1254).unwrap_or_default();
    let own = share(&turkish, |letter| TURKISH.contains(letter));
    // Icelandic has other letters at the same places, and the one for ğ far more often than the one for ı.
    if own >= 25 && turkish.matches('ı').count() > turkish.matches('ğ').count() {
        return WINDOWS_1254;
    }
    let wrong = misplaced(&western);
    if wrong < 15 {
        return WINDOWS_1252;
    }
    let others = [WINDOWS_1250, MACINTOSH].map(|encoding| (encoding, decoded(piece, encoding)));
    let best = others
        .into_iter()
        .filter_map(|(encoding, text)| Some((misplaced(&text?), encoding)))
        .min_by_key(|(count, _)| *count);
    best.filter(|(count, _)| *count * 3 < wrong)
        .map_or(WINDOWS_1252, |(_, encoding)| encoding)
}

/// Of the letters and signs beyond ASCII, in percent: those that no word is written with. A capital stands behind a small letter, or a
/// sign behind any letter.
fn misplaced(text: &str) -> usize {
    let (mut all, mut wrong) = (0, 0);
    let mut before = ' ';
    for letter in text.chars() {
        if !letter.is_ascii() {
            all += 1;
            let is_capital = letter.is_uppercase() && before.is_lowercase();
            let is_sign = !letter.is_alphabetic() && before.is_alphabetic() && !MARKS.contains(letter);
            wrong += usize::from(is_capital || is_sign);
        }
        before = letter;
    }
    wrong * 100 / all.max(1)
}
