//! What comes back from a backup.

use engine::ids::PersonaId;
use engine::save_file::{SavedAbout, SavedConversation};
use serde_json::json;

use super::*;
use crate::{NewFamily, Returning, StoredPersona};

fn saved(id: ConversationId) -> SavedConversation {
    let about = SavedAbout {
        id: Some(id),
        title: "Back again".to_owned(),
        created_at: None,
        updated_at: None,
        branched_from: None,
        language: String::new(),
        persona: None,
        draft: String::new(),
        kept: Vec::new(),
    };
    SavedConversation {
        about,
        messages: Vec::new(),
    }
}

#[tokio::test]
async fn all_of_it_comes_back_or_nothing() {
    let room = Room::new().await;
    let persona = StoredPersona {
        id: PersonaId(uuid(40)),
        name: "Clara".to_owned(),
        description: "A pilot.".to_owned(),
        picture: None,
    };
    let with = character("sherlock");
    let [one, two] = [[saved(ConversationId(uuid(50)))], [saved(ConversationId(uuid(51)))]];
    let family = |conversations| NewFamily {
        character_id: &with,
        conversations,
        personas: &[],
        now: at(5),
    };
    let settings = [("settings", json!({ "reader_name": "Deniz" }))];
    let bring_back = async |families: &[NewFamily<'_>]| {
        let returning = Returning {
            personas: std::slice::from_ref(&persona),
            settings: &settings,
            families,
            pasts: &[],
        };
        room.store.bring_back(room.session, returning, at(5)).await
    };
    let there = async || {
        let personas = room.store.personas(room.session).await.expect("read").len();
        let setting = room
            .store
            .setting(room.session, "settings")
            .await
            .expect("read")
            .is_some();
        let conversations = room.store.all_conversations(room.session).await.expect("read").len();
        (personas, setting, conversations)
    };
    // The last of them is there twice.
    bring_back(&[family(&one), family(&two), family(&two)])
        .await
        .expect_err("refused");
    assert_eq!(there().await, (0, false, 1));
    bring_back(&[family(&one), family(&two)]).await.expect("brought back");
    assert_eq!(there().await, (1, true, 3));
}
