//! What memory does next: a summary that was cleared is written again first, then the oldest messages beyond the recent ones are
//! read.

use std::ops::Range;

use super::types::Checkpoint;
use crate::conversation::Role;
use crate::ids::CheckpointId;

/// So many messages (not pairs) may stand unsummarised; one more starts the next batch.
pub const MOST_UNSUMMARISED: u32 = 20;
/// The messages of a batch when memory is not behind, and the most when it is; one more keeps a reply with what it answers.
pub const LEAST_BATCH: u32 = 10;
pub const MOST_BATCH: u32 = 40;

/// The checkpoints that hold for the transcript as it is chosen now, each the parent of the next; the last is the head.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chain {
    pub checkpoints: Vec<Checkpoint>,
}

/// The latest summary of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told<'a> {
    /// The checkpoint whose summary it is.
    pub checkpoint: &'a Checkpoint,
    /// A later one was cleared and is not written again yet.
    pub incomplete: bool,
}

impl Chain {
    pub fn head(&self) -> Option<&Checkpoint> {
        self.checkpoints.last()
    }

    /// Everything before this position has been read.
    pub fn end(&self) -> u32 {
        self.head().map_or(0, |head| head.end)
    }

    /// The newest checkpoint that has a summary.
    pub fn told(&self) -> Option<Told<'_>> {
        let place = self
            .checkpoints
            .iter()
            .rposition(|checkpoint| checkpoint.summary.is_some())?;
        let later = &self.checkpoints[place + 1..];
        Some(Told {
            checkpoint: &self.checkpoints[place],
            incomplete: later.iter().any(is_cleared),
        })
    }
}

/// One extraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    pub kind: JobKind,
    /// The checkpoint that the new or rebuilt one follows; its summary is what is continued.
    pub parent: Option<CheckpointId>,
    /// The messages to read, by position. Of new messages, [`whole_turn`] may add one.
    pub range: Range<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// Reads on after the head.
    Extract,
    /// Writes the cleared summary of this checkpoint again; the facts and developments of that answer are counted already.
    Rebuild(CheckpointId),
}

/// What is to be done for a transcript of `message_count` messages, a reply that is being written not among them; none when
/// nothing is.
pub fn next_job(chain: &Chain, message_count: u32) -> Option<Job> {
    if let Some(place) = chain.checkpoints.iter().position(is_cleared) {
        let cleared = &chain.checkpoints[place];
        return Some(Job {
            kind: JobKind::Rebuild(cleared.id),
            parent: cleared.parent,
            range: cleared.first..cleared.end,
        });
    }
    let first = chain.end();
    let unsummarised = message_count.saturating_sub(first);
    let batch = (unsummarised > MOST_UNSUMMARISED)
        .then(|| (unsummarised - MOST_UNSUMMARISED).clamp(LEAST_BATCH, MOST_BATCH))?;
    Some(Job {
        kind: JobKind::Extract,
        parent: chain.head().map(|head| head.id),
        range: first..first + batch,
    })
}

/// The range with the character's reply to its last message, if that one is the user's. `role_at` knows no role where there is no
/// finished message.
pub fn whole_turn(range: Range<u32>, role_at: impl Fn(u32) -> Option<Role>) -> Range<u32> {
    let asks = range
        .end
        .checked_sub(1)
        .filter(|last| *last >= range.start)
        .and_then(&role_at)
        == Some(Role::User);
    let end = if asks && role_at(range.end) == Some(Role::Character) {
        range.end + 1
    } else {
        range.end
    };
    range.start..end
}

/// A checkpoint that read no messages (what another conversation left) has nothing from which it could be written again.
fn is_cleared(checkpoint: &Checkpoint) -> bool {
    checkpoint.summary.is_none() && checkpoint.end > checkpoint.first
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::memory::{Summary, SummaryKind};

    fn id(number: u32) -> CheckpointId {
        CheckpointId(Uuid::from_u128(u128::from(number)))
    }

    /// Checkpoints that end there, one after the other; those whose number is in `cleared` have no summary.
    fn chain(ends: &[u32], cleared: &[u32]) -> Chain {
        let firsts = std::iter::once(0).chain(ends.iter().copied());
        let checkpoints = firsts.zip(ends).zip(0..).map(|((first, end), number)| Checkpoint {
            id: id(number),
            parent: number.checked_sub(1).map(id),
            first,
            end: *end,
            summary: (!cleared.contains(&number)).then(|| Summary {
                text: format!("Before {end}"),
                kind: SummaryKind::Written,
            }),
        });
        Chain {
            checkpoints: checkpoints.collect(),
        }
    }

    #[test]
    fn the_oldest_are_read_once_more_than_twenty_stand_unsummarised() {
        let check = |ends: &[u32], count: u32, expected: Option<Range<u32>>| {
            let job = next_job(&chain(ends, &[]), count);
            assert_eq!(job.map(|job| job.range), expected, "{ends:?}, {count}");
        };
        check(&[], 0, None);
        check(&[], 20, None);
        check(&[], 21, Some(0..10));
        check(&[], 30, Some(0..10));
        check(&[], 31, Some(0..11));
        check(&[], 60, Some(0..40));
        check(&[], 10_000, Some(0..40));
        check(&[10], 30, None);
        check(&[10], 31, Some(10..20));
        check(&[10, 21], 41, None);
        check(&[10, 21], 42, Some(21..31));
        // What another conversation left.
        check(&[0], 21, Some(0..10));
    }

    #[test]
    fn a_job_names_what_it_continues() {
        let job = next_job(&chain(&[10, 20], &[]), 50).unwrap();
        assert_eq!((job.kind, job.parent), (JobKind::Extract, Some(id(1))));
        assert_eq!(next_job(&chain(&[], &[]), 50).unwrap().parent, None);
    }

    #[test]
    fn cleared_summaries_are_written_again_first_and_the_oldest_before_the_others() {
        let job = next_job(&chain(&[10, 20, 30], &[1, 2]), 90).unwrap();
        assert_eq!(
            (job.kind, job.parent, job.range),
            (JobKind::Rebuild(id(1)), Some(id(0)), 10..20)
        );
        let job = next_job(&chain(&[10, 20, 30], &[0, 1, 2]), 30).unwrap();
        assert_eq!((job.kind, job.parent), (JobKind::Rebuild(id(0)), None));
        // One without messages cannot be written again, and holds nothing up.
        assert_eq!(next_job(&chain(&[0, 10], &[0]), 50).unwrap().kind, JobKind::Extract);
    }

    #[test]
    fn the_newest_summary_says_whether_a_later_part_is_missing() {
        let told = |chain: &Chain| chain.told().map(|told| (told.checkpoint.end, told.incomplete));
        assert_eq!(told(&chain(&[], &[])), None);
        assert_eq!(told(&chain(&[10, 20], &[])), Some((20, false)));
        assert_eq!(told(&chain(&[10, 20], &[1])), Some((10, true)));
        assert_eq!(told(&chain(&[10, 20], &[0, 1])), None);
    }

    #[test]
    fn a_reply_stays_with_what_it_answers() {
        // A greeting, then turns.
        let role_at = |count: u32| {
            move |position: u32| {
                let role = if position.is_multiple_of(2) {
                    Role::Character
                } else {
                    Role::User
                };
                (position < count).then_some(role)
            }
        };
        assert_eq!(whole_turn(0..10, role_at(30)), 0..11);
        assert_eq!(whole_turn(0..11, role_at(30)), 0..11);
        assert_eq!(whole_turn(0..10, role_at(10)), 0..10, "a reply that is being written");
        assert_eq!(whole_turn(3..3, role_at(30)), 3..3);
        assert_eq!(whole_turn(0..2, |_| Some(Role::User)), 0..2, "two messages of the user");
    }

    proptest! {
        #[test]
        fn jobs_read_everything_once_and_in_order(additions in proptest::collection::vec(0_u32..60, 1..60)) {
            let (mut ends, mut count) = (Vec::new(), 0);
            for addition in additions {
                count += addition;
                while let Some(job) = next_job(&chain(&ends, &[]), count) {
                    let length = job.range.end - job.range.start;
                    prop_assert_eq!(job.range.start, ends.last().copied().unwrap_or(0));
                    prop_assert!((LEAST_BATCH..=MOST_BATCH).contains(&length), "{}", length);
                    prop_assert!(count - job.range.end >= MOST_UNSUMMARISED.min(count - job.range.start - LEAST_BATCH));
                    ends.push(job.range.end);
                }
                prop_assert!(count - ends.last().copied().unwrap_or(0) <= MOST_UNSUMMARISED);
            }
        }
    }
}
