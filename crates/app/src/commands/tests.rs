//! Commands on a whole app, without a model.

use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::folders::Folders;
use crate::start::{App, Options};

async fn app() -> (App, TempDir) {
    let home = tempfile::tempdir().unwrap();
    let resources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = Folders::new(home.path().to_owned(), resources, None);
    let options = Options {
        folders,
        program: "test",
        extra_model: None,
    };
    (App::start(options).await.unwrap(), home)
}

fn connection(name: &str) -> SaveConnection {
    SaveConnection {
        id: None,
        name: name.to_owned(),
        base_url: "http://127.0.0.1:9/v1".to_owned(),
        models: vec!["model".to_owned()],
        key: Some(llm::Secret::new(format!("key of {name}"))),
    }
}

/// Each read what was stored and put it back whole, so the last one undid the others.
#[tokio::test]
async fn settings_changed_at_once_all_stay() {
    let (app, _home) = app().await;
    let change = |change| change_settings(&app, app.owner(), change);
    let (name, size, theme) = tokio::join!(
        change(ChangeSettings {
            reader_name: Some("Ada".to_owned()),
            ..Default::default()
        }),
        change(ChangeSettings {
            text_size: Some(120),
            ..Default::default()
        }),
        change(ChangeSettings {
            theme: Some(Theme::Dark),
            ..Default::default()
        }),
    );
    name.and(size).and(theme).unwrap();
    let settings = get_settings(&app, app.owner(), Nothing {}).await.unwrap();
    let kept = (settings.reader_name.as_str(), settings.text_size, settings.theme);
    assert_eq!(kept, ("Ada", 120, Theme::Dark));
    app.end().await;
}

/// All but the last were lost, while their keys stayed behind where nothing showed them.
#[tokio::test]
async fn connections_saved_at_once_all_stay_with_their_keys() {
    let (app, home) = app().await;
    let save = |name| save_connection(&app, app.owner(), connection(name));
    let (first, second, third) = tokio::join!(save("First"), save("Second"), save("Third"));
    first.and(second).and(third).unwrap();
    let list = list_models(&app, app.owner(), Nothing {}).await.unwrap();
    let own: Vec<&Connection> = list
        .connections
        .iter()
        .filter(|connection| !connection.preset)
        .collect();
    assert_eq!(own.len(), 3, "{own:?}");
    assert!(
        own.iter().all(|connection| connection.key == KeySource::Saved),
        "{own:?}"
    );
    let remove = |at: usize| remove_connection(&app, app.owner(), RemoveConnection { id: own[at].id.clone() });
    let (first, second, third) = tokio::join!(remove(0), remove(1), remove(2));
    first.and(second).and(third).unwrap();
    let keys = std::fs::read_to_string(home.path().join("keys.json")).unwrap();
    assert_eq!(keys, "{}");
    app.end().await;
}

/// A misspelt field was ignored, so that what it said was lost without a word; a list passed for an object.
#[tokio::test]
async fn every_command_refuses_what_it_does_not_know() {
    let (app, _home) = app().await;
    for name in NAMES {
        for (input, place) in [
            (serde_json::json!({ "no_such_field": 1 }), "no_such_field"),
            (serde_json::json!([]), "at $:"),
            (serde_json::json!("text"), "at $:"),
        ] {
            let error = dispatch(&app, app.owner(), crate::Door::Terminal, name, input)
                .await
                .unwrap_err();
            assert_eq!(error.code, "invalid_input", "{name}: {error}");
            assert!(error.message.contains(place), "{name}: {error}");
        }
    }
    let input = serde_json::json!({ "name": "a", "base_url": "http://a.example", "models": ["b", 4] });
    let error = dispatch(&app, app.owner(), crate::Door::Terminal, "save_connection", input)
        .await
        .unwrap_err();
    assert!(error.message.contains("$.models[1]: "), "{error}");
    app.end().await;
}

/// Only the models in the program itself counted, and a server beside it was a foreign provider.
#[tokio::test]
async fn models_of_a_server_of_this_computer_run_on_this_computer() {
    let (app, _home) = app().await;
    for (name, base_url, is_here) in [
        ("Loopback", "http://127.0.0.1:9/v1", true),
        ("Name", "http://localhost:9/v1", true),
        ("Six", "http://[::1]:9/v1", true),
        ("Home", "http://192.168.1.20:9/v1", false),
        ("Service", "https://models.example/v1", false),
    ] {
        let connection = SaveConnection {
            base_url: base_url.to_owned(),
            ..connection(name)
        };
        let list = save_connection(&app, app.owner(), connection).await.unwrap();
        let id = list
            .connections
            .iter()
            .find(|known| known.name == name)
            .unwrap()
            .id
            .clone();
        let model = list.models.iter().find(|model| model.connection_id == id).unwrap();
        assert_eq!(model.local, is_here, "{base_url}");
    }
    app.end().await;
}
