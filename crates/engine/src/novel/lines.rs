//! What the character says in the book: example dialogues, and how they speak, by counting.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use super::joining::{end_sentence, join};
use super::mentions::{Capitals, words};
use super::plan::Plan;
use super::sentences::sentences;
use super::text::NovelText;
use crate::counted::counted;

/// A line that is shorter than this shows no voice, in characters.
const SHORTEST: usize = 25;
/// A longer one is a speech, in characters.
const LONGEST: usize = 400;
/// Words that a character is said to like, at most.
const FAVOURITES: usize = 12;
/// A favourite word is used at least so often.
const LEAST_USES: usize = 3;

/// A line of the character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Without the marks, parts that the narrator interrupts joined.
    pub text: String,
    pub chapter: usize,
    /// What somebody else said just before; empty when nobody did.
    pub before: String,
    /// The place of its first quotation in the plan's list.
    pub quotation: usize,
}

/// The character's lines, in order.
pub fn lines(novel: &NovelText, plan: &Plan) -> Vec<Line> {
    let capitals = LazyCell::new(|| Capitals::of(novel));
    let is_ordinary = |word: &str| capitals.is_ordinary(word);
    let mut lines: Vec<Line> = Vec::new();
    let mut last: Option<usize> = None;
    for (at, quotation) in plan.quotations.iter().enumerate() {
        if !plan.is_own_line(at) {
            continue;
        }
        let text = spoken(&novel.text[quotation.span.clone()]);
        let same = last.filter(|last| plan.quotations[*last].paragraph == quotation.paragraph);
        if let Some((line, last)) = lines.last_mut().zip(same) {
            join(&mut line.text, between(novel, plan, last, at), &text, &is_ordinary);
        } else {
            end_last(&mut lines);
            lines.push(Line {
                text,
                chapter: novel.paragraphs[quotation.paragraph].chapter,
                before: before(novel, plan, at, &is_ordinary),
                quotation: at,
            });
        }
        last = Some(at);
    }
    end_last(&mut lines);
    lines
}

/// The comma before "said Alice" is the narrator's.
fn end_last(lines: &mut [Line]) {
    if let Some(line) = lines.last_mut() {
        end_sentence(&mut line.text);
    }
}

/// What stands between two quotations of a paragraph; with another's between them, what stands right before the later one.
fn between<'a>(novel: &'a NovelText, plan: &Plan, first: usize, second: usize) -> &'a str {
    let start = plan.quotations[first..second]
        .iter()
        .map(|quotation| quotation.span.end)
        .max();
    let end = plan.quotations[second].span.start;
    &novel.text[start.unwrap_or(end).min(end)..end]
}

/// What was said in the paragraph before, by somebody else.
fn before(novel: &NovelText, plan: &Plan, at: usize, is_ordinary: &dyn Fn(&str) -> bool) -> String {
    let paragraph = plan.quotations[at].paragraph;
    let Some(previous) = paragraph.checked_sub(1) else {
        return String::new();
    };
    if novel.paragraphs[previous].chapter != novel.paragraphs[paragraph].chapter {
        return String::new();
    }
    let earlier = (0..at)
        .rev()
        .take_while(|other| plan.quotations[*other].paragraph >= previous);
    let mut said: Vec<usize> = earlier
        .filter(|other| plan.quotations[*other].paragraph == previous && !plan.is_own_line(*other))
        .collect();
    said.reverse();
    // "How can that be?" she thought: the character may have said it, and nobody else is named.
    let is_perhaps_own = said.iter().any(|other| plan.perhaps_own[*other]);
    if is_perhaps_own && said.iter().all(|other| plan.speakers[*other].mention.is_none()) {
        return String::new();
    }
    let mut text = String::new();
    for (index, other) in said.iter().enumerate() {
        let part = spoken(&novel.text[plan.quotations[*other].span.clone()]);
        let link = index
            .checked_sub(1)
            .map_or("", |last| between(novel, plan, said[last], *other));
        join(&mut text, link, &part, is_ordinary);
    }
    end_sentence(&mut text);
    text
}

/// A quotation without its marks; those inside of it stay, and so does an apostrophe beside one.
pub fn spoken(quotation: &str) -> String {
    let marks = [
        '“', '”', '"', '‘', '’', '\'', '`', '«', '»', '„', '「', '」', '『', '』',
    ];
    let inner = quotation
        .strip_prefix(marks)
        .or_else(|| quotation.strip_prefix(['—', '–']))
        .unwrap_or(quotation);
    let inner = inner.strip_suffix(marks).unwrap_or(inner);
    inner.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lines that make good examples, spread over the book: of a length that shows a voice, answers to somebody first.
pub fn examples(lines: &[Line], most: usize) -> Vec<&Line> {
    let fits = |line: &&Line| (SHORTEST..=LONGEST).contains(&line.text.chars().count()) && !line.text.ends_with(',');
    let mut good: Vec<&Line> = lines.iter().filter(fits).collect();
    good.sort_by_key(|line| line.before.is_empty());
    let answers = good.iter().filter(|line| !line.before.is_empty()).count();
    let pool = if answers >= most { &good[..answers] } else { &good[..] };
    if pool.len() <= most {
        return pool.to_vec();
    }
    (0..most).map(|at| pool[at * pool.len() / most]).collect()
}

/// How the character speaks, next to everybody else in the book. Shares are in percent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Speech {
    pub lines: usize,
    pub words: usize,
    /// Words in a sentence, on average, in tenths.
    pub sentence_tenths: usize,
    /// Of the sentences: questions, and exclamations.
    pub questions: usize,
    pub exclamations: usize,
    /// Of the words: shortened ones, such as "don't".
    pub shortened: usize,
    /// Words that the character uses more than others do, the strongest first.
    pub favourites: Vec<String>,
}

/// From so many percent on, a habit is worth telling.
const HABIT: usize = 10;
/// Words that are named of those that somebody likes.
const NAMED: usize = 8;

impl Speech {
    /// What was measured, one sentence each, in English and without a name. Empty when nothing is spoken.
    pub fn sentences(&self) -> Vec<String> {
        if self.lines == 0 {
            return Vec::new();
        }
        let kind = match self.sentence_tenths {
            0..80 => "short",
            80..160 => "middling",
            _ => "long",
        };
        let words = (self.sentence_tenths + 5) / 10;
        let mut told = vec![format!(
            "Speaks in {kind} sentences, of about {}.",
            counted(words, "word", "words")
        )];
        if self.questions >= HABIT {
            let share = one_in(self.questions);
            told.push(format!("Asks a lot: {share} is a question."));
        }
        if self.exclamations >= HABIT {
            let share = one_in(self.exclamations);
            told.push(format!("Exclaims a lot: {share} ends with an exclamation mark."));
        }
        told.push(match self.shortened {
            0 => "Never shortens words, such as \"don't\".".to_owned(),
            1..3 => "Seldom shortens words, such as \"don't\".".to_owned(),
            _ => "Often shortens words, such as \"don't\".".to_owned(),
        });
        let words: Vec<&str> = self.favourites.iter().take(NAMED).map(String::as_str).collect();
        if !words.is_empty() {
            told.push(format!("Uses these words more than others do: {}.", words.join(", ")));
        }
        told
    }
}

/// A share in percent, as one sentence of so many.
fn one_in(percent: usize) -> &'static str {
    match percent {
        75.. => "nearly every sentence",
        42..75 => "about every second sentence",
        29..42 => "about every third sentence",
        23..29 => "about every fourth sentence",
        18..23 => "about every fifth sentence",
        15..18 => "about every sixth sentence",
        _ => "about one sentence in eight",
    }
}

/// Counts the speech of the character; `everybody` is what the others say.
pub fn speech<'a>(own: impl Iterator<Item = &'a str>, everybody: impl Iterator<Item = &'a str>) -> Speech {
    let mut speech = Speech::default();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut all_sentences, mut questions, mut exclamations, mut shortened) = (0, 0, 0, 0);
    for line in own {
        speech.lines += 1;
        for sentence in sentences(line) {
            let end =
                line[sentence].trim_end_matches(|letter: char| letter.is_whitespace() || "”’\"'".contains(letter));
            all_sentences += 1;
            questions += usize::from(end.ends_with('?'));
            exclamations += usize::from(end.ends_with('!'));
        }
        for word in words(line) {
            speech.words += 1;
            shortened += usize::from(is_shortened(word.text, &line[word.span.end..]));
            *counts.entry(word.text.to_lowercase()).or_default() += 1;
        }
    }
    let mut others: BTreeMap<String, usize> = BTreeMap::new();
    let mut other_words = 0;
    for word in everybody.flat_map(words) {
        other_words += 1;
        *others.entry(word.text.to_lowercase()).or_default() += 1;
    }
    let share = |part: usize, whole: usize| (part * 100 + whole / 2).checked_div(whole).unwrap_or(0);
    speech.sentence_tenths = (speech.words * 10).checked_div(all_sentences).unwrap_or(0);
    speech.questions = share(questions, all_sentences);
    speech.exclamations = share(exclamations, all_sentences);
    // A share that is rounded to nothing is not never.
    speech.shortened = share(shortened, speech.words).max(usize::from(shortened > 0));
    speech.favourites = favourites(&counts, speech.words, &others, other_words);
    speech
}

/// Whether a word is a shortened one: "don't", "he'll", and "it's" but not "the cat's", which may own something. A word is given without
/// an "'s" at its end, and what follows tells of it.
fn is_shortened(word: &str, after: &str) -> bool {
    const BEFORE_S: [&str; 15] = [
        "it",
        "he",
        "she",
        "that",
        "this",
        "there",
        "here",
        "what",
        "who",
        "where",
        "when",
        "how",
        "why",
        "let",
        "everything",
    ];
    let word = word.to_lowercase().replace('’', "'");
    let ends = |ending: &str| word.len() > ending.len() && word.ends_with(ending);
    let has_s = after.starts_with(['’', '\'']) && after.chars().nth(1).is_some_and(|letter| letter == 's');
    ["'t", "'ll", "'re", "'ve", "'m", "'d"].into_iter().any(ends) || (has_s && BEFORE_S.contains(&word.as_str()))
}

/// Whether a word, in lower case, tells nothing of who says it: it is shortened, or everybody needs it.
fn is_common(word: &str) -> bool {
    const COMMON: &str = "the and but that this these those not you your yours for with was are were been being has have had his her hers him \
        she they them their its our ours from who whom whose which what when where why how all any some there here than then will would \
        shall should can could may might must did does done let out off into onto upon about one two get got say said";
    word.contains(['’', '\'']) || COMMON.split_whitespace().any(|common| common == word)
}

/// Words by how much more often the character uses them: the log-likelihood ratio of two samples (Dunning 1993).
fn favourites(
    own: &BTreeMap<String, usize>,
    own_words: usize,
    others: &BTreeMap<String, usize>,
    other_words: usize,
) -> Vec<String> {
    let all = (own_words + other_words) as f64;
    let mut scored: Vec<(f64, &String)> = own
        .iter()
        .filter(|(word, count)| **count >= LEAST_USES && word.chars().count() > 2 && !is_common(word))
        .filter_map(|(word, count)| {
            let (here, there) = (*count as f64, others.get(word).copied().unwrap_or_default() as f64);
            let expected_here = own_words as f64 * (here + there) / all;
            let expected_there = other_words as f64 * (here + there) / all;
            let part = |seen: f64, expected: f64| if seen > 0.0 { seen * (seen / expected).ln() } else { 0.0 };
            let score = 2.0 * (part(here, expected_here) + part(there, expected_there));
            // Above 6.63 chance is less than one in a hundred.
            (here > expected_here && score > 6.63).then_some((score, word))
        })
        .collect();
    scored.sort_by(|left, right| right.0.total_cmp(&left.0));
    scored
        .into_iter()
        .take(FAVOURITES)
        .map(|(_, word)| word.clone())
        .collect()
}
