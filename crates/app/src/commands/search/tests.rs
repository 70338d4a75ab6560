use engine::ids::SessionId;
use llm::scripted::{ScriptedModel, ScriptedReply};
use uuid::Uuid;

use super::*;
use crate::models::Profile;
use crate::testing::TestApp;

fn ask(query: &str, limit: u32) -> SearchMessages {
    SearchMessages {
        query: query.to_owned(),
        conversation_id: None,
        limit,
    }
}

fn marked(hit: &SearchHit) -> String {
    let runs = hit.excerpt.iter().map(|run| match run.found {
        true => format!("[{}]", run.text),
        false => run.text.clone(),
    });
    runs.collect()
}

#[tokio::test]
async fn what_was_said_is_found_and_shown_without_marks() {
    let model = ScriptedModel::replying([ScriptedReply::text("*An umbrella, in İstanbul?* (He bows.) Odd.")]);
    let test = TestApp::start(model, Profile::Full).await;
    test.say("I lost my umbrella.").await;
    let found = search_messages(&test.app, test.session, ask("istanbul umbrel", 10))
        .await
        .unwrap();
    assert_eq!(found.hits.len(), 1);
    assert_eq!(marked(&found.hits[0]), "An [umbrella], in [İstanbul]? (He bows.) Odd.");
    assert!(!found.more);
    let one = search_messages(&test.app, test.session, ask("umbrella", 1))
        .await
        .unwrap();
    assert_eq!((one.hits.len(), one.more), (1, true));
    let none = search_messages(&test.app, test.session, ask("* \" -", 10))
        .await
        .unwrap();
    assert_eq!(none.hits, []);
    let stranger = SessionId(Uuid::from_u128(9));
    assert_eq!(
        search_messages(&test.app, stranger, ask("umbrella", 10))
            .await
            .unwrap()
            .hits,
        []
    );
    let refused = search_messages(&test.app, test.session, ask("umbrella", 0)).await;
    assert_eq!(refused.unwrap_err().code, "invalid_input");
}
