//! English word stems: the algorithm of M. F. Porter, "An algorithm for suffix stripping" (Program 14/3, 1980), as its author defines it
//! with the two departures of his own later programs (`abli` is read as `bli`, and `logi` becomes `log`).

/// The stem of a word in small ASCII letters. Any other word, and one of up to two letters, is returned as it is.
pub fn stem(word: &str) -> String {
    if word.len() <= 2 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let mut letters = word.as_bytes().to_vec();
    plurals(&mut letters);
    past_and_gerund(&mut letters);
    final_y(&mut letters);
    replace_longest(&mut letters, &DOUBLE_SUFFIXES);
    replace_longest(&mut letters, &SUFFIXES);
    drop_longest(&mut letters);
    final_e(&mut letters);
    if letters.ends_with(b"ll") && measure(&letters[..letters.len() - 1]) > 1 {
        letters.pop();
    }
    String::from_utf8(letters).unwrap_or_else(|_| word.to_owned())
}

const DOUBLE_SUFFIXES: [(&[u8], &[u8]); 21] = [
    (b"ational", b"ate"),
    (b"tional", b"tion"),
    (b"enci", b"ence"),
    (b"anci", b"ance"),
    (b"izer", b"ize"),
    (b"bli", b"ble"),
    (b"alli", b"al"),
    (b"entli", b"ent"),
    (b"eli", b"e"),
    (b"ousli", b"ous"),
    (b"ization", b"ize"),
    (b"ation", b"ate"),
    (b"ator", b"ate"),
    (b"alism", b"al"),
    (b"iveness", b"ive"),
    (b"fulness", b"ful"),
    (b"ousness", b"ous"),
    (b"aliti", b"al"),
    (b"iviti", b"ive"),
    (b"biliti", b"ble"),
    (b"logi", b"log"),
];

const SUFFIXES: [(&[u8], &[u8]); 7] = [
    (b"icate", b"ic"),
    (b"ative", b""),
    (b"alize", b"al"),
    (b"iciti", b"ic"),
    (b"ical", b"ic"),
    (b"ful", b""),
    (b"ness", b""),
];

const DROPPED: [&[u8]; 19] = [
    b"al", b"ance", b"ence", b"er", b"ic", b"able", b"ible", b"ant", b"ement", b"ment", b"ent", b"ion", b"ou", b"ism",
    b"ate", b"iti", b"ous", b"ive", b"ize",
];

fn is_consonant(letters: &[u8], index: usize) -> bool {
    match letters[index] {
        b'a' | b'e' | b'i' | b'o' | b'u' => false,
        b'y' => index == 0 || !is_consonant(letters, index - 1),
        _ => true,
    }
}

/// How many times vowels are followed by consonants.
fn measure(letters: &[u8]) -> usize {
    let kinds = (0..letters.len()).map(|index| is_consonant(letters, index));
    let mut count = 0;
    let mut after_vowel = false;
    for consonant in kinds {
        if consonant && after_vowel {
            count += 1;
        }
        after_vowel = !consonant;
    }
    count
}

fn has_vowel(letters: &[u8]) -> bool {
    (0..letters.len()).any(|index| !is_consonant(letters, index))
}

fn ends_double(letters: &[u8]) -> bool {
    let length = letters.len();
    length >= 2 && letters[length - 1] == letters[length - 2] && is_consonant(letters, length - 1)
}

/// Consonant, vowel, consonant other than w, x or y.
fn ends_short(letters: &[u8]) -> bool {
    let length = letters.len();
    length >= 3
        && is_consonant(letters, length - 3)
        && !is_consonant(letters, length - 2)
        && is_consonant(letters, length - 1)
        && !matches!(letters[length - 1], b'w' | b'x' | b'y')
}

fn plurals(letters: &mut Vec<u8>) {
    if letters.ends_with(b"sses") || letters.ends_with(b"ies") {
        letters.truncate(letters.len() - 2);
    } else if letters.ends_with(b"s") && !letters.ends_with(b"ss") {
        letters.pop();
    }
}

fn past_and_gerund(letters: &mut Vec<u8>) {
    if letters.ends_with(b"eed") {
        if measure(&letters[..letters.len() - 3]) > 0 {
            letters.pop();
        }
        return;
    }
    let ending = [b"ed".as_slice(), b"ing"]
        .into_iter()
        .find(|ending| letters.ends_with(ending));
    let Some(ending) = ending else { return };
    let kept = letters.len() - ending.len();
    if !has_vowel(&letters[..kept]) {
        return;
    }
    letters.truncate(kept);
    if [b"at", b"bl", b"iz"].iter().any(|end| letters.ends_with(*end)) {
        letters.push(b'e');
    } else if ends_double(letters) && !matches!(letters.last(), Some(b'l' | b's' | b'z')) {
        letters.pop();
    } else if measure(letters) == 1 && ends_short(letters) {
        letters.push(b'e');
    }
}

fn final_y(letters: &mut [u8]) {
    let Some((last, front)) = letters.split_last_mut() else {
        return;
    };
    if *last == b'y' && has_vowel(front) {
        *last = b'i';
    }
}

fn replace_longest(letters: &mut Vec<u8>, table: &[(&[u8], &[u8])]) {
    let found = table
        .iter()
        .filter(|(suffix, _)| letters.ends_with(suffix))
        .max_by_key(|(suffix, _)| suffix.len());
    if let Some((suffix, replacement)) = found {
        let kept = letters.len() - suffix.len();
        if measure(&letters[..kept]) > 0 {
            letters.truncate(kept);
            letters.extend_from_slice(replacement);
        }
    }
}

fn drop_longest(letters: &mut Vec<u8>) {
    let found = DROPPED
        .iter()
        .filter(|suffix| letters.ends_with(suffix))
        .max_by_key(|suffix| suffix.len());
    let Some(suffix) = found else { return };
    let kept = letters.len() - suffix.len();
    let fits = *suffix != b"ion" || matches!(letters[..kept].last(), Some(b's' | b't'));
    if fits && measure(&letters[..kept]) > 1 {
        letters.truncate(kept);
    }
}

fn final_e(letters: &mut Vec<u8>) {
    if letters.last() == Some(&b'e') {
        let front = &letters[..letters.len() - 1];
        let count = measure(front);
        if count > 1 || (count == 1 && !ends_short(front)) {
            letters.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn words_of_the_published_description_get_its_stems() {
        let table = "caresses caress ponies poni ties ti cats cat feed feed agreed agre plastered plaster motoring motor sing sing \
            conflated conflat troubled troubl sized size hopping hop falling fall hissing hiss filing file happy happi sky sky \
            relational relat conditional condit vietnamization vietnam predication predic operator oper feudalism feudal \
            decisiveness decis hopefulness hope formality formal sensibility sensibl triplicate triplic formative form \
            electricity electr goodness good revival reviv allowance allow inference infer airliner airlin adjustable adjust \
            irritant irrit replacement replac adoption adopt activate activ effective effect probate probat rate rate \
            cease ceas controlling control rolling roll generalizations gener oscillators oscil";
        let words: Vec<_> = table.split_whitespace().collect();
        for pair in words.chunks(2) {
            assert_eq!(stem(pair[0]), pair[1], "{}", pair[0]);
        }
    }

    #[test]
    fn other_words_stay_as_they_are() {
        for word in ["as", "", "ağaçlar", "42nd", "москва"] {
            assert_eq!(stem(word), word);
        }
    }
}
