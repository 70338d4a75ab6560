//! What a model said that an exchange is about counts for as long as the exchange has those words.

use super::*;
use crate::EditMemory;

const WEDDING: &str = "My sister marries in June";

impl Room {
    /// Reads on up to before a position; the model tags the messages at these places.
    async fn read_tagging(&self, number: u32, end: u32, tagged: &[(usize, &[&str])]) {
        let messages = self.messages().await;
        let tags = tagged.iter().map(|(position, tags)| NewTags {
            message: messages[*position].id,
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        });
        let work = self.work(&self.job(end).await).await.expect("work");
        let extraction = Extraction {
            tags: tags.collect(),
            ..found(&work)
        };
        assert_eq!(self.finish(number, &work, &extraction).await, Commit::Committed);
    }

    async fn tags_of(&self, place: usize) -> Vec<String> {
        self.memories(self.talk).await.swap_remove(place).tags
    }
}

fn holds(tags: &[String], tag: &str) -> bool {
    tags.iter().any(|known| known == tag)
}

#[tokio::test]
async fn they_count_beside_what_is_found_in_the_words() {
    let room = Room::new().await;
    room.say(1, WEDDING, "How lovely.").await;
    room.say(2, "I paint", "Do you?").await;
    assert!(!holds(&room.tags_of(1).await, "family"));
    // Whichever of its messages is named.
    room.read_tagging(3, 5, &[(1, &["family", "sister"]), (2, &["joy"]), (4, &["art"])])
        .await;
    let tags = room.tags_of(1).await;
    assert_eq!(tags[..3], ["family", "sister", "joy"]);
    assert!(
        holds(&tags, "june") && tags.iter().filter(|tag| *tag == "sister").count() == 1,
        "{tags:?}"
    );
    assert!(holds(&room.tags_of(2).await, "art"));
}

#[tokio::test]
async fn they_give_way_to_those_of_the_reader() {
    let room = Room::new().await;
    room.say(1, WEDDING, "How lovely.").await;
    room.say(2, "I paint", "Do you?").await;
    room.tag(1, "june").await;
    room.read_tagging(3, 5, &[(1, &["family"]), (3, &["art"])]).await;
    assert_eq!(room.tags_of(1).await, ["june"]);
    // A priority leaves them as they are.
    let edit = EditMemory {
        id: room.memories(room.talk).await[2].id,
        tags: None,
        priority: Some(0.9),
        text: None,
    };
    let edited = room.store.edit_memory(room.session, &edit).await.expect("edited");
    assert!(holds(&edited.tags, "art"));
    room.tag(2, "brush").await;
    assert_eq!(room.tags_of(2).await, ["brush"]);
}

#[tokio::test]
async fn they_go_and_come_back_with_the_words() {
    let room = Room::new().await;
    room.say(1, WEDDING, "How lovely.").await;
    room.read_tagging(2, 3, &[(1, &["family"])]).await;
    room.answer_again(3, "Oh.").await;
    assert!(!holds(&room.tags_of(1).await, "family"));
    room.choose(4, 2, 0).await;
    assert!(holds(&room.tags_of(1).await, "family"));
    let memory = room.memories(room.talk).await[1].id;
    room.forget_one(5, memory).await.expect("forgotten");
    assert!(!room.is_kept_somewhere("family").await);
}

/// A model that reads several exchanges at once may tag one with what another says.
#[tokio::test]
async fn what_was_tagged_with_forgotten_words_loses_those_tags() {
    let room = Room::new().await;
    room.say(1, "I live in Zanzibar", "Do you?").await;
    room.say(2, "It is warm there", "I see.").await;
    room.say(3, "Tell me of Zanzibar cloves", "They are dear.").await;
    room.read_tagging(4, 7, &[(3, &["zanzibar weather", "climate"]), (5, &["spices"])])
        .await;
    room.tag(0, "welcome").await;
    assert!(holds(&room.tags_of(2).await, "zanzibar weather"));
    room.forget(5, "I live in Zanzibar").await;
    let tags = room.tags_of(1).await;
    assert!(holds(&tags, "climate") && !holds(&tags, "zanzibar weather"), "{tags:?}");
    assert!(!room.is_kept_somewhere("zanzibar weather").await);
    let tags = room.tags_of(2).await;
    assert!(
        holds(&tags, "spices") && holds(&tags, "zanzibar"),
        "its own word: {tags:?}"
    );
    assert_eq!(room.tags_of(0).await, ["welcome"]);
}

#[tokio::test]
async fn what_is_excluded_gets_none() {
    let room = Room::new().await;
    room.say(1, WEDDING, "How lovely.").await;
    room.say(2, "I paint", "Do you?").await;
    let memory = room.memories(room.talk).await[1].id;
    room.forget_one(3, memory).await.expect("forgotten");
    room.read_tagging(4, 5, &[(1, &["family"]), (3, &["art"])]).await;
    assert!(!room.is_kept_somewhere("family").await && room.is_kept_somewhere("art").await);
}
