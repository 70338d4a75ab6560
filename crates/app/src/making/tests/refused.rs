//! A server that refuses calls, and how many calls a plan and its job count.

use super::*;

fn refusal() -> Vec<Step> {
    vec![Step::Error(ModelError::Provider {
        status: Some(502),
        message: "Bad gateway".to_owned(),
    })]
}

/// The call about one passage was refused each time, and the job paused with all others undone.
#[tokio::test]
async fn one_passage_that_the_server_refuses_stops_nothing() {
    let mut replies = others();
    replies.push(ScriptedReply {
        when: Some("house number 2 ".to_owned()),
        steps: refusal(),
    });
    let trial = Trial::start(replies, Profile::Full).await;
    let job = trial.planned().await;
    let view = trial.carried_out(job).await;
    assert_eq!(view.state, JobState::Review);
    assert_eq!(
        (view.progress.calls, view.progress.done, view.progress.failed),
        (6, 6, 1)
    );
    assert_eq!(trial.asked_about("house number 2 "), 3, "three tries");
    let draft = trial.draft(job).await.draft;
    assert!(draft.notes[0].starts_with("One call gave nothing"), "{:?}", draft.notes);
}

/// A plan said 6 calls of a very small model and its job counted to 8.
#[tokio::test]
async fn a_job_counts_to_what_its_plan_says() {
    for profile in [Profile::Full, Profile::Starter] {
        let mut replies = others();
        replies.push(reply("house number 2 ", good(2)));
        let trial = Trial::start(replies, profile).await;
        let job_id = add_book(&trial.app, trial.session, book()).await.unwrap().job_id;
        let plan = PlanNovel {
            job_id,
            name: "Mara Voss".to_owned(),
            aliases: None,
        };
        let planned = plan_novel(&trial.app, trial.session, plan).await.unwrap().full.calls;
        let view = trial.carried_out(job_id).await;
        assert_eq!((view.progress.calls, view.progress.done), (planned, planned));
    }
}
