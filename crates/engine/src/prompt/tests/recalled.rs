//! What comes to mind, in a prompt.

use uuid::Uuid;

use super::*;

fn recalled_memory(number: u8, user: &str, days_ago: i64) -> RecalledMemory {
    use jiff::ToSpan;
    RecalledMemory {
        id: crate::ids::MemoryId(Uuid::from_u128(u128::from(number))),
        at: date(2025, 11, 28)
            .at(21, 40, 0, 0)
            .checked_sub(days_ago.days())
            .unwrap(),
        user: Some(user.to_owned()),
        reply: Some("I remember.".to_owned()),
        text: None,
        due: None,
        changed: None,
        reasons: Vec::new(),
    }
}

#[test]
fn what_comes_to_mind_stands_in_front_of_the_last_message_in_the_order_in_which_it_happened() {
    let character = keeper();
    let messages = transcript(4);
    let mut plan = recalled_memory(3, "I will bake tomorrow", 2);
    plan.due = Some(date(2025, 11, 27).at(18, 0, 0, 0));
    let past = RecalledMemory {
        user: None,
        reply: None,
        text: Some("The lamp went out in the great storm.".to_owned()),
        ..recalled_memory(4, "", 400)
    };
    let mut old = recalled_memory(5, "I live in Paris.", 300);
    old.changed = Some("I moved to Bergen.".to_owned());
    let recalled = [
        old,
        recalled_memory(1, "I lost my keys", 1),
        recalled_memory(2, "I lost my keys before", 30),
        plan,
        past,
    ];
    let mut input = input(&character, &messages);
    input.memory.recalled = &recalled;
    input.memory.recalled_tokens = 5_000;
    let with = assemble(&bundled(), &input, &count).unwrap();
    input.memory.recalled = &[];
    let without = assemble(&bundled(), &input, &count).unwrap();
    // A model that keeps what it has read reads only the end anew.
    let length = without.messages.len();
    assert_eq!(with.messages[..length - 1], without.messages[..length - 1]);
    let (last, plain) = (&with.messages[length - 1].text, &without.messages[length - 1].text);
    assert!(last.ends_with(plain.as_str()), "{last}");
    insta::assert_snapshot!(last.strip_suffix(plain.as_str()).unwrap().trim_end());
    let sent: Vec<u128> = with.recalled.iter().map(|sent| sent.id.0.as_u128()).collect();
    assert_eq!(sent, [4, 5, 2, 3, 1]);
    assert!(
        with.parts
            .iter()
            .any(|part| part.name == PartName::Recalled && last.starts_with(&part.text))
    );
    assert!(!without.parts.iter().any(|part| part.name == PartName::Recalled));
}

#[test]
fn only_as_much_comes_to_mind_as_fits() {
    let character = keeper();
    let messages = transcript(4);
    let recalled: Vec<RecalledMemory> = (0..15)
        .map(|number| recalled_memory(number, &"keys and locks ".repeat(20), i64::from(number)))
        .collect();
    let mut input = input(&character, &messages);
    input.memory.recalled = &recalled;
    input.memory.recalled_tokens = 5_000;
    let all = assemble(&bundled(), &input, &count).unwrap();
    let left_out = |prompt: &Prompt| {
        let those = prompt.left_out.iter().filter(|left| left.what == PartName::Recalled);
        those.map(|left| (left.count, left.why)).collect::<Vec<_>>()
    };
    assert_eq!(left_out(&all), []);
    let least = (400..8_000)
        .step_by(100)
        .map(|window_tokens| {
            assemble(
                &bundled(),
                &PromptInput {
                    window_tokens,
                    ..input.clone()
                },
                &count,
            )
        })
        .filter_map(Result::ok);
    let counted = least.map(|prompt| {
        let sent = prompt.recalled.len();
        let rest: Vec<_> = (sent < 15)
            .then(|| (u32::try_from(15 - sent).unwrap(), LeftOutReason::Window))
            .into_iter()
            .collect();
        assert_eq!(left_out(&prompt), rest, "what came to mind is sent or told of");
        sent
    });
    let mut counts: Vec<usize> = counted.collect();
    assert!(counts.is_sorted(), "{counts:?}");
    counts.dedup();
    assert!(counts.len() > 3 && counts[0] == 0, "{counts:?}");
    assert_eq!(all.recalled.len(), 15.min(*counts.last().unwrap()));
    input.memory.recalled_tokens = 300;
    input.memory.recalled_beyond = 2;
    let few = assemble(&bundled(), &input, &count).unwrap();
    let rest = u32::try_from(15 - few.recalled.len()).unwrap() + 2;
    assert_eq!(left_out(&few), [(rest, LeftOutReason::Limit)]);
}
