use engine::search::Question;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use sqlx::AssertSqlSafe;

use super::*;
use crate::SearchFor;
use crate::search::searched_text;

async fn look(room: &Room, session: SessionId, typed: &str, conversation_id: Option<ConversationId>) -> Vec<String> {
    let question = Question::of(typed);
    let look = SearchFor {
        question: &question,
        conversation_id,
        limit: 100,
    };
    let found = room.store.search(session, look).await.expect("an answer");
    found.into_iter().map(|found| found.text).collect()
}

pub(super) async fn find(room: &Room, typed: &str) -> Vec<String> {
    look(room, room.session, typed, None).await
}

/// Words of the last message, put in the place of what it said.
async fn say_instead(room: &Room, position: u32, text: &str) {
    let hash = crate::alternates::hash(text.as_bytes()).to_vec();
    sqlx::query(
        "update alternates set text = ?1, hash = ?2 where message_id = (select id from messages where position = ?3) and ordinal = (select chosen from messages where position = ?3)",
    )
    .bind(text)
    .bind(hash)
    .bind(position)
    .execute(&room.store.writer_now())
    .await
    .expect("changed");
}

#[tokio::test]
async fn words_are_found_however_they_are_written() {
    let room = Room::new().await;
    let revision = room
        .talk_once(1, 0, "Ah, İstanbul'da!", "ISPARTA *ve* (gülümser) ısparta")
        .await;
    room.talk_once(2, revision, "昨日は東京へ", "안녕하세요").await;
    assert_eq!(find(&room, "istanbul").await, ["Ah, İstanbul'da!"]);
    assert_eq!(find(&room, "ısparta gulum").await, ["ISPARTA *ve* (gülümser) ısparta"]);
    assert_eq!(find(&room, "東京").await, ["昨日は東京へ"]);
    assert_eq!(find(&room, "안녕").await, ["안녕하세요"]);
    assert_eq!(find(&room, "good evening").await, [GREETING]);
    assert_eq!(find(&room, "\"evening good\"").await, Vec::<String>::new());
}

#[tokio::test]
async fn nothing_that_is_typed_is_an_error() {
    let room = Room::new().await;
    for typed in [
        "",
        "\"",
        "*",
        "-",
        "a*",
        "NEAR(a b)",
        "NOT",
        "AND OR",
        "scope:x",
        "scope : \"s\"",
        "{words}",
        "^a",
        "a + b",
        "'",
        ";",
        "\0",
        "x\0y",
        "(",
        "):",
        "%_",
        "\u{301}",
        "😀",
        "words : a",
        "\\",
        "--",
    ] {
        find(&room, typed).await;
    }
    assert_eq!(find(&room, "good\"").await, [GREETING]);
    assert_eq!(find(&room, &"evening ".repeat(5000)).await, [GREETING]);
}

#[tokio::test]
async fn a_session_finds_its_own_messages_only() {
    let room = Room::new().await;
    let other = SessionId(uuid(500));
    let writer = room.store.writer_now();
    let made = sqlx::query("insert into sessions (id, owner, created_at) values (?1, null, 0)")
        .bind(other.to_string())
        .execute(&writer);
    made.await.expect("another session");
    let new = NewConversation {
        id: ConversationId(uuid(501)),
        character_id: character("ada"),
        greeting: Some((MessageId(uuid(502)), "Good evening, stranger.".to_owned())),
        now: at(5),
    };
    room.store.create_conversation(other, new).await.expect("begun");
    assert_eq!(find(&room, "evening").await, [GREETING]);
    assert_eq!(look(&room, other, "evening", None).await, ["Good evening, stranger."]);
    assert_eq!(
        find(&room, &format!("s{}", other.0.simple())).await,
        Vec::<String>::new()
    );
    let question = Question::of("evening");
    let look = SearchFor {
        question: &question,
        conversation_id: Some(ConversationId(uuid(501))),
        limit: 10,
    };
    assert_eq!(code(room.store.search(room.session, look).await), "not_found");
}

#[tokio::test]
async fn one_conversation_or_all() {
    let room = Room::new().await;
    let second = ConversationId(uuid(3));
    room.begin_conversation(second, "ada", 9).await;
    assert_eq!(find(&room, "evening").await.len(), 2);
    assert_eq!(look(&room, room.session, "evening", Some(second)).await, [GREETING]);
    room.sql("update conversations set deleted_at = 1 where character_id = 'ada'")
        .await;
    assert_eq!(find(&room, "evening").await.len(), 1, "the trash is not searched");
    room.sql("update conversations set deleted_at = null").await;
    assert_eq!(find(&room, "evening").await.len(), 2);
}

#[tokio::test]
async fn the_best_comes_first_and_of_equals_the_newest() {
    let room = Room::new().await;
    let revision = room.talk_once(1, 0, "tea", "tea").await;
    let revision = room
        .talk_once(
            2,
            revision,
            "I like my tea in the morning with bread and butter",
            "tea tea tea",
        )
        .await;
    room.talk_once(3, revision, "tea", "no").await;
    let found = find(&room, "tea").await;
    assert_eq!(found.len(), 5);
    assert_eq!(found[4], "I like my tea in the morning with bread and butter");
    assert_eq!(found[0], "tea tea tea");
    let question = Question::of("tea");
    let look = SearchFor {
        question: &question,
        conversation_id: None,
        limit: 2,
    };
    let two = room.store.search(room.session, look).await.expect("found");
    assert_eq!(two[1].position, 5, "of equals the newest");
    assert_eq!(two.len(), 2);
}

#[tokio::test]
async fn a_reply_is_found_when_it_is_finished() {
    let room = Room::new().await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    let partial = room
        .store
        .write_partial(room.session, room.talk, begun.reply.id, "half a word");
    partial.await.expect("kept");
    assert_eq!(find(&room, "half").await, Vec::<String>::new());
    let cut = room
        .store
        .cut_reply(room.session, room.talk, begun.reply.id, "half a word", None, at(2));
    cut.await.expect("cut");
    assert_eq!(find(&room, "half").await, ["half a word"]);
    room.sql("delete from messages where position = 2").await;
    assert_eq!(find(&room, "half").await, Vec::<String>::new());
}

#[tokio::test]
async fn an_index_that_does_not_fit_mends_itself() {
    let room = Room::new().await;
    room.talk_once(1, 0, "lantern", "candle").await;
    assert_eq!(find(&room, "lantern").await.len(), 1);
    // As if a trigger had been missed.
    room.sql("drop trigger search_alternate_changed").await;
    say_instead(&room, 1, "nothing").await;
    assert_eq!(find(&room, "lantern").await, Vec::<String>::new());
    assert_eq!(find(&room, "nothing").await, ["nothing"], "it was made anew");
    say_instead(&room, 2, "torch").await;
    assert_eq!(find(&room, "torch").await, Vec::<String>::new());
    room.store.rebuild_search_index().await.expect("rebuilt");
    assert_eq!(find(&room, "torch").await, ["torch"]);
}

#[tokio::test]
async fn a_search_walks_the_index_and_no_table() {
    let room = Room::new().await;
    let plan: Vec<(i64, i64, i64, String)> =
        sqlx::query_as(AssertSqlSafe(format!("explain query plan {}", crate::search::LOOK_UP)))
            .fetch_all(&room.store.reader())
            .await
            .expect("a plan");
    let steps: Vec<String> = plan.into_iter().map(|row| row.3).collect();
    let scans: Vec<&String> = steps.iter().filter(|step| step.starts_with("SCAN")).collect();
    assert_eq!(scans.len(), 2, "the index and what it gave: {steps:?}");
    assert!(
        scans[0].starts_with("SCAN search_words VIRTUAL TABLE INDEX"),
        "{steps:?}"
    );
    assert_eq!(scans[1], "SCAN found", "{steps:?}");
    let sorts = steps.iter().filter(|step| step.contains("TEMP B-TREE")).count();
    assert_eq!(sorts, 1, "only what was found is sorted: {steps:?}");
}

#[tokio::test]
async fn a_damaged_index_is_made_anew() {
    let room = Room::new().await;
    room.talk_once(1, 0, "lantern", "candle").await;
    assert_eq!(find(&room, "lantern").await.len(), 1);
    room.sql("update search_words_data set block = x'00ff00ff' where id > 10")
        .await;
    assert_eq!(find(&room, "lantern").await, ["lantern"]);
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn messages_from_before_the_index_are_found() {
    const INDEX: i64 = 20_261_130_040_000;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chat.db");
    let earlier = crate::open::MIGRATIONS.iter().filter(|step| step.version < INDEX);
    let before = sqlx::migrate::Migrator::with_migrations(earlier.cloned().collect());
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true);
    let old = sqlx::SqlitePool::connect_with(options).await.expect("made");
    before.run(&old).await.expect("as it was");
    for sql in [
        "insert into sessions (id, owner, created_at) values ('01900000-0000-7000-8000-000000000001', 1, 0)",
        "insert into conversations (session_id, id, character_id, message_count, created_at, updated_at)
         select id, '01900000-0000-7000-8000-000000000002', 'ada', 1, 0, 0 from sessions",
        "insert into messages (session_id, conversation_id, id, position, role, created_at)
         select session_id, id, '01900000-0000-7000-8000-000000000003', 0, 'character', 0 from conversations",
        "insert into alternates (session_id, message_id, ordinal, text, hash, state, created_at)
         select session_id, id, 0, 'An old lantern.', zeroblob(32), 'complete', 0 from messages",
    ] {
        sqlx::query(sql).execute(&old).await.expect("filled");
    }
    old.close().await;
    let store = Store::open(&path).await.expect("brought up to date");
    let question = Question::of("lantern");
    let look = SearchFor {
        question: &question,
        conversation_id: None,
        limit: 10,
    };
    let found = store.search(SessionId(uuid(1)), look).await.expect("an answer");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].text, "An old lantern.");
    store.integrity_check().await.expect("whole");
}

/// A change of the tables, of any origin.
#[derive(Debug, Clone)]
enum Step {
    Talk(String, String),
    Say(u32, String),
    Alternate(u32, String),
    Choose(u32),
    Remove(u32),
    Trash(bool),
    Streaming(u32, bool),
    Search(String),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let text = || "(tea|İzmir|東京|no|\\*oh\\*)( (tea|izmir|東|milk)){0,2}";
    let step = prop_oneof![
        3 => (text(), text()).prop_map(|(says, answer)| Step::Talk(says, answer)),
        2 => (0_u32..12, text()).prop_map(|(position, text)| Step::Say(position, text)),
        2 => (0_u32..12, text()).prop_map(|(position, text)| Step::Alternate(position, text)),
        2 => (0_u32..12).prop_map(Step::Choose),
        1 => (0_u32..12).prop_map(Step::Remove),
        1 => any::<bool>().prop_map(Step::Trash),
        1 => (0_u32..12, any::<bool>()).prop_map(|(position, on)| Step::Streaming(position, on)),
        4 => "(te|izm|東京|milk|tea milk|no|oh)".prop_map(Step::Search),
    ];
    prop::collection::vec(step, 1..20)
}

async fn change(room: &Room, number: u32, step: &Step) {
    let chosen = "message_id = (select id from messages where position = {p}) and ordinal = (select chosen from messages where position = {p})";
    let sql = match step {
        Step::Talk(says, answer) => {
            let Ok(conversation) = room.store.conversation(room.session, room.talk).await else {
                return;
            };
            let revision = conversation.revision;
            let begun = room.store.begin_turn(room.session, room.turn(number, revision, says)).await;
            // Refused while a reply is being written, and where this test has torn the positions.
            if let Ok(begun) = begun {
                let ended = room.store.commit_reply(room.session, room.talk, begun.reply.id, answer, None, at(1));
                ended.await.expect("committed");
            }
            return;
        }
        Step::Say(position, text) => return say_instead(room, *position, text).await,
        Step::Alternate(position, text) => format!(
            "insert into alternates (session_id, message_id, ordinal, text, hash, state, created_at)
             select session_id, id, (select max(ordinal) + 1 from alternates where message_id = messages.id), '{text}', zeroblob(32), 'complete', 0
             from messages where position = {position}"
        ),
        Step::Choose(position) => format!(
            "update messages set chosen = (chosen + 1) % (select count(*) from alternates where message_id = messages.id) where position = {position}"
        ),
        Step::Remove(position) => format!("delete from messages where position = {position}"),
        Step::Trash(true) => "update conversations set deleted_at = 1".to_owned(),
        Step::Trash(false) => "update conversations set deleted_at = null".to_owned(),
        Step::Streaming(position, on) => {
            let state = if *on { "streaming" } else { "complete" };
            format!("update alternates set state = '{state}' where {chosen}").replace("{p}", &position.to_string())
        }
        Step::Search(_) => return,
    };
    sqlx::query(AssertSqlSafe(sql))
        .execute(&room.store.writer_now())
        .await
        .expect("changed");
}

/// What a search gives that reads every message.
async fn slowly(room: &Room, typed: &str) -> Vec<String> {
    let texts: Vec<String> = sqlx::query_scalar(
        "select a.text from messages m
         join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
         join conversations c on c.session_id = m.session_id and c.id = m.conversation_id
         where a.state <> 'streaming' and c.deleted_at is null",
    )
    .fetch_all(&room.store.reader())
    .await
    .expect("read");
    let question = Question::of(typed);
    let holds = |text: &String| question.find(&engine::search::words(&searched_text(text))).is_some();
    texts.into_iter().filter(holds).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_search_gives_what_reading_everything_gives(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let room = Room::new().await;
            for (number, step) in (1..).zip(&steps) {
                change(&room, number, step).await;
                if let Step::Search(typed) = step {
                    let mut found = find(&room, typed).await;
                    let mut expected = slowly(&room, typed).await;
                    found.sort();
                    expected.sort();
                    assert_eq!(found, expected, "{typed} after {steps:?}");
                }
            }
            room.store.integrity_check().await.expect("whole");
        });
    }
}
