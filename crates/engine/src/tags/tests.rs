use super::*;

fn check(texts: &[&str], keywords: &[&str], names: &[&str]) {
    let found = tags(texts);
    for keyword in keywords {
        assert!(
            found.keywords.iter().any(|tag| tag == keyword),
            "{texts:?}: {keyword} is not among {:?}",
            found.keywords
        );
    }
    assert_eq!(found.names, names, "{texts:?}");
    assert!(found.keywords.len() <= MOST_TAGS);
}

#[test]
fn tags_are_the_telling_words_of_a_text() {
    check(
        &["I'm learning to play the cello, and my teacher Maria is strict."],
        &["cello", "teacher", "maria", "strict"],
        &["maria"],
    );
    check(
        &["Bugün annem İzmir'den geldi, balık pişirdik."],
        &["annem", "izmir", "balik"],
        &["izmir"],
    );
    check(
        &["Ich war mit meiner Schwester im Schwimmbad."],
        &["schwester", "schwimmbad"],
        &[],
    );
    check(&["昨日京都の寺に行きました"], &["京都"], &[]);
    check(&["Вчера мы с братом чинили велосипед"], &["братом", "велосипед"], &[]);
    check(&["The dogs chased the parties' balloons"], &["dog", "balloon"], &[]);
    check(&["", "ok yes"], &[], &[]);
}

#[test]
fn what_the_reader_says_counts_more_than_the_answer() {
    let found = tags(&[
        "My violin broke.",
        "Violas and oboes and drums and flutes and horns and harps and bells and gongs.",
    ]);
    assert_eq!(
        found.keywords.iter().position(|tag| tag == "violin"),
        Some(0),
        "{found:?}"
    );
}

#[test]
fn given_tags_are_tidied_like_those_that_are_found() {
    let tags = ["  Memory ", "İSTANBUL", "", "...", "memory", "new york"].map(str::to_owned);
    assert_eq!(tidy_tags(&tags), ["memory", "istanbul", "new york"]);
    assert_eq!(tidy_tag(&"x".repeat(200)).map(|tag| tag.len()), Some(MOST_TAG_CHARS));
    let many: Vec<String> = (0..40).map(|number| format!("tag {number}")).collect();
    assert_eq!(tidy_tags(&many).len(), MOST_TAGS_KEPT);
}

#[test]
fn tags_that_may_come_from_forgotten_words_are_left_out() {
    let tags = ["divorced friends", "cat", "ferry", "kız kardeş"].map(str::to_owned);
    let without = |forgotten: &str, own: &str| tags_without(&tags, forgotten, own).join(", ");
    assert_eq!(without("Ann's DIVORCE, and the cats.", ""), "cat, ferry, kız kardeş");
    assert_eq!(
        without("Ann's divorce, and her cat.", "A cat sits here."),
        "cat, ferry, kız kardeş"
    );
    assert_eq!(without("Kızım ve kardeşim", ""), "divorced friends, cat, ferry");
    assert_eq!(without("", ""), tags.join(", "));
}
