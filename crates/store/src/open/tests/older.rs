//! Databases of earlier versions: what was said before a step is there after it.

use engine::conversation::MessageState;
use engine::ids::{ConversationId, PersonaId, SessionId};
use jiff::Timestamp;
use sqlx::Connection;
use uuid::Uuid;

use super::*;
use crate::StoredPersona;
use crate::alternates::hash;

const WORDS: &str = "Mind the third step.";

fn session() -> SessionId {
    SessionId(Uuid::from_u128(1))
}

fn talk() -> ConversationId {
    ConversationId(Uuid::from_u128(2))
}

/// A database as the program left it that knew the steps up to `step`, with one conversation of one message.
async fn left_by(path: &Path, step: i64) {
    let mut connection = SqliteConnection::connect_with(&writing_options(path).create_if_missing(true))
        .await
        .expect("a file");
    MIGRATIONS.run_to(step, &mut connection).await.expect("the steps");
    let statements = [
        "insert into sessions (id, owner, created_at) values (?1, 1, 0)",
        "insert into conversations (session_id, id, character_id, message_count, created_at, updated_at) values (?1, ?2, 'maren', 1, 0, 0)",
        "insert into messages (session_id, conversation_id, id, position, role, created_at) values (?1, ?2, ?2, 0, 'character', 0)",
        "insert into alternates (session_id, message_id, ordinal, text, hash, state, created_at) values (?1, ?2, 0, ?3, ?4, 'complete', 0)",
    ];
    for statement in statements {
        sqlx::query(statement)
            .bind(session().to_string())
            .bind(talk().to_string())
            .bind(WORDS)
            .bind(hash(WORDS.as_bytes()).to_vec())
            .execute(&mut connection)
            .await
            .expect(statement);
    }
    connection.close().await.expect("closed");
}

#[tokio::test]
async fn a_database_of_every_earlier_version_opens_whole_and_takes_what_is_new() {
    let steps: Vec<i64> = MIGRATIONS.iter().map(|step| step.version).collect();
    assert!(steps.is_sorted() && steps.len() > 1, "{steps:?}");
    for step in steps {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("data.db");
        left_by(&path, step).await;
        let store = Store::open(&path)
            .await
            .unwrap_or_else(|error| panic!("{step}: {error}"));
        store
            .integrity_check()
            .await
            .unwrap_or_else(|error| panic!("{step}: {error}"));
        let messages = store
            .messages_before(session(), talk(), None, 10)
            .await
            .expect("messages");
        let kept: Vec<_> = messages
            .iter()
            .map(|message| (message.text.as_str(), message.state))
            .collect();
        assert_eq!(kept, [(WORDS, MessageState::Complete)], "{step}");

        let persona = StoredPersona {
            id: PersonaId(Uuid::from_u128(3)),
            name: "Clara".to_owned(),
            description: String::new(),
            picture: None,
        };
        store
            .add_persona(session(), &persona, Timestamp::UNIX_EPOCH)
            .await
            .expect("kept");
        store
            .apply_persona(session(), talk(), persona.id)
            .await
            .expect("applied");
        let conversation = store.conversation(session(), talk()).await.expect("a conversation");
        assert_eq!(
            conversation.persona.map(|persona| persona.name).as_deref(),
            Some("Clara"),
            "{step}"
        );
    }
}

/// What the reader had corrected before its words were noted goes with them all the same, and stays otherwise.
#[tokio::test]
async fn corrections_of_an_earlier_version_go_with_their_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.db");
    left_by(&path, 20_261_201_010_000).await;
    let mut connection = SqliteConnection::connect_with(&writing_options(&path))
        .await
        .expect("the file");
    for statement in [
        "insert into memories (session_id, id, character_id, conversation_id, origin, first_position, end_position, reply_message_id,
            digest, at, tags, entities, valence, arousal, emotion, priority)
        values (?1, ?2, 'maren', ?2, 'conversation', 0, 1, ?2, zeroblob(32), 0, '[\"step\"]', '[]', 0, 0, 'neutral', 0.5)",
        "insert into memory_edits (session_id, conversation_id, memory_id, digest, tags)
        values (?1, ?2, ?2, zeroblob(32), '[\"step\"]')",
        // Of words that do not stand.
        "insert into memory_edits (session_id, conversation_id, memory_id, digest, tags)
        values (?1, ?2, ?2, ?3, '[\"other\"]')",
    ] {
        sqlx::query(statement)
            .bind(session().to_string())
            .bind(talk().to_string())
            .bind(hash(b"other words").to_vec())
            .execute(&mut connection)
            .await
            .expect(statement);
    }
    connection.close().await.expect("closed");

    let store = Store::open(&path).await.expect("opened");
    let known: Vec<(String, Option<Vec<u8>>)> = sqlx::query_as("select tags, first_hash from memory_edits order by 1")
        .fetch_all(&store.writer_now())
        .await
        .expect("read");
    let expected = [
        ("[\"other\"]".to_owned(), None),
        ("[\"step\"]".to_owned(), Some(hash(WORDS.as_bytes()).to_vec())),
    ];
    assert_eq!(known, expected);
    sqlx::query("insert into exclusions (session_id, message_id, ordinal, conversation_id, created_at) values (?1, ?2, 0, ?2, 0)")
        .bind(session().to_string())
        .bind(talk().to_string())
        .execute(&store.writer_now())
        .await
        .expect("excluded");
    let left: i64 = sqlx::query_scalar("select count(*) from memory_edits")
        .fetch_one(&store.writer_now())
        .await
        .expect("counted");
    assert_eq!(left, 0);
}

/// Which head a conversation was begun with was not noted: where no summary there is the same, what it began with is not known to
/// stand, and what stands is carried in its place.
#[tokio::test]
async fn what_a_conversation_of_an_earlier_version_was_begun_with_stands_or_goes() {
    for (summary_there, expected) in [("Told before.", "Told before."), ("Told now.", "Told now.")] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("data.db");
        left_by(&path, 20_261_202_010_000).await;
        let mut connection = SqliteConnection::connect_with(&writing_options(&path))
            .await
            .expect("the file");
        for statement in [
            "insert into conversations (session_id, id, character_id, message_count, created_at, updated_at, carried_from, checkpoint_id)
            values (?1, ?3, 'maren', 0, 0, 0, ?2, ?3)",
            "insert into checkpoints (session_id, id, conversation_id, first_position, end_position, digest, in_chain, summary,
                summary_kind, created_at)
            values (?1, ?2, ?2, 0, 1, ?5, 1, ?4, 'written', 0)",
            "update conversations set checkpoint_id = ?2, checkpoint_end = 1 where session_id = ?1 and id = ?2",
            "insert into checkpoints (session_id, id, conversation_id, first_position, end_position, digest, in_chain, summary,
                summary_kind, created_at)
            values (?1, ?3, ?3, 0, 0, ?5, 1, 'Told before.', 'written', 0)",
        ] {
            sqlx::query(statement)
                .bind(session().to_string())
                .bind(talk().to_string())
                .bind(ConversationId(Uuid::from_u128(4)).to_string())
                .bind(summary_there)
                .bind(hash(b"").to_vec())
                .execute(&mut connection)
                .await
                .expect(statement);
        }
        connection.close().await.expect("closed");
        let store = Store::open(&path).await.expect("opened");
        let memory = store
            .prompt_memory(session(), ConversationId(Uuid::from_u128(4)))
            .await
            .expect("memory");
        let told = memory.summary.as_ref().map(|told| told.summary.text.as_str());
        assert_eq!(told, Some(expected));
    }
}
