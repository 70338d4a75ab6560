use jiff::civil::date;
use proptest::prelude::*;

use super::symbols::{emoji, emoticons};
use super::*;

#[test]
fn emoji_are_whole() {
    for (text, expected) in [
        ("ok 😂😂 👍🏽", &["😂", "😂", "👍🏽"][..]),
        ("👩‍👩‍👧 and 🇹🇷🇩🇪", &["👩‍👩‍👧", "🇹🇷", "🇩🇪"]),
        ("❤️!", &["❤️"]),
        ("no 12 # *", &[]),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", &["🏴󠁧󠁢󠁳󠁣󠁴󠁿"]),
    ] {
        assert_eq!(emoji(text).collect::<Vec<_>>(), expected, "{text}");
    }
    assert_eq!(emoticons("well :) no:( xD").collect::<Vec<_>>(), [":)", "xD"]);
}

/// A small conversation of Mara with somebody else.
fn measured() -> Style {
    let day = |day, hour, minute| Some(date(2024, 3, day).at(hour, minute, 0, 0));
    let mut meter = StyleMeter::new("Mara");
    for (author, at, text) in [
        ("Mara", day(1, 21, 0), "hey there!"),
        ("Ben", day(1, 21, 1), "Hello Mara, how are you?"),
        ("Mara", day(1, 21, 2), "haha"),
        (
            "Mara",
            day(1, 21, 2),
            "i was at the sea with my sister and it was so cold 😂",
        ),
        ("Ben", day(1, 21, 3), "WHAT"),
        ("Mara", day(1, 22, 0), "haha 😂"),
        ("Ben", day(2, 20, 0), "Good evening."),
        ("Mara", day(2, 20, 1), "what do you want from me?!"),
        ("Mara", day(3, 21, 0), "hey there, are you there"),
        ("Ben", day(3, 21, 0), "Yes."),
        ("Mara", day(3, 21, 1), "NO WAY"),
    ] {
        meter.add(author, "chat", at, text);
    }
    meter.finish()
}

fn counted(list: &[Counted]) -> Vec<(&str, u64)> {
    list.iter()
        .map(|counted| (counted.what.as_str(), counted.count))
        .collect()
}

#[test]
fn a_style_is_measured() {
    let style = measured();
    assert_eq!(style.messages, 7);
    assert_eq!((style.lengths.median_words, style.lengths.most_words), (2, 13));
    assert_eq!(style.lengths.single_words, 2.0 / 7.0);
    assert_eq!(style.lengths.in_a_row, 7.0 / 6.0);
    assert_eq!((style.endings.none, style.endings.exclamation), (5.0 / 7.0, 2.0 / 7.0));
    assert_eq!(style.endings.repeated, 1.0 / 7.0);
    assert_eq!(
        (style.capitals.small_start, style.capitals.shouted),
        (6.0 / 7.0, 1.0 / 7.0)
    );
    assert_eq!(counted(&style.emoji), [("😂", 2)]);
    assert_eq!(style.with_emoji, 2.0 / 7.0);
    assert_eq!(counted(&style.greetings), [("hey there", 2)]);
    assert_eq!(counted(&style.replies), [("haha", 2)]);
    assert_eq!(style.languages[0].what, "en");
    assert_eq!((style.hours[20], style.hours[21], style.hours[22]), (1, 5, 1));
}

#[test]
fn a_style_is_put_into_words() {
    assert_eq!(
        measured().sentences(),
        [
            "Usually writes 2 words, seldom more than 13 words.",
            "Ends messages with no mark (71%), an exclamation mark (29%).",
            "Begins messages with a small letter (86%).",
            "Uses emoji in 29% of the messages, most often 😂.",
            "Opens with \"hey there\".",
            "Often answers \"haha\".",
            "Writes in English (100%).",
            "Writes mostly between 21:00 and 22:00.",
        ]
    );
    assert_eq!(StyleMeter::new("Mara").finish().sentences(), [""; 0]);
}

#[test]
fn a_small_word_that_begins_a_sentence_is_no_greeting() {
    let mut meter = StyleMeter::new("Jonas");
    for text in [
        "I found your scarf behind the piano",
        "The roof leaks again, and how",
        "Hello dear old friend of mine",
    ] {
        // The first message of a conversation opens it.
        for number in 0..6 {
            meter.add("Jonas", &format!("{text} {number}"), None, text);
        }
    }
    assert_eq!(counted(&meter.finish().greetings), [("hello", 6)]);
}

#[test]
fn messages_of_two_languages_are_told_apart() {
    let mut meter = StyleMeter::new("Mara");
    for _ in 0..30 {
        meter.add(
            "Mara",
            "",
            None,
            "I was there with my sister and it was what you would want",
        );
        meter.add(
            "Mara",
            "",
            None,
            "bu akşam ne yapıyorsun, ben biraz daha burada kalacağım ama sonra gelirim",
        );
    }
    let style = meter.finish();
    let languages: Vec<&str> = style.languages.iter().map(|language| language.what.as_str()).collect();
    assert_eq!(languages, ["en", "tr"]);
}

proptest! {
    #[test]
    fn anything_can_be_measured(messages in proptest::collection::vec(("[ab]", "\\PC{0,40}|[a-cA-C.!?…\\n 😂👩👧\u{200d}\u{fe0f}🇹🇷]{0,30}"), 0..20)) {
        let mut meter = StyleMeter::new("a");
        for (author, text) in &messages {
            meter.add(author, author, None, text);
        }
        let style = meter.finish();
        prop_assert_eq!(style.messages, messages.iter().filter(|(author, _)| author == "a").count() as u64);
        prop_assert_eq!(style.sentences().is_empty(), style.messages == 0);
        prop_assert!((0.0..=1.0).contains(&style.with_emoji));
    }
}
