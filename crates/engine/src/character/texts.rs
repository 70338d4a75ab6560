//! What a reader can change of a character without opening its file.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use super::{Character, CharacterError, ExampleDialogue};
use crate::controls::{name_without_controls, without_controls};

/// The longest text that is put in, in characters.
pub const MAX_TEXT_CHARS: usize = 16_000;
/// The most items of a list.
pub const MAX_ITEMS: usize = 200;

/// The texts of a character. What its file holds beside them stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CharacterTexts {
    pub name: String,
    pub categories: Vec<String>,
    /// One line.
    pub description: String,
    pub role: String,
    pub background: String,
    pub personality: Vec<String>,
    pub tone: Vec<String>,
    pub formality: String,
    pub sentence_style: String,
    pub uses_humor: Option<bool>,
    pub uses_rhetorical_questions: Option<bool>,
    pub avoids_excessive_enthusiasm: Option<bool>,
    pub universe: String,
    pub setting: String,
    /// What the world is like, or what happens in it.
    pub world: String,
    /// Directions for playing the character.
    pub directions: String,
    /// What the character says first.
    pub greeting: String,
    pub alternate_greetings: Vec<String>,
    pub examples: Vec<ExampleTexts>,
}

/// One example dialogue.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExampleTexts {
    /// Where it stood in the file, from 0, so that what the app does not know of it stays with it; none for a new one.
    pub place: Option<u32>,
    pub situation: String,
    pub user: String,
    pub character: String,
}

/// The texts of a character as its file has them.
pub fn texts_of(character: &Character) -> CharacterTexts {
    let style = &character.speech_style;
    CharacterTexts {
        name: character.name.clone(),
        categories: character.categories.clone(),
        description: character.description.clone(),
        role: character.identity.role.clone(),
        background: character.identity.background.clone(),
        personality: character.personality.clone(),
        tone: style.tone.clone(),
        formality: style.formality.clone(),
        sentence_style: style.sentence_style.clone(),
        uses_humor: style.uses_humor,
        uses_rhetorical_questions: style.uses_rhetorical_questions,
        avoids_excessive_enthusiasm: style.avoids_excessive_enthusiasm,
        universe: character.world.universe.clone(),
        setting: character.world.setting.clone(),
        world: character.world.description.clone(),
        directions: character.system_prompt.clone(),
        greeting: character.greeting.clone(),
        alternate_greetings: character.alternate_greetings.clone(),
        examples: (0..)
            .zip(&character.example_dialogues)
            .map(|(place, example)| ExampleTexts {
                place: Some(place),
                situation: example.situation.clone(),
                user: example.user.clone(),
                character: example.character.clone(),
            })
            .collect(),
    }
}

/// The character with these texts. Control characters and empty items are left out; a text that is as it was is not touched. Texts for the
/// small starter model go when others change that they were written after: they would still tell the former ones. So does what the file
/// says of the source of a trait, or of measured speech, that is not there any more.
///
/// # Errors
/// A text or a list that is too long. Whether the name can be used is for [`super::parse`] to say.
pub fn with_texts(character: &Character, texts: &CharacterTexts) -> Result<Character, CharacterError> {
    let before = texts_of(character);
    let mut new = character.clone();
    if texts.name != before.name {
        new.name = name_without_controls(&texts.name).trim().to_owned();
    }
    for ((field, (path, old)), (_, text)) in fields(&mut new).into_iter().zip(single(&before)).zip(single(texts)) {
        if text != old {
            *field = cleaned(path, text)?;
        }
    }
    new.categories = items("categories", &before.categories, &texts.categories)?;
    new.personality = items("personality", &before.personality, &texts.personality)?;
    new.speech_style.tone = items("speech_style.tone", &before.tone, &texts.tone)?;
    new.speech_style.uses_humor = texts.uses_humor;
    new.speech_style.uses_rhetorical_questions = texts.uses_rhetorical_questions;
    new.speech_style.avoids_excessive_enthusiasm = texts.avoids_excessive_enthusiasm;
    let greetings = (&before.alternate_greetings, &texts.alternate_greetings);
    new.alternate_greetings = items("alternate_greetings", greetings.0, greetings.1)?;
    new.example_dialogues = examples(character, &before.examples, &texts.examples)?;
    forget_former_words(&before, &mut new);
    Ok(new)
}

/// The texts that are one text each, and where the file has them.
fn single(texts: &CharacterTexts) -> [(&'static str, &String); 10] {
    [
        ("description", &texts.description),
        ("identity.role", &texts.role),
        ("identity.background", &texts.background),
        ("speech_style.formality", &texts.formality),
        ("speech_style.sentence_style", &texts.sentence_style),
        ("world.universe", &texts.universe),
        ("world.setting", &texts.setting),
        ("world.description", &texts.world),
        ("system_prompt", &texts.directions),
        ("greeting", &texts.greeting),
    ]
}

/// The same in the same order.
fn fields(character: &mut Character) -> [&mut String; 10] {
    let (style, world) = (&mut character.speech_style, &mut character.world);
    [
        &mut character.description,
        &mut character.identity.role,
        &mut character.identity.background,
        &mut style.formality,
        &mut style.sentence_style,
        &mut world.universe,
        &mut world.setting,
        &mut world.description,
        &mut character.system_prompt,
        &mut character.greeting,
    ]
}

fn cleaned(path: &str, text: &str) -> Result<String, CharacterError> {
    let text = without_controls(text).trim().to_owned();
    if text.chars().count() > MAX_TEXT_CHARS {
        return Err(too_long(
            path,
            format!("the text is longer than {MAX_TEXT_CHARS} characters"),
        ));
    }
    Ok(text)
}

fn too_long(path: &str, reason: String) -> CharacterError {
    CharacterError {
        path: path.to_owned(),
        reason,
    }
}

fn items(path: &str, before: &[String], texts: &[String]) -> Result<Vec<String>, CharacterError> {
    if texts == before {
        return Ok(before.to_vec());
    }
    within_bounds(path, texts.len())?;
    let known: HashSet<&String> = before.iter().collect();
    let mut kept = Vec::with_capacity(texts.len());
    for (place, text) in texts.iter().enumerate() {
        let text = if known.contains(text) {
            text.clone()
        } else {
            cleaned(&format!("{path}[{place}]"), text)?
        };
        if !text.trim().is_empty() {
            kept.push(text);
        }
    }
    Ok(kept)
}

fn within_bounds(path: &str, items: usize) -> Result<(), CharacterError> {
    if items > MAX_ITEMS {
        return Err(too_long(path, format!("the list has more than {MAX_ITEMS} items")));
    }
    Ok(())
}

fn examples(
    character: &Character,
    before: &[ExampleTexts],
    texts: &[ExampleTexts],
) -> Result<Vec<ExampleDialogue>, CharacterError> {
    let path = "example_dialogues";
    if texts == before {
        return Ok(character.example_dialogues.clone());
    }
    within_bounds(path, texts.len())?;
    let mut kept = Vec::with_capacity(texts.len());
    for (place, example) in texts.iter().enumerate() {
        let former = example
            .place
            .and_then(|place| character.example_dialogues.get(place as usize));
        let mut new = former.cloned().unwrap_or_default();
        for (name, text, field) in [
            ("situation", &example.situation, &mut new.situation),
            ("user", &example.user, &mut new.user),
            ("character", &example.character, &mut new.character),
        ] {
            if text != field {
                *field = cleaned(&format!("{path}[{place}].{name}"), text)?;
            }
        }
        if !(new.user.trim().is_empty() && new.character.trim().is_empty()) {
            kept.push(new);
        }
    }
    Ok(kept)
}

fn forget_former_words(before: &CharacterTexts, new: &mut Character) {
    let now = texts_of(new);
    let told = |texts: &CharacterTexts| CharacterTexts {
        name: String::new(),
        categories: Vec::new(),
        ..texts.clone()
    };
    if told(before) != told(&now) {
        new.starter = None;
    }
    if now.sentence_style != before.sentence_style
        && let Some(Value::Array(measured)) = new.speech_style.extra.get_mut("measured")
    {
        measured.retain(|sentence| sentence.as_str() != Some(&before.sentence_style));
    }
    if now.personality != before.personality
        && let Some(Value::Array(traits)) = new.extra.get_mut("made_from").and_then(|made| made.get_mut("traits"))
    {
        traits.retain(|one| match one.get("trait").and_then(Value::as_str) {
            Some(text) => now.personality.iter().any(|kept| kept == text),
            None => true,
        });
    }
}

#[cfg(test)]
mod tests;
