//! The invariants of the house, as tests. Each says what must never be there, and names the place when it is.

#[path = "tidy/codes.rs"]
mod codes;
#[path = "tidy/imports.rs"]
mod imports;
#[path = "tidy/sources.rs"]
mod sources;

use std::collections::BTreeSet;

use characterchat_tests::{checkout, types};
use sources::{Source, sources};

/// Fails with the list of places where an invariant does not hold.
#[track_caller]
fn nowhere(places: Vec<String>) {
    assert!(places.is_empty(), "\n{}\n", places.join("\n"));
}

/// The lines of the sources that hold one of the words, but for those in the allowed files.
fn lines_with(sources: &[Source], words: &[&str], allowed: &[&str]) -> Vec<String> {
    let elsewhere = sources
        .iter()
        .filter(|source| !allowed.iter().any(|allowed| source.path.starts_with(allowed)));
    let lines = elsewhere.flat_map(|source| source.code_lines().map(move |(number, line)| (source, number, line)));
    let found = lines.filter(|(_, _, line)| words.iter().any(|word| line.contains(word)));
    found
        .map(|(source, number, line)| format!("{}:{number}: {}", source.path, line.trim()))
        .collect()
}

fn dependencies(manifest: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(checkout().join(manifest)).unwrap();
    let lines = text
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['));
    lines
        .filter_map(|line| Some(line.split(['.', ' ', '=']).next()?.to_owned()))
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn only_the_desktop_shell_names_tauri() {
    let mut places = Vec::new();
    for folder in ["engine", "import", "llm", "store", "app", "web", "xtask"] {
        let manifest = format!("crates/{folder}/Cargo.toml");
        places.extend(
            dependencies(&manifest)
                .into_iter()
                .filter(|name| name.contains("tauri"))
                .map(|name| format!("{manifest}: {name}")),
        );
    }
    places.extend(lines_with(
        &sources(&["crates"], &["rs"]),
        &["tauri::", "use tauri"],
        &["crates/xtask/"],
    ));
    places.extend(lines_with(
        &sources(&["ui/src"], &["ts", "svelte"]),
        &["@tauri-apps"],
        &["ui/src/api/tauri.ts"],
    ));
    nowhere(places);
}

#[test]
fn the_engine_is_pure() {
    let allowed = [
        "unicode-normalization",
        "jiff",
        "minijinja",
        // Chooses the instructions for products of vectors; nothing else.
        "pulp",
        "serde",
        "serde_json",
        "serde_path_to_error",
        "sha2",
        "thiserror",
        "ts-rs",
        "uuid",
    ];
    let more: Vec<String> = dependencies("crates/engine/Cargo.toml")
        .into_iter()
        .filter(|name| !allowed.contains(&name.as_str()))
        .collect();
    nowhere(more);
    let impure = [
        "async fn",
        "std::fs",
        "std::net",
        "std::env",
        "std::time::",
        "::now()",
        "now_v7",
        "new_v4",
        "std::thread",
        // Word lists are compiled in; prompts are the app's to read.
        "/prompts/",
    ];
    let tests = [
        "crates/engine/src/prompt/tests",
        "crates/engine/src/starter/tests",
        "crates/engine/tests",
    ];
    nowhere(lines_with(&sources(&["crates/engine/src"], &["rs"]), &impure, &tests));
}

#[test]
fn arrows_point_one_way() {
    let allowed: [(&str, &[&str]); 6] = [
        ("engine", &[]),
        ("llm", &["engine"]),
        ("store", &["engine"]),
        ("import", &["engine"]),
        ("app", &["engine", "import", "llm", "store"]),
        ("web", &["engine", "app"]),
    ];
    let house: BTreeSet<&str> = ["engine", "import", "llm", "store", "app", "web", "xtask"].into();
    for (name, targets) in allowed {
        let inside: Vec<String> = dependencies(&format!("crates/{name}/Cargo.toml"))
            .into_iter()
            .filter(|one| house.contains(one.as_str()))
            .collect();
        nowhere(
            inside
                .into_iter()
                .filter(|one| !targets.contains(&one.as_str()))
                .map(|one| format!("{name} -> {one}"))
                .collect(),
        );
    }
}

#[test]
fn generated_types_are_up_to_date() {
    let differences = types::drift(&checkout().join("ui/src/api/generated")).unwrap();
    assert!(differences.is_empty(), "run `cargo xtask generate`: {differences:#?}");
}

#[test]
fn every_error_has_its_words_in_the_catalogue() {
    nowhere(codes::faults());
}

#[test]
fn every_command_is_served_by_its_name_only() {
    let shells = sources(&["src-tauri/src", "crates/web/src"], &["rs"]);
    let own_bodies = lines_with(
        &shells,
        &["#[tauri::command]", "generate_handler!"],
        &["src-tauri/src/commands.rs"],
    );
    let own_routes = lines_with(&shells, &["\"/api/"], &["crates/web/src/serve.rs"]);
    nowhere([own_bodies, own_routes].concat());
    let serve = std::fs::read_to_string(checkout().join("crates/web/src/serve.rs")).unwrap();
    let routes: Vec<&str> = serve
        .lines()
        .filter(|line| line.contains("\"/api/"))
        .map(str::trim)
        .collect();
    assert_eq!(
        routes.len(),
        2,
        "one route for all commands and one for events: {routes:?}"
    );
}

#[test]
fn text_reaches_clients_only_as_events() {
    let told = lines_with(
        &sources(&["src-tauri/src"], &["rs"]),
        &[".emit(", ".emit_to(", "Channel<"],
        &["src-tauri/src/main.rs"],
    );
    let streamed = lines_with(
        &sources(&["crates/web/src"], &["rs"]),
        &["sse::Event", "Body::from_stream"],
        &["crates/web/src/api.rs"],
    );
    nowhere([told, streamed].concat());
}

#[test]
fn no_client_sends_a_whole_conversation() {
    let inputs = sources(&["ui/src/api/generated"], &["ts"]);
    let commands = inputs
        .iter()
        .find(|source| source.path.ends_with("Commands.ts"))
        .unwrap();
    let mut places = Vec::new();
    for line in commands.text.lines().filter(|line| line.contains("input:")) {
        let input = line
            .split("input: ")
            .nth(1)
            .and_then(|rest| rest.split(';').next())
            .unwrap_or_default();
        let definition = inputs
            .iter()
            .find(|source| source.path.ends_with(&format!("/{input}.ts")))
            .unwrap();
        if ["MessageView", "Array<Message", "ConversationView"]
            .iter()
            .any(|word| definition.text.contains(word))
        {
            places.push(format!("{input} takes messages"));
        }
        let changes = ["send_message", "continue_reply"]
            .iter()
            .any(|name| line.contains(name));
        if changes && !(definition.text.contains("expected_revision") && definition.text.contains("operation_id")) {
            places.push(format!(
                "{input} changes a transcript without a revision and an operation id"
            ));
        }
    }
    nowhere(places);
}

#[test]
fn what_models_and_imports_say_is_only_data() {
    let pages = sources(&["ui/src", "ui/index.html"], &["ts", "svelte", "html"]);
    let sinks = [
        "{@html",
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "srcdoc",
    ];
    let raw = lines_with(&pages, &sinks, &["ui/src/testing/"])
        .into_iter()
        .filter(|line| !line.contains(".test.ts:"));
    let templates = lines_with(
        &sources(&["crates"], &["rs"]),
        &["add_template", "template_from_str", "render_str"],
        &["crates/engine/src/prompt", "crates/llm/src/local"],
    );
    nowhere(raw.chain(templates).collect());
}

#[test]
fn the_page_has_no_inline_script_or_style() {
    let page = std::fs::read_to_string(checkout().join("ui/index.html")).unwrap();
    let inline = page.lines().filter(|line| {
        line.contains("<script>") || line.contains("<style") || line.contains(" style=") || line.contains(" on")
    });
    nowhere(
        inline
            .filter(|line| !line.contains("content="))
            .map(str::to_owned)
            .collect(),
    );
}

#[test]
fn sources_are_short() {
    let all = sources(
        &["crates", "src-tauri", "tests", "ui/src", "ui/tools", "assets/tools"],
        &["rs", "ts", "svelte", "css", "mjs", "py"],
    );
    assert!(all.len() > 50, "the sources were found");
    let long = all.iter().filter(|source| source.text.lines().count() > 400);
    nowhere(
        long.map(|source| format!("{} has {} lines", source.path, source.text.lines().count()))
            .collect(),
    );
    nowhere(all.iter().flat_map(sources::long_functions).collect());
}

#[test]
fn the_interface_has_no_import_cycle() {
    nowhere(imports::cycles(&sources(&["ui/src"], &["ts", "svelte"])));
}

#[test]
fn nothing_is_left_open() {
    let all = sources(&["crates", "src-tauri", "ui/src"], &["rs", "ts", "svelte"]);
    nowhere(
        lines_with(
            &all,
            &[
                "todo!(",
                "unimplemented!(",
                "TODO",
                "FIXME",
                "#[ignore",
                ".skip(",
                "it.only(",
                "dbg!(",
            ],
            &[],
        )
        .into_iter()
        .filter(|line| !line.contains(".iter()") && !line.contains(".skip(1)"))
        .collect(),
    );
}
