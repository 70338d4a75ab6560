//! When memory reads, and what it does to the turns around it: nothing.

use engine::ids::{ConversationId, MessageId};
use engine::memory::SummaryKind;
use engine::memory::view::{ExtractionMethod, MemoryWork, PromptPartName};
use llm::ModelError;

use super::*;
use crate::commands::{GetMemoryGraph, GetPromptRecord, get_memory_graph, get_prompt_record};

#[tokio::test]
async fn the_twenty_first_unsummarised_message_has_the_oldest_ten_read_after_the_answer() {
    let test = talking([remembering(&answer("They spoke of bees.", "Guest keeps bees.", 2))]).await;
    // With the greeting: 1 and 9 turns are 19 messages, 10 turns are 21.
    say_many(&test, 0..9).await;
    assert_eq!(requests(&test).0.len(), 0);
    let events = {
        say_many(&test, 9..9).await;
        test.say("I keep bees, and today I counted 9 of them.").await
    };
    let committed = events
        .iter()
        .position(|event| matches!(event, Event::TurnCommitted { .. }))
        .expect("a reply");
    let told = events.iter().position(is_memory_news).expect("news of memory");
    assert!(committed < told, "the answer comes first: {events:?}");

    let (asked, _) = requests(&test);
    assert_eq!(asked.len(), 1, "one call gives summary, facts and relationship");
    assert!(sent(&asked[0]).contains("counted 4 of them") && !sent(&asked[0]).contains("counted 5 of them"));
    let known = memory(&test).await;
    let summary = known.summary.expect("a summary");
    assert_eq!(
        (summary.text.as_str(), summary.kind, summary.end),
        ("They spoke of bees.", SummaryKind::Written, 11)
    );
    assert_eq!(known.automatic.len(), 1);
    assert_eq!(known.automatic[0].sources[0].position, Some(1));
    assert_eq!((known.method, known.work), (ExtractionMethod::Model, MemoryWork::Idle));
    assert_eq!(test.open().await.page.total, 21, "the transcript is kept whole");
}

#[tokio::test]
async fn the_next_prompt_holds_what_is_remembered_and_the_messages_since() {
    let test = talking([remembering(&answer("They spoke of bees.", "Guest keeps bees.", 2))]).await;
    say_many(&test, 0..10).await;
    let events = test.say("And now?").await;
    let (_, turns) = requests(&test);
    let last = sent(turns.last().expect("a request"));
    for part in [
        "They spoke of bees.",
        "Guest keeps bees.",
        "counted 5 of them",
        "And now?",
        "How you stand with",
    ] {
        assert!(last.contains(part), "{part} is missing in {last}");
    }
    assert!(!last.contains("counted 4 of them"), "the summary tells of it");

    let Some(Event::TurnCommitted {
        message,
        conversation_id,
        ..
    }) = events
        .iter()
        .find(|event| matches!(event, Event::TurnCommitted { .. }))
        .cloned()
    else {
        panic!("{events:?}")
    };
    assert_eq!(message.used_memories, Some(1));
    assert_eq!(test.open().await.page.messages.last(), Some(&message));
    the_record_is_what_was_sent(&test, conversation_id, message.id).await;
}

/// By the reply, and as the last request.
async fn the_record_is_what_was_sent(test: &TestApp, conversation_id: ConversationId, reply: MessageId) {
    for message_id in [Some(reply), None] {
        let input = GetPromptRecord {
            conversation_id,
            message_id,
            alternate: message_id.map(|_| 0),
        };
        let record = get_prompt_record(&test.app, test.session, input)
            .await
            .expect("a record")
            .expect("kept");
        assert_eq!((record.message_id, record.facts.len()), (reply, 1));
        let names: Vec<PromptPartName> = record.parts.iter().map(|part| part.name).collect();
        for name in [
            PromptPartName::Rules,
            PromptPartName::Summary,
            PromptPartName::Facts,
            PromptPartName::Recent,
        ] {
            assert!(names.contains(&name), "{names:?}");
        }
        // Exactly what was sent: every part but the conversation stands in the request word for word.
        let request = requests(test).1.pop().expect("a request");
        let system = &request.messages[0].content;
        for part in record
            .parts
            .iter()
            .take_while(|part| part.name != PromptPartName::Recent)
        {
            assert!(system.contains(&part.text), "{:?}", part.name);
        }
    }
}

#[tokio::test]
async fn an_invalid_development_does_not_cost_a_valid_summary() {
    let mut given = answer("They spoke of bees.", "Guest keeps bees.", 2);
    given["relationship"] = json!([
        { "axis": "romance", "change": 1, "reason": "It is off.", "sources": [2] },
        { "axis": "trust", "change": 7, "reason": "Too much.", "sources": [2] },
        { "axis": "trust", "change": 1, "reason": "From nowhere.", "sources": [99] },
        "nonsense"
    ]);
    let test = talking([remembering(&given)]).await;
    say_many(&test, 0..10).await;
    let known = memory(&test).await;
    assert_eq!(
        known.summary.map(|summary| summary.text).as_deref(),
        Some("They spoke of bees.")
    );
    assert!(known.relationship.iter().all(|axis| axis.events.is_empty()));
}

#[tokio::test]
async fn an_answer_that_is_no_json_harms_nothing_and_a_later_reply_tries_again() {
    let nonsense = ScriptedReply {
        when: Some(ASKED_TO_REMEMBER.to_owned()),
        ..ScriptedReply::text("I would rather not.")
    };
    let down = ScriptedReply {
        when: Some(ASKED_TO_REMEMBER.to_owned()),
        ..ScriptedReply::steps([Step::Error(ModelError::Unreachable {
            host: "nowhere".to_owned(),
            reason: "refused".to_owned(),
        })])
    };
    let test = talking([
        nonsense,
        down,
        remembering(&answer("They spoke of bees.", "Guest keeps bees.", 2)),
    ])
    .await;
    for turns in [0..10, 10..11] {
        say_many(&test, turns).await;
        let known = memory(&test).await;
        assert_eq!((known.summary, known.automatic.len()), (None, 0));
        assert!(matches!(known.work, MemoryWork::Failed { .. }), "{:?}", known.work);
    }
    assert_eq!(test.open().await.page.total, 23);
    say_many(&test, 11..12).await;
    let known = memory(&test).await;
    assert!(known.summary.is_some());
    assert_eq!(known.work, MemoryWork::Idle);
}

#[tokio::test]
async fn two_jobs_at_once_one_a_conversation_and_no_queue() {
    let waiting = || {
        remembering_after(
            [Step::WaitForRelease],
            &answer("They spoke of bees.", "Guest keeps bees.", 2),
        )
    };
    let test = talking((0..8).map(|_| waiting())).await;
    let mut views = Vec::new();
    // Each of the first two is stopped twice for its reader, and then stays.
    for (character, turns) in [("sherlock_holmes", 12), ("count_dracula", 12), ("elizabeth_bennet", 10)] {
        let view = another(&test, character, None).await;
        fill(&test, &view, turns).await;
        views.push(view);
    }
    assert_eq!(
        (requests(&test).0.len(), test.model.stopped()),
        (6, 4),
        "the third found no room"
    );
    fill(&test, &views[0], 1).await;
    assert_eq!(requests(&test).0.len(), 6, "one job a conversation");
    test.model.release();
    test.model.release();
    test.app.quiet().await;
    assert_eq!(requests(&test).0.len(), 6, "nothing waited in line");
    // A later reply tries again.
    test.model.release();
    fill(&test, &views[2], 1).await;
    test.app.quiet().await;
    assert_eq!(requests(&test).0.len(), 7);
    let known = get_memory(
        &test.app,
        test.session,
        GetMemory {
            conversation_id: views[2].id,
        },
    )
    .await
    .expect("memory");
    assert!(known.summary.is_some());
}

/// Says things in a conversation while memory may be at work; waits for the replies only.
async fn fill(test: &TestApp, view: &ConversationView, turns: u32) {
    for number in 0..turns {
        let revision = test
            .app
            .store
            .conversation(test.session, view.id)
            .await
            .expect("there")
            .revision;
        let now = ConversationView {
            revision,
            ..view.clone()
        };
        begin(
            test,
            &now,
            &format!("I keep bees, and today I counted {number} of them."),
        )
        .await;
        test.app.turns.quiet().await;
        // The job of this turn, if there is one, has begun or was refused.
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
    }
}

#[tokio::test]
async fn a_turn_goes_on_while_memory_reads_and_loses_neither() {
    let test = talking([remembering_after(
        [Step::WaitForRelease],
        &answer("They spoke of bees.", "Guest keeps bees.", 2),
    )])
    .await;
    let view = test.open().await;
    fill(&test, &view, 10).await;
    assert_eq!(memory(&test).await.work, MemoryWork::Working);
    fill(&test, &view, 1).await;
    assert_eq!(test.open().await.page.total, 23, "the turn did not wait for memory");
    // The model on this computer was needed for the turn: the job has given way, and comes again.
    test.model.release();
    test.app.quiet().await;
    fill(&test, &view, 1).await;
    test.app.quiet().await;
    assert_eq!(test.open().await.page.total, 25);
}

#[tokio::test]
async fn a_quick_writer_is_remembered_too() {
    let slow = || {
        remembering_after(
            [Step::WaitForRelease],
            &answer("They spoke of bees.", "Guest keeps bees.", 2),
        )
    };
    let test = talking([slow(), slow(), slow()]).await;
    let view = test.open().await;
    fill(&test, &view, 13).await;
    // Stopped for the next two turns, the third time it stays.
    assert_eq!(test.model.stopped(), 2);
    test.model.release();
    test.app.quiet().await;
    assert!(memory(&test).await.summary.is_some());
}

#[tokio::test]
async fn a_very_small_model_leaves_memory_to_rules() {
    let model = ScriptedModel::new(Script {
        replies: vec![ScriptedReply::text("Indeed. The lamp burns low tonight.")],
        when_exhausted: WhenExhausted::RepeatLast,
    });
    let test = TestApp::start(model, Profile::Starter).await;
    test.say("My sister Anna lives in Bergen.").await;
    say_many(&test, 0..10).await;
    assert_eq!(requests(&test).0.len(), 0, "no call for memory");
    let known = memory(&test).await;
    assert_eq!(known.method, ExtractionMethod::Rules);
    assert_eq!(known.summary.map(|summary| summary.kind), Some(SummaryKind::Extractive));
    assert!(
        known.automatic.iter().any(|fact| fact.text.contains("Anna")),
        "{:?}",
        known.automatic
    );
    test.say("What do you know of my sister?").await;
    let last = sent(test.model.requests().last().expect("a request"));
    assert!(last.contains("My sister Anna lives in Bergen."), "{last}");
}

#[tokio::test]
async fn a_new_conversation_may_begin_with_what_an_earlier_one_left() {
    let test = talking([remembering(&answer("They spoke of bees.", "Guest keeps bees.", 2))]).await;
    say_many(&test, 0..10).await;
    let earlier = test.open().await;
    another(&test, "sherlock_holmes", Some(earlier.id)).await;
    test.say("Do you know me?").await;
    let last = sent(test.model.requests().last().expect("a request"));
    assert!(
        last.contains("They spoke of bees.") && last.contains("Guest keeps bees."),
        "{last}"
    );
    another(&test, "sherlock_holmes", None).await;
    test.say("Do you know me?").await;
    let last = sent(test.model.requests().last().expect("a request"));
    assert!(!last.contains("bees"), "{last}");
}

/// A model of 135 million parameters gave the example back for each batch, and nothing was ever remembered.
#[tokio::test]
async fn a_model_that_copies_the_example_is_asked_without_it() {
    let copied = answer("Mirela took the ferry from Larvik.", "Mirela moved to Larvik.", 2);
    let read = answer("They spoke of bees.", "Guest keeps bees.", 2);
    let test = talking([remembering(&copied), remembering(&read)]).await;
    say_many(&test, 0..10).await;
    let (asked, _) = requests(&test);
    let has_example: Vec<bool> = asked.iter().map(|request| sent(request).contains("Mirela")).collect();
    assert_eq!(has_example, [true, false]);
    let known = memory(&test).await;
    assert_eq!(
        known.summary.map(|summary| summary.text).as_deref(),
        Some("They spoke of bees.")
    );
}

/// The tags of a message's memory, as the graph shows them.
async fn tags_of(test: &TestApp, position: u32) -> Vec<String> {
    let conversation_id = test.open().await.id;
    let view = get_memory_graph(&test.app, test.session, GetMemoryGraph { conversation_id })
        .await
        .expect("a graph");
    let node = view
        .nodes
        .into_iter()
        .find(|node| node.first_position == Some(position));
    node.expect("a memory").tags
}

#[tokio::test]
async fn what_a_model_says_a_message_is_about_becomes_its_tags() {
    let mut given = answer("They spoke of bees.", "Guest keeps bees.", 2);
    given["tags"] = json!([{ "message": 2, "tags": ["Pastimes"] }, { "message": 99, "tags": ["nothing"] }]);
    let test = talking([remembering(&given)]).await;
    say_many(&test, 0..9).await;
    assert!(!tags_of(&test, 1).await.contains(&"pastimes".to_owned()));
    say_many(&test, 9..10).await;
    let (asked, _) = requests(&test);
    assert!(
        sent(&asked[0]).contains("\"tags\""),
        "the form of the answer has a place for them"
    );
    let tags = tags_of(&test, 1).await;
    assert!(
        tags.contains(&"pastimes".to_owned()) && tags.contains(&"bee".to_owned()),
        "{tags:?}"
    );
    assert!(!tags_of(&test, 3).await.contains(&"pastimes".to_owned()));
}
