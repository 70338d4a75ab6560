//! The real window: the scenarios of the browser, and what only a window does.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use app::commands::CharacterSummary;
use characterchat_tests::desktop::{Desktop, Window, window_program};
use characterchat_tests::http::PATIENCE;
use characterchat_tests::process::{Owned, files_below, lines, wait_until};
use characterchat_tests::provider::{Answer, Provider};
use characterchat_tests::test_app::{Home, Program};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::browser::scene::Scene;
use crate::scenarios::{
    HOLMES, LONG, category_of_holmes, changes, choose_and_see_the_reply_come, graph, making, memories,
    stop_and_continue, switch_reload_and_restart,
};

/// A screen with a data folder, and the provider that its windows ask.
struct Stage {
    desktop: Desktop,
    provider: Provider,
}

/// The window that is open on a stage.
struct OnStage {
    window: Window,
    stage: Stage,
}

impl Stage {
    /// The model says this, a word at a time.
    fn saying(text: &str, pause_ms: u64) -> Self {
        Self::on(Home::new(Program::Product).unwrap(), text, pause_ms)
    }

    fn on(home: Home, text: &str, pause_ms: u64) -> Self {
        let provider = Provider::start([Answer::words(text, Duration::from_millis(pause_ms))]).unwrap();
        let desktop = Desktop::with_provider(home, &provider).unwrap();
        Self { desktop, provider }
    }

    fn call<T: DeserializeOwned>(&self, name: &str, input: Value) -> T {
        serde_json::from_value(self.desktop.call(name, &input).unwrap()).unwrap()
    }

    fn open(self) -> Scene<OnStage> {
        let (page, window) = self.desktop.open().unwrap();
        Scene {
            page,
            app: OnStage { window, stage: self },
        }
    }
}

/// Takes the stage away from under a window that is gone.
fn clear(scene: Scene<OnStage>) -> Stage {
    drop(scene.page);
    scene.app.stage
}

#[test]
fn a_newcomer_chooses_a_category_and_a_character_and_sees_the_reply_come() {
    let stage = Stage::saying(LONG, 40);
    let cast: Vec<CharacterSummary> = stage.call("list_characters", json!({}));
    let category = category_of_holmes(stage.call("list_categories", json!({})), &cast);
    let scene = stage.open();
    choose_and_see_the_reply_come(&scene, &category);
    let drawn =
        "return [...document.querySelectorAll('img')].every((picture) => picture.complete && picture.naturalWidth > 0)
        && [...document.querySelectorAll('img')].some((picture) => picture.src.startsWith('portrait://localhost/'))";
    scene.page.until("the portraits", drawn, json!([])).unwrap();
}

#[test]
fn stopping_keeps_the_part_with_its_mark_and_continue_goes_on() {
    stop_and_continue(&Stage::saying(LONG, 120).open());
}

#[test]
fn conversations_are_whole_after_switching_reloading_and_a_restart() {
    switch_reload_and_restart(Stage::saying("Quite so.", 1).open(), |scene| {
        scene.app.window.signal("-TERM").unwrap();
        clear(scene).open()
    });
}

/// Plays a scenario in a window; the provider answers what the scenario wants.
fn play(scenario: fn(&Scene<OnStage>, &Provider)) {
    let scene = Stage::saying("Quite so.", 1).open();
    scenario(&scene, &scene.app.stage.provider);
}

#[test]
fn a_provider_that_is_down_gives_the_words_back_in_plain_words() {
    play(changes::provider_is_down);
}

#[test]
fn editing_the_last_message_takes_its_reply_back_and_loses_no_word() {
    play(changes::edit_the_last_message);
}

#[test]
fn another_reply_is_an_alternate_and_arrows_choose() {
    play(changes::try_again_and_choose);
}

#[test]
fn what_is_undone_or_cleared_can_be_brought_back() {
    play(changes::undo_clear_and_bring_back);
}

#[test]
fn a_branch_goes_its_own_way() {
    play(changes::branch_at_a_turn);
}

#[test]
fn a_memory_is_written_changed_and_forgotten() {
    play(memories::write_change_and_forget);
}

#[test]
fn what_is_noticed_along_the_way_is_shown_and_what_was_sent_can_be_read() {
    play(memories::be_noticed_and_read_what_was_sent);
}

#[test]
fn the_graph_is_looked_through_and_a_memory_in_it_is_changed_and_forgotten() {
    play(graph::look_change_and_forget);
}

#[test]
fn a_novel_becomes_a_character_across_a_restart() {
    let scene = Stage::saying("Quite so.", 1).open();
    making::read_a_novel(&scene, &scene.app.stage.provider);
    scene.app.window.signal("-TERM").unwrap();
    let scene = clear(scene).open();
    making::look_through_and_talk(&scene, &scene.app.stage.provider);
}

#[test]
fn messages_become_a_character_who_writes_so() {
    play(making::make_somebody_of_messages);
}

#[test]
fn a_draft_is_thrown_away_after_a_question() {
    play(making::throw_a_draft_away);
}

#[test]
fn a_suggestion_goes_into_the_composer() {
    play(changes::take_a_suggestion);
}

#[test]
fn a_second_start_leaves_the_first_window_as_it_is_and_ends_well() {
    let scene = Stage::saying("Quite so.", 1).open();
    scene.choose_face(HOLMES);
    let mut second = scene.app.stage.desktop.command(window_program().unwrap()).unwrap();
    let mut second = Owned::start(second.stdin(Stdio::null()).stderr(Stdio::null())).unwrap();
    assert!(second.wait().unwrap().success());
    assert!(scene.app.window.is_running());
    scene.say("Are you still there?");
    scene.wait_for_reply("Quite so.");
}

#[test]
fn a_kill_in_the_middle_of_a_reply_loses_nothing_that_was_shown_a_second_ago() {
    survives_the_end_in_the_middle_of_a_reply("-KILL");
}

#[test]
fn an_end_that_the_system_asks_for_keeps_the_part_of_the_reply() {
    survives_the_end_in_the_middle_of_a_reply("-TERM");
}

/// Both messages are there after the end by a signal: the reader's whole, and of the reply at least what had been shown a second before.
#[track_caller]
fn survives_the_end_in_the_middle_of_a_reply(signal: &str) {
    let scene = Stage::saying(LONG, 150).open();
    scene.choose_face(HOLMES);
    scene.say("Good evening");
    scene.wait_for_reply("I see that you have been");
    std::thread::sleep(Duration::from_secs(1));
    scene.app.window.signal(signal).unwrap();
    let scene = clear(scene).open();
    scene
        .page
        .until_shown("The reply ends here; it was cut short.")
        .unwrap();
    let turns = scene.page.turns().unwrap();
    assert_eq!(turns.len(), 3, "{turns:#?}");
    assert!(
        turns[1].contains("Good evening") && turns[2].contains("I see that you have been"),
        "{turns:#?}"
    );
    scene.page.click("button", "Continue").unwrap();
    scene.page.gone("button", "Continue").unwrap();
    scene.wait_for_reply("found out.");
}

#[test]
fn the_page_can_neither_leave_nor_reach_out_nor_call_what_is_not_on_the_list() {
    let scene = Stage::saying("Quite so.", 1).open();
    let page = &scene.page;
    scene.choose_face(HOLMES);
    let home = page.script("return location.href", json!([])).unwrap();
    page.script("setTimeout(() => { location.href = 'http://127.0.0.1:9/' })", json!([]))
        .unwrap();
    let provider = format!("{}/models", scene.app.stage.provider.base_url());
    let fetched = "return fetch(arguments[0]).then(() => 'reached', () => 'refused')";
    assert_eq!(
        page.script(fetched, json!([provider])).unwrap(),
        json!("refused"),
        "the policy lets nothing out"
    );
    let forbidden = "return window.__TAURI_INTERNALS__.invoke(arguments[0], arguments[1]).then(() => 'allowed', (error) => String(error))";
    for (command, input) in [
        ("plugin:dialog|message", json!({ "message": "a" })),
        ("plugin:window|close", json!({ "label": "main" })),
        ("plugin:log|log", json!({ "level": 3, "message": "a" })),
        ("plugin:window-state|filename", json!({})),
    ] {
        let answer = page.script(forbidden, json!([command, input])).unwrap();
        assert!(answer.as_str().unwrap().contains("not allowed"), "{command}: {answer}");
    }
    assert_eq!(page.script("return location.href", json!([])).unwrap(), home);
    assert!(scene.app.window.is_running());
}

#[test]
fn a_clicked_web_link_opens_in_the_systems_browser_and_no_other_does() {
    let tools = tempfile::tempdir().unwrap();
    let opened = tools.path().join("opened");
    let browser = tools.path().join("xdg-open");
    std::fs::write(&browser, format!("#!/bin/sh\necho \"$1\" >> '{}'\n", opened.display())).unwrap();
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").unwrap());
    let home = Home::new(Program::Product).unwrap().with("PATH", &path);
    let stage = Stage::on(home, "Quite so.", 1);
    let scene = stage.open();
    let page = &scene.page;
    scene.choose_face(HOLMES);
    let link = "const link = document.querySelector('main').appendChild(document.createElement('a'));
        link.href = arguments[0]; link.target = '_blank'; link.role = 'button'; link.textContent = arguments[1];
        link.style.cssText = 'position: fixed; inset-block-start: 0; inset-inline-end: 0; z-index: 9'";
    for (number, address) in ["file:///etc/passwd", "smb://host/share", "https://example.org/a?b=c"]
        .iter()
        .enumerate()
    {
        let words = format!("Link {number}");
        page.script(link, json!([address, words])).unwrap();
        page.click("button", &words).unwrap();
    }
    wait_until("the system's browser", || Ok(opened.exists())).unwrap();
    assert_eq!(std::fs::read_to_string(&opened).unwrap(), "https://example.org/a?b=c\n");
    assert!(page.turns().is_ok(), "the window stayed where it was");
}

#[test]
fn the_log_holds_no_word_of_a_message() {
    let scene = Stage::saying("An orrery of brass.", 1).open();
    scene.choose_face(HOLMES);
    scene.say("What stands behind the curtain?");
    scene.wait_until_rested();
    scene.app.window.signal("-TERM").unwrap();
    let stage = clear(scene);
    let logs = files_below(&stage.desktop.home.data().join("logs")).unwrap();
    let text: String = logs.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    assert!(text.contains("started"), "{text}");
    assert!(!text.contains("orrery") && !text.contains("curtain"), "{text}");
}

#[test]
fn a_data_folder_that_is_in_use_is_told_in_a_dialog_and_the_program_fails() {
    let stage = Stage::saying("Quite so.", 1);
    let mut server = stage.desktop.home.command().unwrap();
    let mut server = Owned::start(
        server
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null()),
    )
    .unwrap();
    let address = lines(server.0.stdout.take().unwrap()).recv_timeout(PATIENCE);
    assert!(address.is_ok(), "the server has the folder now");
    let log = stage.desktop.home.outside().join("log");
    let mut window = stage.desktop.command(window_program().unwrap()).unwrap();
    let file = std::fs::File::create(&log).unwrap();
    let mut window = Owned::start(window.stdin(Stdio::null()).stderr(file)).unwrap();
    let told = || {
        std::fs::read_to_string(&log)
            .unwrap_or_default()
            .contains("data_folder_in_use")
    };
    wait_until("the words of the dialog", || Ok(told())).unwrap();
    // It waits for the reader; the system may end it all the same.
    assert_eq!(window.0.try_wait().unwrap(), None);
    assert_eq!(window.end().unwrap().code(), Some(1));
    drop(server);
}

/// The window's program without a screen, on a data folder that is not there yet; and what it wrote and how it ended.
#[track_caller]
fn without_a_screen(arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut command = Command::new(window_program().unwrap());
    command.args(arguments).env("CHARACTERCHAT_HOME", &data);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = command.output().unwrap();
    assert!(!data.exists(), "{arguments:?} made the data folder");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// All of them opened a window and made the data folder.
#[test]
fn questions_about_the_windows_program_are_answered_and_make_nothing() {
    for (argument, words) in [
        ("--help", "Usage: characterchat-desktop"),
        ("--version", "CharacterChatBot 0."),
    ] {
        let (code, said, complained) = without_a_screen(&[argument]);
        assert_eq!((code, complained.as_str()), (Some(0), ""), "{argument}");
        assert!(said.contains(words), "{said}");
    }
    let (code, _, complained) = without_a_screen(&["--nonsense"]);
    assert_eq!(code, Some(2));
    assert!(complained.starts_with("\"--nonsense\" is not known"), "{complained}");
}

/// It was a panic.
#[test]
fn without_a_screen_one_sentence_says_so() {
    let (code, _, complained) = without_a_screen(&[]);
    assert_eq!(code, Some(1));
    assert!(
        complained.contains("there is no screen") && complained.lines().count() == 1,
        "{complained}"
    );
}
