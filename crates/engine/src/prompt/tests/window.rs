//! What of the conversation is sent, and how it stays within its bounds.

use super::*;

#[test]
fn the_front_stays_the_same_from_turn_to_turn() {
    let character = keeper();
    let (templates, early, late) = (bundled(), transcript(4), transcript(6));
    let first = assemble(&templates, &input(&character, &early), &count).unwrap();
    let mut later = input(&character, &late);
    later.now = date(2025, 11, 29).at(8, 0, 0, 0);
    later.last_message_at = Some(date(2025, 11, 28).at(21, 41, 0, 0));
    let second = assemble(&templates, &later, &count).unwrap();
    assert_eq!(first.messages[0], second.messages[0]);
    assert_eq!(first.messages[..4], second.messages[..4]);
    assert!(second.messages.last().unwrap().text.contains("about ten hours ago"));
}

#[test]
fn a_long_conversation_is_read_from_its_end_in_steps() {
    let character = keeper();
    let (templates, messages) = (bundled(), transcript(200));
    let mut starts = Vec::new();
    for length in (150..170).step_by(2) {
        let prompt = assemble(&templates, &input(&character, &messages[..length]), &count).unwrap();
        let included = u32::try_from(length).unwrap() - prompt.reads_from;
        assert!((33..=40).contains(&included), "{included}");
        assert_eq!(prompt.messages_left_out(), prompt.reads_from);
        assert_eq!(prompt.messages[1].role, PromptRole::Assistant);
        starts.push(prompt.reads_from);
    }
    starts.dedup();
    assert_eq!(starts, [112, 120, 128, 136][..starts.len()]);
}

#[test]
fn the_prompt_stays_within_the_window() {
    let character = keeper();
    let templates = bundled();
    let long = "A long tale. ".repeat(200);
    let messages: Vec<Message> = transcript(60)
        .into_iter()
        .map(|old| message(old.position, old.role, &long))
        .collect();
    for window_tokens in [2_000, 3_000, 4_096, 8_192, 32_768] {
        let mut input = input(&character, &messages);
        (input.window_tokens, input.reply_tokens) = (window_tokens, 300);
        let prompt = assemble(&templates, &input, &count).unwrap();
        let tokens: usize = prompt.messages.iter().map(|message| count(&message.text)).sum();
        assert!(tokens + 300 <= window_tokens, "{tokens} of {window_tokens}");
        let chars: usize = prompt.messages[1..]
            .iter()
            .map(|message| message.text.chars().count())
            .sum();
        assert!(chars <= 24_000 + 300, "{chars}");
    }
}

#[test]
fn a_window_too_small_for_the_character_is_an_error_that_says_so() {
    let (character, messages) = (keeper(), transcript(2));
    let mut input = input(&character, &messages);
    input.window_tokens = 900;
    let error = assemble(&bundled(), &input, &count).unwrap_err();
    assert!(
        matches!(
            error,
            PromptError::WindowTooSmall {
                needed_tokens: 900..,
                window_tokens: 900
            }
        ),
        "{error}"
    );
}

#[test]
fn an_oversized_last_message_is_clipped_with_a_marker() {
    let text = format!("BEGIN {} END", "ğüş ".repeat(20_000));
    let clipped = clip(&text, 1_000);
    assert!(
        clipped.chars().count() <= 1_000 && clipped.starts_with("BEGIN") && clipped.ends_with("END"),
        "{clipped}"
    );
    let figure: usize = clipped
        .split("[… ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let marker = format!("\n[… {figure} characters of this message are left out here …]\n");
    assert_eq!(
        clipped.chars().count() - marker.chars().count() + figure,
        text.chars().count()
    );

    let character = keeper();
    let messages = [message(0, Role::User, &text)];
    let mut input = input(&character, &messages);
    input.window_tokens = 3_000;
    let prompt = assemble(&bundled(), &input, &count).unwrap();
    assert!(
        prompt.messages[1]
            .text
            .contains("characters of this message are left out here")
    );
    assert!(
        prompt
            .messages
            .iter()
            .map(|message| count(&message.text))
            .sum::<usize>()
            + 512
            <= 3_000
    );
}

#[test]
fn damaged_and_unfinished_messages_are_never_sent_and_roles_alternate() {
    let character = keeper();
    let mut messages = transcript(8);
    messages[2].state = MessageState::Damaged;
    messages[4].state = MessageState::Streaming;
    messages[6].state = MessageState::CutShort;
    let prompt = assemble(&bundled(), &input(&character, &messages), &count).unwrap();
    let text = printed(&prompt);
    assert!(
        !text.contains("number 2.") && !text.contains("number 4.") && text.contains("number 6."),
        "{text}"
    );
    assert!(
        text.contains("Message number 1.\n\nMessage number 3.\n\nMessage number 5."),
        "{text}"
    );
    assert_eq!(prompt.messages_left_out(), 2);
    for pair in prompt.messages.windows(2) {
        assert_ne!(pair[0].role, pair[1].role);
    }
}

#[test]
fn there_must_be_something_to_answer_or_to_continue() {
    let character = keeper();
    let (templates, mut messages) = (bundled(), transcript(3));
    let asked = |messages: &[Message]| assemble(&templates, &input(&character, messages), &count).map(|_| ());
    let continued = |messages: &[Message]| {
        assemble_continue(&templates, &input(&character, messages), ContinueBy::Prefill, &count).map(|_| ())
    };
    assert_eq!(asked(&[]), Err(PromptError::NothingToAnswer));
    assert_eq!(continued(&messages[..2]), Err(PromptError::NothingToContinue));
    messages[1].state = MessageState::Damaged;
    assert_eq!(asked(&messages[..2]), Err(PromptError::NothingToAnswer));
    messages[2].state = MessageState::Streaming;
    assert_eq!(continued(&messages), Err(PromptError::NothingToContinue));
}

#[test]
fn a_reply_that_broke_off_is_continued() {
    let character = keeper();
    let mut messages = transcript(3);
    messages[2].state = MessageState::CutShort;
    messages[2].text = "(turns) The lamp is".to_owned();
    let (templates, input) = (bundled(), input(&character, &messages));
    let prefilled = assemble_continue(&templates, &input, ContinueBy::Prefill, &count).unwrap();
    let last = prefilled.messages.last().unwrap();
    assert_eq!(
        (last.role, last.text.as_str()),
        (PromptRole::Assistant, "(turns) The lamp is")
    );
    assert!(
        prefilled.messages[2].text.starts_with("[For Ayşe it is Friday"),
        "{prefilled:?}"
    );

    let instructed = assemble_continue(&templates, &input, ContinueBy::Instruction, &count).unwrap();
    let last = instructed.messages.last().unwrap();
    assert_eq!(last.role, PromptRole::User);
    assert!(last.text.starts_with("[Your last reply broke off."), "{}", last.text);
    assert_eq!(instructed.messages[..4], prefilled.messages[..]);
    assert_eq!(assemble(&templates, &input, &count).unwrap(), instructed);
}

#[test]
fn where_a_model_begins_to_read_is_known_without_a_model() {
    let character = keeper();
    assert_eq!(first_recent(&[], &MemoryContext::default()), None);
    assert_eq!(first_recent(&transcript(2), &MemoryContext::default()), Some(0));
    for length in [30, 60, 61, 99, 200] {
        let messages = transcript(length);
        let mut wide = input(&character, &messages);
        wide.window_tokens = 1_000_000;
        assert_eq!(
            first_recent(&messages, &MemoryContext::default()),
            Some(assemble(&bundled(), &wide, &count).unwrap().reads_from)
        );
    }
}
