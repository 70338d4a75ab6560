//! A program that is killed while it writes: what was acknowledged stays.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use engine::conversation::{MessageState, Role};

use super::*;

const FOLDER_OF_CHILD: &str = "STORE_KILL_TEST_FOLDER";
const PARTS: usize = 6;

fn words(count: usize) -> String {
    "it follows that ".repeat(count * 40)
}

/// Talks without end and writes down each step after the store has acknowledged it.
async fn talk_until_killed(folder: &Path) {
    let store = Store::open(&folder.join("data.db")).await.expect("opened");
    store.recover(at(1)).await.expect("recovered");
    let session = store.owner_session(SessionId(uuid(1)), at(0)).await.expect("a session");
    let room = Room {
        store,
        session,
        talk: ConversationId(uuid(2)),
    };
    if room.store.conversation(session, room.talk).await.is_err() {
        room.begin_conversation(room.talk, "sherlock", 0).await;
    }
    let mut acknowledged = OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join("acks"))
        .expect("a file");
    loop {
        one_turn(&room, &mut acknowledged).await;
    }
}

async fn one_turn(room: &Room, acknowledged: &mut File) {
    let mut note = |line: String| acknowledged.write_all(format!("{line}\n").as_bytes()).expect("noted");
    let revision = room.conversation().await.revision;
    let number = u32::try_from(revision).expect("few turns");
    let begun = match room.store.begin_reply(room.session, room.reply(number, revision)).await {
        Err(StoreError::NothingToContinue) => {
            let turn = room.turn(number, revision, "Question");
            let user = turn.user_id;
            let begun = room.store.begin_turn(room.session, turn).await.expect("begun");
            note(format!("said {user} 8"));
            begun
        }
        begun => begun.expect("begun"),
    };
    let reply = begun.reply.id;
    for part in begun.reply.text.len() / words(1).len() + 1..PARTS {
        room.store
            .write_partial(room.session, room.talk, reply, &words(part))
            .await
            .expect("kept");
        note(format!("part {reply} {}", words(part).len()));
    }
    room.store
        .commit_reply(room.session, room.talk, reply, &words(PARTS), None, at(2))
        .await
        .expect("committed");
    note(format!("done {reply} {}", words(PARTS).len()));
}

/// Run again by the test below as a process of its own.
#[tokio::test]
async fn child_that_talks() {
    if let Some(folder) = std::env::var_os(FOLDER_OF_CHILD) {
        talk_until_killed(Path::new(&folder)).await;
    }
}

fn start_child(folder: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "tests::kills::child_that_talks"])
        .env(FOLDER_OF_CHILD, folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("a process")
}

fn acknowledged(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("acks")).unwrap_or_default()
}

/// Every acknowledged step is in the database; gives how many there were.
async fn check(folder: &Path) -> usize {
    let store = Store::open(&folder.join("data.db")).await.expect("opened");
    store.integrity_check().await.expect("whole");
    store.recover(at(3)).await.expect("recovered");
    let room = Room {
        store,
        session: SessionId(uuid(1)),
        talk: ConversationId(uuid(2)),
    };
    let messages = room.messages().await;
    let notes = acknowledged(folder);
    for note in notes.lines() {
        let [kind, id, length] = note.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{note}")
        };
        let message = messages
            .iter()
            .find(|message| message.id.to_string() == id)
            .expect(note);
        assert!(message.text.len() >= length.parse().expect("a length"), "{note}");
        assert_eq!(message.role == Role::User, kind == "said", "{note}");
        assert!(kind == "part" || message.state == MessageState::Complete, "{note}");
    }
    room.store.close().await.expect("closed");
    notes.lines().count()
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_program_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let kills = std::env::var("STORE_KILLS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(6);
    let mut before = 0;
    for kill in 0..kills {
        let mut child = start_child(folder.path());
        let begun = Instant::now();
        // Not before it has done something, then at another moment each time.
        while acknowledged(folder.path()).lines().count() <= before {
            assert!(begun.elapsed() < Duration::from_secs(60), "the child does nothing");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_micros(u64::from(kill % 40u32) * 700));
        child.kill().expect("killed");
        child.wait().expect("ended");
        before = check(folder.path()).await;
    }
}
