//! What failures that pass tell of a server: it is down, or it refuses one call while others get through.

use std::collections::HashMap;
use std::time::Duration;

use engine::making::steps::PieceId;
use llm::ModelError;

/// Tries for one piece.
const TRIES: u32 = 3;
/// Failures that pass, in a row, none of which can be laid on its own call: after so many the server is taken to be down.
const MOST_PASSING: u32 = 6;
/// The longest that a server is waited for at once.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What is to be done after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Nothing is wrong with the call; it is made again in its turn.
    Again(Duration),
    /// The call is made again when nothing else is left to do, after the server was given time.
    Later(Duration),
    /// The call gets nothing while others do.
    GiveUp,
    /// Nothing gets through.
    Pause,
}

/// How often each call was tried, and what got through in the meantime.
#[derive(Debug, Default)]
pub struct Patience {
    tries: HashMap<PieceId, u32>,
    /// What had got through when a piece was refused first.
    refused_at: HashMap<PieceId, u32>,
    got_through: u32,
    in_a_row: u32,
}

impl Patience {
    /// The server answered, well or not.
    pub fn got_through(&mut self) {
        self.got_through += 1;
        self.in_a_row = 0;
    }

    /// How often a piece failed.
    pub fn tries(&self, piece: PieceId) -> u32 {
        self.tries.get(&piece).copied().unwrap_or_default()
    }

    /// What came is of no use.
    pub fn after_bad_answer(&mut self, piece: PieceId) -> Next {
        self.got_through();
        match self.failed(piece) {
            0..TRIES => Next::Later(Duration::ZERO),
            _ => Next::GiveUp,
        }
    }

    /// The server refused, or said nothing.
    pub fn after_passing(&mut self, piece: PieceId, error: &ModelError) -> Next {
        self.in_a_row += 1;
        // Too many requests are not this one's fault.
        let asked = match error {
            ModelError::RateLimited { retry_after } => Some(retry_after.map(Duration::from_secs)),
            _ => None,
        };
        if asked.is_none() {
            let tries = self.failed(piece);
            let refused_at = *self.refused_at.entry(piece).or_insert(self.got_through);
            if tries >= TRIES && self.got_through > refused_at {
                // The next call is not to pay for this one.
                self.in_a_row = 0;
                return Next::GiveUp;
            }
        }
        if self.in_a_row >= MOST_PASSING {
            return Next::Pause;
        }
        let wait = asked
            .flatten()
            .unwrap_or(Duration::from_secs(1 << self.in_a_row))
            .min(LONGEST_WAIT);
        match asked {
            Some(_) => Next::Again(wait),
            None => Next::Later(wait),
        }
    }

    fn failed(&mut self, piece: PieceId) -> u32 {
        let tries = self.tries.entry(piece).or_default();
        *tries += 1;
        *tries
    }
}

#[cfg(test)]
mod tests {
    use engine::making::steps::PieceKind;

    use super::*;

    fn passage(number: u32) -> PieceId {
        PieceId::new(PieceKind::Passage, number)
    }

    fn refused() -> ModelError {
        ModelError::Provider {
            status: Some(502),
            message: "Bad gateway".to_owned(),
        }
    }

    #[test]
    fn a_call_that_is_refused_while_others_get_through_is_given_up_alone() {
        let mut patience = Patience::default();
        for number in 0..8 {
            let next = patience.after_passing(passage(number), &refused());
            assert!(matches!(next, Next::Later(_)), "{next:?}");
            patience.got_through();
        }
        // However many such there are.
        for number in 0..8 {
            let next = patience.after_passing(passage(number), &refused());
            assert!(matches!(next, Next::Later(_)), "{next:?}");
            assert_eq!(patience.after_passing(passage(number), &refused()), Next::GiveUp);
            assert_eq!(patience.tries(passage(number)), TRIES);
        }
    }

    #[test]
    fn a_server_that_is_down_pauses_the_job_and_no_call_is_given_up() {
        for pieces in [1, 4] {
            let mut patience = Patience::default();
            patience.got_through();
            for failure in 1..MOST_PASSING {
                let next = patience.after_passing(passage(failure % pieces), &refused());
                assert_eq!(next, Next::Later(Duration::from_secs(1 << failure)));
            }
            assert_eq!(patience.after_passing(passage(0), &refused()), Next::Pause);
        }
    }

    #[test]
    fn too_many_requests_are_laid_on_no_call() {
        let mut patience = Patience::default();
        let busy = ModelError::RateLimited { retry_after: Some(7) };
        for _ in 0..2 * MOST_PASSING {
            let next = patience.after_passing(passage(0), &busy);
            assert_eq!(next, Next::Again(Duration::from_secs(7)));
            patience.got_through();
        }
        assert_eq!(patience.tries(passage(0)), 0);
    }
}
