//! Backups: what is in one, how it comes back, and archives that are none.

use std::io::{Read, Write};

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::*;
use crate::commands::{
    ChangeSettings, ExportLibrary, RestoreLibrary, RestoreReport, SavePersona, change_settings, dispatch,
    export_library, get_settings, restore_library, save_persona,
};

const CANARY: &str = "canary-key-7f3a";

async fn backup(house: &House) -> PathBuf {
    let path = Some(house.outside("").to_str().unwrap().to_owned());
    path_of(
        &export_library(&house.app, house.session(), ExportLibrary { path })
            .await
            .unwrap(),
    )
}

async fn restore(house: &House, path: &Path) -> Result<RestoreReport> {
    let file = OutsideFile::Path(path.to_str().unwrap().to_owned());
    restore_library(&house.app, house.session(), RestoreLibrary { file }).await
}

/// The entries of an archive by name.
fn entries(path: &Path) -> Vec<(String, String)> {
    let mut archive = ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        entries.push((
            file.name().unwrap().into_owned(),
            String::from_utf8_lossy(&bytes).into_owned(),
        ));
    }
    entries
}

fn archive(path: &Path, entries: &[(&str, &[u8])]) {
    let mut archive = ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, bytes) in entries {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap();
}

async fn furnished() -> House {
    let house = House::new().await;
    let data = &house.app.folders.data;
    let keeper = r#"{"id": "keeper", "name": "The Keeper", "greeting": "Mind the step."}"#;
    std::fs::write(data.join("characters/keeper.json"), keeper).unwrap();
    std::fs::create_dir(data.join("assets/characters/keeper")).unwrap();
    std::fs::write(data.join("assets/characters/keeper/b.png"), "picture").unwrap();
    let persona = SavePersona {
        id: None,
        name: "Ayşe".to_owned(),
        description: "A diver.".to_owned(),
        picture: None,
    };
    save_persona(&house.app, house.session(), persona).await.unwrap();
    house.import_text(SAVE).await.unwrap();
    house
        .import_text("The Keeper: Mind the step.\nYou: Which one?")
        .await
        .unwrap();
    let settings = ChangeSettings {
        reader_name: Some("Deniz".to_owned()),
        ..ChangeSettings::default()
    };
    change_settings(&house.app, house.session(), settings).await.unwrap();
    let connection = json!({ "name": "Mine", "base_url": "https://a.example/v1", "models": ["m"], "key": CANARY });
    dispatch(
        &house.app,
        house.session(),
        Door::Terminal,
        "save_connection",
        connection,
    )
    .await
    .unwrap();
    house
}

/// The entries of a backup of the furnished house.
const WHOLE_BACKUP: [&str; 7] = [
    "backup.json",
    "settings.json",
    "personas.json",
    "characters/keeper.json",
    "portraits/keeper/00001.png",
    "conversations/00001/00001.json",
    "conversations/00002/00001.json",
];

#[tokio::test]
async fn a_backup_comes_back_beside_what_is_there() {
    let house = furnished().await;
    let file = backup(&house).await;
    let inside = entries(&file);
    let names: Vec<&str> = inside.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, WHOLE_BACKUP);
    assert!(
        inside.iter().all(|(_, text)| !text.contains(CANARY)),
        "a key is in the backup"
    );
    assert!(inside[1].1.contains("https://a.example/v1"), "{}", inside[1].1);

    let fresh = House::new().await;
    let report = restore(&fresh, &file).await.unwrap();
    assert_eq!((report.characters, report.conversations, report.personas), (1, 3, 1));
    assert!(report.kept.is_empty(), "{:?}", report.kept);
    assert_eq!(
        get_settings(&fresh.app, fresh.session(), crate::commands::Nothing {})
            .await
            .unwrap()
            .reader_name,
        "Deniz"
    );
    let data = &fresh.app.folders.data;
    assert!(data.join("assets/characters/keeper/00001.png").is_file());
    let second = restore(&fresh, &file).await.unwrap();
    assert_eq!((second.characters, second.conversations, second.personas), (0, 0, 0));
    assert_eq!(
        second.kept,
        [
            "the character keeper",
            "the portrait of keeper",
            "the persona Ayşe",
            "the settings",
            "the connection Mine",
            "3 conversations",
        ]
    );
    assert_eq!(fresh.count().await.0, 3);
    let again = entries(&backup(&fresh).await);
    for ((name, text), (again_name, again_text)) in inside.iter().zip(&again).skip(1) {
        assert_eq!(name, again_name);
        assert_eq!(without_ids_and_times(text), without_ids_and_times(again_text), "{name}");
    }
    let mine = restore(&house, &file).await.unwrap();
    assert_eq!(
        (mine.characters, mine.conversations, mine.personas),
        (0, 0, 0),
        "nothing is doubled at home"
    );
}

fn assert_nothing_lies_about(house: &House) {
    let passing: Vec<_> = std::fs::read_dir(house.app.folders.data.join("passing"))
        .unwrap()
        .collect();
    assert!(passing.is_empty(), "{passing:?}");
}

#[tokio::test]
async fn hostile_archives_bring_nothing() {
    let house = House::new().await;
    let path = house.outside("hostile.zip");
    let manifest: &[u8] = br#"{"format": "characterchat.backup", "version": "1.0", "made_at": "", "program": ""}"#;
    let newer: &[u8] = br#"{"format": "characterchat.backup", "version": "2.0", "made_at": "", "program": ""}"#;
    let good: (&str, &[u8]) = ("backup.json", manifest);
    let keeper: (&str, &[u8]) = ("characters/keeper.json", br#"{"id": "keeper", "name": "K"}"#);
    let zeros = vec![0_u8; (32 << 20) + 1];
    let cut = &SAVE.as_bytes()[..500];
    for (what, entries) in [
        ("no manifest", vec![keeper]),
        ("a newer one", vec![("backup.json", newer), keeper]),
        (
            "a path out of the folder",
            vec![good, keeper, ("../../evil.json", b"{}")],
        ),
        ("an absolute path", vec![good, keeper, ("/tmp/evil.json", b"{}")]),
        (
            "a path with backslashes",
            vec![good, keeper, ("characters\\evil.json", b"{}")],
        ),
        ("a device", vec![good, keeper, ("characters/con.json", b"{}")]),
        ("a bomb", vec![good, keeper, ("characters/bomb.json", &zeros)]),
        (
            "half a conversation",
            vec![good, keeper, ("conversations/00001/00001.json", cut)],
        ),
        (
            "no conversation",
            vec![good, keeper, ("conversations/00001/00001.json", b"A: b")],
        ),
        (
            "broken settings",
            vec![good, keeper, ("settings.json", b"{\"settings\": 5}")],
        ),
    ] {
        archive(&path, &entries);
        let error = restore(&house, &path).await.unwrap_err();
        assert_eq!(error.code, "file_invalid", "{what}: {error}");
        assert!(error.message.contains("Nothing was brought back"), "{what}: {error}");
    }
    archive(&path, &[good, keeper]);
    let whole = std::fs::read(&path).unwrap();
    for length in [0, 1, 10, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(
            restore(&house, &path).await.unwrap_err().code,
            "file_invalid",
            "{length}"
        );
    }
    assert!(!house.app.folders.data.join("characters/keeper.json").exists());
    assert!(!house.folder.path().join("evil.json").exists() && !house.app.folders.data.join("evil.json").exists());
    assert_eq!(house.count().await.0, 0);
    assert_nothing_lies_about(&house);
    std::fs::write(&path, &whole).unwrap();
    assert_eq!(restore(&house, &path).await.unwrap().characters, 1);
}

#[tokio::test]
async fn a_long_conversation_is_cut_into_parts_and_comes_back() {
    let house = House::new().await;
    let long = "x".repeat(900_000);
    let message = json!({ "role": "user", "alternates": [{ "text": long }] });
    let messages: Vec<&Value> = std::iter::repeat_n(&message, 19).collect();
    let save = json!({ "format": "characterchat.save", "version": "3.0", "character": { "id": "sherlock_holmes" }, "messages": messages });
    house.import_text(save.to_string()).await.unwrap();
    let file = backup(&house).await;
    let names: Vec<String> = entries(&file).into_iter().map(|(name, _)| name).collect();
    assert!(
        names.contains(&"conversations/00001/00002.json".to_owned()),
        "{names:?}"
    );
    let fresh = House::new().await;
    assert_eq!(restore(&fresh, &file).await.unwrap().conversations, 1);
    let id = fresh.app.store.all_conversations(fresh.session()).await.unwrap()[0];
    assert_eq!(
        fresh
            .app
            .store
            .conversation(fresh.session(), id)
            .await
            .unwrap()
            .message_count,
        19
    );
}

/// The data folder's files but those of the database, by their paths within it.
fn files_of(house: &House) -> Vec<String> {
    fn below(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, files);
            } else {
                files.push(path);
            }
        }
    }
    let data = &house.app.folders.data;
    let mut files = Vec::new();
    below(data, &mut files);
    let mut names: Vec<String> = files
        .iter()
        .map(|path| path.strip_prefix(data).unwrap().display().to_string())
        .filter(|name| !name.starts_with("characterchat."))
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_backup_that_cannot_be_stored_as_a_whole_leaves_nothing_of_itself() {
    let house = furnished().await;
    let file = backup(&house).await;
    let fresh = House::new().await;
    let before = files_of(&fresh);
    // What is checked is good, and the database refuses to store it.
    let stranger = SessionId(Uuid::now_v7());
    let input = RestoreLibrary {
        file: OutsideFile::Path(file.to_str().unwrap().to_owned()),
    };
    let error = restore_library(&fresh.app, stranger, input).await.unwrap_err();
    assert_eq!(error.code, "not_found");
    assert_eq!(files_of(&fresh), before, "the characters are gone again");
    assert_eq!(fresh.count().await.0, 0);
    assert_eq!(fresh.app.store.personas(stranger).await.unwrap(), []);
    assert_eq!(
        restore(&fresh, &file).await.unwrap().characters,
        1,
        "nothing is in its way"
    );
}

#[tokio::test]
async fn a_backup_of_a_reader_with_translation_comes_back_where_only_a_small_model_answers() {
    let house = House::new().await;
    let path = house.outside("in.zip");
    let manifest = br#"{"format": "characterchat.backup", "version": "1.0", "made_at": "", "program": ""}"#;
    let settings = br#"{"settings": {"translation": true, "reader_name": "Deniz"}, "connections": []}"#;
    archive(&path, &[("backup.json", manifest), ("settings.json", settings)]);
    let report = restore(&house, &path).await.unwrap();
    let now = get_settings(&house.app, house.session(), crate::commands::Nothing {})
        .await
        .unwrap();
    let small = house
        .app
        .models
        .chosen_is_small(&house.app.store, house.session())
        .await
        .unwrap();
    assert_eq!((now.reader_name.as_str(), now.translation), ("Deniz", !small));
    assert_eq!(report.kept.is_empty(), !small, "{:?}", report.kept);
}

#[tokio::test]
async fn a_backup_with_a_persona_or_connection_that_cannot_be_brings_nothing() {
    let house = House::new().await;
    let path = house.outside("in.zip");
    let manifest: &[u8] = br#"{"format": "characterchat.backup", "version": "1.0", "made_at": "", "program": ""}"#;
    let keeper: &[u8] = br#"{"id": "keeper", "name": "K"}"#;
    let (good, picture): (&[u8], &[u8]) = (br#"[{"name": "A", "description": "", "picture": 1}]"#, b"<svg/>");
    for (what, more) in [
        (
            "a persona without a name",
            vec![("personas.json", &br#"[{"name": "", "description": ""}]"#[..])],
        ),
        ("no picture", vec![("personas.json", good), ("personas/00001", picture)]),
        (
            "a connection to a file",
            vec![(
                "settings.json",
                &br#"{"connections": [{"name": "a", "base_url": "file:///etc", "models": ["m"]}]}"#[..],
            )],
        ),
        (
            "a text without end",
            vec![("settings.json", &br#"{"settings": {"text_size": 100000}}"#[..])],
        ),
    ] {
        let entries: Vec<(&str, &[u8])> = [("backup.json", manifest), ("characters/keeper.json", keeper)]
            .into_iter()
            .chain(more)
            .collect();
        archive(&path, &entries);
        let error = restore(&house, &path).await.unwrap_err();
        assert_eq!(error.code, "file_invalid", "{what}: {error}");
        assert!(error.message.contains("Nothing was brought back"), "{what}: {error}");
    }
    assert!(!house.app.folders.data.join("characters/keeper.json").exists());
    assert_eq!(house.app.store.personas(house.session()).await.unwrap(), []);
}
