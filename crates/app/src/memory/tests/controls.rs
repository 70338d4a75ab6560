//! What the reader changes, seen from what is sent afterwards.

use engine::memory::{Axis, FactScope};

use super::*;
use crate::commands::{
    ChangeRelationshipAxis, ChooseAlternate, EditLastMessage, ForgetFact, PinFact, RememberFact, ResetRelationshipAxis,
    RetryReply, UpdateFact, change_relationship_axis, choose_alternate, edit_last_message, forget_fact, pin_fact,
    remember_fact, reset_relationship_axis, retry_reply, update_fact,
};

#[tokio::test]
async fn what_is_remembered_by_hand_is_sent_and_a_resend_adds_nothing() {
    let test = talking([]).await;
    let known = memory(&test).await;
    let input = RememberFact {
        conversation_id: known.conversation_id,
        operation_id: operation(),
        memory_revision: known.memory_revision,
        text: "Guest is afraid of geese.".to_owned(),
        scope: FactScope::Conversation,
    };
    let first = remember_fact(&test.app, test.session, input.clone())
        .await
        .expect("remembered");
    let again = remember_fact(&test.app, test.session, input.clone())
        .await
        .expect("a resend");
    assert_eq!((first.pinned.len(), again.pinned.len()), (1, 1));
    let stale = RememberFact {
        operation_id: operation(),
        text: "Another.".to_owned(),
        ..input
    };
    let refused = remember_fact(&test.app, test.session, stale).await.expect_err("stale");
    assert_eq!(refused.code, "memory_conflict");
    test.say("A goose!").await;
    assert!(sent(test.model.requests().last().expect("a request")).contains("Guest is afraid of geese."));
}

/// A town that is named in one message of the first batch, in the summary and in a fact.
async fn in_oslo() -> TestApp {
    let first = answer("Guest told Holmes of a house in Oslo.", "Guest lives in Oslo.", 2);
    let rebuilt = json!({ "summary": "They spoke of bees.", "facts": [], "relationship": [] });
    let test = talking([remembering(&first), remembering(&rebuilt)]).await;
    test.say("I live in Oslo, in a red house.").await;
    say_many(&test, 1..10).await;
    assert_eq!(memory(&test).await.automatic.len(), 1);
    test
}

/// Everything of memory that leaves the program: later requests, the view, the save file.
async fn everything_later(test: &TestApp, since: usize) -> String {
    say_many(test, 20..23).await;
    let later: Vec<String> = test.model.requests().iter().skip(since).map(sent).collect();
    let view = serde_json::to_string(&memory(test).await).expect("JSON");
    later.join("\n") + &view
}

#[tokio::test]
async fn what_is_forgotten_is_in_no_later_request_summary_fact_or_record() {
    let test = in_oslo().await;
    let known = memory(&test).await;
    let input = ForgetFact {
        conversation_id: known.conversation_id,
        operation_id: operation(),
        memory_revision: known.memory_revision,
        fact_id: known.automatic[0].id,
        with_replaced: false,
    };
    let before = test.model.requests().len();
    let after = forget_fact(&test.app, test.session, input).await.expect("forgotten");
    assert_eq!(after.automatic.len(), 0);
    assert_eq!(after.excluded.len(), 1);
    test.app.quiet().await;
    assert_eq!(
        memory(&test).await.summary.expect("written again").text,
        "They spoke of bees."
    );
    let later = everything_later(&test, before).await;
    assert!(!later.to_lowercase().contains("oslo"), "{later}");
    assert!(!later.contains("red house"));
    let page = test.open().await.page;
    assert!(
        page.messages.iter().any(|message| message.text.contains("Oslo")),
        "the page keeps it"
    );
}

#[tokio::test]
async fn an_edited_fact_takes_the_place_of_the_former_words_everywhere() {
    let test = in_oslo().await;
    let known = memory(&test).await;
    let input = UpdateFact {
        conversation_id: known.conversation_id,
        operation_id: operation(),
        memory_revision: known.memory_revision,
        fact_id: known.automatic[0].id,
        text: "Guest lives in Bergen.".to_owned(),
    };
    let before = test.model.requests().len();
    let after = update_fact(&test.app, test.session, input).await.expect("updated");
    assert_eq!(
        after.pinned.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>(),
        ["Guest lives in Bergen."]
    );
    test.app.quiet().await;
    let later = everything_later(&test, before).await;
    assert!(!later.to_lowercase().contains("oslo"), "{later}");
    assert!(later.contains("Bergen"));
}

#[tokio::test]
async fn a_message_that_was_forgotten_cannot_be_answered_again() {
    let test = talking([]).await;
    test.say("My secret word is heliotrope.").await;
    let known = memory(&test).await;
    let remember = RememberFact {
        conversation_id: known.conversation_id,
        operation_id: operation(),
        memory_revision: known.memory_revision,
        text: "My secret word is heliotrope.".to_owned(),
        scope: FactScope::Conversation,
    };
    let known = remember_fact(&test.app, test.session, remember)
        .await
        .expect("remembered");
    let forget = ForgetFact {
        conversation_id: known.conversation_id,
        operation_id: operation(),
        memory_revision: known.memory_revision,
        fact_id: known.pinned[0].id,
        with_replaced: false,
    };
    forget_fact(&test.app, test.session, forget).await.expect("forgotten");
    let view = test.open().await;
    let before = test.model.requests().len();
    let mut listener = test.app.events.listen(test.session);
    let retry = RetryReply {
        conversation_id: view.id,
        expected_revision: view.revision,
        operation_id: operation(),
    };
    retry_reply(&test.app, test.session, retry).await.expect("begun");
    test.app.quiet().await;
    let events = crate::testing::heard(&mut listener).await;
    assert!(
        events.iter().any(
            |event| matches!(event, Event::TurnFailed { error: Some(error), .. } if error.message.contains("forgotten"))
        ),
        "{events:?}"
    );
    assert_eq!(test.model.requests().len(), before);
    assert_eq!(test.open().await.page.messages, view.page.messages);
}

#[tokio::test]
async fn of_three_alternates_only_the_chosen_one_is_remembered() {
    let facts = ["The lamp is red.", "The lamp is blue.", "The lamp is green."];
    let memories = facts.map(|fact| remembering(&answer("They spoke of a lamp.", fact, 3)));
    let lamps = facts.map(|fact| ScriptedReply {
        when: Some("Which lamp?".to_owned()),
        ..ScriptedReply::text(fact.replace("lamp", "one over there"))
    });
    let test = talking(memories.into_iter().chain(lamps)).await;
    test.say("Which lamp?").await;
    for _ in 0..2 {
        let view = test.open().await;
        let retry = RetryReply {
            conversation_id: view.id,
            expected_revision: view.revision,
            operation_id: operation(),
        };
        retry_reply(&test.app, test.session, retry).await.expect("begun");
        test.app.quiet().await;
    }
    say_many(&test, 0..9).await;
    // Read with the third chosen; then with the first, then with the second.
    for (alternate, chosen) in [(0, 1), (1, 2)] {
        let view = test.open().await;
        let choose = ChooseAlternate {
            conversation_id: view.id,
            message_id: view.page.messages[2].id,
            alternate,
            expected_revision: view.revision,
            operation_id: operation(),
        };
        choose_alternate(&test.app, test.session, choose).await.expect("chosen");
        assert_eq!(memory(&test).await.automatic.len(), 0, "nothing of the former one");
        say_many(&test, 30 + chosen..31 + chosen).await;
        let known = memory(&test).await;
        assert_eq!(known.automatic.len(), 1);
    }
    let view = test.open().await;
    let choose = ChooseAlternate {
        conversation_id: view.id,
        message_id: view.page.messages[2].id,
        alternate: 2,
        expected_revision: view.revision,
        operation_id: operation(),
    };
    let asked = requests(&test).0.len();
    choose_alternate(&test.app, test.session, choose).await.expect("chosen");
    assert_eq!(
        memory(&test).await.automatic[0].text,
        facts[0],
        "what was read with it is back"
    );
    assert_eq!(requests(&test).0.len(), asked);
    let last = everything_later(&test, test.model.requests().len()).await;
    assert!(!last.contains(facts[1]) && !last.contains(facts[2]), "{last}");
}

#[tokio::test]
async fn edit_last_takes_back_what_was_remembered_of_it() {
    let test = talking([remembering(&answer("They spoke of bees.", "Guest keeps bees.", 2))]).await;
    say_many(&test, 0..10).await;
    assert_eq!(memory(&test).await.automatic.len(), 1);
    for _ in 0..10 {
        let view = test.open().await;
        let edit = EditLastMessage {
            conversation_id: view.id,
            expected_revision: view.revision,
            operation_id: operation(),
        };
        edit_last_message(&test.app, test.session, edit)
            .await
            .expect("taken back");
    }
    let known = memory(&test).await;
    assert_eq!((known.summary, known.automatic.len()), (None, 0));
}

#[tokio::test]
async fn a_pinned_fact_can_be_left_to_extraction_again() {
    let test = talking([remembering(&answer("They spoke of bees.", "Guest keeps bees.", 2))]).await;
    say_many(&test, 0..10).await;
    for (pinned, counts) in [(true, (1, 0)), (false, (0, 1))] {
        let known = memory(&test).await;
        let input = PinFact {
            conversation_id: known.conversation_id,
            operation_id: operation(),
            memory_revision: known.memory_revision,
            fact_id: known.pinned.iter().chain(&known.automatic).next().expect("a fact").id,
            pinned,
        };
        let after = pin_fact(&test.app, test.session, input).await.expect("changed");
        assert_eq!((after.pinned.len(), after.automatic.len()), counts);
    }
}

#[tokio::test]
async fn romance_is_asked_for_only_with_consent_and_switching_it_off_clears_it() {
    let mut given = answer("They spoke of bees.", "Guest keeps bees.", 2);
    given["relationship"] =
        json!([{ "axis": "romance", "change": 2, "reason": "Guest brought honey.", "sources": [2] }]);
    let test = talking([remembering(&given)]).await;
    let change = async |enabled: Option<bool>, locked: Option<bool>| {
        let known = memory(&test).await;
        let input = ChangeRelationshipAxis {
            conversation_id: known.conversation_id,
            operation_id: operation(),
            memory_revision: known.memory_revision,
            axis: Axis::Romance,
            enabled,
            locked,
        };
        change_relationship_axis(&test.app, test.session, input).await
    };
    assert_eq!(
        change(None, None).await.expect_err("nothing asked").code,
        "invalid_input"
    );
    assert!(!memory(&test).await.relationship[2].enabled);
    change(Some(true), None).await.expect("on");
    say_many(&test, 0..10).await;
    let axis = memory(&test).await.relationship.remove(2);
    assert_eq!((axis.axis, axis.level, axis.events.len()), (Axis::Romance, 1, 1));
    assert_eq!(axis.events[0].reason, "Guest brought honey.");
    test.say("Hm.").await;
    assert!(sent(requests(&test).1.last().expect("a request")).contains("Guest brought honey."));
    let off = change(Some(false), None).await.expect("off");
    assert_eq!(
        (off.relationship[2].enabled, off.relationship[2].events.len()),
        (false, 0)
    );
    test.say("Hm.").await;
    assert!(!sent(requests(&test).1.last().expect("a request")).contains("honey"));
    let known = memory(&test).await;
    let reset = ResetRelationshipAxis {
        conversation_id: known.conversation_id,
        operation_id: operation(),
        memory_revision: known.memory_revision,
        axis: Axis::Trust,
    };
    assert_eq!(
        reset_relationship_axis(&test.app, test.session, reset)
            .await
            .expect("reset")
            .relationship[0]
            .level,
        0
    );
}
