//! A character in a book, on short texts that each show one thing.

mod aliases;
mod quotations;
mod speech;

use super::chunks::{Chunk, chunks};
use super::plan::{Plan, plan};
use super::{Book, Chapter, NovelText};

/// A book of chapters; paragraphs are parted by empty lines.
fn novel(chapters: &[(&str, &str)]) -> NovelText {
    let chapters = chapters.iter().map(|(title, text)| Chapter {
        title: (*title).to_owned(),
        paragraphs: text
            .split("\n\n")
            .map(|paragraph| paragraph.trim().to_owned())
            .collect(),
    });
    NovelText::new(&Book {
        chapters: chapters.collect(),
        ..Book::default()
    })
}

fn in_words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[test]
fn places_are_those_of_the_printed_text_in_characters() {
    let novel = novel(&[("1", "Çay.\n\nİki."), ("2", "Üç.")]);
    assert_eq!(novel.text, "Çay.\n\nİki.\n\nÜç.");
    assert_eq!(novel.chapters[1].span, 14..19);
    assert_eq!(novel.in_characters([0, 5, 14, 19]), [0, 4, 12, 15]);
    assert_eq!(
        (novel.paragraph_at(0), novel.paragraph_at(8), novel.paragraph_at(17)),
        (0, 1, 2)
    );
}

#[test]
fn chunks_are_whole_paragraphs_of_one_chapter_and_lose_nothing() {
    let paragraph = "One two three. Four five six. Seven eight nine.";
    let long = [paragraph; 60].join("\n\n");
    let novel = novel(&[
        ("1", &long),
        ("2", "Short."),
        ("3", &format!("{long} {}", "word ".repeat(300))),
    ]);
    let found = chunks(&novel, 100, &in_words);
    for pair in found.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start);
        assert!(novel.text[pair[0].span.end..pair[1].span.start].trim().is_empty());
    }
    assert_eq!(
        (found[0].span.start, found.last().unwrap().span.end),
        (0, novel.text.len())
    );
    let fits = |chunk: &Chunk| chunk.tokens <= 100 + 200 && in_words(&novel.text[chunk.span.clone()]) <= chunk.tokens;
    assert!(found.iter().all(fits));
    for chunk in &found {
        let chapter = &novel.chapters[chunk.chapter].span;
        assert!(chapter.start <= chunk.span.start && chunk.span.end <= chapter.end);
        let ends = novel
            .paragraphs
            .iter()
            .any(|paragraph| paragraph.span.end == chunk.span.end);
        assert_eq!(ends, chunk.ends_at_paragraph);
    }
    assert!(
        found.iter().filter(|chunk| !chunk.ends_at_paragraph).count() >= 1,
        "the giant paragraph was cut"
    );
}

#[test]
fn two_sentences_of_the_chunk_before_go_along_inside_a_chapter() {
    let text = ["One two three. Four five six. Seven eight nine."; 100].join("\n\n");
    let novel = novel(&[("1", &text), ("2", "Next.")]);
    let found = chunks(&novel, 300, &in_words);
    assert!(found[0].context.is_empty());
    assert_eq!(
        &novel.text[found[1].context.clone()],
        "Four five six. Seven eight nine."
    );
    assert!(found.last().unwrap().context.is_empty(), "another chapter begins");
}

#[test]
fn a_sentence_that_is_larger_than_a_chunk_is_cut_at_a_space_and_letters_stay_whole() {
    let novel = novel(&[("1", &"日本語のとても長い文".repeat(200)), ("2", &"word ".repeat(900))]);
    let count = |text: &str| text.chars().count() / 3;
    let found = chunks(&novel, 100, &count);
    assert!(found.len() > 10);
    let joined: String = found.iter().map(|chunk| &novel.text[chunk.span.clone()]).collect();
    assert_eq!(
        joined.replace(char::is_whitespace, ""),
        novel.text.replace(char::is_whitespace, "")
    );
}

fn kept(novel: &NovelText, plan: &Plan, most: usize) -> Vec<bool> {
    chunks(novel, most, &in_words)
        .iter()
        .map(|chunk| plan.keeps(novel, chunk))
        .collect()
}

#[test]
fn a_chunk_matters_where_the_character_is_named_or_tells() {
    let calm = "The sea was grey and the wind went on. ".repeat(40);
    let first = format!("{calm}\n\nThen Anna Berg came, and Anna sat.\n\n{calm}");
    let third = novel(&[("1", &calm), ("2", &first)]);
    assert_eq!(kept(&third, &plan(&third, "Anna Berg"), 5_000), [false, true]);
    let own = "I went to my window, and I looked out. It was I who had seen it. ".repeat(20);
    let spoken = "“You know it, Watson,” said Holmes.\n\n“Watson, come,” said Holmes.\n\n“Well, Watson?” said Holmes.";
    let told = novel(&[("1", &format!("{own}\n\n{spoken}\n\n{own}")), ("2", &own)]);
    let found = plan(&told, "Dr. Watson");
    assert_eq!(kept(&told, &found, 5_000), [true, true]);
    assert_eq!(
        found
            .narrators
            .iter()
            .filter(|narrator| narrator.is_character.is_some())
            .count(),
        2
    );
    let other = plan(&told, "Sherlock Holmes");
    assert_eq!(kept(&told, &other, 5_000), [true, false]);
}

/// Which chapters of a book with enough speech are kept for Anna Berg; each is one chunk.
#[track_caller]
fn chapters_kept(chapters: &[&str], expected: &[bool]) {
    // Elsewhere others talk, and say that Anna is a name.
    let others =
        "“It rains,” said Tom.\n\n“It does,” said Bob.\n\nThey had seen Anna Berg once.\n\nTom went.\n\nBob sat."
            .to_owned();
    let calm = "The sea was grey.\n\nThe wind went on.\n\nNobody came.";
    let texts: Vec<String> = chapters
        .iter()
        .map(|text| format!("{calm}\n\n{text}\n\n{calm}"))
        .collect();
    let mut book: Vec<(&str, &str)> = texts.iter().map(|text| ("1", text.as_str())).collect();
    book.push(("2", &others));
    let book = novel(&book);
    let found = kept(&book, &plan(&book, "Anna Berg"), 100_000);
    assert_eq!(found[..chapters.len()], *expected);
}

#[test]
fn a_chunk_matters_where_the_character_speaks_or_is_spoken_to_or_of() {
    chapters_kept(
        &[
            "“I am here,” said Anna.",
            "“Is Anna here?” said Tom.",
            "Anna looked up.\n\n“Well?” said Tom.",
            "Anna sat down at the window, and the rain came.\n\nShe saw it.\n\nIt fell.\n\n“It rains,” she said.",
            "Bob sat.\n\nIt fell.\n\n“It rains,” he said.",
            "“Anna,” said Tom, “are you there?”",
        ],
        &[true, true, true, true, false, true],
    );
}

#[test]
fn a_name_in_passing_does_not_keep_a_chunk_and_a_tale_about_the_character_does() {
    let often = "Anna ran. Then she saw Anna Berg in the glass, and Anna stopped. There was Anna. Nobody but Anna. So Anna sat.";
    chapters_kept(
        &[
            "It was the house of Anna.",
            "It was the house of Anna. There Anna slept.",
            often,
            "It was the house of Anna.\n\nIt stood there.\n\nIt was old.\n\n“It rains,” said Tom.",
        ],
        &[false, false, true, false],
    );
}

#[test]
fn a_talk_that_goes_on_behind_the_border_of_a_chunk_is_kept() {
    let calm = "The sea was grey and the wind went on. Nobody came by.";
    let talk = "“I am here,” said Anna.\n\n“So am I.”\n\n“Then come.”\n\n“Now?”\n\n“At once.”";
    let text = format!("{}\n\n{talk}\n\n{}", [calm; 4].join("\n\n"), [calm; 8].join("\n\n"));
    let book = novel(&[
        ("1", &format!("They had seen Anna once.\n\n{text}")),
        ("2", &[calm; 4].join("\n\n")),
    ]);
    let plan = plan(&book, "Anna");
    let cut = book.text.find("“So am I").unwrap();
    let whole = chunks(&book, 100_000, &in_words);
    let part = |span: std::ops::Range<usize>| Chunk {
        span,
        ..whole[0].clone()
    };
    let kept = |span| plan.keeps(&book, &part(span));
    assert!(kept(0..cut - 2) && kept(cut..book.chapters[0].span.end));
    let after = book.text.find("“At once").unwrap();
    // Far behind the last name nobody can tell whose talk it is.
    assert!(!kept(after..book.chapters[0].span.end));
}

#[test]
fn a_diary_belongs_to_the_one_its_title_names() {
    let own = "I went to my window, and I looked out. It was I who had seen it. ".repeat(20);
    let novel = novel(&[
        (
            "Jonathan Harker’s Journal",
            &format!("{own} I thought of Mina. Mina Harker waits."),
        ),
        (
            "Mina Murray’s Journal",
            &format!("{own} Then Jonathan Harker wrote to me, and Jonathan is ill."),
        ),
    ]);
    let told = |name: &str| -> Vec<bool> {
        let narrators = plan(&novel, name).narrators;
        narrators
            .iter()
            .map(|narrator| narrator.is_character.is_some())
            .collect()
    };
    assert_eq!(told("Jonathan Harker"), [true, false]);
    assert_eq!(told("Mina Harker"), [false, true]);
}

/// Chapters of a few words each were no chapters that an "I" tells, and so the book had no narrator.
#[test]
fn a_narrator_of_short_chapters_is_known() {
    let short = "I rose early, and I went to my window. My dog came to me. Nobody was in the street.";
    let first = format!("My name is Mara Voss. {short}");
    let others = "“Mara Voss, come!” said Tom. I went down to him.";
    let book: Vec<(&str, &str)> = [("1", first.as_str()), ("2", short), ("3", others), ("4", short)]
        .into_iter()
        .chain([("A map", "North. South. East. West.")])
        .collect();
    let book = novel(&book);
    let found = plan(&book, "Mara Voss");
    let tells: Vec<bool> = (0..5).map(|chapter| found.tells_chapter(chapter)).collect();
    assert_eq!(tells, [true, true, true, true, false]);
    // A short letter in a book that nobody tells makes no narrator.
    let told = "She rose early and went to the window. The dog came to her, and nobody was in the street. ".repeat(5);
    let book = novel(&[
        ("1", &told),
        ("2", "My name is Mara Voss. I wait. I am well."),
        ("3", &told),
    ]);
    assert!(plan(&book, "Mara Voss").narrators.is_empty());
}
