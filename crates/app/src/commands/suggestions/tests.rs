use llm::scripted::{ScriptedModel, ScriptedReply, Step};
use llm::{FinishReason, ModelError};

use super::*;
use crate::commands::{ApplyPersona, SavePersona, SetConversationLanguage, apply_persona, save_persona};
use crate::commands::{choose_model, set_conversation_language};
use crate::testing::TestApp;

const FOUR: &str = r#"{"reply_1": "Yes.", "reply_2": "Why?", "reply_3": "(sits) Go on.", "reply_4": "Later."}"#;

fn down() -> ScriptedReply {
    ScriptedReply::steps([Step::Error(ModelError::Unreachable {
        host: "nowhere".to_owned(),
        reason: "refused".to_owned(),
    })])
}

async fn suggest(test: &TestApp, interface_language: Option<&str>) -> Suggestions {
    let input = SuggestReplies {
        conversation_id: test.open().await.id,
        interface_language: interface_language.map(str::to_owned),
    };
    let made = suggest_replies(&test.app, test.session, input).await.unwrap();
    assert_eq!(made.texts.len(), 4, "{made:?}");
    made
}

#[tokio::test]
async fn one_call_gives_four_and_knows_persona_and_language() {
    let test = TestApp::start(ScriptedModel::replying([ScriptedReply::text(FOUR)]), Profile::Full).await;
    let view = test.open().await;
    let persona = SavePersona {
        id: None,
        name: "Clara".to_owned(),
        description: "A pilot.".to_owned(),
        picture: None,
    };
    let persona = save_persona(&test.app, test.session, persona).await.unwrap();
    let applied = ApplyPersona {
        conversation_id: view.id,
        persona_id: Some(persona.id),
    };
    apply_persona(&test.app, test.session, applied).await.unwrap();
    let language = SetConversationLanguage {
        conversation_id: view.id,
        language: "tr".to_owned(),
    };
    set_conversation_language(&test.app, test.session, language)
        .await
        .unwrap();

    let made = suggest(&test, None).await;
    assert_eq!(made.texts, ["Yes.", "Why?", "(sits) Go on.", "Later."]);
    assert_eq!(
        (made.source, made.revision),
        (SuggestionSource::Model, test.open().await.revision)
    );
    let requests = test.model.requests();
    assert_eq!(requests.len(), 1);
    let asked = &requests[0].messages.last().unwrap().content;
    for words in [
        "Clara could send next",
        "About Clara: A pilot.",
        "Write them in Turkish",
        "Sherlock Holmes: ",
    ] {
        assert!(asked.contains(words), "{words}: {asked}");
    }
    assert_eq!(
        (requests[0].json_schema.is_some(), requests[0].tries),
        (true, Tries::Once)
    );
}

#[tokio::test]
async fn too_few_are_filled_up_without_another_call() {
    let cut = ScriptedReply::steps([
        Step::Reasoning("Four, then.".to_owned()),
        Step::Text(
            r#"{"reply_1": "Nein.", "reply_2": "Warum sind Sie gekommen, und wer hat Sie geschickt?", "reply_3": "(st"#
                .to_owned(),
        ),
        Step::Finish(FinishReason::Length),
    ]);
    let test = TestApp::start(ScriptedModel::replying([cut]), Profile::Full).await;
    let made = suggest(&test, Some("de")).await;
    assert_eq!(made.texts[0], "Nein.");
    assert_eq!(made.source, SuggestionSource::Model);
    assert_eq!(test.model.requests().len(), 1);
}

#[tokio::test]
async fn a_failure_gives_neutral_ones_in_the_pages_language_and_no_second_call() {
    for reply in [
        down(),
        ScriptedReply::text("I'm sorry, I can't help with that."),
        ScriptedReply::text("[]"),
        ScriptedReply::steps([Step::Text("[\"Yes.\"".to_owned()), Step::Error(ModelError::CutOff)]),
    ] {
        let test = TestApp::start(ScriptedModel::replying([reply]), Profile::Full).await;
        let made = suggest(&test, Some("tr")).await;
        assert_eq!(
            (made.texts, made.source),
            (neutral("tr").to_vec(), SuggestionSource::Neutral)
        );
        assert_eq!(test.model.requests().len(), 1);
    }
    let test = TestApp::start(ScriptedModel::replying([down()]), Profile::Full).await;
    assert_eq!(suggest(&test, None).await.texts, neutral("en"));
}

fn assert_all_in(made: &Suggestions, language: &str) {
    assert_eq!(written_in(&made.texts.join(" ")), Some(language), "{made:?}");
}

/// In an Arabic and in a French conversation the suggestions were English when the model failed.
#[tokio::test]
async fn suggestions_are_in_the_language_of_the_conversation_whatever_the_page_shows() {
    for (language, said) in [
        ("ar", "مساء الخير، هل يمكنني أن أجلس معك؟"),
        ("fr", "Bonsoir, est-ce que je peux vous parler un peu de ma journée ?"),
    ] {
        for profile in [Profile::Full, Profile::Starter] {
            let script = llm::scripted::Script {
                replies: vec![ScriptedReply::text(
                    "Good evening. Sit down and tell me all of it, my dear fellow.",
                )],
                when_exhausted: llm::scripted::WhenExhausted::RepeatLast,
            };
            let test = TestApp::start(ScriptedModel::new(script), profile).await;
            test.say(said).await;
            assert_all_in(&suggest(&test, Some("en")).await, language);
            // A short answer does not change the language.
            test.say("OK").await;
            assert_all_in(&suggest(&test, Some("en")).await, language);
        }
    }
}

#[tokio::test]
async fn a_small_model_is_not_asked() {
    let test = TestApp::start(ScriptedModel::replying([]), Profile::Starter).await;
    let made = suggest(&test, None).await;
    assert_eq!(made.source, SuggestionSource::Templates);
    assert_eq!(made, suggest(&test, None).await, "the same for the same message");
    assert_eq!(test.model.requests().len(), 0);
    let view = test.open().await;
    let language = SetConversationLanguage {
        conversation_id: view.id,
        language: "ja".to_owned(),
    };
    set_conversation_language(&test.app, test.session, language)
        .await
        .unwrap();
    assert_all_in(&suggest(&test, None).await, "ja");
}

#[tokio::test]
async fn a_model_that_cannot_be_had_is_a_failure_too() {
    let test = TestApp::start(ScriptedModel::replying([]), Profile::Full).await;
    let models = test.app.models.list(&test.app.store, test.session).await.unwrap();
    let remote = models
        .models
        .iter()
        .find(|model| model.problem.is_some())
        .expect("one without its file or key");
    let input = crate::commands::ChooseModel {
        model_id: remote.id.clone(),
    };
    choose_model(&test.app, test.session, input).await.unwrap();
    assert_eq!(suggest(&test, None).await.source, SuggestionSource::Neutral);
}

#[tokio::test]
async fn while_a_reply_is_being_written_there_is_nothing_to_answer() {
    let waits = ScriptedReply::steps([
        Step::Text("The ".to_owned()),
        Step::WaitForRelease,
        Step::Text("end.".to_owned()),
    ]);
    let test = TestApp::start(ScriptedModel::replying([waits]), Profile::Full).await;
    let view = test.open().await;
    let message = crate::commands::SendMessage {
        conversation_id: view.id,
        text: "Good evening.".to_owned(),
        expected_revision: view.revision,
        operation_id: engine::ids::OperationId(uuid::Uuid::now_v7()),
    };
    crate::commands::send_message(&test.app, test.session, message)
        .await
        .unwrap();
    let input = SuggestReplies {
        conversation_id: view.id,
        interface_language: None,
    };
    let error = suggest_replies(&test.app, test.session, input).await.unwrap_err();
    assert_eq!(error.code, "busy");
    test.model.release();
    test.app.quiet().await;
}
