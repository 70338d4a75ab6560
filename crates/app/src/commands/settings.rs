//! What the reader set once for all conversations.

use engine::event::Event;
use engine::ids::{CharacterId, SessionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use super::Nothing;
use crate::error::{Error, Result};
use crate::start::App;

const SETTING: &str = "settings";

/// Light, dark, or as the system has it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// What the reader set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Settings {
    pub theme: Theme,
    /// Language of the interface: `en` or `tr`; empty follows the system.
    pub interface_language: String,
    /// Language the characters answer in, as a BCP 47 tag; empty leaves it to the character.
    pub reply_language: String,
    /// Whether a reply in another language than the chosen one is translated by a second call.
    pub translation: bool,
    /// What characters call the reader; may be empty.
    pub reader_name: String,
    /// Size of the page's text in per cent of the normal: 80 to 160.
    pub text_size: u32,
    /// The character that is shown first, from the configuration.
    pub default_character: CharacterId,
}

/// Changes some settings; what is none stays.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
#[serde(default, deny_unknown_fields)]
pub struct ChangeSettings {
    pub theme: Option<Theme>,
    pub interface_language: Option<String>,
    pub reply_language: Option<String>,
    /// Cannot be switched on while a model answers that is too small to translate.
    pub translation: Option<bool>,
    pub reader_name: Option<String>,
    pub text_size: Option<u32>,
}

/// About the program and where its data lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct About {
    pub version: String,
    /// The data folder, for the reader to back up.
    pub data_folder: String,
}

/// What is kept of the settings.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Stored {
    theme: Theme,
    interface_language: String,
    reply_language: String,
    translation: bool,
    reader_name: String,
    text_size: Option<u32>,
}

impl Settings {
    /// What `{{user}}` stands for: the reader's name, else a word that fits most sentences.
    pub fn user_name(&self) -> &str {
        if self.reader_name.is_empty() {
            engine::macros::NAMELESS_USER
        } else {
            &self.reader_name
        }
    }
}

async fn stored(app: &App, session: SessionId) -> Result<Stored> {
    let value = app.store.setting(session, SETTING).await?;
    Ok(value
        .and_then(|value| serde_json::from_value(value).ok())
        .unwrap_or_default())
}

/// The settings of a session.
pub async fn settings_of(app: &App, session: SessionId) -> Result<Settings> {
    let stored = stored(app, session).await?;
    Ok(Settings {
        theme: stored.theme,
        interface_language: stored.interface_language,
        reply_language: stored.reply_language,
        translation: stored.translation,
        reader_name: stored.reader_name,
        text_size: stored.text_size.unwrap_or(100),
        default_character: app.models.config().default_character.clone(),
    })
}

/// Reads the settings.
pub async fn get_settings(app: &App, session: SessionId, _: Nothing) -> Result<Settings> {
    settings_of(app, session).await
}

/// Changes some settings.
pub async fn change_settings(app: &App, session: SessionId, input: ChangeSettings) -> Result<Settings> {
    let _changing = app.changing.lock().await;
    let (key, value) = changed_settings(app, session, input).await?;
    app.store.put_setting(session, key, &value).await?;
    app.events.tell(session, Event::SettingsChanged);
    settings_of(app, session).await
}

/// What is to be stored, and under which key, once some settings are changed; `App::changing` is held until it is.
pub(crate) async fn changed_settings(
    app: &App,
    session: SessionId,
    input: ChangeSettings,
) -> Result<(&'static str, Value)> {
    check(&input)?;
    if input.translation == Some(true) && app.models.chosen_is_small(&app.store, session).await? {
        return Err(Error::new(
            "translation_unavailable",
            "The chosen model is too small to translate. Nothing was changed; choose another model first.",
        ));
    }
    let mut stored = stored(app, session).await?;
    stored.theme = input.theme.unwrap_or(stored.theme);
    stored.interface_language = input.interface_language.unwrap_or(stored.interface_language);
    stored.reply_language = input.reply_language.unwrap_or(stored.reply_language);
    stored.translation = input.translation.unwrap_or(stored.translation);
    stored.reader_name = input
        .reader_name
        .map(|name| name.trim().to_owned())
        .unwrap_or(stored.reader_name);
    stored.text_size = input.text_size.or(stored.text_size);
    let value = serde_json::to_value(&stored).map_err(|error| Error::invalid(error.to_string()))?;
    Ok((SETTING, value))
}

/// Whether the reader has ever changed a setting.
pub(crate) async fn has_settings(app: &App, session: SessionId) -> Result<bool> {
    Ok(app.store.setting(session, SETTING).await?.is_some())
}

fn check(input: &ChangeSettings) -> Result<()> {
    let is_tag = |tag: &str| {
        tag.len() <= 35
            && tag
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
    };
    if !input
        .interface_language
        .iter()
        .chain(&input.reply_language)
        .all(|tag| is_tag(tag))
    {
        return Err(Error::invalid(
            "A language is a tag such as en, tr or pt-BR. Nothing was changed.",
        ));
    }
    let is_name = |name: &str| name.chars().count() <= 100 && !name.chars().any(char::is_control);
    if !input.reader_name.iter().all(|name| is_name(name)) {
        return Err(Error::invalid(
            "A name has at most 100 characters on one line. Nothing was changed.",
        ));
    }
    if !input.text_size.iter().all(|size| (80..=160).contains(size)) {
        return Err(Error::invalid(
            "The size of the text is 80 to 160 per cent. Nothing was changed.",
        ));
    }
    Ok(())
}

/// About the program.
pub async fn get_about(app: &App, _: SessionId, _: Nothing) -> Result<About> {
    Ok(About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        data_folder: app.folders.data.display().to_string(),
    })
}
