//! What a killed program left under way, and moves that fail.

use engine::ids::TrashId;
use jiff::Timestamp;
use store::{TrashCharacter, TrashedState};

use super::*;
use crate::characters::{files, removing};

impl Trial {
    /// As the database is when the program was killed before it moved a file.
    async fn begin_to_delete(&self) -> TrashId {
        let id = TrashId(Uuid::now_v7());
        let going = TrashCharacter {
            id,
            character_id: &super::id("mara"),
            name: "Mara Voss",
            conversations: false,
            now: Timestamp::now(),
        };
        let store = &self.test.app.store;
        store.trash_character(self.test.session, going).await.unwrap();
        id
    }

    async fn state(&self) -> Option<TrashedState> {
        let lying = self.test.app.store.trashed_characters(self.test.session).await.unwrap();
        lying.first().map(|one| one.state)
    }

    async fn start_again(&self) {
        removing::end_what_is_under_way(&self.test.app).await;
    }

    async fn set(&self, id: TrashId, state: TrashedState) {
        let store = &self.test.app.store;
        store.set_trashed_state(self.test.session, id, state).await.unwrap();
    }
}

#[tokio::test]
async fn a_character_on_its_way_to_the_trash_arrives_at_the_next_start() {
    let trial = Trial::start().await;
    trial.write("assets/characters/mara/portrait.png", "a picture");
    let place = trial.begin_to_delete().await;
    trial.start_again().await;
    assert_eq!(trial.state().await, Some(TrashedState::Lying));
    assert!(!trial.path("characters/mara.json").exists());
    // The same again, with the file moved and the pictures not yet.
    trial.set(place, TrashedState::Going).await;
    trial.write("assets/characters/mara/portrait.png", "a picture");
    std::fs::remove_dir_all(files::trashed_pictures(&trial.test.app.folders, place)).unwrap();
    trial.start_again().await;
    assert_eq!(trial.state().await, Some(TrashedState::Lying));
    assert!(!trial.path("assets/characters/mara").exists());
    assert_eq!(trial.restore().await.unwrap().name, "Mara Voss");
    assert!(trial.path("assets/characters/mara/portrait.png").exists());
}

#[tokio::test]
async fn a_character_on_its_way_back_arrives_at_the_next_start() {
    let trial = Trial::start().await;
    trial.write("assets/characters/mara/portrait.png", "a picture");
    trial.delete(false).await.unwrap();
    let place = trial.trash().await[0].id;
    trial.set(place, TrashedState::Coming).await;
    trial.start_again().await;
    assert_eq!(trial.state().await, None);
    assert!(trial.path("characters/mara.json").exists());
    assert!(trial.path("assets/characters/mara/portrait.png").exists());
}

#[tokio::test]
async fn a_character_whose_place_was_taken_on_its_way_back_stays_in_the_trash() {
    let trial = Trial::start().await;
    trial.delete(false).await.unwrap();
    let place = trial.trash().await[0].id;
    trial.write("characters/mara.json", "another one");
    assert_eq!(trial.restore().await.unwrap_err().code, "character_there");
    assert_eq!(trial.state().await, Some(TrashedState::Lying));
    trial.set(place, TrashedState::Coming).await;
    trial.start_again().await;
    assert_eq!(trial.state().await, Some(TrashedState::Lying));
    assert_eq!(
        std::fs::read_to_string(trial.path("characters/mara.json")).unwrap(),
        "another one"
    );
}

#[tokio::test]
async fn what_was_erased_before_the_program_ended_loses_its_files_at_the_next_start() {
    let trial = Trial::start().await;
    trial.delete(false).await.unwrap();
    let place = trial.trash().await[0].id;
    let store = &trial.test.app.store;
    store.erase_from_trash(trial.test.session, place).await.unwrap();
    assert!(trial.trash().await.is_empty(), "nobody can bring it back");
    assert_eq!(std::fs::read_dir(trial.path("trash")).unwrap().count(), 1);
    trial.start_again().await;
    assert_eq!(trial.state().await, None);
    assert_eq!(std::fs::read_dir(trial.path("trash")).unwrap().count(), 0);
}

#[tokio::test]
async fn a_character_that_cannot_be_moved_stays_with_all_it_has() {
    let trial = Trial::start().await;
    trial.say("Who are you?").await;
    // A file stands where the folder would be.
    trial.write("trash", "");
    assert_eq!(trial.delete(true).await.unwrap_err().code, "file_not_written");
    assert!(trial.path("characters/mara.json").exists());
    assert_eq!(trial.state().await, None);
    assert_eq!(trial.said().await.len(), 3);
}
