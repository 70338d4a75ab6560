//! Any schedule of turns, changes, settings and extractions that end in between: what is remembered is what the transcript as
//! it stands says, and nothing else.
//!
//! Each message says something of its own, and an extraction finds exactly that. So the transcript itself tells what every
//! summary, fact and development must be; beside it the test keeps only what the reader did.
//! `STORE_SCHEDULES` says how many schedules are tried.

mod carried;
mod driver;
mod expected;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use driver::Driver;

/// One thing that happens. Numbers choose among what there is.
#[derive(Debug, Clone)]
pub enum Act {
    Say,
    /// A turn that shows nothing and is taken back.
    Fail,
    Retry,
    Edit(usize),
    Choose(usize, u32),
    Delete(usize),
    Undo,
    Restore(usize),
    /// Another conversation comes in from a file.
    Import,
    /// An extraction begins to read this many messages.
    BeginJob(u32),
    /// One that is under way ends.
    FinishJob(usize),
    Remember,
    Pin(usize),
    Unpin(usize),
    Forget(usize),
    Update(usize),
    Consent(bool),
    Lock(bool),
    Reset,
    /// Another conversation begins with what this one has left, and has its own read.
    CarryOn,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let place = || any::<usize>();
    let act = prop_oneof![
        8 => Just(Act::Say),
        1 => Just(Act::Fail),
        3 => Just(Act::Retry),
        2 => place().prop_map(Act::Edit),
        3 => (place(), 0..3_u32).prop_map(|(place, ordinal)| Act::Choose(place, ordinal)),
        1 => place().prop_map(Act::Delete),
        2 => Just(Act::Undo),
        3 => place().prop_map(Act::Restore),
        1 => Just(Act::Import),
        9 => (1..5_u32).prop_map(Act::BeginJob),
        9 => place().prop_map(Act::FinishJob),
        1 => Just(Act::Remember),
        1 => place().prop_map(Act::Pin),
        1 => place().prop_map(Act::Unpin),
        1 => place().prop_map(Act::Forget),
        1 => place().prop_map(Act::Update),
        1 => any::<bool>().prop_map(Act::Consent),
        1 => any::<bool>().prop_map(Act::Lock),
        1 => Just(Act::Reset),
        2 => Just(Act::CarryOn),
    ];
    prop::collection::vec(act, 5..40)
}

fn schedules() -> u32 {
    let asked = std::env::var("STORE_SCHEDULES").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(48)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: schedules(),
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]
    #[test]
    fn whatever_happens_in_between_memory_is_what_the_transcript_says(acts in acts()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let mut driver = Driver::new().await;
            for act in &acts {
                driver.act(act).await;
                driver.compare(act).await;
                driver.compare_carried(act).await;
            }
            driver.room.store.integrity_check().await.expect("whole");
        });
    }
}
