//! Books that are odd and not broken: encodings without a name, notes, numbers of pages, lines in the place of paragraphs.

use super::made::{Epub, page};
use super::{read, refused, titles, whole};

/// The paragraphs of the first of two chapters.
#[track_caller]
fn paragraphs(body: &str) -> Vec<String> {
    let epub = Epub::empty()
        .chapter("c1.xhtml", &page(body))
        .chapter("c2.xhtml", &page("<h1>Two</h1><p>BRAVO</p>"));
    read(&epub.bytes(), "b.epub").unwrap().chapters[0].paragraphs.clone()
}

/// A text in an encoding that it does not name.
#[track_caller]
fn is_guessed(label: &str, text: &str) {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    let text = format!("{text}\n\n").repeat(12);
    let (bytes, _, had_errors) = encoding.encode(&text);
    assert!(!had_errors, "{label} has all letters");
    let book = read(&bytes, "b.txt").unwrap();
    assert_eq!(whole(&book), text.trim(), "{label}");
}

/// Texts without a name of their encoding were all read as Western ones: "Ãëàâà" in the place of "Глава".
#[test]
fn a_text_tells_its_encoding_by_its_letters() {
    let russian = "- Здравствуйте, - сказал Иван Петрович. - Как ваше здоровье? Он долго молчал и смотрел в окно, где падал снег.";
    for label in ["windows-1251", "koi8-r", "ibm866"] {
        is_guessed(label, russian);
    }
    let turkish = "“Günaydın,” dedi Ayşe. “Çok üşüdüm, şöyle ışığın önüne geleyim.” İğdelerin altında uzun uzun oturup düşündüler.";
    is_guessed("windows-1254", turkish);
    is_guessed(
        "windows-1253",
        "Η Ελένη κοίταξε τη θάλασσα και είπε: «Καλημέρα, πού ήσουν τόσον καιρό;» Εκείνος δεν απάντησε τίποτα.",
    );
    is_guessed("shift_jis", "「はい」と彼は言った。そして長い間、窓の外を見ていた。");
    is_guessed("euc-jp", "「はい」と彼は言った。そして長い間、窓の外を見ていた。");
    is_guessed(
        "gbk",
        "“你好，”张三说。他看着窗外的雪，很久没有说话。我不知道他在想什么。",
    );
    is_guessed(
        "big5",
        "「你好，」張三說。他看著窗外的雪，很久沒有說話。我不知道他在想什麼。",
    );
    is_guessed(
        "euc-kr",
        "“안녕하세요,” 하고 그는 말했다. 그리고 오랫동안 창밖을 바라보고 있었다.",
    );
    is_guessed(
        "windows-1250",
        "– Dzień dobry – powiedział Łukasz. – Jak się pan miewa? Długo milczał i patrzył w okno, gdzie padał śnieg.",
    );
    for western in [
        "“Où êtes-vous ?” dit-elle. Il ne répondit pas à la question, et regarda la mer déchaînée.",
        "„Schön“, sagte Käthe. „Größe zählt.“ Sie ging über die Straße und hörte nichts.",
        "“Hvað er þetta?” spurði maðurinn. Það var ekki gott að sjá út um gluggann, og hún þagði lengi.",
        "¿Dónde está? Él no respondió; miró al niño y le dijo que mañana sería otro día.",
        "“I don’t know the café,” he said, “nor the naïve façade of it.”",
    ] {
        is_guessed("windows-1252", western);
    }
    is_guessed(
        "macintosh",
        "“Schön”, sagte Käthe. “Größe zählt.” Sie ging über die Straße und hörte Müller zu.",
    );
}

#[test]
fn marks_of_notes_are_no_text() {
    let body = r##"<h1>One</h1><p>A dog<a href="notes.xhtml#n1">[1]</a> and a cat<sup>2</sup>, “yes.”<sup><a href="#n3">*</a></sup> So<a href="#n4"><sup>4</sup></a>.</p>
        <p>It had 10<sup>2</sup> legs on the 2<sup>nd</sup> day, and <a href="#x">three</a> more.</p>"##;
    assert_eq!(
        paragraphs(body),
        [
            "A dog and a cat, “yes.” So.",
            "It had 102 legs on the 2nd day, and three more."
        ]
    );
}

#[test]
fn numbers_of_printed_pages_are_no_text() {
    let body = r#"<h1>One</h1><p>ALPHA was<span class="pagenum"><a id="p12">[Pg 12]</a></span> here and<span class="x pageno">[13]</span>
        there<a class="pagebreak" id="p14">14</a> too.</p><div class="pagebreak"><p>So it goes.</p></div>"#;
    assert_eq!(paragraphs(body), ["ALPHA was here and there too.", "So it goes."]);
}

#[test]
fn a_letter_that_is_a_picture_is_part_of_its_word() {
    let body = r#"<h1>One</h1><p><img src="w.png" alt="W"/>HEN he came, it rained.</p><div><img src="i.png" alt="“I"/></div><p>t is,” he said.</p>
        <p><img src="m.png" alt="A map"/>Here it is. <img alt="B" src="b.png"/></p><p>So.</p>"#;
    assert_eq!(
        paragraphs(body),
        ["WHEN he came, it rained.", "“It is,” he said.", "Here it is.", "So."]
    );
}

#[test]
fn lines_are_paragraphs_where_they_are_long_and_verse_where_they_are_short() {
    let long = "Nothing came of it, and the rain fell on the roof of the house for all the long evening until the lamps were put out.";
    let body =
        format!("<h1>One</h1><div>{long}<br/>“Yes,” she said.<br/>{long}</div><p>You are old,<br/>Father William.</p>");
    assert_eq!(
        paragraphs(&body),
        [long, "“Yes,” she said.", long, "You are old,\nFather William."]
    );
}

#[test]
fn a_book_in_lines_as_they_were_typed_has_chapters_and_paragraphs() {
    let lines = "It was a long line of words that a program had broken at seventy\nletters, and it went on below, as such lines do when they are many.\n\n";
    let text = format!(
        "<html><body><pre>\nCHAPTER I\n\n“Yes,”\nshe said.\n\n{0}CHAPTER II\n\n{0}</pre></body></html>",
        lines.repeat(8)
    );
    let book = read(text.as_bytes(), "b.html").unwrap();
    assert_eq!(titles(&book), ["CHAPTER I", "CHAPTER II"]);
    assert_eq!(book.chapters[0].paragraphs[0], "“Yes,” she said.");
    assert!(book.chapters[1].paragraphs[0].contains("seventy letters, and"));
}

#[test]
fn what_a_page_hides_is_no_text() {
    let body = r#"<h1>One</h1><p>ALPHA <span style="color: red; display : none">HID</span>is seen.</p><noscript>HID</noscript><p style="display:block">So.</p>"#;
    assert_eq!(paragraphs(body), ["ALPHA is seen.", "So."]);
    let text = "CHAPTER I\n\nALPHA\0 is\u{ad} se\u{200b}en.\n\nAnd so it went on and on until the end of the day.\n";
    assert_eq!(
        read(text.as_bytes(), "b.txt").unwrap().chapters[0].paragraphs[0],
        "ALPHA is seen."
    );
}

/// The second chapter of a book that gives two files one id was lost without a word.
#[test]
fn two_files_with_one_id_are_both_read() {
    let mut epub = Epub::plain();
    epub.manifest = epub.manifest.replace(r#"id="i1""#, r#"id="i0""#);
    epub.spine = epub.spine.replace(r#"idref="i1""#, r#"idref="i0""#);
    let book = read(&epub.bytes(), "b.epub").unwrap();
    assert!(whole(&book).contains("ALPHA") && whole(&book).contains("BRAVO"));
}

/// A book that is packed with bzip2 was told of as if the disk had failed: "Try again."
#[test]
fn a_part_that_is_packed_in_another_way_is_damage() {
    let mut bytes = Epub::plain().bytes();
    // The method stands at the same places in the header of each file and in the list.
    for (mark, place) in [(b"PK\x03\x04", 8), (b"PK\x01\x02", 10)] {
        let found: Vec<usize> = (0..bytes.len() - 4)
            .filter(|at| bytes[*at..].starts_with(mark))
            .collect();
        for at in found {
            bytes[at + place] = 12;
        }
    }
    let (code, words) = refused(&bytes, "b.epub");
    assert_eq!(code, "damaged");
    assert!(words.contains("packed in a way"), "{words}");
}

/// A page that names its quotations in the place of marks had no speech.
#[test]
fn quotations_that_a_page_names_have_marks() {
    let body = "<h1>One</h1><p><q>Here</q>, she said, <q>and <q>there</q>.</q> <q>“Now,”</q> I said. “<q>Yes</q>.”</p><p><q>Open.</p><p>So</q>.</p>";
    assert_eq!(
        paragraphs(body),
        ["“Here”, she said, “and ‘there’.” “Now,” I said. “Yes.”", "Open.", "So."]
    );
}

#[test]
fn paragraphs_that_look_like_headings_divide_a_book_without_any() {
    let page_of = |marks: [&str; 3]| {
        let chapters =
            marks.map(|mark| format!("<p><b>{mark}</b></p><p>It rained for the whole of that long day.</p>"));
        Epub::empty().chapter("all.xhtml", &page(&chapters.concat()))
    };
    let book = read(&page_of(["CHAPTER I", "CHAPTER II", "CHAPTER III"]).bytes(), "b.epub").unwrap();
    assert_eq!(titles(&book), ["CHAPTER I", "CHAPTER II", "CHAPTER III"]);
    assert!(!whole(&book).contains("CHAPTER"));
    let book = read(&page_of(["Chapter and verse.", "One day", "Two"]).bytes(), "b.epub").unwrap();
    assert_eq!(book.chapters.len(), 1);
}

#[test]
fn short_lines_that_end_like_paragraphs_are_some() {
    let text = format!(
        "## Chapter 1\n{}",
        "\tAnn said, “Yes.”\n\tHe went home and slept.\n".repeat(200)
    );
    let book = read(text.as_bytes(), "b.txt").unwrap();
    assert_eq!(titles(&book), ["Chapter 1"]);
    assert_eq!(book.chapters[0].paragraphs.len(), 400);
    assert_eq!(
        book.chapters[0].paragraphs[..2],
        ["Ann said, “Yes.”", "He went home and slept."]
    );
}
