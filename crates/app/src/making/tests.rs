//! Jobs as the app carries them out, with a model that plays a script.

mod before;
mod refused;

use std::path::Path;
use std::sync::Arc;

use engine::ids::{JobId, SessionId};
use engine::making::view::JobState;
use engine::novel::{Book, Chapter};
use jiff::{SignedDuration, Timestamp};
use llm::scripted::{Script, ScriptedModel, ScriptedReply, Step, WhenExhausted};
use llm::{FinishReason, ModelError};
use serde_json::json;
use tempfile::TempDir;

use super::sources::{add_book, give_up_old_plans};
use crate::commands::{
    FoundKind, JobView, MakingDraftView, Nothing, OfJob, PlanNovel, StartMaking, get_job, get_making_draft, list_jobs,
    plan_novel, start_making,
};
use crate::folders::Folders;
use crate::models::{ExtraModel, Profile};
use crate::start::{App, Options};

const CHAPTERS: usize = 4;

fn book() -> Book {
    let chapter = |number: usize| Chapter {
        title: format!("Chapter {number}"),
        paragraphs: vec![
            format!("Mara Voss came to house number {number} and looked for a long time at its closed shutters."),
            format!("“Open the door of number {number},” said Mara Voss, “before the rain comes.”"),
        ],
    };
    Book {
        title: "Houses".to_owned(),
        chapters: (1..=CHAPTERS).map(chapter).collect(),
        ..Book::default()
    }
}

/// About the passage of a house.
fn good(number: usize) -> String {
    json!({
        "summary": format!("She comes to house {number}."), "place": "a street",
        "memories": [{ "text": format!("I stood before house number {number}."), "part": 1, "date": "", "importance": 3 }],
        "traits": [{ "text": "Gives orders without raising her voice.", "quote": "before the rain comes", "part": 2 }],
    })
    .to_string()
}

fn reply(when: &str, text: String) -> ScriptedReply {
    ScriptedReply {
        when: Some(when.to_owned()),
        steps: vec![Step::Text(text)],
    }
}

/// Answers to all calls but those about the second house.
fn others() -> Vec<ScriptedReply> {
    let houses = [1, 3, 4].map(|number| reply(&format!("house number {number} "), good(number)));
    let book = json!({ "synopsis": "She looks at houses.", "setting": "A town." }).to_string();
    let person =
        json!({ "description": "A woman at doors.", "traits": [{ "text": "Gives orders quietly.", "from": [1] }] });
    let mut all = vec![
        reply("summaries of the chapters", book),
        reply("These traits of", person.to_string()),
    ];
    all.extend(houses);
    all
}

struct Trial {
    app: App,
    session: SessionId,
    model: ScriptedModel,
    home: TempDir,
}

impl Trial {
    /// On a copy of the prompts, so that they can be changed.
    async fn start(replies: Vec<ScriptedReply>, profile: Profile) -> Self {
        let home = tempfile::tempdir().unwrap();
        let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let resources = home.path().join("resources");
        for folder in ["prompts", "characters"] {
            std::fs::create_dir_all(resources.join(folder)).unwrap();
            for entry in std::fs::read_dir(checkout.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                std::fs::copy(&path, resources.join(folder).join(path.file_name().unwrap())).unwrap();
            }
        }
        std::fs::copy(checkout.join("config.json"), resources.join("config.json")).unwrap();
        let model = ScriptedModel::new(Script {
            replies,
            when_exhausted: WhenExhausted::RepeatLast,
        });
        let options = Options {
            folders: Folders::new(home.path().join("data"), resources, Some(home.path().join("no models"))),
            program: "test",
            extra_model: Some(ExtraModel {
                name: "scripted".to_owned(),
                model: Arc::new(model.clone()),
                profile,
            }),
        };
        let app = App::start(options).await.unwrap();
        Self {
            session: app.owner(),
            app,
            model,
            home,
        }
    }

    async fn planned(&self) -> JobId {
        let job_id = add_book(&self.app, self.session, book()).await.unwrap().job_id;
        let plan = PlanNovel {
            job_id,
            name: "Mara Voss".to_owned(),
            aliases: None,
        };
        plan_novel(&self.app, self.session, plan).await.unwrap();
        job_id
    }

    /// Starts the job and waits for its end.
    async fn carried_out(&self, job_id: JobId) -> JobView {
        let start = StartMaking {
            job_id,
            quick: false,
            calls_at_once: Some(2),
            consent: false,
            mask_private_data: None,
        };
        start_making(&self.app, self.session, start).await.unwrap();
        self.app.quiet().await;
        get_job(&self.app, self.session, OfJob { job_id }).await.unwrap()
    }

    async fn draft(&self, job_id: JobId) -> MakingDraftView {
        get_making_draft(&self.app, self.session, OfJob { job_id })
            .await
            .unwrap()
    }

    fn asked_about(&self, words: &str) -> usize {
        let requests = self.model.requests();
        let text = |request: &llm::ChatRequest| request.messages[0].content.clone();
        let of_passages = requests.iter().map(text).filter(|text| text.contains("The passage:"));
        of_passages.filter(|text| text.contains(words)).count()
    }
}

#[tokio::test]
async fn one_bad_passage_is_asked_again_and_stops_nothing() {
    let mut replies = others();
    replies.push(reply("house number 2 ", "I would rather not.".to_owned()));
    let trial = Trial::start(replies, Profile::Full).await;
    let job = trial.planned().await;
    let view = trial.carried_out(job).await;
    assert_eq!(view.state, JobState::Review);
    assert_eq!((view.progress.done, view.progress.failed), (6, 1));
    assert_eq!(trial.asked_about("house number 2 "), 3, "three tries");
    assert_eq!(trial.model.requests().len(), 5 + 3);
    let draft = trial.draft(job).await.draft;
    let texts: Vec<&str> = draft.memories.iter().map(|memory| memory.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "I stood before house number 1.",
            // The passage's own sentences, in their place.
            "Mara Voss came to house number 2 and looked for a long time at its closed shutters.",
            "“Open the door of number 2,” said Mara Voss, “before the rain comes.”",
            "I stood before house number 3.",
            "I stood before house number 4.",
        ]
    );
    assert!(draft.notes[0].starts_with("One call gave nothing"), "{:?}", draft.notes);
    assert_eq!(draft.traits[0].quote, "before the rain comes");
    // Started again, only what failed is asked once more.
    trial.carried_out(job).await;
    assert_eq!(trial.model.requests().len(), 5 + 3 + 3);
}

#[tokio::test]
async fn an_answer_that_gets_better_is_taken() {
    let mut replies = others();
    replies.push(reply("house number 2 ", "{\"memories\": [".to_owned()));
    replies.push(reply("house number 2 ", good(2)));
    let trial = Trial::start(replies, Profile::Full).await;
    let job = trial.planned().await;
    let view = trial.carried_out(job).await;
    assert_eq!((view.state, view.progress.failed), (JobState::Review, 0));
    assert_eq!(trial.asked_about("house number 2 "), 2);
    assert!(trial.draft(job).await.draft.notes.is_empty());
}

#[tokio::test]
async fn what_was_answered_is_not_asked_again_but_under_another_prompt_it_is() {
    let mut replies = others();
    replies.push(reply("house number 2 ", good(2)));
    let trial = Trial::start(replies, Profile::Full).await;
    let job = trial.planned().await;
    trial.carried_out(job).await;
    assert_eq!(trial.model.requests().len(), 6);
    // The same book once more is another job, and nothing is asked.
    let second = trial.planned().await;
    assert_eq!(trial.carried_out(second).await.state, JobState::Review);
    assert_eq!(trial.model.requests().len(), 6);
    let prompt = trial.home.path().join("resources/prompts/making_passage.md");
    let text = std::fs::read_to_string(&prompt).unwrap();
    std::fs::write(&prompt, text + "\nBe brief.").unwrap();
    trial.carried_out(job).await;
    assert_eq!(
        trial.model.requests().len(),
        10,
        "the passages, but not what their answers led to"
    );
}

#[tokio::test]
async fn a_model_that_fails_for_good_pauses_the_job() {
    let broken = ScriptedReply::steps([Step::Error(ModelError::Unauthorized { status: 401 })]);
    let trial = Trial::start(vec![broken], Profile::Full).await;
    let job = trial.planned().await;
    let view = trial.carried_out(job).await;
    assert_eq!(view.state, JobState::Paused);
    assert_eq!(view.error.unwrap().code, "model_unauthorized");
}

#[tokio::test]
async fn what_was_found_so_far_is_told_with_its_chapter_until_the_job_is_over() {
    let mut replies: Vec<ScriptedReply> = others()
        .into_iter()
        .filter(|one| one.when.as_deref() != Some("These traits of"))
        .collect();
    replies.push(reply("house number 2 ", good(2)));
    replies.push(ScriptedReply {
        when: Some("These traits of".to_owned()),
        steps: vec![Step::Error(ModelError::Unauthorized { status: 401 })],
    });
    let trial = Trial::start(replies, Profile::Full).await;
    let job = trial.planned().await;
    let view = trial.carried_out(job).await;
    assert_eq!(view.state, JobState::Paused);
    assert_eq!(view.found.len(), 5, "the last few, not all");
    for pair in view.found[..4].chunks(2) {
        let number = pair[0].chapter + 1;
        assert_eq!(pair[0].text, format!("I stood before house number {number}."));
        assert_eq!((pair[0].kind, pair[1].kind), (FoundKind::Memory, FoundKind::Trait));
        assert_eq!(pair[1].chapter_title, format!("Chapter {number}"));
    }
    assert_ne!(view.found[0].chapter, view.found[2].chapter);
    let mut replies = others();
    replies.push(reply("house number 2 ", good(2)));
    let other = Trial::start(replies, Profile::Full).await;
    let job = other.planned().await;
    assert_eq!(other.carried_out(job).await.found, [], "the draft has all of it");
}

#[tokio::test]
async fn a_very_small_model_chooses_and_a_cut_off_choice_is_of_no_harm() {
    let cut = ScriptedReply::steps([
        Step::Text("{\"remember\": [".to_owned()),
        Step::Finish(FinishReason::Length),
    ]);
    let trial = Trial::start(vec![cut], Profile::Starter).await;
    let mut long = book();
    // So many sentences that there is something to choose.
    let more =
        (0..8).map(|number| format!("Mara Voss counted the windows of house {number} and wrote the number down."));
    long.chapters[0].paragraphs.extend(more);
    let job_id = add_book(&trial.app, trial.session, long).await.unwrap().job_id;
    let plan = PlanNovel {
        job_id,
        name: "Mara Voss".to_owned(),
        aliases: None,
    };
    plan_novel(&trial.app, trial.session, plan).await.unwrap();
    let view = trial.carried_out(job_id).await;
    assert_eq!(view.state, JobState::Review);
    assert_eq!(
        trial.model.requests().len(),
        3,
        "one passage was asked about, three times"
    );
    let draft = trial.draft(job_id).await.draft;
    assert!(
        draft.notes[0].starts_with("The model is too small to read"),
        "{:?}",
        draft.notes
    );
    assert!(draft.memories.len() >= CHAPTERS);
    assert!(
        draft.traits.iter().all(|one| one.quote.is_empty()),
        "measured, not read"
    );
}

#[tokio::test]
async fn a_plan_that_nobody_starts_is_given_up_after_a_week() {
    let test = Trial::start(others(), Profile::Full).await;
    let (planned, started) = (test.planned().await, test.planned().await);
    test.carried_out(started).await;
    let now = Timestamp::now();
    let left = async |days: i64| {
        let then = now + SignedDuration::from_hours(24 * days);
        give_up_old_plans(&test.app, then)
            .await
            .expect("plans are looked through");
        let all = list_jobs(&test.app, test.session, Nothing {}).await.expect("jobs");
        all.into_iter().map(|job| job.id).collect::<Vec<_>>()
    };
    assert_eq!(left(6).await, [started, planned]);
    assert_eq!(left(8).await, [started]);
}

#[tokio::test]
async fn somebody_who_is_not_in_the_book_is_told_before_a_plan_is_shown() {
    let mut replies = others();
    replies.push(reply("house number 2 ", good(2)));
    let test = Trial::start(replies, Profile::Full).await;
    let job_id = test.planned().await;
    let plan = PlanNovel {
        job_id,
        name: "Nobody Atall".to_owned(),
        aliases: None,
    };
    let refused = plan_novel(&test.app, test.session, plan).await.unwrap_err();
    assert_eq!(refused.code, "character_not_in_source");
    // What was planned before is still there.
    let view = test.carried_out(job_id).await;
    assert_eq!((view.person.as_str(), view.state), ("Mara Voss", JobState::Review));
}
