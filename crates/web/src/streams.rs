//! The open streams of events: a bounded number for each session, so that pages that were left open somewhere use nothing up.

use std::sync::{Arc, Mutex, PoisonError};

use engine::ids::SessionId;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Streams that one session may hold; the oldest is closed for a new one.
pub const MOST_STREAMS: usize = 32;

/// The open streams, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Streams {
    open: Arc<Mutex<Vec<(SessionId, CancellationToken)>>>,
}

/// One stream's place. Dropped, it is free again.
#[derive(Debug)]
pub struct Place {
    /// Cancelled when the stream has to end.
    pub closed: CancellationToken,
    _guard: DropGuard,
}

impl Streams {
    /// A place for one more stream of a session, which ends with `ended` too.
    pub fn begin(&self, session: SessionId, ended: &CancellationToken) -> Place {
        let closed = ended.child_token();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(_, closed)| !closed.is_cancelled());
        let of_session = |(owner, _): &(SessionId, CancellationToken)| *owner == session;
        if open.iter().filter(|stream| of_session(stream)).count() >= MOST_STREAMS
            && let Some(oldest) = open.iter().position(of_session)
        {
            open.remove(oldest).1.cancel();
        }
        open.push((session, closed.clone()));
        Place {
            _guard: closed.clone().drop_guard(),
            closed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(number: u128) -> SessionId {
        SessionId(uuid::Uuid::from_u128(number))
    }

    #[test]
    fn the_oldest_stream_of_a_session_makes_way() {
        let (streams, ended) = (Streams::default(), CancellationToken::new());
        let other = streams.begin(session(2), &ended);
        let mut places: Vec<Place> = (0..MOST_STREAMS).map(|_| streams.begin(session(1), &ended)).collect();
        assert!(places.iter().all(|place| !place.closed.is_cancelled()));
        places.push(streams.begin(session(1), &ended));
        let closed: Vec<usize> = (0..places.len())
            .filter(|at| places[*at].closed.is_cancelled())
            .collect();
        assert_eq!(closed, [0]);
        // A page that was closed leaves room.
        drop(places.remove(5));
        places.push(streams.begin(session(1), &ended));
        assert_eq!(places.iter().filter(|place| place.closed.is_cancelled()).count(), 1);
        assert!(!other.closed.is_cancelled(), "each session has its own");
        ended.cancel();
        assert!(other.closed.is_cancelled() && places.iter().all(|place| place.closed.is_cancelled()));
    }
}
