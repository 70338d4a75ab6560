//! What the reader should know of how a draft came to be.

use engine::counted::counted;
use engine::making::MakingKind;
use engine::making::draft::MakingMethod;
use engine::making::file::MOST_EXAMPLES;

use super::calls::Caller;
use super::plans::Planned;

/// Whole sentences; empty when a model read everything.
pub fn notes(planned: &Planned, caller: &Caller, passages: usize, failed: usize) -> Vec<String> {
    let mut notes = Vec::new();
    let source = match planned.given.kind {
        MakingKind::Novel => "the book's own sentences",
        MakingKind::Messages => "the messages themselves",
    };
    match caller.method() {
        MakingMethod::Model => {}
        MakingMethod::SmallModel => notes.push(format!(
            "The model is too small to read: memories are {source}, of which it chose some, and traits come from measured speech."
        )),
        MakingMethod::NoModel => notes.push(format!(
            "No model was asked: memories are {source}, and traits come from measured speech."
        )),
    }
    if planned.quick {
        let read = counted(passages, "passage was", "passages were");
        notes.push(format!("This is a quick sample: only {read} read."));
    }
    let lines = planned.given.lines.len();
    if lines > MOST_EXAMPLES {
        notes.push(format!(
            "There are {lines} real lines to choose from, and a character's file holds {MOST_EXAMPLES} as examples, since all of them go \
             along with each message: those are taken from all over what it knows of the story. Drop lines to choose others."
        ));
    }
    if failed > 0 {
        let what = match failed {
            1 => "One call".to_owned(),
            failed => format!("{failed} calls"),
        };
        notes.push(format!(
            "{what} gave nothing in several tries; what the passages say themselves stands in their place. Start the job again to ask \
             once more."
        ));
    }
    if caller.view().host.is_some() && planned.given.kind == MakingKind::Messages {
        notes.push(if planned.mask_private_data {
            "Phone numbers, mail addresses and codes were masked before anything was sent.".to_owned()
        } else {
            "Phone numbers, mail addresses and codes were sent as they are.".to_owned()
        });
    }
    notes
}
