//! What a server is not to be sent.

use engine::making::{MakingKind, Passage};
use engine::private_data::masked;

use super::calls::Caller;
use super::messages::without_private_data;
use super::plans::Planned;

/// Passages as a model is sent them: of messages that go to a server without private data, where the reader did not decide
/// otherwise. Lines and habits are masked too. A server of this computer may hand on what it gets, so it counts as one.
pub fn for_model(passages: Vec<Passage>, planned: &mut Planned, caller: &Caller) -> Vec<Passage> {
    let is_sent = caller.view().host.is_some();
    if planned.given.kind != MakingKind::Messages || !is_sent || !planned.mask_private_data {
        return passages;
    }
    for line in &mut planned.given.lines {
        line.text = masked(&line.text).into_owned();
        line.before = masked(&line.before).into_owned();
    }
    for sentence in &mut planned.given.speech {
        *sentence = masked(sentence).into_owned();
    }
    for alias in &mut planned.given.aliases {
        *alias = masked(alias).into_owned();
    }
    passages.into_iter().map(without_private_data).collect()
}
