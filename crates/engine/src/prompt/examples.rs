//! How many example dialogues a prompt has room for.

use super::scene::Scene;
use super::{PromptError, Templates};

/// The examples' part, with as many of the first ones as fit into a quarter of the window while another quarter stays free for the
/// conversation; none when the character has none or not even one fits. It depends on nothing that changes from turn to turn.
pub fn examples(
    templates: &Templates,
    scene: &Scene,
    window_tokens: usize,
    free_tokens: usize,
    count: &dyn Fn(&str) -> usize,
) -> Result<Option<String>, PromptError> {
    let quarter = window_tokens / 4;
    let room = quarter.min(free_tokens.saturating_sub(quarter));
    let mut scene = scene.clone();
    while !scene.examples.is_empty() {
        let text = templates.render("examples.md", &scene)?;
        if count(&text) <= room {
            return Ok(Some(text));
        }
        scene.examples.pop();
    }
    Ok(None)
}
