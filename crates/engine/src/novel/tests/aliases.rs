//! Which names are the character's.

use super::{novel, plan};
use crate::novel::names::TypedName;

/// The ticked names and the doubtful ones, sorted.
fn names(text: &str, typed: &str) -> (Vec<String>, Vec<String>) {
    let found = plan(&novel(&[("1", text)]), typed).aliases;
    let list = |ticked: bool| {
        let mut list: Vec<String> = found
            .iter()
            .filter(|alias| alias.is_ticked == ticked)
            .map(|alias| alias.text.clone())
            .collect();
        list.sort();
        list
    };
    (list(true), list(false))
}

const BENNETS: &str = "We met Elizabeth Bennet and Mr. Bennet. There stood Mrs. Bennet with Jane Bennet. So Elizabeth smiled at Jane, and Lizzy laughed.

“You, Miss Elizabeth, and Miss Elizabeth Bennet’s sister, Miss Bennet?” said Mr. Darcy. And Darcy bowed to Miss Darcy.

There was Colonel Fitzwilliam, and Colonel Fitzwilliam spoke. So Fitzwilliam Darcy left Colonel Fitzwilliam, and only Fitzwilliam stayed.

Then Lady Catherine de Bourgh came. There Lady Catherine sat, and Lady Catherine spoke to Kitty Bennet and to Kitty.";

#[test]
fn a_daughter_is_not_her_mother_nor_her_eldest_sister() {
    let (ticked, doubtful) = names(BENNETS, "Elizabeth Bennet");
    assert_eq!(
        ticked,
        [
            "Elizabeth",
            "Elizabeth Bennet",
            "Lizzy",
            "Miss Elizabeth",
            "Miss Elizabeth Bennet"
        ]
    );
    assert_eq!(doubtful, ["Miss Bennet"]);
    assert_eq!(names(BENNETS, "Mrs. Bennet").0, ["Mrs. Bennet"]);
    assert_eq!(names(BENNETS, "Mr. Bennet").0, ["Mr. Bennet"]);
}

#[test]
fn a_given_name_that_is_another_mans_family_name_is_doubtful() {
    let (ticked, doubtful) = names(BENNETS, "Fitzwilliam Darcy");
    assert_eq!(ticked, ["Darcy", "Fitzwilliam Darcy", "Mr. Darcy"]);
    assert_eq!(doubtful, ["Fitzwilliam"]);
}

#[test]
fn a_lady_is_called_by_her_title() {
    let (ticked, doubtful) = names(BENNETS, "Catherine de Bourgh");
    assert_eq!(ticked, ["Lady Catherine", "Lady Catherine de Bourgh"]);
    assert_eq!(doubtful, ["Kitty"]);
    assert_eq!(names(BENNETS, "Catherine Bennet").0, ["Kitty", "Kitty Bennet"]);
}

#[test]
fn a_family_name_of_two_words_is_found() {
    let text = "We saw Abraham Van Helsing. Then Professor Van Helsing spoke, and Van Helsing’s hand shook. “Dr. Van Helsing!” cried Mina.";
    let (ticked, _) = names(text, "Abraham Van Helsing");
    assert_eq!(
        ticked,
        [
            "Abraham Van Helsing",
            "Dr. Van Helsing",
            "Professor Van Helsing",
            "Van Helsing"
        ]
    );
}

#[test]
fn a_married_woman_is_called_by_her_husbands_name() {
    let text = "There Edna Pontellier swam. So Mr. Pontellier watched Mrs. Pontellier, and Mrs. Pontellier saw it. Then Edna laughed.";
    assert_eq!(
        names(text, "Edna Pontellier").0,
        ["Edna", "Edna Pontellier", "Mrs. Pontellier"]
    );
}

#[test]
fn a_captain_who_may_be_the_father_is_offered_and_not_ticked() {
    let calm =
        "So Elin Marsh lit the lamp, and Elin wrote her book, and Elin folded her hands. “Miss Marsh,” said Jonas.";
    // Nothing tells whose rank it is: a rank of old books is seldom a woman's.
    let (ticked, offered) = names(
        &format!("{calm}\n\n“Captain Marsh would have kept a tidier book,” said the inspector."),
        "Elin Marsh",
    );
    assert_eq!(ticked, ["Elin", "Elin Marsh", "Miss Marsh"]);
    assert_eq!(offered, ["Captain Marsh"]);
    assert_eq!(
        names(
            &format!("{calm}\n\n“Where is Captain Marsh?” said Jonas."),
            "Miss Marsh"
        )
        .1,
        ["Captain Marsh"]
    );
    // Also where she is called by her whole name only, and nothing tells that she is a woman.
    let whole = "So Elin Marsh lit the lamp. “Miss Marsh,” said Jonas. “Captain Marsh would have kept a tidier book.”";
    assert_eq!(names(whole, "Elin Marsh").1, ["Captain Marsh"]);
    // Pronouns tell that it is hers, or his.
    let hers = "Then Dr. Marsh took her bag, and Dr. Marsh took her hat.";
    assert!(
        names(&format!("{calm}\n\n{hers}"), "Elin Marsh")
            .0
            .contains(&"Dr. Marsh".to_owned())
    );
    let his = "Then Dr. Marsh took his bag, and Dr. Marsh took his hat.";
    assert_eq!(names(&format!("{calm}\n\n{his}"), "Elin Marsh").1, ["Dr. Marsh"]);
}

#[test]
fn a_rank_that_a_brother_may_have_is_offered_and_not_ticked() {
    let two =
        "There stood Frank Marsh with George Marsh, and Captain Marsh lit his pipe, and Captain Marsh drew his sword.";
    let (ticked, offered) = names(two, "Frank Marsh");
    assert_eq!(
        (ticked, offered),
        (vec!["Frank Marsh".to_owned()], vec!["Captain Marsh".to_owned()])
    );
    // Once he is called so with his given name, it is his.
    let named = format!("{two}\n\nThen Captain Frank Marsh came.\n\nSo Captain Marsh sat, and Captain Marsh ate.");
    assert!(names(&named, "Frank Marsh").0.contains(&"Captain Marsh".to_owned()));
    // A wife is no rival for a rank that pronouns give to a man.
    let wife = "There stood John Marsh with Mary Marsh, and Dr. Marsh lit his pipe, and Dr. Marsh drew his chair near.";
    assert_eq!(names(wife, "John Marsh").0, ["Dr. Marsh", "John Marsh"]);
}

#[test]
fn a_name_that_is_a_word_and_a_name_of_one_word_are_found() {
    let text = "So the White Rabbit ran. “Oh!” said the Rabbit. Then Alice saw the March Hare, and little Alice ran. A white rabbit is white.";
    assert_eq!(names(text, "White Rabbit").0, ["Rabbit", "White Rabbit"]);
    assert_eq!(names(text, "the White Rabbit").0, ["Rabbit", "White Rabbit"]);
    assert_eq!(names(text, "Alice").0, ["Alice"]);
    assert!(names(text, "Nobody Here").0.is_empty());
    assert!(names(text, "").0.is_empty() && names(text, " - ").0.is_empty());
}

#[test]
fn a_typed_name_is_taken_apart() {
    let parts = |typed: &str| {
        let name = TypedName::parse(typed);
        (
            name.title.map(|title| title.form),
            name.given.join(" "),
            name.family.join(" "),
        )
    };
    assert_eq!(parts("Mr. Darcy"), (Some("mr"), String::new(), "darcy".to_owned()));
    assert_eq!(
        parts("Lady Catherine de Bourgh"),
        (Some("lady"), "catherine".to_owned(), "de bourgh".to_owned())
    );
    assert_eq!(
        parts("Winnie-the-Pooh"),
        (None, "winnie the".to_owned(), "pooh".to_owned())
    );
    assert_eq!(
        parts("Queen of Hearts"),
        (None, "queen of".to_owned(), "hearts".to_owned())
    );
    assert_eq!(parts("Alice"), (None, String::new(), "alice".to_owned()));
}

/// Mary Bennet was found under "May", "sister Mary" and "sister Maria", as a Mary King is in the book and she is never named in full.
#[test]
fn a_given_name_that_mostly_stands_alone_is_ticked_although_somebody_else_has_it() {
    let text = format!(
        "{}We saw Mary King, and there was Mary King again. They may come in May, and may stay, as they may.",
        "So Mary read, and then Mary sang to Mr. Bennet. ".repeat(8)
    );
    let (ticked, doubtful) = names(&text, "Mary Bennet");
    assert_eq!(ticked, ["Mary"]);
    assert_eq!(doubtful, ["May"]);
}

/// Somebody whose name begins each of its sentences was not found.
#[test]
fn a_name_that_only_begins_sentences_is_found() {
    assert_eq!(names("Zorban came in. It rained. Zorban left.", "Zorban").0, ["Zorban"]);
    assert_eq!(
        names(
            "Grace Poole laughed. Then it was still. Grace Poole slept.",
            "Grace Poole"
        )
        .0,
        ["Grace Poole"]
    );
    assert_eq!(names("Hope came in. We had no hope. Hope left.", "Hope").0, ["Hope"]);
    assert_eq!(
        names("Friday ran. Then came Friday with a gun.", "Friday").0,
        ["Friday"]
    );
    // What is asked with the ordinary word is nobody.
    let will = "Will Scarlet sang. Will you come? I will. Will Scarlet drank.";
    assert_eq!(names(will, "Will Scarlet").0, ["Will Scarlet"]);
    assert_eq!(names("It rained. We went.", "Zorban").0, [""; 0]);
}
