//! Making a character: the command line's forms, and whole jobs through the browser's door.

#[path = "making/forms.rs"]
mod forms;

use std::time::Duration;

use app::commands::{JobView, MakingDraftView, MessagesPlanView, MessagesView, SavedCharacterView};
use characterchat_tests::making::{Job, PERSON, answer, kill_job, upload};
use characterchat_tests::mutated::{Effort, read_damaged};
use characterchat_tests::provider::{Answer, Provider};
use characterchat_tests::test_app::{Home, Program, TestApp};
use engine::ids::JobId;
use engine::making::draft::MakingMethod;
use engine::making::view::JobState;
use serde_json::{Value, json};

#[test]
fn a_novel_becomes_a_character_who_remembers_it() {
    let job = Job::planned(Duration::ZERO).unwrap();
    assert!(
        job.plan
            .aliases
            .iter()
            .any(|alias| alias.text == PERSON && alias.ticked)
    );
    assert!(job.plan.full.calls > job.plan.quick.calls && job.plan.full.input_tokens > 0);
    // The provider of these tests is a server of this computer, which was told of as a foreign one with a cost.
    let model = &job.plan.model;
    assert_eq!((model.leaves_computer, model.method), (false, MakingMethod::Model));
    assert!(model.host.as_ref().is_some_and(|host| host.starts_with("127.0.0.1:")));
    assert_eq!((job.plan.full.cost, job.plan.quick.cost), (0.0, 0.0));
    let listener = job.app.listen().unwrap();
    job.start(4).unwrap();
    let view = job.wait_for(JobState::Review).unwrap();
    assert_eq!((view.progress.failed, view.error.clone()), (0, None));
    assert_eq!(view.progress.done, view.progress.calls);
    assert!(listener.next().is_ok(), "the job was told of");
    let draft = job.draft().unwrap();
    assert!(draft.draft.memories.len() >= 24 && draft.draft.lines.len() >= 20);
    // Of its many lines only some go along with each message.
    assert!(matches!(draft.draft.notes.as_slice(), [note] if note.contains("real lines to choose from")));
    let change = json!({
        "job_id": job.id, "expected_revision": draft.revision,
        "change": { "type": "limit_spoilers", "chapter": 11 },
    });
    let changed: MakingDraftView = job.app.call("change_making_draft", change.clone()).unwrap();
    assert_eq!(
        job.app.refused("change_making_draft", change).unwrap().code,
        "job_conflict"
    );
    let save = json!({
        "job_id": job.id, "expected_revision": changed.revision, "operation_id": uuid::Uuid::now_v7(),
    });
    let saved: SavedCharacterView = job.app.call("save_made_character", save.clone()).unwrap();
    let again: SavedCharacterView = job.app.call("save_made_character", save).unwrap();
    assert_eq!(saved, again, "sent again, nothing is saved a second time");
    assert_eq!(saved.character_id.as_str(), "mara_voss");
    let kept = draft
        .draft
        .memories
        .iter()
        .filter(|memory| memory.chapter <= 11)
        .count();
    assert_eq!(saved.memories as usize, kept);
    let file: Value = serde_json::from_str(&std::fs::read_to_string(&saved.path).unwrap()).unwrap();
    assert_eq!(file["greeting"], "(nods) You are early.");
    assert_eq!(file["made_from"]["source"], "harbour");
    // The character is there and talks.
    let view = job.app.open("mara_voss").unwrap();
    assert_eq!(view.character_name, PERSON);
    assert_eq!(
        job.wait_for(JobState::Saved).unwrap().character_id,
        Some(saved.character_id)
    );
}

#[test]
fn a_job_that_is_killed_goes_on_where_it_was() {
    // Moments all over the job, some of them right after the start.
    let killed = kill_job(10, |number| Duration::from_millis(u64::from(number * 7_919 % 10) * 60)).unwrap();
    assert!(killed.calls > 24 && killed.repeated > 0, "{killed:?}");
}

#[test]
fn a_job_is_paused_and_resumed_and_cancelled() {
    let job = Job::planned(Duration::from_millis(40)).unwrap();
    let began = job.start(2).unwrap();
    assert_eq!(began.state, JobState::Running);
    job.provider.wait_for_requests(4).unwrap();
    let paused = job.call("pause_job").unwrap();
    assert_eq!((paused.state, paused.error), (JobState::Paused, None));
    let asked = job.provider.asked().len();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(job.provider.asked().len(), asked, "a paused job asks nothing");
    job.call("resume_job").unwrap();
    job.wait_for(JobState::Review).unwrap();
    assert_eq!(
        job.app
            .call::<Value>("cancel_job", json!({ "job_id": job.id }))
            .unwrap(),
        json!({})
    );
    assert!(job.app.call::<Vec<JobView>>("list_jobs", json!({})).unwrap().is_empty());
    assert_eq!(
        job.app.refused("get_job", json!({ "job_id": job.id })).unwrap().code,
        "job_gone"
    );
}

#[test]
fn a_server_that_is_down_pauses_a_job_and_loses_nothing() {
    let job = Job::planned(Duration::ZERO).unwrap();
    job.provider.answer_with([Answer::Refuse {
        status: 401,
        echo_key: false,
    }]);
    job.start(2).unwrap();
    let paused = job.wait_for(JobState::Paused).unwrap();
    assert_eq!(paused.error.unwrap().code, "model_unauthorized");
    job.provider.answer_with([Answer::Made {
        make: answer,
        wait: Duration::ZERO,
    }]);
    job.call("resume_job").unwrap();
    job.wait_for(JobState::Review).unwrap();
}

const EXPORT: &str = "author,time,text\n\
    Ben,2024-03-01T09:00:00Z,are you coming to the harbour tonight?\n\
    Mara,2024-03-01T09:01:00Z,\"yes, my number is 0151 23456789, call me when you are there\"\n\
    Ben,2024-03-01T09:02:00Z,\"good, and the cat?\"\n\
    Mara,2024-03-01T09:03:00Z,the cat stays with my sister until Sunday\n";

/// The export, read to its end for Mara.
fn read_for_mara(app: &TestApp, masks: bool) -> JobId {
    let file = upload(app, "chat.csv", EXPORT.as_bytes()).unwrap();
    let read: MessagesView = app.call("read_messages", json!({ "file": file })).unwrap();
    assert_eq!(read.participants.len(), 2);
    let plan = json!({ "job_id": read.job_id, "person": "Mara", "name": "Mara of the harbour" });
    let plan: MessagesPlanView = app.call("plan_messages", plan).unwrap();
    assert_eq!((plan.messages, plan.private_data.phone_numbers), (2, 1));
    let refused = app.refused("start_making", json!({ "job_id": read.job_id })).unwrap();
    assert_eq!(refused.code, "consent_needed");
    let start = json!({ "job_id": read.job_id, "consent": true, "mask_private_data": masks });
    app.call::<JobView>("start_making", start).unwrap();
    let mut state = JobState::Running;
    for _ in 0..500 {
        let job: JobView = app.call("get_job", json!({ "job_id": read.job_id })).unwrap();
        state = job.state;
        if state != JobState::Running {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(state, JobState::Review);
    read.job_id
}

fn provider_that_reads() -> Provider {
    Provider::start([Answer::Made {
        make: answer,
        wait: Duration::ZERO,
    }])
    .unwrap()
}

fn sent(provider: &Provider) -> String {
    provider.asked().iter().map(|asked| asked.body.to_string()).collect()
}

#[test]
fn messages_become_a_character_and_nothing_private_leaves() {
    let provider = provider_that_reads();
    let app = TestApp::start_on(Home::new(Program::Product).unwrap()).unwrap();
    app.use_provider(&provider, None).unwrap();
    let job = read_for_mara(&app, true);
    let sent = sent(&provider);
    assert!(sent.contains("[phone number]") && !sent.contains("23456789"), "{sent}");
    let draft: MakingDraftView = app.call("get_making_draft", json!({ "job_id": job })).unwrap();
    assert_eq!(draft.draft.memories[0].at.to_string(), "2024-03-01T09:00:00Z");
    assert!(draft.draft.notes.iter().any(|note| note.contains("masked")));
}

/// Private data that was read without a server, or on purpose, may stand in the character's file.
#[test]
fn what_a_made_character_knows_of_private_data_is_not_sent_in_a_conversation_and_its_export_goes() {
    let provider = provider_that_reads();
    let app = TestApp::start_on(Home::new(Program::Product).unwrap()).unwrap();
    app.use_provider(&provider, None).unwrap();
    let job = read_for_mara(&app, false);
    let copies = || std::fs::read_dir(app.home.data().join("making")).map_or(0, Iterator::count);
    assert_eq!(copies(), 1, "the export that was sent");
    let draft: MakingDraftView = app.call("get_making_draft", json!({ "job_id": job })).unwrap();
    let save = json!({ "job_id": job, "expected_revision": draft.revision, "operation_id": uuid::Uuid::now_v7() });
    let saved: SavedCharacterView = app.call("save_made_character", save).unwrap();
    assert_eq!(copies(), 0, "nobody reads it any more");
    let mut file: Value = serde_json::from_str(&std::fs::read_to_string(&saved.path).unwrap()).unwrap();
    file["description"] = "Can be reached under 0151 23456789.".into();
    std::fs::write(&saved.path, file.to_string()).unwrap();

    let before = sent(&provider).len();
    let view = app.open(saved.character_id.as_str()).unwrap();
    app.say(view.id, view.revision, "What is your number?").unwrap();
    for _ in 0..500 {
        if sent(&provider).len() > before {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let asked = sent(&provider)[before..].to_owned();
    assert!(
        asked.contains("[phone number]") && !asked.contains("23456789"),
        "{asked}"
    );
}

/// The short version of `cargo xtask soak messages`.
#[test]
fn a_damaged_export_gives_its_good_part_or_a_reason() {
    let report = read_damaged(Effort::Runs(60), 20_261_201, |_, _| {}).unwrap();
    assert!(
        report.files >= 17 && report.runs == report.files as u64 * 60,
        "{report:?}"
    );
    assert!(
        report.with_messages > report.runs / 4 && report.refused > 0,
        "{report:?}"
    );
}
