//! How long to wait for what, and when to try again.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

/// How long to wait. The defaults fit people who wait for a reply; tests use milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeouts {
    /// To connect. 5 s.
    pub connect: Duration,
    /// Without a single byte before the first piece of the reply; keep-alive comments count as bytes. 60 s.
    pub first_silence: Duration,
    /// Until the first piece of the reply, whatever keep-alives come. 10 min.
    pub first_piece: Duration,
    /// Without an event after the first piece; comments do not count. 45 s.
    pub idle: Duration,
    /// For usage or an error after the server named the finish reason and left the connection open. 2 s.
    pub after_finish: Duration,
    /// Before the first retry, doubled for the second, each with jitter of up to half of it more or less. 1 s.
    pub retry_pause: Duration,
    /// A server that asks to wait longer than this is not asked again. 60 s.
    pub longest_retry_after: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            first_silence: Duration::from_secs(60),
            first_piece: Duration::from_secs(10 * 60),
            idle: Duration::from_secs(45),
            after_finish: Duration::from_secs(2),
            retry_pause: Duration::from_secs(1),
            longest_retry_after: Duration::from_secs(60),
        }
    }
}

impl Timeouts {
    /// How long to wait before the try after `tries` of them; none when the server asks for too long.
    pub(super) fn pause_before_retry(&self, tries: u32, retry_after: Option<Duration>) -> Option<Duration> {
        match retry_after {
            Some(asked) => (asked <= self.longest_retry_after).then_some(asked),
            None => Some(
                self.retry_pause
                    .mul_f64(f64::from(1 << tries.saturating_sub(1).min(8)) * jitter()),
            ),
        }
    }
}

/// Between 0.5 and 1.5, so that clients that failed together do not come back together. The seed of the standard hash maps is
/// random enough for that.
fn jitter() -> f64 {
    let random = RandomState::new().build_hasher().finish();
    0.5 + (random >> 11) as f64 / (1_u64 << 53) as f64
}

/// What has come so far, and so until when to wait for more.
#[derive(Debug)]
pub(super) struct Patience {
    started: Instant,
    last_byte: Instant,
    last_event: Instant,
    first_piece_came: bool,
    finish_named: Option<Instant>,
}

impl Patience {
    pub fn new(now: Instant) -> Self {
        Self {
            started: now,
            last_byte: now,
            last_event: now,
            first_piece_came: false,
            finish_named: None,
        }
    }

    pub fn byte_came(&mut self, now: Instant) {
        self.last_byte = now;
    }

    pub fn event_came(&mut self, now: Instant) {
        self.last_event = now;
    }

    pub fn piece_came(&mut self) {
        self.first_piece_came = true;
    }

    pub fn finish_was_named(&mut self, now: Instant) {
        self.finish_named.get_or_insert(now);
    }

    /// Until when to wait for the next bytes.
    pub fn deadline(&self, timeouts: &Timeouts) -> Instant {
        if let Some(named) = self.finish_named {
            named + timeouts.after_finish
        } else if self.first_piece_came {
            self.last_event + timeouts.idle
        } else {
            (self.last_byte + timeouts.first_silence).min(self.started + timeouts.first_piece)
        }
    }

    /// For how many seconds nothing of use came, when the deadline has passed.
    pub fn silent_seconds(&self, now: Instant) -> u64 {
        let since = match self.first_piece_came {
            true => self.last_event,
            false => self.started,
        };
        now.duration_since(since).as_secs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn keep_alives_count_only_before_the_first_piece() {
        let timeouts = Timeouts::default();
        let start = Instant::now();
        let mut patience = Patience::new(start);
        assert_eq!(patience.deadline(&timeouts), start + 60 * SECOND);
        patience.byte_came(start + 50 * SECOND);
        assert_eq!(patience.deadline(&timeouts), start + 110 * SECOND);
        patience.byte_came(start + 590 * SECOND);
        assert_eq!(patience.deadline(&timeouts), start + 600 * SECOND);
        patience.event_came(start + 595 * SECOND);
        patience.piece_came();
        patience.byte_came(start + 630 * SECOND);
        assert_eq!(patience.deadline(&timeouts), start + 640 * SECOND);
        assert_eq!(patience.silent_seconds(start + 640 * SECOND), 45);
        patience.finish_was_named(start + 635 * SECOND);
        patience.finish_was_named(start + 636 * SECOND);
        assert_eq!(patience.deadline(&timeouts), start + 637 * SECOND);
    }

    #[test]
    fn pauses_double_with_jitter_and_honour_the_server() {
        let timeouts = Timeouts::default();
        for _ in 0..100 {
            let first = timeouts.pause_before_retry(1, None).unwrap();
            let second = timeouts.pause_before_retry(2, None).unwrap();
            assert!((SECOND / 2..=SECOND * 3 / 2).contains(&first), "{first:?}");
            assert!((SECOND..=SECOND * 3).contains(&second), "{second:?}");
        }
        assert_eq!(timeouts.pause_before_retry(1, Some(60 * SECOND)), Some(60 * SECOND));
        assert_eq!(timeouts.pause_before_retry(1, Some(61 * SECOND)), None);
    }
}
