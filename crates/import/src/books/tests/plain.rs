//! Plain text.

use super::{read, titles, whole};

fn paragraph(count: usize) -> String {
    "It was a long line of words that a program had broken at seventy\nletters, and it went on below, as such lines do when they are many.\n\n".repeat(count)
}

#[test]
fn a_wrapped_text_has_paragraphs_chapters_and_no_list_of_them() {
    let text = format!(
        "The Book\r\n\r\nby Somebody\r\n\r\nCONTENTS\r\n\r\nCHAPTER I. The Start\r\n\r\nCHAPTER II. The End\r\n\r\n\
         CHAPTER I.\r\nThe Start\r\n\r\n{0}“Hello,” said\nAlice.\n\nCHAPTER II\n\nThe End\n\n{0}",
        paragraph(10)
    );
    let book = read(text.as_bytes(), "the_book.txt").unwrap();
    assert_eq!(book.title, "the book");
    assert_eq!(titles(&book), ["CHAPTER I. The Start", "CHAPTER II"]);
    assert!(whole(&book).contains("“Hello,” said Alice."));
    assert!(book.chapters[0].paragraphs[0].contains("seventy letters"));
}

#[test]
fn numbers_alone_divide_a_text_when_they_count_up() {
    let text = format!("I\n\n{0}II\n\n{0}III\n\n{0}17\n\n{0}IV\n\n{0}", paragraph(4));
    assert_eq!(
        titles(&read(text.as_bytes(), "b.txt").unwrap()),
        ["I", "II", "III", "IV"]
    );
    let pages = format!("12\n\n{0}13\n\n{0}", paragraph(4));
    assert_eq!(read(pages.as_bytes(), "b.txt").unwrap().chapters.len(), 1);
}

#[test]
fn headings_in_other_languages_are_found() {
    for heading in [
        "BİRİNCİ BÖLÜM",
        "1. Bölüm",
        "Bölüm 3",
        "Erstes Kapitel",
        "Chapitre premier",
        "Capítulo 2",
        "Глава 4",
        "ГЛАВА ЧЕТВЁРТАЯ",
        "第十二章 开始",
        "第3話",
        "Prologue",
        "Letter the First",
    ] {
        let text = format!("{heading}\n\n{0}{heading}\n\n{0}", paragraph(3));
        let book = read(text.as_bytes(), "b.txt").unwrap();
        assert_eq!(book.chapters.len(), 2, "{heading}: {:?}", titles(&book));
    }
    let sentence = format!(
        "{0}Part of him stayed.\n\nBook one of these, he said, and the other will come too, as they do.\n\n{0}",
        paragraph(3)
    );
    assert_eq!(read(sentence.as_bytes(), "b.txt").unwrap().chapters.len(), 1);
}

#[test]
fn a_line_is_a_paragraph_where_lines_are_long() {
    let long = "A sentence that is much longer than any line that a program would have broken, as it goes on and on to its end.";
    let text = format!("{long}\n“Short,” she said.\n{long}\n");
    let book = read(text.as_bytes(), "b.txt").unwrap();
    assert_eq!(book.chapters[0].paragraphs, [long, "“Short,” she said.", long]);
}

#[test]
fn verse_in_a_wrapped_text_keeps_its_lines() {
    let text = format!(
        "{}  You are old,\n  Father William,\n  the young man said.\n\n{}",
        paragraph(5),
        paragraph(2)
    );
    let book = read(text.as_bytes(), "b.txt").unwrap();
    let verse = "You are old,\nFather William,\nthe young man said.".to_owned();
    assert!(
        book.chapters[0].paragraphs.contains(&verse),
        "{:?}",
        book.chapters[0].paragraphs
    );
}

#[test]
fn the_header_of_project_gutenberg_names_the_book() {
    let text = format!(
        "The Project Gutenberg eBook of The Book\n\nTitle: The Book\n\nAuthor: A. Writer\n\nLanguage: English\n\n\
         *** START OF THE PROJECT GUTENBERG EBOOK THE BOOK ***\n\nProduced by Somebody\n\nCHAPTER 1\n\n{0}CHAPTER 2\n\n{0}\
         *** END OF THE PROJECT GUTENBERG EBOOK THE BOOK ***\n\nTerms.\n",
        paragraph(12)
    );
    let book = read(text.as_bytes(), "pg1.txt").unwrap();
    assert_eq!((book.title.as_str(), book.language.as_str()), ("The Book", "English"));
    assert_eq!(book.authors, ["A. Writer"]);
    assert_eq!(titles(&book), ["CHAPTER 1", "CHAPTER 2"]);
    assert!(!whole(&book).contains("Terms.") && !whole(&book).contains("Somebody"));
}

#[test]
fn a_speech_of_several_lines_is_one_paragraph_where_each_sentence_has_a_line() {
    let filler = "A sentence that is long enough to tell that these lines were never broken to any width by anybody at all, however wide. \n";
    let text = format!(
        "{filler}“ Come in , ” said she .\n“ I waited long .\nThe tea is cold . ”\n\" Is it ?\nI am sorry . \" said he , \" but\nit rained . \"\n{filler}“ A first paragraph .\n“ A second one . ”\n{}",
        filler.repeat(40)
    );
    let book = read(text.as_bytes(), "b.txt").unwrap();
    let paragraphs = &book.chapters[0].paragraphs;
    assert_eq!(paragraphs[1], "“ Come in , ” said she .");
    assert_eq!(paragraphs[2], "“ I waited long . The tea is cold . ”");
    assert_eq!(
        paragraphs[3],
        "\" Is it ? I am sorry . \" said he , \" but it rained . \""
    );
    assert_eq!(paragraphs[5..7], ["“ A first paragraph .", "“ A second one . ”"]);
}

/// Lines of single sentences, among others that tell so.
#[track_caller]
fn lines_become(lines: &str, expected: &[&str]) {
    let filler = "A sentence that is long enough to tell that these lines were never broken to any width by anybody at all, however wide it is.";
    let text = format!("{}{lines}\n{filler}\n", format!("{filler}\n").repeat(3));
    let book = read(text.as_bytes(), "b.txt").unwrap();
    let paragraphs = &book.chapters[0].paragraphs;
    assert_eq!(paragraphs[3..paragraphs.len() - 1], *expected);
}

#[test]
fn a_line_that_begins_inside_of_a_sentence_goes_on_with_the_line_before() {
    lines_become(
        "“ Who is it ? ”\nsaid Mr. Pegg .\n“ Run ! ”\n, he cried , and ran .\nHe fell .",
        &[
            "“ Who is it ? ” said Mr. Pegg .",
            "“ Run ! ” , he cried , and ran .",
            "He fell .",
        ],
    );
    lines_become(
        "“ Ha ! ”\nBig Tom bellowed .\n“ Ha ! ”\nBig Tom ran .\n’Tis so .",
        &["“ Ha ! ” Big Tom bellowed .", "“ Ha ! ”", "Big Tom ran .", "’Tis so ."],
    );
}

#[test]
fn a_mark_at_the_end_of_a_line_opens_what_the_next_line_says() {
    lines_become(
        "\" Very well , \" she said . \"\nAs you like .\nIt is warm . \"\nHe sat .",
        &[
            "\" Very well , \" she said . \" As you like . It is warm . \"",
            "He sat .",
        ],
    );
    lines_become("He wrote \" no . \"\nHe sat .", &["He wrote \" no . \"", "He sat ."]);
}

#[test]
fn speech_in_single_marks_and_with_a_title_in_it_is_put_together_from_lines() {
    lines_become(
        "‘ I do n’t know .\nIt ’s the dog .\nCome in . ’\nHe came .",
        &["‘ I do n’t know . It ’s the dog . Come in . ’", "He came ."],
    );
    lines_become(
        "“ I read much .\nI like the “ Spectator , ” and so on .\nYou too ? ”\nHe did .",
        &[
            "“ I read much . I like the “ Spectator , ” and so on . You too ? ”",
            "He did .",
        ],
    );
}

#[test]
fn speech_after_a_dash_is_put_together_up_to_where_the_tale_goes_on() {
    let others = "— Yes .\n— No .\n".repeat(4);
    let lines = format!(
        "{others}— God !\nhe said quietly .\nIs it not the sea ?\nThe grey sea .\nHe came over and laughed .\nHe sat .\nShe said : — Come .\nCome now !\nThey went ."
    );
    let before = ["— Yes .", "— No ."].repeat(4);
    let own = [
        "— God ! he said quietly . Is it not the sea ? The grey sea .",
        "He came over and laughed .",
        "He sat .",
        "She said : — Come . Come now !",
        "They went .",
    ];
    lines_become(&lines, &[&before[..], &own].concat());
}

/// Such lines were read as three speeches, or as one that took in the narrator.
#[test]
fn speech_with_a_question_or_a_word_quoted_in_it_and_speech_without_an_end_are_put_together() {
    lines_become(
        "“ We ask , ‘ And what now ? ’\nYou think it is decided .\nIt is not . ”\nHe sat .",
        &[
            "“ We ask , ‘ And what now ? ’ You think it is decided . It is not . ”",
            "He sat .",
        ],
    );
    lines_become(
        "‘ She came early .\nShe says ‘ good-by , ’ more than ‘ how do you do . ’\nWe should call . ’\n‘ Yes . ’",
        &[
            "‘ She came early . She says ‘ good-by , ’ more than ‘ how do you do . ’ We should call . ’",
            "‘ Yes . ’",
        ],
    );
    lines_become(
        "“ A-huh !\nejaculated Anson , dubiously .\nHe turned abruptly .\nTom , you go outside .\nReckon I do n't like it . ”",
        &[
            "“ A-huh ! ejaculated Anson , dubiously .",
            "He turned abruptly .",
            "Tom , you go outside . Reckon I do n't like it . ”",
        ],
    );
}

#[test]
fn the_first_words_of_a_chapter_on_the_line_of_its_heading_are_text() {
    let filler = "A sentence that is long enough to tell that these lines were never broken to any width by anybody at all, however wide it is.\n";
    let text = format!(
        "CHAPTER I “ TOM ! ”\n{0}CHAPTER II. “The Pool of Tears”\n{0}",
        filler.repeat(4)
    );
    let book = read(text.as_bytes(), "b.txt").unwrap();
    assert_eq!(titles(&book), ["CHAPTER I", "CHAPTER II. “The Pool of Tears”"]);
    assert_eq!(book.chapters[0].paragraphs[0], "“ TOM ! ”");
}
