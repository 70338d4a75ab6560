//! Personas, and the conversations that they are applied to.

use engine::ids::PersonaId;
use engine::persona::PictureFormat;

use super::*;
use crate::personas::{StoredPersona, StoredPicture};

fn persona(number: u32, name: &str, description: &str) -> StoredPersona {
    StoredPersona {
        id: PersonaId(uuid(number)),
        name: name.to_owned(),
        description: description.to_owned(),
        picture: None,
    }
}

impl Room {
    async fn played(&self) -> Option<(PersonaId, String, String)> {
        let conversation = self
            .store
            .conversation(self.session, self.talk)
            .await
            .expect("a conversation");
        conversation
            .persona
            .map(|persona| (persona.id, persona.name, persona.description))
    }
}

#[tokio::test]
async fn personas_are_kept_in_order_of_name_and_changed_in_place() {
    let room = Room::new().await;
    let (mut clara, bo) = (persona(10, "clara", "A pilot."), persona(11, "Bo", ""));
    for persona in [&clara, &bo] {
        room.store.add_persona(room.session, persona, at(1)).await.unwrap();
    }
    assert_eq!(
        room.store.personas(room.session).await.unwrap(),
        [bo.clone(), clara.clone()]
    );
    clara.name = "Anna".to_owned();
    clara.picture = Some(StoredPicture {
        format: PictureFormat::Jpeg,
        version: "v1".to_owned(),
    });
    assert_eq!(
        room.store.change_persona(room.session, &clara, at(2)).await.unwrap(),
        []
    );
    assert_eq!(room.store.personas(room.session).await.unwrap(), [clara.clone(), bo]);
    assert_eq!(room.store.persona(room.session, clara.id).await.unwrap(), Some(clara));
    assert_eq!(
        room.store.persona(room.session, PersonaId(uuid(99))).await.unwrap(),
        None
    );
}

#[tokio::test]
async fn a_conversation_follows_its_persona_and_outlives_it() {
    let room = Room::new().await;
    let mut clara = persona(10, "Clara", "A pilot.");
    room.store.add_persona(room.session, &clara, at(1)).await.unwrap();
    let revision = room.store.conversation(room.session, room.talk).await.unwrap().revision;
    room.store
        .apply_persona(room.session, room.talk, clara.id)
        .await
        .unwrap();
    assert_eq!(
        room.played().await,
        Some((clara.id, "Clara".to_owned(), "A pilot.".to_owned()))
    );

    clara.description = "A pilot, retired.".to_owned();
    let reached = room.store.change_persona(room.session, &clara, at(2)).await.unwrap();
    assert_eq!(reached, [(room.talk, revision)]);
    let after = Some((clara.id, "Clara".to_owned(), "A pilot, retired.".to_owned()));
    assert_eq!(room.played().await, after);

    let (removed, reached) = room.store.remove_persona(room.session, clara.id).await.unwrap();
    assert_eq!((removed, reached), (clara.clone(), vec![(room.talk, revision)]));
    assert_eq!(room.played().await, after);
    assert_eq!(room.store.personas(room.session).await.unwrap(), []);
    room.store.set_persona(room.session, room.talk, None).await.unwrap();
    assert_eq!(room.played().await, None);
}

#[tokio::test]
async fn what_is_not_there_changes_nothing() {
    let room = Room::new().await;
    let nobody = persona(10, "Nobody", "");
    let not_found = |result: Result<(), StoreError>| assert!(matches!(result, Err(StoreError::NotFound)));
    not_found(room.store.change_persona(room.session, &nobody, at(1)).await.map(drop));
    not_found(room.store.remove_persona(room.session, nobody.id).await.map(drop));
    not_found(room.store.apply_persona(room.session, room.talk, nobody.id).await);
    assert_eq!(room.played().await, None);
    room.store.add_persona(room.session, &nobody, at(1)).await.unwrap();
    not_found(
        room.store
            .apply_persona(room.session, ConversationId(uuid(77)), nobody.id)
            .await,
    );
}

#[tokio::test]
async fn another_session_has_no_part_in_it() {
    let room = Room::new().await;
    let clara = persona(10, "Clara", "");
    room.store.add_persona(room.session, &clara, at(1)).await.unwrap();
    let stranger = SessionId(uuid(500));
    assert_eq!(room.store.personas(stranger).await.unwrap(), []);
    assert_eq!(room.store.persona(stranger, clara.id).await.unwrap(), None);
    for result in [
        room.store.apply_persona(stranger, room.talk, clara.id).await,
        room.store.change_persona(stranger, &clara, at(2)).await.map(drop),
        room.store.remove_persona(stranger, clara.id).await.map(drop),
        room.store.add_persona(stranger, &persona(11, "Bo", ""), at(2)).await,
    ] {
        assert!(matches!(result, Err(StoreError::NotFound)), "{result:?}");
    }
    assert_eq!(room.store.personas(room.session).await.unwrap(), [clara]);
}
