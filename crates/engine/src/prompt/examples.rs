//! How many example dialogues a prompt has room for.

use minijinja::Value;

use super::scene::Scene;
use super::{PromptError, Templates};

/// The examples' part, with as many of the first ones as fit into a quarter of the window while another quarter stays free for the
/// conversation; none when the character has none or not even one fits. It depends on nothing that changes from turn to turn.
pub fn examples(
    templates: &Templates,
    (scene, values): (&Scene, &Value),
    window_tokens: usize,
    free_tokens: usize,
    count: &dyn Fn(&str) -> usize,
) -> Result<Option<String>, PromptError> {
    let quarter = window_tokens / 4;
    let room = quarter.min(free_tokens.saturating_sub(quarter));
    if scene.examples.is_empty() {
        return Ok(None);
    }
    let mut text = templates.render("examples.md", values)?;
    let mut fewer = scene.clone();
    while count(&text) > room {
        fewer.examples.pop();
        if fewer.examples.is_empty() {
            return Ok(None);
        }
        text = templates.render("examples.md", &fewer)?;
    }
    Ok(Some(text))
}
