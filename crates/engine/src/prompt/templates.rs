//! The templates: our own words from `prompts/`, filled strictly. A value that a template names and nobody gave is an error, not
//! an empty place.

use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

use super::PromptError;

/// The files of `prompts/`, all of which must be there.
pub const TEMPLATE_NAMES: [&str; 19] = [
    "system.md",
    "character.md",
    "persona.md",
    "examples.md",
    "summary.md",
    "facts.md",
    "relationship.md",
    "recalled.md",
    "clock.md",
    "continue.md",
    "starter.md",
    "suggestions.md",
    "translation.md",
    "memory.md",
    "making_passage.md",
    "making_choice.md",
    "making_chapter.md",
    "making_book.md",
    "making_person.md",
];

/// All templates, known to be well-formed.
#[derive(Debug, Clone)]
pub struct Templates {
    /// Each is read once. A template does not include another: each is one whole file.
    environment: Environment<'static>,
}

impl Templates {
    /// Takes the templates as name and text.
    ///
    /// # Errors
    /// A name of [`TEMPLATE_NAMES`] that is missing, or a text that is no template, with its name and line.
    pub fn new(texts: Vec<(String, String)>) -> Result<Self, PromptError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        if let Some(missing) = TEMPLATE_NAMES
            .iter()
            .find(|name| !texts.iter().any(|(known, _)| known == *name))
        {
            return Err(PromptError::MissingTemplate((*missing).to_owned()));
        }
        for (name, text) in texts {
            environment
                .add_template_owned(name.clone(), text)
                .map_err(|error| bad_template(&name, &error))?;
        }
        Ok(Self { environment })
    }

    /// The template's text with `values` filled in, without white space at both ends.
    pub(crate) fn render<V: Serialize>(&self, name: &str, values: &V) -> Result<String, PromptError> {
        let template = self
            .environment
            .get_template(name)
            .map_err(|_| PromptError::MissingTemplate(name.to_owned()))?;
        template
            .render(values)
            .map(|filled| filled.trim().to_owned())
            .map_err(|error| bad_template(name, &error))
    }
}

fn bad_template(name: &str, error: &minijinja::Error) -> PromptError {
    let kind = error.kind().to_string();
    let reason = error
        .detail()
        .map_or_else(|| kind.clone(), |detail| format!("{kind}: {detail}"));
    PromptError::BadTemplate {
        name: name.to_owned(),
        line: error.line().unwrap_or(1),
        reason,
    }
}
