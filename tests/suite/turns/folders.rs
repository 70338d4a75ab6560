//! Character files as they come, change and break, and the data folder as one program's own.

use app::commands::CharacterSummary;
use characterchat_tests::test_app::Home;

use super::*;

fn cast(app: &TestApp) -> Vec<CharacterSummary> {
    app.call("list_characters", json!({})).unwrap()
}

fn character(id: &str, name: &str) -> String {
    json!({ "id": id, "name": name, "description": "Keeps the light.", "categories": ["Harbour"], "greeting": "Mind the step." }).to_string()
}

#[test]
fn a_damaged_character_hides_no_other() {
    let home = Home::new(Program::Scripted(json!({ "replies": [] }))).unwrap();
    let bundled = std::fs::read_dir(characterchat_tests::checkout().join("characters"))
        .unwrap()
        .count();
    let folder = home.data().join("characters");
    std::fs::write(folder.join("keeper.json"), character("keeper", "The Keeper")).unwrap();
    for (name, content) in [
        ("cut", "{\"name\": \"Cu"),
        ("empty", ""),
        ("list", "[]"),
        ("nameless", "{}"),
        ("bytes", "\u{0}\u{1}"),
    ] {
        std::fs::write(folder.join(format!("{name}.json")), content).unwrap();
    }
    std::fs::write(folder.join("Not An Id.json"), "{}").unwrap();
    let app = TestApp::start_on(home).unwrap();
    let cast = cast(&app);
    let usable = cast.iter().filter(|summary| summary.broken.is_none()).count();
    assert_eq!(usable, bundled + 1, "{cast:#?}");
    assert!(cast.iter().any(|summary| summary.name == "The Keeper" && summary.own));
    let broken: Vec<&CharacterSummary> = cast.iter().filter(|summary| summary.broken.is_some()).collect();
    assert!(
        broken.len() >= 4 && broken.iter().all(|summary| summary.own),
        "{broken:#?}"
    );
    for summary in broken {
        let reason = summary.broken.as_ref().unwrap();
        assert_eq!(reason.file, format!("{}.json", summary.id));
        assert!(!reason.reason.is_empty());
        let refused = app
            .refused("open_conversation", json!({ "character_id": summary.id }))
            .unwrap();
        assert_eq!(refused.code, "character_broken", "{}", refused.message);
    }
    app.open("keeper").unwrap();
}

#[test]
fn characters_that_come_change_and_go_are_noticed_without_a_restart() {
    let app = with_script(json!([{ "text": "Aye." }]));
    let listener = app.listen().unwrap();
    let file = app.home.data().join("characters").join("keeper.json");
    let fresh = app.home.data().join("fresh.json");
    let find = |app: &TestApp| cast(app).into_iter().find(|summary| summary.id.as_str() == "keeper");
    std::fs::write(&file, character("keeper", "The Keeper")).unwrap();
    listener.until(|event| *event == Event::CharactersChanged).unwrap();
    assert_eq!(find(&app).unwrap().name, "The Keeper");
    turn(&app, "keeper", "Good evening");
    std::fs::write(&fresh, character("keeper", "The Old Keeper")).unwrap();
    std::fs::rename(&fresh, &file).unwrap();
    listener.until(|event| *event == Event::CharactersChanged).unwrap();
    assert_eq!(find(&app).unwrap().name, "The Old Keeper");
    std::fs::remove_file(&file).unwrap();
    listener.until(|event| *event == Event::CharactersChanged).unwrap();
    // Whoever was talked to is still listed, as gone.
    let gone = find(&app).and_then(|summary| summary.gone);
    assert_eq!(
        gone.unwrap().trash_id,
        None,
        "the reader took the file away, not the program"
    );
    let view = app.open("keeper").unwrap();
    assert_eq!(said(&app, &view).len(), 2, "the conversation outlives the file");
    let (_, events) = turn(&app, "keeper", "Are you gone?");
    let Some(Event::TurnFailed {
        user_text: Some(_),
        error: Some(error),
        ..
    }) = events.last()
    else {
        panic!("{events:?}")
    };
    assert_eq!(error.code, "character_missing");
}

#[test]
fn a_file_of_the_readers_own_wins_over_the_one_that_came_with_the_program() {
    let app = with_script(json!([{ "text": "Aye." }]));
    let listener = app.listen().unwrap();
    std::fs::write(
        app.home.data().join("characters").join("sherlock_holmes.json"),
        character(HOLMES, "Shirley Holmes"),
    )
    .unwrap();
    listener.until(|event| *event == Event::CharactersChanged).unwrap();
    let cast = cast(&app);
    let holmes: Vec<&CharacterSummary> = cast.iter().filter(|summary| summary.id.as_str() == HOLMES).collect();
    assert_eq!(
        (holmes.len(), holmes[0].name.as_str(), holmes[0].own),
        (1, "Shirley Holmes", true)
    );
    assert_eq!(app.open(HOLMES).unwrap().page.messages[0].text, "Mind the step.");
}

#[test]
fn a_second_program_on_the_same_folder_names_the_first() {
    let app = with_script(json!([]));
    for arguments in [&["call", "list_characters"][..], &["serve", "--port", "0"], &["chat"]] {
        let output = app.home.command().unwrap().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(error["code"], "data_folder_in_use");
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains("characterchat") && message.contains(&format!("process {}", app.process_id())),
            "{message}"
        );
        assert!(output.stdout.is_empty());
    }
    cast(&app);
}
