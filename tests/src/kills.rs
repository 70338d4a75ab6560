//! A program that is killed (-9) again and again while it streams and stores: what was acknowledged stays.
//!
//! Each life of the program talks with a local provider until it is killed at a random moment. What was acknowledged and what was shown is
//! kept in a [`Ledger`], which the database (a copy of it, as the dead program left it) and the next life must agree with.

mod ledger;
mod machine;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use app::commands::{ConversationView, TurnStarted};
use engine::conversation::MessageState;
use engine::event::Event;
use engine::view::MessageView;
use serde::Serialize;
use serde_json::{Value, json};

use crate::listening::{Listener, ends_turn};
use crate::provider::{Answer, Provider};
use crate::test_app::{Home, Program, Refusal, TestApp, message};
use ledger::Ledger;
use machine::Machine;

/// How far behind the shown text the stored one may be when the program is killed, on a machine that is not slow itself.
pub const FURTHEST_BEHIND: Duration = Duration::from_secs(1);
/// Storing a partial text waits for the disk and for its turn some few times; so many of the machine's own delays are not the program's.
const MACHINE_DELAYS: u32 = 4;
const CHARACTER: &str = "sherlock_holmes";

/// What a run of kills came to.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    pub kills: u32,
    pub seed: u64,
    pub seconds: f64,
    /// Messages that were acknowledged, and replies that were told as finished: all of them were found again.
    pub acknowledged: usize,
    pub finished: usize,
    /// Kills in the middle of a shown reply, and the furthest that the stored text was behind the shown one, in milliseconds.
    pub kills_while_streaming: u32,
    pub furthest_behind_ms: u128,
    /// The longest that one small write of the trial's own took at such a kill, in milliseconds.
    pub slowest_machine_ms: u128,
    /// Messages whose acknowledgement was lost with the program: sent again, they stood there once.
    pub sent_again: u32,
}

/// Kills the product so many times; `progress` is told after each.
pub fn kill_repeatedly(kills: u32, seed: u64, mut progress: impl FnMut(&Report)) -> Result<Report> {
    let started = Instant::now();
    let mut random = Random(seed);
    // Short replies, so that kills meet the storing of their end, and long ones, so that text is shown for a while.
    let reply = |number: u32| {
        Answer::words(
            &reply_text(if number.is_multiple_of(3) { 260 } else { 12 }),
            Duration::from_millis(4),
        )
    };
    let provider = Provider::start((0..kills.saturating_mul(20)).map(reply))?;
    let mut app = TestApp::start_on(Home::new(Program::Product)?)?;
    app.use_provider(&provider, None)?;
    let machine = Machine::watch(app.home.data().parent().unwrap_or(Path::new(".")))?;
    let mut ledger = Ledger::default();
    let mut report = Report {
        seed,
        ..Report::default()
    };
    for number in 1..=kills {
        if number > 1 {
            app.start_again()
                .with_context(|| format!("starting after kill {}", number - 1))?;
        }
        let told = || format!("kill {number} of seed {seed}");
        live_and_die(&mut app, &mut ledger, &mut random, &mut report).with_context(told)?;
        let slow = machine.slowest();
        check_copy(&app.home.data(), &ledger, slow, &mut report).with_context(told)?;
        report.kills = number;
        report.seconds = started.elapsed().as_secs_f64();
        progress(&report);
    }
    app.start_again()?;
    let view = app.open(CHARACTER)?;
    ledger.check(&app.messages_of(&view)?)?;
    ensure!(app.end()?.success(), "the last life ended badly");
    (report.acknowledged, report.finished) = ledger.counts();
    Ok(report)
}

impl TestApp {
    /// All messages of a conversation.
    fn messages_of(&self, view: &ConversationView) -> Result<Vec<MessageView>> {
        let mut messages = view.page.messages.clone();
        while let Some(first) = messages
            .first()
            .map(|first| first.position)
            .filter(|position| *position > 0)
        {
            let input = json!({ "conversation_id": view.id, "before": first, "limit": 200 });
            let page: app::commands::MessagePage = self.call("list_messages", input)?;
            ensure!(!page.messages.is_empty(), "nothing before position {first}");
            messages.splice(0..0, page.messages);
        }
        Ok(messages)
    }
}

/// One life: takes up what the last one left, talks, and is killed at a random moment.
fn live_and_die(app: &mut TestApp, ledger: &mut Ledger, random: &mut Random, report: &mut Report) -> Result<()> {
    let listener = app.listen()?;
    let view = app.open(CHARACTER)?;
    ledger.check(&app.messages_of(&view)?)?;
    let moment = Moment::draw(random);
    let killer = match moment {
        Moment::Start(delay) => Some(Killer::after(app.process_id(), delay)),
        Moment::Sending(_) | Moment::Text(_) => None,
    };
    let mut talk = Talk {
        app,
        ledger,
        listener: &listener,
        random,
        sent_again: 0,
        revision: view.revision,
        view: &view,
        moment,
        killer,
    };
    // Every talk ends with the death of the program: what it says then is only the broken connection.
    let ended = talk.go_on_for_ever();
    report.sent_again += talk.sent_again;
    let Some(killer) = talk.killer else {
        return ended.context("the talk ended before the kill");
    };
    let killed_at = killer.wait()?;
    app.kill()?;
    if let Err(error) = ended
        && error.downcast_ref::<Refusal>().is_some()
    {
        return Err(error.context("refused before the kill"));
    }
    for heard in listener.rest()? {
        ledger.hear(&heard);
    }
    ledger.died(killed_at);
    Ok(())
}

/// What the delay until the end of a life is counted from.
#[derive(Clone, Copy)]
enum Moment {
    Start(Duration),
    /// The sending of a message: its answer may be lost with the program.
    Sending(Duration),
    /// The first text of a reply.
    Text(Duration),
}

impl Moment {
    /// Mostly while a reply is shown or stored, often enough so late that text of more than a second ago was shown.
    fn draw(random: &mut Random) -> Self {
        match random.below(8) {
            0 => Self::Start(Duration::from_micros(random.below(500_000))),
            1 | 2 => Self::Sending(Duration::from_micros(random.below(15_000))),
            3 => Self::Text(Duration::from_micros(random.below(2_000_000))),
            _ => Self::Text(Duration::from_micros(random.below(300_000))),
        }
    }
}

/// The talk of one life.
struct Talk<'a> {
    app: &'a TestApp,
    ledger: &'a mut Ledger,
    listener: &'a Listener,
    random: &'a mut Random,
    view: &'a ConversationView,
    revision: u64,
    sent_again: u32,
    moment: Moment,
    /// Set once the moment is fixed.
    killer: Option<Killer>,
}

impl Talk<'_> {
    fn go_on_for_ever(&mut self) -> Result<()> {
        if let Some(input) = self.ledger.unsure.clone() {
            self.send_again(input)?;
        }
        let mut last = self.app.messages(self.view.id)?.pop();
        loop {
            let open = last
                .as_ref()
                .is_some_and(|last| last.state == MessageState::CutShort || last.role.as_str() == "user");
            if open && self.random.below(3) == 0 {
                let input = json!({
                    "conversation_id": self.view.id, "expected_revision": self.revision, "operation_id": uuid::Uuid::now_v7(),
                });
                let begun: TurnStarted = self.app.call("continue_reply", input)?;
                self.revision = begun.revision;
            } else {
                let text = format!("Question {}", self.random.below(u64::MAX));
                let input = message(self.view.id, self.revision, &text);
                self.ledger.unsure = Some(input.clone());
                if let (Moment::Sending(delay), None) = (self.moment, &self.killer) {
                    self.killer = Some(Killer::after(self.app.process_id(), delay));
                }
                let begun: TurnStarted = self.app.call("send_message", input)?;
                self.acknowledge(begun)?;
            }
            last = Some(self.hear_reply()?);
        }
    }

    /// The same operation again: if the message was stored it is only told again, else it is stored now.
    fn send_again(&mut self, mut input: Value) -> Result<()> {
        let stored = self
            .app
            .messages(self.view.id)?
            .iter()
            .any(|message| json!(message.text) == input["text"]);
        input["expected_revision"] = json!(self.revision);
        let begun: TurnStarted = self.app.call("send_message", input.clone())?;
        self.sent_again += 1;
        self.acknowledge(begun)?;
        if !stored {
            self.hear_reply()?;
        }
        let texts = self.app.messages(self.view.id)?;
        let times = texts
            .iter()
            .filter(|message| json!(message.text) == input["text"])
            .count();
        ensure!(times == 1, "sent again, {} stands there {times} times", input["text"]);
        self.revision = self.app.open(CHARACTER)?.revision;
        Ok(())
    }

    fn acknowledge(&mut self, begun: TurnStarted) -> Result<()> {
        let user = begun.user.context("the message is told")?;
        self.ledger.acknowledge(user.id, user.text);
        self.ledger.unsure = None;
        self.revision = begun.revision;
        Ok(())
    }

    /// Hears the turn out; gives its reply.
    fn hear_reply(&mut self) -> Result<MessageView> {
        loop {
            let heard = self.listener.next()?;
            self.ledger.hear(&heard);
            if let (Event::TurnDelta { .. }, Moment::Text(delay), None) = (&heard.event, self.moment, &self.killer) {
                self.killer = Some(Killer::after(self.app.process_id(), delay));
            }
            match heard.event {
                Event::TurnCommitted { message, revision, .. } => {
                    self.revision = revision;
                    return Ok(message);
                }
                event if ends_turn(&event) => bail!("the provider is well, yet the turn failed: {event:?}"),
                _ => {}
            }
        }
    }
}

/// Looks into a copy of what the dead program left, as nobody has touched it since.
fn check_copy(data: &Path, ledger: &Ledger, slow: Duration, report: &mut Report) -> Result<()> {
    let folder = tempfile::tempdir()?;
    for entry in std::fs::read_dir(data)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("characterchat.sqlite") && !name.ends_with("-shm") {
            std::fs::copy(&path, folder.path().join(name))?;
        }
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let messages: Vec<MessageView> = runtime.block_on(async {
        let store = store::Store::open(&folder.path().join("characterchat.sqlite")).await?;
        store.integrity_check().await?;
        let session = store
            .owner_session(engine::ids::SessionId(uuid::Uuid::nil()), jiff::Timestamp::UNIX_EPOCH)
            .await?;
        let character = engine::ids::CharacterId::parse(CHARACTER)?;
        let Some(conversation) = store.latest_conversation(session, &character).await? else {
            return Ok(Vec::new());
        };
        let messages = store.messages_before(session, conversation.id, None, u32::MAX).await?;
        store.close().await?;
        anyhow::Ok(
            messages
                .into_iter()
                .map(|message| MessageView::new(message, &Arc::default()))
                .collect(),
        )
    })?;
    ledger.check(&messages)?;
    if let Some(behind) = ledger.behind(&messages)? {
        report.kills_while_streaming += 1;
        report.furthest_behind_ms = report.furthest_behind_ms.max(behind.as_millis());
        report.slowest_machine_ms = report.slowest_machine_ms.max(slow.as_millis());
        ensure!(
            behind <= FURTHEST_BEHIND + slow * MACHINE_DELAYS,
            "the stored text is {} ms behind the shown one, and a small write of our own takes {} ms",
            behind.as_millis(),
            slow.as_millis()
        );
    }
    Ok(())
}

/// Kills a process from another thread.
struct Killer(std::thread::JoinHandle<Result<Instant>>);

impl Killer {
    fn after(process: u32, delay: Duration) -> Self {
        Self(std::thread::spawn(move || {
            std::thread::sleep(delay);
            let at = Instant::now();
            let status = Command::new("kill").args(["-KILL", &process.to_string()]).status()?;
            ensure!(status.success(), "the program had ended by itself");
            Ok(at)
        }))
    }

    /// The moment before the kill.
    fn wait(self) -> Result<Instant> {
        self.0.join().map_err(|_| anyhow::anyhow!("the killer panicked"))?
    }
}

/// Plain words, so that what is shown is what is stored.
fn reply_text(words: u32) -> String {
    (0..words)
        .map(|number| format!("word{number}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the same moments for the same seed.
pub struct Random(pub u64);

impl Random {
    /// From 0 to before the limit.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }
}
