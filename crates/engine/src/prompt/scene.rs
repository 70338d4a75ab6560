//! The values that templates may name: a character's texts with the names filled in and the file's own marks turned into ours.

use serde::Serialize;

use super::PromptInput;
use super::language::language_name;
use crate::character::{Character, house_marks};
use crate::clock;
use crate::macros::{Names, fill};

/// Silences shorter than this, in seconds, are not worth a word.
const NOTICEABLE_SILENCE_SECONDS: i64 = 10 * 60;

#[derive(Debug, Clone, Serialize)]
pub struct Scene {
    char: String,
    user: String,
    /// What the reader wrote about whom they play, with the names filled in.
    persona: String,
    language: Option<String>,
    #[serde(skip)]
    language_tag: String,
    may_break_character: bool,
    character: CharacterScene,
    pub examples: Vec<ExampleScene>,
    clock: ClockScene,
    /// The end of the conversation as text; only where a template is given it.
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
struct CharacterScene {
    description: String,
    role: String,
    background: String,
    personality: Vec<String>,
    habits: Vec<HabitScene>,
    /// Whether anything is known of how the character talks.
    speaks: bool,
    tone: Vec<String>,
    formality: String,
    sentence_style: String,
    uses_humor: Option<bool>,
    uses_rhetorical_questions: Option<bool>,
    avoids_excessive_enthusiasm: Option<bool>,
    universe: String,
    setting: String,
    world: String,
    directions: String,
}

#[derive(Debug, Clone, Serialize)]
struct HabitScene {
    name: String,
    words: String,
    on: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct ExampleScene {
    situation: String,
    user: String,
    character: String,
}

#[derive(Debug, Clone, Serialize)]
struct ClockScene {
    date: String,
    ago: Option<String>,
}

/// The values of the starter model's template.
#[derive(Debug, Clone, Serialize)]
pub struct StarterScene<'a> {
    pub char: &'a str,
    pub user: &'a str,
    pub starter: StarterValues,
}

#[derive(Debug, Clone, Serialize)]
pub struct StarterValues {
    pub description: String,
    pub scenario: String,
    /// One sentence about whom the reader plays; empty for none.
    pub persona: String,
    pub facts: Vec<String>,
    /// What the reader said once and the message calls to mind, a sentence in their words; empty for none.
    pub memory: String,
}

impl Scene {
    pub fn new(input: &PromptInput<'_>) -> Self {
        let character = input.character;
        let names = Names::new(&character.name, input.user_name);
        let written = |text: &str| fill(&house_marks(text.trim(), &character.roleplay), &names);
        let examples = character.example_dialogues.iter().map(|example| ExampleScene {
            situation: written(&example.situation),
            user: written(&example.user),
            character: written(&example.character),
        });
        let language_tag = input.language.unwrap_or_default().to_owned();
        let ago = input
            .last_message_at
            .filter(|last| input.now.duration_since(*last).as_secs() >= NOTICEABLE_SILENCE_SECONDS)
            .map(|last| clock::ago(last, input.now, &language_tag));
        Self {
            char: names.char.to_owned(),
            user: names.user.to_owned(),
            persona: fill(input.persona.trim(), &names),
            language: input.language.and_then(language_name),
            may_break_character: character.roleplay.break_character == Some(true),
            character: character_scene(character, &written),
            examples: examples.filter(|example| !example.character.is_empty()).collect(),
            clock: ClockScene {
                date: clock::date_line(input.now, &language_tag),
                ago,
            },
            language_tag,
            transcript: None,
        }
    }

    pub fn with_transcript(self, transcript: String) -> Self {
        Self {
            transcript: Some(transcript),
            ..self
        }
    }

    pub fn char(&self) -> &str {
        &self.char
    }

    pub fn user(&self) -> &str {
        &self.user
    }

    /// The BCP 47 tag of the conversation's language; empty for none.
    pub fn language_tag(&self) -> &str {
        &self.language_tag
    }
}

fn character_scene(character: &Character, written: &dyn Fn(&str) -> String) -> CharacterScene {
    let list = |texts: &[String]| -> Vec<String> {
        texts
            .iter()
            .map(|text| written(text))
            .filter(|text| !text.is_empty())
            .collect()
    };
    let style = &character.speech_style;
    let habits = character.behavior.0.iter().map(|(name, on)| HabitScene {
        name: name.clone(),
        words: flag_in_words(name),
        on: *on,
    });
    let mut scene = CharacterScene {
        description: written(&character.description),
        role: written(&character.identity.role),
        background: written(&character.identity.background),
        personality: list(&character.personality),
        habits: habits.filter(|habit| !habit.words.is_empty()).collect(),
        speaks: false,
        tone: list(&style.tone).iter().map(|text| spelled_out(text)).collect(),
        formality: spelled_out(&written(&style.formality)),
        sentence_style: spelled_out(&written(&style.sentence_style)),
        uses_humor: style.uses_humor,
        uses_rhetorical_questions: style.uses_rhetorical_questions,
        avoids_excessive_enthusiasm: style.avoids_excessive_enthusiasm,
        universe: written(&character.world.universe),
        setting: written(&character.world.setting),
        world: written(&character.world.description),
        directions: written(&character.system_prompt),
    };
    let switches = [
        scene.uses_humor,
        scene.uses_rhetorical_questions,
        scene.avoids_excessive_enthusiasm,
    ];
    scene.speaks = !(scene.tone.is_empty() && scene.formality.is_empty() && scene.sentence_style.is_empty())
        || switches.iter().any(Option::is_some);
    scene
}

/// A value written like a code, "short_to_medium", as words; a text with spaces stays as it is.
fn spelled_out(text: &str) -> String {
    if text.contains(char::is_whitespace) {
        text.to_owned()
    } else {
        text.replace('_', " ")
    }
}

/// "asks_questions_back" and "asksQuestionsBack" as "asks questions back".
fn flag_in_words(name: &str) -> String {
    let mut words = String::new();
    let mut before = ' ';
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let begins_word = character.is_uppercase()
            && (before.is_lowercase()
                || before.is_numeric()
                || characters.peek().is_some_and(|next| next.is_lowercase()));
        if begins_word || "_-.".contains(character) {
            words.push(' ');
        }
        words.extend(character.to_lowercase().filter(|character| !"_-.".contains(*character)));
        before = character;
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
