//! What the reader set for recall.

use engine::graph::EdgeWeights;
use engine::graph::view::RecallSettings;
use engine::ids::SessionId;

use crate::error::{Error, Result};
use crate::start::App;

const SETTING: &str = "recall";

/// The settings of a session.
pub async fn settings_of(app: &App, session: SessionId) -> Result<RecallSettings> {
    let value = app.store.setting(session, SETTING).await?;
    let kept: Option<RecallSettings> = value.and_then(|value| serde_json::from_value(value).ok());
    Ok(kept.filter(|settings| check(settings).is_ok()).unwrap_or_default())
}

/// Keeps them.
pub async fn put(app: &App, session: SessionId, settings: &RecallSettings) -> Result<()> {
    check(settings)?;
    let value = serde_json::to_value(settings).map_err(|error| Error::new("internal", error.to_string()))?;
    Ok(app.store.put_setting(session, SETTING, &value).await?)
}

fn check(settings: &RecallSettings) -> Result<()> {
    let RecallSettings {
        tag_weight,
        time_weight,
        emotion_weight,
        threshold,
        radius,
        most,
        tokens,
        ..
    } = *settings;
    let shares = [tag_weight, time_weight, emotion_weight, threshold];
    if shares.iter().all(|share| (0.0..=1.0).contains(share))
        && (0.0..=2.0).contains(&radius)
        && most <= 15
        && tokens <= 4_000
    {
        return Ok(());
    }
    Err(Error::invalid(
        "Weights and the threshold are from 0 to 1, the radius from 0 to 2; at most 15 memories and 4000 tokens of them are sent. \
         Nothing was changed.",
    ))
}

/// The weights of edges, as they are set.
pub fn weights(settings: &RecallSettings) -> EdgeWeights {
    EdgeWeights {
        tags: settings.tag_weight,
        time: settings.time_weight,
        emotion: settings.emotion_weight,
        threshold: settings.threshold,
        ..EdgeWeights::default()
    }
}
