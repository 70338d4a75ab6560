//! What a simple reading of a transcript gives, and that nothing else is kept.

use engine::conversation::{MessageState, Role};

use super::*;

/// Id, first position, what the reader said, what the character said.
pub type Plain = (Uuid, u32, Option<String>, Option<String>);

/// The exchanges of a transcript, without those of which something is excluded.
pub async fn plain(room: &Room, talk: ConversationId) -> Vec<Plain> {
    let room = room.in_talk(talk);
    let excluded: Vec<MessageId> = room
        .store
        .memory(room.session, talk)
        .await
        .expect("memory")
        .excluded
        .into_iter()
        .map(|source| source.message_id)
        .collect();
    let mut messages = room.messages().await;
    if let Some(place) = messages
        .iter()
        .position(|message| message.state == MessageState::Streaming)
    {
        messages.truncate(place);
        if messages.last().is_some_and(|last| last.role == Role::User) {
            messages.pop();
        }
    }
    let mut groups: Vec<Vec<Message>> = Vec::new();
    for message in messages {
        let answers = groups
            .last()
            .is_some_and(|group| group.len() == 1 && group[0].role == Role::User);
        match (message.role, groups.last_mut()) {
            (Role::Character, Some(group)) if answers => group.push(message),
            _ => groups.push(vec![message]),
        }
    }
    groups
        .into_iter()
        .filter(|group| group.iter().any(|message| !message.text.trim().is_empty()))
        .filter(|group| !group.iter().any(|message| excluded.contains(&message.id)))
        .map(|group| {
            let text = |role: Role| {
                group
                    .iter()
                    .find(|message| message.role == role)
                    .map(|message| message.text.clone())
            };
            (
                group[0].id.0,
                group[0].position,
                text(Role::User),
                text(Role::Character),
            )
        })
        .collect()
}

/// The reader's message that a reply is being written to: whether it has a memory of its own meanwhile does not matter.
pub async fn waiting(room: &Room, talk: ConversationId) -> Option<Uuid> {
    let messages = room.in_talk(talk).messages().await;
    let place = messages
        .iter()
        .position(|message| message.state == MessageState::Streaming)?;
    let before = messages[..place].last().filter(|before| before.role == Role::User)?;
    Some(before.id.0)
}

pub fn plainly(memory: &GraphMemory) -> Plain {
    let (user, reply) = said(memory);
    (
        memory.id.0,
        memory.first_position.expect("a place"),
        user.map(str::to_owned),
        reply.map(str::to_owned),
    )
}

/// Also before memories are brought up to date, there is none of words that do not stand, and no vector of words that are gone.
pub async fn nothing_else_is_kept(room: &Room, talks: &[ConversationId]) {
    for talk in talks {
        let of = MemoriesOf::Conversation(*talk);
        let kept = room.store.graph_memories(room.session, of, 0).await.expect("memories");
        let standing = plain(room, *talk).await;
        for memory in &kept {
            let (id, _, user, reply) = plainly(memory);
            let stands = standing
                .iter()
                .any(|plain| (plain.0, &plain.2, &plain.3) == (id, &user, &reply));
            // Words that stand may be paired otherwise until memories are brought up to date.
            let words: Vec<&String> = user.iter().chain(&reply).collect();
            let parted = room
                .in_talk(*talk)
                .messages()
                .await
                .iter()
                .filter(|message| words.contains(&&message.text))
                .count();
            assert!(
                stands || parted == words.len(),
                "{memory:?} is kept, but {standing:?} stands"
            );
        }
    }
    for talk in talks {
        vectors_are_found_where_they_are_kept(room, *talk).await;
    }
    let dangling: i64 = sqlx::query_scalar(
        r"
        select count(*) from message_vectors v
        where not exists (
            select 1 from alternates a
            where a.session_id = v.session_id and a.message_id = v.owner_id and a.hash = v.hash and not exists (
                select 1 from exclusions e
                where e.session_id = a.session_id and e.message_id = a.message_id and e.ordinal = a.ordinal
                    and e.cleared_by is null
            )
        )
        ",
    )
    .fetch_one(&room.store.writer_now())
    .await
    .expect("counted");
    assert_eq!(dangling, 0, "vectors of words that are gone");
    let left: i64 = sqlx::query_scalar(
        r"
        select count(*)
        from memory_edits c
        join excluded_wordings x on x.session_id = c.session_id and (
            x.message_id = c.memory_id and x.hash = c.first_hash
            or x.message_id = c.reply_message_id and x.hash = c.reply_hash
        )
        ",
    )
    .fetch_one(&room.store.writer_now())
    .await
    .expect("counted");
    assert_eq!(left, 0, "corrections of what was forgotten");
}

/// By their places as by their owners.
async fn vectors_are_found_where_they_are_kept(room: &Room, talk: ConversationId) {
    let of = MemoriesOf::Conversation(talk);
    let sentences = room
        .store
        .sentence_vectors(room.session, of, "test")
        .await
        .expect("sentences");
    let places: Vec<i64> = sentences.iter().map(|kept| kept.place).collect();
    let owners: Vec<Uuid> = sentences.iter().map(|kept| kept.owner).collect();
    let mut by_place = room
        .store
        .token_vectors_at(room.session, "test", &places)
        .await
        .expect("tokens");
    let mut by_owner = room
        .store
        .token_vectors(room.session, "test", &owners)
        .await
        .expect("tokens");
    for kept in [&mut by_place, &mut by_owner] {
        kept.sort_by_key(|kept| kept.place);
    }
    assert_eq!(by_place, by_owner);
    let mut of_owners = room
        .store
        .sentence_vectors_of(room.session, "test", &owners)
        .await
        .expect("sentences");
    of_owners.sort_by_key(|kept| kept.place);
    assert_eq!(of_owners.len(), sentences.len());
    assert!(of_owners.iter().all(|kept| sentences.contains(kept)));
    assert_eq!(by_place.len(), owners.len());
    let elsewhere = room
        .store
        .token_vectors_at(room.session, "another", &places)
        .await
        .expect("tokens");
    assert!(elsewhere.is_empty(), "those of another encoder");
}
