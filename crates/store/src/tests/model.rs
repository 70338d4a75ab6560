//! Any sequence of steps of a turn gives what a plain list of lines gives.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use super::*;

#[derive(Debug, Clone)]
enum Step {
    /// Whether the revision is the present one.
    BeginTurn {
        current: bool,
    },
    BeginReply {
        current: bool,
    },
    /// Sends the last operation that began something once more.
    Resend,
    Partial(String),
    Commit(String),
    Cut(String),
    TakeBack,
    Recover,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let text = || prop_oneof!["[a-z ]{0,6}", Just("\n".to_owned())];
    let current = || prop::bool::weighted(0.9);
    let step = prop_oneof![
        3 => current().prop_map(|current| Step::BeginTurn { current }),
        2 => current().prop_map(|current| Step::BeginReply { current }),
        1 => Just(Step::Resend),
        3 => text().prop_map(Step::Partial),
        2 => text().prop_map(Step::Commit),
        2 => text().prop_map(Step::Cut),
        2 => Just(Step::TakeBack),
        1 => Just(Step::Recover),
    ];
    prop::collection::vec(step, 1..30)
}

/// A reply that is being written.
#[derive(Debug, Clone)]
struct Open {
    before: String,
    with_user: bool,
    continued: bool,
}

/// The same rules over a list of (role, state, text).
#[derive(Debug)]
struct Model {
    lines: Vec<(&'static str, &'static str, String)>,
    revision: u64,
    open: Option<Open>,
}

impl Model {
    fn begin_turn(&mut self, text: &str, current: bool) -> &'static str {
        match (current, &self.open) {
            (false, _) => return "conflict",
            (true, Some(_)) => return "busy",
            (true, None) => {}
        }
        self.lines.push(("user", "complete", text.to_owned()));
        self.lines.push(("character", "streaming", String::new()));
        self.open = Some(Open {
            before: String::new(),
            with_user: true,
            continued: false,
        });
        self.revision += 1;
        "ok"
    }

    fn begin_reply(&mut self, current: bool) -> &'static str {
        match (current, &self.open) {
            (false, _) => return "conflict",
            (true, Some(_)) => return "busy",
            (true, None) => {}
        }
        let last = self.lines.last_mut().expect("a greeting");
        if last.0 == "user" {
            self.lines.push(("character", "streaming", String::new()));
            self.open = Some(Open {
                before: String::new(),
                with_user: false,
                continued: false,
            });
        } else if last.1 == "cut_short" {
            last.1 = "streaming";
            self.open = Some(Open {
                before: last.2.clone(),
                with_user: false,
                continued: true,
            });
        } else {
            return "nothing_to_continue";
        }
        self.revision += 1;
        "ok"
    }

    fn write(&mut self, text: &str, state: &'static str) -> &'static str {
        if self.open.is_none() {
            return "not_found";
        }
        let last = self.lines.last_mut().expect("a reply");
        (last.1, last.2) = (state, text.to_owned());
        if state != "streaming" {
            self.open = None;
            self.revision += 1;
        }
        "ok"
    }

    fn take_back(&mut self) -> &'static str {
        let Some(open) = self.open.take() else {
            return "not_found";
        };
        self.revision += 1;
        let last = self.lines.last_mut().expect("a reply");
        if open.continued || !last.2.trim().is_empty() {
            last.1 = "cut_short";
            if open.continued && last.2.trim_end() == open.before.trim_end() {
                last.2 = open.before;
            }
        } else {
            self.lines.pop();
            if open.with_user {
                self.lines.pop();
            }
        }
        "ok"
    }

    fn recover(&mut self) -> &'static str {
        if self.open.take().is_some() {
            self.revision += 1;
            let last = self.lines.last_mut().expect("a reply");
            if last.2.trim().is_empty() {
                self.lines.pop();
            } else {
                last.1 = "cut_short";
            }
        }
        "ok"
    }
}

/// What the test remembers of the store's answers.
#[derive(Default)]
struct Client {
    reply: Option<MessageId>,
    last_begun: Option<(bool, u32, u64)>,
}

fn word<T>(result: &Result<T, StoreError>) -> &'static str {
    result.as_ref().map_or_else(StoreError::code, |_| "ok")
}

async fn real_step(room: &Room, client: &mut Client, number: u32, revision: u64, step: &Step) -> &'static str {
    let (store, session, talk, now) = (&room.store, room.session, room.talk, at(i64::from(number)));
    let reply = client.reply.unwrap_or(message(999_999));
    let expected = |current: &bool| if *current { revision } else { revision + 7 };
    let begun = match step {
        Step::BeginTurn { current } => {
            store
                .begin_turn(session, room.turn(number, expected(current), "Words"))
                .await
        }
        Step::BeginReply { current } => store.begin_reply(session, room.reply(number, expected(current))).await,
        Step::Resend => {
            let Some((is_turn, number, revision)) = client.last_begun else {
                return "ok";
            };
            let again = match is_turn {
                true => store.begin_turn(session, room.turn(number, revision, "Words")).await,
                false => store.begin_reply(session, room.reply(number, revision)).await,
            };
            assert!(again.as_ref().is_ok_and(|begun| begun.replayed), "{again:?}");
            return word(&again);
        }
        Step::Partial(text) => return word(&store.write_partial(session, talk, reply, text).await),
        Step::Commit(text) => return word(&store.commit_reply(session, talk, reply, text, None, now).await),
        Step::Cut(text) => return word(&store.cut_reply(session, talk, reply, text, None, now).await),
        Step::TakeBack => return word(&store.take_back_turn(session, talk, reply, now).await),
        Step::Recover => return word(&store.recover(now).await),
    };
    if let Ok(begun) = &begun {
        client.reply = Some(begun.reply.id);
        client.last_begun = Some((matches!(step, Step::BeginTurn { .. }), number, revision));
    }
    word(&begun)
}

async fn compare(steps: Vec<Step>) {
    let room = Room::new().await;
    let mut client = Client::default();
    let mut model = Model {
        lines: vec![("character", "complete", GREETING.to_owned())],
        revision: 0,
        open: None,
    };
    for (number, step) in (10..).zip(&steps) {
        let real = real_step(&room, &mut client, number, model.revision, step).await;
        let expected = match step {
            Step::BeginTurn { current } => model.begin_turn("Words", *current),
            Step::BeginReply { current } => model.begin_reply(*current),
            Step::Resend => "ok",
            Step::Partial(text) => model.write(text, "streaming"),
            Step::Commit(text) => model.write(text, "complete"),
            Step::Cut(text) => model.write(text, "cut_short"),
            Step::TakeBack => model.take_back(),
            Step::Recover => model.recover(),
        };
        assert_eq!(real, expected, "{step:?}");
        let lines: Vec<String> = model
            .lines
            .iter()
            .map(|(role, state, text)| format!("{role} {state} {text}"))
            .collect();
        assert_eq!(room.transcript().await, lines, "{step:?}");
        let conversation = room.conversation().await;
        let met = model.lines.iter().any(|line| line.0 == "user");
        assert_eq!(
            (conversation.revision, conversation.met),
            (model.revision, met),
            "{step:?}"
        );
    }
    room.store.integrity_check().await.expect("whole");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]
    #[test]
    fn any_sequence_of_steps_equals_the_model(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(compare(steps));
    }
}
