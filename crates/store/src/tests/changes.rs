//! Taking back, alternates, branches and the trash: any sequence of steps gives what the same rules give over plain lists,
//! and what a model is sent holds nothing that was taken back.

mod act;
mod cases;
mod lists;
mod plans;
mod prompts;
mod trash;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

pub(super) use act::Driver;

/// One thing that somebody does. Numbers choose among what there is.
#[derive(Debug, Clone)]
pub enum Act {
    Say,
    Reply,
    Retry,
    Partial(Piece),
    Commit(Piece),
    Cut(Piece),
    /// Nothing came.
    Fail,
    /// The program was killed and started again.
    Recover,
    EditLast,
    Undo,
    Clear,
    Delete(usize),
    Edit(usize),
    Choose(usize, u32),
    Branch(usize),
    /// Goes to another conversation.
    Switch(usize),
    DeleteConversation,
    Restore(usize),
    Erase(usize),
}

/// What a model wrote.
#[derive(Debug, Clone, Copy)]
pub enum Piece {
    Words,
    Blank,
}

/// What is done, and how it is asked for.
#[derive(Debug, Clone)]
pub struct Step {
    act: Act,
    /// With a revision that is not the present one.
    stale: bool,
    /// Asked for twice.
    twice: bool,
}

pub(super) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let piece = || prop_oneof![4 => Just(Piece::Words), 1 => Just(Piece::Blank)];
    let place = || any::<usize>();
    let act = prop_oneof![
        6 => Just(Act::Say),
        2 => Just(Act::Reply),
        5 => Just(Act::Retry),
        2 => piece().prop_map(Act::Partial),
        9 => piece().prop_map(Act::Commit),
        3 => piece().prop_map(Act::Cut),
        2 => Just(Act::Fail),
        1 => Just(Act::Recover),
        2 => Just(Act::EditLast),
        2 => Just(Act::Undo),
        1 => Just(Act::Clear),
        2 => place().prop_map(Act::Delete),
        2 => place().prop_map(Act::Edit),
        3 => (place(), 0..3_u32).prop_map(|(place, ordinal)| Act::Choose(place, ordinal)),
        1 => place().prop_map(Act::Branch),
        1 => place().prop_map(Act::Switch),
        1 => Just(Act::DeleteConversation),
        4 => place().prop_map(Act::Restore),
        1 => place().prop_map(Act::Erase),
    ];
    let step = (act, prop::bool::weighted(0.05), prop::bool::weighted(0.2));
    let step = step.prop_map(|(act, stale, twice)| Step { act, stale, twice });
    prop::collection::vec(step, 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]
    #[test]
    fn any_sequence_of_changes_equals_the_lists(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let mut driver = Driver::new().await;
            for step in steps {
                driver.step(&step).await;
            }
            driver.room.store.integrity_check().await.expect("whole");
        });
    }
}
