//! Who speaks, and the lines of one character.

use super::{novel, plan};
use crate::novel::lines::{examples, lines, speech, spoken};

/// The speakers of a text, and how each was found.
#[track_caller]
fn speakers(text: &str, expected: &[(Option<&str>, &str)]) {
    let novel = novel(&[("1", text)]);
    let found = plan(&novel, "Alice");
    let found: Vec<(Option<&str>, &str)> = found
        .speakers
        .iter()
        .map(|speaker| {
            (
                speaker
                    .mention
                    .as_ref()
                    .map(|mention| &novel.text[mention.span.clone()]),
                speaker.rule.code(),
            )
        })
        .collect();
    assert_eq!(found, expected);
}

/// Names that a sentence does not begin with, so that they are known as names where one does.
const KNOWN: &str = "There were Alice and Mr. Darcy and the Duchess.\n\n";

#[test]
fn a_name_beside_a_verb_of_speech_speaks() {
    let text = format!(
        "{KNOWN}“Yes,” said poor little Alice. “I do.”\n\n“No!” Mr. Darcy hastily replied.\n\nThe Duchess said, very low, “Ah.”\n\n\
         Alice turned away. “Never.”\n\n“So,” went on the poet Syme, “it is.”"
    );
    speakers(
        &text,
        &[
            (Some("Alice"), "verb_name"),
            (Some("Alice"), "same_paragraph"),
            (Some("Mr. Darcy"), "name_verb"),
            (Some("Duchess"), "name_before"),
            (Some("Alice"), "beat"),
            (Some("Syme"), "verb_name"),
            (Some("Syme"), "same_paragraph"),
        ],
    );
}

#[test]
fn who_is_not_named_stays_unknown() {
    let text = format!(
        "{KNOWN}“Yes,” said she.\n\n“No,” said the old man to Alice.\n\n“Is it?” Alice said nothing.\n\n“Who?” Mr. Darcy nodded.\n\n\
         The wife of Mr. Darcy said, “Well.”\n\n“Come,” I said."
    );
    speakers(
        &text,
        &[
            (None, "described"),
            (None, "described"),
            (None, "none"),
            (None, "none"),
            (None, "none"),
            (None, "first_person"),
        ],
    );
}

#[test]
fn what_leads_to_the_next_speech_is_not_the_speaker_of_this_one() {
    let text = format!("{KNOWN}“Oh! Oh!” Alice said, with more restraint: “How do you do?”");
    speakers(&text, &[(None, "none"), (Some("Alice"), "name_before")]);
}

#[test]
fn a_capital_after_a_comma_is_a_name_although_the_book_has_it_nowhere_else() {
    let text = format!(
        "{KNOWN}“It is so,” Slim stated solemnly.\n\n“Rather,” said Good, and left.\n\n“Ha!” Big Tom bellowed.\n\nIt rained.\n\n“Ha!” Everybody shouted.\n\n“Yes,” the Old Man said."
    );
    speakers(
        &text,
        &[
            (Some("Slim"), "name_verb"),
            (Some("Good"), "verb_name"),
            (Some("Tom"), "name_verb"),
            (None, "none"),
            (Some("Old Man"), "name_verb"),
        ],
    );
}

#[test]
fn the_subject_of_the_sentence_speaks_behind_its_last_verb() {
    let text = format!(
        "{KNOWN}Alice looked up at Mr. Darcy and said, “No.”\n\nAlice ran on, crying, “Wait!”\n\nAlice sat and the voice said, “Who?”"
    );
    speakers(
        &text,
        &[
            (Some("Alice"), "name_before"),
            (Some("Alice"), "name_before"),
            (None, "none"),
        ],
    );
}

#[test]
fn a_pronoun_that_speaks_is_the_one_who_has_just_acted_or_spoken() {
    let text = format!(
        "{KNOWN}Alice looked up. “No,” said she.\n\nMr. Darcy looked up. “No,” said she.\n\n“Well,” said Alice.\n\n“And so,” she went on, “it is.”\n\n“And so,” he went on."
    );
    speakers(
        &text,
        &[
            (Some("Alice"), "beat"),
            (None, "described"),
            (Some("Alice"), "verb_name"),
            (Some("Alice"), "goes_on"),
            (Some("Alice"), "same_paragraph"),
            (None, "described"),
        ],
    );
}

#[test]
fn where_paragraphs_were_lost_a_speaker_goes_on_unless_it_sounds_like_an_answer() {
    let told = "It rained.\n\n".repeat(12);
    let text = format!(
        "{told}{KNOWN}“I go,” said Alice.\n\n“It is late.”\n\nIt rained.\n\n“I go,” said Alice.\n\n“Yes. Go.”\n\nIt rained.\n\n\
         “Do I?” said Alice.\n\n“You do.”\n\nAlice laughed.\n\n“I do.”\n\nIt rained.\n\nAlice sat down.\n\n“I stay,” she said."
    );
    speakers(
        &text,
        &[
            (Some("Alice"), "verb_name"),
            (Some("Alice"), "same_paragraph"),
            (Some("Alice"), "verb_name"),
            (None, "none"),
            (Some("Alice"), "verb_name"),
            (None, "none"),
            (Some("Alice"), "beat"),
            (Some("Alice"), "beat"),
        ],
    );
}

#[test]
fn a_speech_of_several_paragraphs_has_one_speaker() {
    let text = format!("{KNOWN}“First,” said Alice, “this.\n\n“And then that.”\n\n“Well.”");
    speakers(
        &text,
        &[
            (Some("Alice"), "verb_name"),
            (Some("Alice"), "name_before"),
            (Some("Alice"), "goes_on"),
            (None, "none"),
        ],
    );
}

#[test]
fn a_line_loses_its_outer_marks_and_keeps_those_inside() {
    for (quotation, expected) in [
        (
            "“ ‘Miss Alice! Come here!’ ‘Coming, nurse!’ And so on,”",
            "‘Miss Alice! Come here!’ ‘Coming, nurse!’ And so on,",
        ),
        ("‘’Tis late,’", "’Tis late,"),
        ("\"He said 'no.'\"", "He said 'no.'"),
        ("« Oui. »", "Oui."),
        ("— Yes.", "Yes."),
        ("“It goes on", "It goes on"),
    ] {
        assert_eq!(spoken(quotation), expected);
    }
}

#[test]
fn the_lines_of_a_character_are_joined_and_answer_somebody() {
    let text = format!(
        "{KNOWN}“Where do you come from, child?” said the Duchess.\n\n“I come,” said Alice, “from a very long way off, indeed!”\n\n\
         “Do you not see it, do you not?” asked Alice."
    );
    let novel = novel(&[("1", &text)]);
    let plan = plan(&novel, "Alice");
    let own = lines(&novel, &plan);
    assert_eq!(own.len(), 2);
    assert_eq!(own[0].text, "I come, from a very long way off, indeed!");
    assert_eq!(own[0].before, "Where do you come from, child?");
    assert_eq!(examples(&own, 1)[0].text, own[0].text);
    let counted = speech(
        own.iter().map(|line| line.text.as_str()),
        std::iter::once("Where do you come from, child?"),
    );
    assert_eq!(
        (counted.lines, counted.words, counted.questions, counted.exclamations),
        (2, 17, 50, 50)
    );
}

/// The halves stood beside each other with a comma and a capital between them.
#[test]
fn a_line_that_the_narrator_interrupts_is_joined_as_it_was_spoken() {
    let text = format!(
        "{KNOWN}You will see that alice is no name here, will you.\n\n“I am sure,” said Alice, “You will come.”\n\n\
         “Good day,” said Alice. “You will come.”\n\n“Who?” asked Alice. “Mr. Darcy?”\n\n“I see,” said Alice, “Mr. Darcy.”\n\n\
         “I come,” said the Duchess. “Wait,” said she, “You must.”\n\n“Yes,” said Alice. “No,” said the Duchess. “Never,” said Alice."
    );
    let novel = novel(&[("1", &text)]);
    let plan = plan(&novel, "Alice");
    let own = lines(&novel, &plan);
    let texts: Vec<&str> = own.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "I am sure, you will come.",
            "Good day. You will come.",
            "Who? Mr. Darcy?",
            "I see, Mr. Darcy.",
            "Yes. Never."
        ]
    );
    assert_eq!(own[4].before, "I come. Wait, you must.");
}

#[test]
fn who_speaks_most_is_known() {
    let text = format!(
        "{KNOWN}“One,” said Alice.\n\n“Two,” said Mr. Darcy.\n\n“Three,” said Alice.\n\n“Four,” said the Duchess."
    );
    let novel = novel(&[("1", &text)]);
    let plan = plan(&novel, "Nobody");
    assert_eq!(plan.most_spoken(&novel, 2), ["Alice", "Duchess"]);
}

/// The second half was said to be hers.
#[test]
fn a_sentence_that_the_narrator_interrupts_has_one_speaker() {
    let text = format!(
        "{KNOWN}“Well,” said Mr. Darcy, when Alice had read it aloud, “if she dies, she dies.”\n\n\
         “Well,” said Mr. Darcy, and Alice asked, “Why?”"
    );
    speakers(
        &text,
        &[
            (Some("Mr. Darcy"), "verb_name"),
            (Some("Mr. Darcy"), "same_paragraph"),
            (Some("Mr. Darcy"), "verb_name"),
            (Some("Alice"), "name_before"),
        ],
    );
}

/// “That’s Bill,” thought Alice, and what Bill says then was hers.
#[test]
fn what_is_thought_in_brackets_does_not_name_who_speaks_behind_them() {
    let text =
        format!("{KNOWN}Last came a voice, (“That is Bill,” thought Alice,) “Well, I hardly know—no more, thank ye.”");
    speakers(&text, &[(Some("Alice"), "verb_name"), (None, "none")]);
}

/// What Alice thinks was what she answers.
#[test]
fn a_line_answers_nothing_that_the_character_may_have_said() {
    let text = format!(
        "{KNOWN}Alice looked at her hand.\n\n“How can that be?” she thought.\n\n“That was a narrow escape!” said Alice."
    );
    let novel = novel(&[("1", &text)]);
    let own = lines(&novel, &plan(&novel, "Alice"));
    assert_eq!(own.iter().map(|line| line.before.as_str()).collect::<Vec<_>>(), [""]);
}

/// "It’s" counted as a whole word, and a share that was rounded to nothing was said to be never.
#[test]
fn words_that_are_shortened_with_an_s_are_counted() {
    let told = |line: &str| speech([line].into_iter(), std::iter::empty()).sentences().join(" ");
    for line in [
        "It’s late.",
        "That's it, he’s gone.",
        "Let’s go.",
        "Who’s there?",
        "I’d go.",
        "You’re late, don't.",
    ] {
        assert!(told(line).contains("Often shortens"), "{line}: {}", told(line));
    }
    for line in [
        "The cat’s tail at six o’clock.",
        "Mr. O’Hara saw Tom’s house.",
        "It is ‘it’ so.",
    ] {
        assert!(told(line).contains("Never shortens"), "{line}: {}", told(line));
    }
    let seldom = format!("It’s so. {}", "We went there. ".repeat(200));
    assert!(told(&seldom).contains("Seldom shortens"), "{}", told(&seldom));
}
