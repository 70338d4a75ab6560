//! The same book and person once more.

use engine::graph::view::MemoryOrigin;
use engine::ids::{CharacterId, OperationId};
use store::MemoriesOf;
use uuid::Uuid;

use super::*;
use crate::commands::{
    DeleteCharacter, EraseFromTrash, MadeBeforeView, OpenConversation, SaveMadeCharacter, SavedCharacterView,
    delete_character, erase_from_trash, list_trash, open_conversation, save_made_character,
};
use crate::error::Result;

impl Trial {
    async fn with_all_houses() -> Self {
        let mut replies = others();
        replies.push(reply("house number 2 ", good(2)));
        Self::start(replies, Profile::Full).await
    }

    async fn made(&self) -> JobId {
        let job = self.planned().await;
        self.carried_out(job).await;
        job
    }

    async fn save(&self, job: JobId, replaces: Option<&str>) -> Result<SavedCharacterView> {
        let input = SaveMadeCharacter {
            job_id: job,
            expected_revision: self.draft(job).await.revision,
            operation_id: OperationId(Uuid::now_v7()),
            portrait: None,
            replaces: replaces.map(|id| CharacterId::parse(id).unwrap()),
        };
        save_made_character(&self.app, self.session, input).await
    }

    async fn past(&self, id: &CharacterId) -> Vec<(MemoryOrigin, String)> {
        let past = self
            .app
            .store
            .graph_memories(self.session, MemoriesOf::Past(id), 0)
            .await;
        past.unwrap()
            .into_iter()
            .map(|memory| (memory.origin, memory.text.unwrap()))
            .collect()
    }

    async fn before(&self, job: JobId) -> Option<MadeBeforeView> {
        self.draft(job).await.made_before
    }
}

/// Two windows on one draft had made two characters of it.
#[tokio::test]
async fn a_draft_saved_in_two_windows_is_one_character() {
    let trial = Trial::with_all_houses().await;
    let job = trial.made().await;
    let first = trial.save(job, None).await.unwrap();
    let second = trial.save(job, None).await.unwrap();
    assert_eq!(second.character_id, first.character_id);
    assert_eq!(second.path, first.path);
    let there = trial.app.library.character(&CharacterId::parse("mara_voss_2").unwrap());
    assert!(there.is_err(), "no second file");

    let (draft, revision) = trial.app.store.job_draft(trial.session, job).await.unwrap().unwrap();
    let changed = draft.replacen("Mara Voss", "Mara Vane", 1);
    let put = (changed.as_str(), revision);
    trial
        .app
        .store
        .put_job_draft(trial.session, job, put, Timestamp::now())
        .await
        .unwrap();
    let third = trial.save(job, None).await.unwrap();
    assert_ne!(
        third.character_id, first.character_id,
        "what was changed since is another one"
    );
}

#[tokio::test]
async fn the_plan_and_the_review_say_that_a_character_was_made_before() {
    let trial = Trial::with_all_houses().await;
    let first = trial.made().await;
    assert_eq!(trial.before(first).await, None);
    let saved = trial.save(first, None).await.unwrap();
    let second = trial.made().await;
    let before = trial.before(second).await.unwrap();
    assert_eq!(
        (before.character_id, before.name.as_str()),
        (saved.character_id.clone(), "Mara Voss")
    );
    assert_eq!(trial.before(first).await, None, "not of itself");
    let plan = PlanNovel {
        job_id: add_book(&trial.app, trial.session, book()).await.unwrap().job_id,
        name: "Mara Voss".to_owned(),
        aliases: None,
    };
    let planned = plan_novel(&trial.app, trial.session, plan).await.unwrap();
    assert_eq!(planned.made_before.unwrap().character_id, saved.character_id);
    let other = trial.save(second, None).await.unwrap();
    assert_eq!(
        other.character_id.as_str(),
        "mara_voss_2",
        "another one is made unless it is to replace"
    );
    // One that was deleted is not told of.
    for id in [other.character_id, saved.character_id] {
        let delete = DeleteCharacter {
            character_id: id,
            conversations: false,
        };
        delete_character(&trial.app, trial.session, delete).await.unwrap();
    }
    let third = trial.made().await;
    assert_eq!(trial.before(third).await, None);
}

#[tokio::test]
async fn a_character_that_is_made_again_takes_the_place_of_the_former_one() {
    let trial = Trial::with_all_houses().await;
    let first = trial.made().await;
    let saved = trial.save(first, None).await.unwrap();
    let id = saved.character_id.clone();
    let pictures = trial.app.folders.data.join("assets/characters").join(id.as_str());
    std::fs::create_dir_all(&pictures).unwrap();
    std::fs::write(pictures.join("portrait.png"), "a picture").unwrap();
    let past = trial.past(&id).await;
    let second = trial.made().await;
    let again = trial.save(second, Some(id.as_str())).await.unwrap();
    assert_eq!((&again.character_id, again.memories), (&id, saved.memories));
    assert_eq!(trial.past(&id).await, past, "once, and not twice");
    assert!(pictures.join("portrait.png").exists(), "it is seen as before");
    let open = OpenConversation {
        character_id: id.clone(),
        conversation_id: None,
    };
    assert_eq!(
        open_conversation(&trial.app, trial.session, open).await.unwrap().gone,
        None
    );
    // The former one lies in the trash; erased there, it takes nothing of the present one along.
    assert_eq!(
        list_trash(&trial.app, trial.session, Nothing {}).await.unwrap().len(),
        1
    );
    let all = EraseFromTrash { id: None };
    erase_from_trash(&trial.app, trial.session, all).await.unwrap();
    assert_eq!(trial.past(&id).await, past);
    assert_eq!(list_jobs(&trial.app, trial.session, Nothing {}).await.unwrap().len(), 2);
}

#[tokio::test]
async fn only_a_character_of_the_same_source_is_replaced() {
    let trial = Trial::with_all_houses().await;
    let job = trial.made().await;
    let refused = trial.save(job, Some("sherlock_holmes")).await.unwrap_err();
    assert_eq!(refused.code, "invalid_input");
    assert_eq!(trial.save(job, None).await.unwrap().character_id.as_str(), "mara_voss");
}

#[tokio::test]
async fn an_erased_character_takes_its_jobs_along_and_plans_for_the_same_person() {
    let trial = Trial::with_all_houses().await;
    let job = trial.made().await;
    let saved = trial.save(job, None).await.unwrap();
    trial.planned().await;
    let delete = DeleteCharacter {
        character_id: saved.character_id,
        conversations: true,
    };
    delete_character(&trial.app, trial.session, delete).await.unwrap();
    assert_eq!(
        list_jobs(&trial.app, trial.session, Nothing {}).await.unwrap().len(),
        2,
        "it may come back"
    );
    let all = EraseFromTrash { id: None };
    erase_from_trash(&trial.app, trial.session, all).await.unwrap();
    assert!(
        list_jobs(&trial.app, trial.session, Nothing {})
            .await
            .unwrap()
            .is_empty()
    );
}
