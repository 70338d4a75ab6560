//! Jobs: their rows, and that nobody sees those of another session.

use engine::ids::{CharacterId, JobId, OperationId, SessionId};
use engine::making::MakingKind;
use engine::making::steps::{PieceId, PieceKind};
use engine::making::view::JobState;
use jiff::Timestamp;

use super::uuid;
use crate::{JobPlan, NewJob, NewPiece, Store, StoreError};

fn now() -> Timestamp {
    Timestamp::from_second(1_700_000_000).unwrap()
}

async fn with_job() -> (Store, SessionId, JobId) {
    let store = Store::in_memory().await.unwrap();
    let session = store.owner_session(SessionId(uuid(901)), now()).await.unwrap();
    let id = JobId(uuid(902));
    let job = NewJob {
        id,
        kind: MakingKind::Novel,
        title: "A book",
        source: "{}",
        source_digest: [7; 32],
        now: now(),
    };
    store.add_job(session, job).await.unwrap();
    (store, session, id)
}

fn piece(number: u32, digest: u8) -> NewPiece<'static> {
    NewPiece {
        id: PieceId::new(PieceKind::Passage, number),
        digest: [digest; 32],
        answer: Ok("\"answer\""),
        tries: 1,
        now: now(),
    }
}

#[tokio::test]
async fn a_job_is_planned_again_and_its_pieces_stay() {
    let (store, session, id) = with_job().await;
    let plan = |passages| JobPlan {
        person: "Mara",
        plan: "{}",
        passages,
        now: now(),
    };
    let (two, one) = (["a".to_owned(), "b".to_owned()], ["c".to_owned()]);
    store.plan_job(session, id, plan(&two)).await.unwrap();
    store.put_job_piece(session, id, piece(0, 1)).await.unwrap();
    store.plan_job(session, id, plan(&one)).await.unwrap();
    assert_eq!(store.job_passages(session, id).await.unwrap(), one);
    assert_eq!(store.job_pieces(session, id).await.unwrap().len(), 1);
    assert_eq!(store.job(session, id).await.unwrap().person, "Mara");
    let running = (JobState::Running, None);
    store.set_job_state(session, id, running, now()).await.unwrap();
    let refused = store.plan_job(session, id, plan(&two)).await;
    assert!(matches!(refused, Err(StoreError::JobRuns)));
    // The program was killed.
    assert_eq!(store.pause_interrupted_jobs("\"why\"", now()).await.unwrap(), 1);
    let job = store.job(session, id).await.unwrap();
    assert_eq!((job.state, job.error.as_deref()), (JobState::Paused, Some("\"why\"")));
}

#[tokio::test]
async fn the_last_answers_come_with_their_chapters() {
    let (store, session, id) = with_job().await;
    let passages = [0, 4, 4].map(|chapter| format!("{{\"chapter\":{chapter},\"parts\":[]}}"));
    let plan = JobPlan {
        person: "Mara",
        plan: "{}",
        passages: &passages,
        now: now(),
    };
    store.plan_job(session, id, plan).await.unwrap();
    let answers = ["\"first\"", "\"second\"", "\"third\""];
    for (second, (number, answer)) in [(2, answers[0]), (0, answers[1]), (1, answers[2])]
        .into_iter()
        .enumerate()
    {
        let piece = NewPiece {
            answer: Ok(answer),
            now: Timestamp::from_second(1_700_000_000 + second as i64).unwrap(),
            ..piece(number, number as u8)
        };
        store.put_job_piece(session, id, piece).await.unwrap();
    }
    let chapter = NewPiece {
        id: PieceId::new(PieceKind::Chapter, 0),
        now: Timestamp::from_second(1_700_000_009).unwrap(),
        ..piece(0, 9)
    };
    store.put_job_piece(session, id, chapter).await.unwrap();
    let last = store.last_job_answers(session, id, 2).await.unwrap();
    assert_eq!(last, [(4, answers[2].to_owned()), (0, answers[1].to_owned())]);
    let stranger = SessionId(uuid(906));
    assert_eq!(store.last_job_answers(stranger, id, 2).await.unwrap(), []);
}

#[tokio::test]
async fn an_answer_is_found_by_all_that_it_depends_on() {
    let (store, session, id) = with_job().await;
    store.put_job_piece(session, id, piece(0, 1)).await.unwrap();
    let failed = NewPiece {
        answer: Err("no"),
        tries: 3,
        ..piece(1, 2)
    };
    store.put_job_piece(session, id, failed).await.unwrap();
    assert_eq!(
        store.job_answer(session, &[1; 32]).await.unwrap().as_deref(),
        Some("\"answer\"")
    );
    assert_eq!(store.job_answer(session, &[2; 32]).await.unwrap(), None, "it failed");
    assert_eq!(
        store.job_answer(session, &[3; 32]).await.unwrap(),
        None,
        "it was never asked"
    );
    assert_eq!(store.job_progress(session, id).await.unwrap(), (2, 1));
    // A later try succeeds and takes its place.
    store.put_job_piece(session, id, piece(1, 2)).await.unwrap();
    assert_eq!(store.job_progress(session, id).await.unwrap(), (2, 0));
    let stranger = SessionId(uuid(903));
    assert_eq!(store.job_answer(stranger, &[1; 32]).await.unwrap(), None);
}

#[tokio::test]
async fn a_draft_is_changed_at_its_revision() {
    let (store, session, id) = with_job().await;
    assert_eq!(store.job_draft(session, id).await.unwrap(), None);
    assert_eq!(store.put_job_draft(session, id, ("1", 0), now()).await.unwrap(), 1);
    let stale = store.put_job_draft(session, id, ("2", 0), now()).await;
    assert!(matches!(stale, Err(StoreError::JobConflict { actual: 1 })));
    assert_eq!(store.job_draft(session, id).await.unwrap(), Some(("1".to_owned(), 1)));
    let (character, operation) = (CharacterId::parse("mara").unwrap(), OperationId(uuid(904)));
    store
        .begin_saving_job(session, id, (&character, operation), now())
        .await
        .unwrap();
    store.finish_job(session, id, now()).await.unwrap();
    let job = store.job(session, id).await.unwrap();
    assert_eq!(job.state, JobState::Saved);
    assert_eq!((job.character_id, job.saved_by), (Some(character), Some(operation)));
}

#[tokio::test]
async fn a_cancelled_job_leaves_nothing_and_a_strangers_job_is_not_there() {
    let (store, session, id) = with_job().await;
    store.put_job_piece(session, id, piece(0, 1)).await.unwrap();
    let stranger = SessionId(uuid(905));
    assert!(matches!(store.job(stranger, id).await, Err(StoreError::JobGone)));
    assert!(matches!(store.remove_job(stranger, id).await, Err(StoreError::JobGone)));
    assert!(matches!(store.job_source(stranger, id).await, Err(StoreError::JobGone)));
    assert!(store.jobs(stranger).await.unwrap().is_empty());
    assert_eq!(store.jobs(session).await.unwrap().len(), 1);
    store.remove_job(session, id).await.unwrap();
    for gone in [
        store.put_job_piece(session, id, piece(1, 1)).await,
        store.set_job_state(session, id, (JobState::Running, None), now()).await,
        store.remove_job(session, id).await,
    ] {
        assert!(matches!(gone, Err(StoreError::JobGone)));
    }
    for table in ["jobs", "job_passages", "job_pieces"] {
        let sql = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
        let count: i64 = sqlx::query_scalar(sql).fetch_one(&store.reader()).await.unwrap();
        assert_eq!(count, 0, "{table}");
    }
}
