//! Tells every open page what happens.

use engine::event::Event;
use engine::ids::SessionId;
use tokio::sync::broadcast;

/// How many events a slow page may lag behind before it has to read everything again.
const CAPACITY: usize = 2048;

/// An event and the session that it is for; none is for all.
#[derive(Debug, Clone)]
struct Addressed {
    session: Option<SessionId>,
    event: Event,
}

/// The place events are told at.
#[derive(Debug, Clone)]
pub struct Events {
    sender: broadcast::Sender<Addressed>,
}

/// One page's ear.
#[derive(Debug)]
pub struct Listener {
    session: SessionId,
    receiver: broadcast::Receiver<Addressed>,
}

impl Events {
    pub fn new() -> Self {
        Self {
            sender: broadcast::channel(CAPACITY).0,
        }
    }

    pub fn tell(&self, session: SessionId, event: Event) {
        // An error only means that no page is open.
        let _ = self.sender.send(Addressed {
            session: Some(session),
            event,
        });
    }

    pub fn tell_all(&self, event: Event) {
        let _ = self.sender.send(Addressed { session: None, event });
    }

    pub fn listen(&self, session: SessionId) -> Listener {
        Listener {
            session,
            receiver: self.sender.subscribe(),
        }
    }
}

impl Default for Events {
    fn default() -> Self {
        Self::new()
    }
}

impl Listener {
    /// The next event of the session; `Resync` when some were missed; none when the program ends.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            match self.receiver.recv().await {
                Ok(told) if told.session.is_none_or(|session| session == self.session) => return Some(told.event),
                Ok(_) => {}
                Err(broadcast::error::RecvError::Lagged(_)) => return Some(Event::Resync),
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_page_is_told_to_read_again_and_others_hear_nothing_of_it() {
        let (mine, theirs) = (SessionId(uuid::Uuid::from_u128(1)), SessionId(uuid::Uuid::from_u128(2)));
        let events = Events::new();
        let (mut slow, mut other) = (events.listen(mine), events.listen(theirs));
        events.tell(theirs, Event::SettingsChanged);
        assert_eq!(other.next().await, Some(Event::SettingsChanged));
        for _ in 0..=CAPACITY {
            events.tell(mine, Event::CharactersChanged);
        }
        assert_eq!(slow.next().await, Some(Event::Resync));
    }
}
