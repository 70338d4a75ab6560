use serde_json::json;

use super::*;

fn part(name: &str, licence: &str, texts: &[(&str, &str)]) -> Part {
    Part {
        name: name.to_owned(),
        version: "1.0.0".to_owned(),
        licence: licence.to_owned(),
        authors: String::new(),
        origin: "https://example.org".to_owned(),
        texts: texts
            .iter()
            .map(|(place, text)| ((*place).to_owned(), (*text).to_owned()))
            .collect(),
    }
}

#[test]
fn a_text_that_many_share_stands_there_once() {
    let out = laid_out(&[
        part("one", "MIT", &[("LICENSE", "Do as you like.")]),
        part(
            "two",
            "MIT OR Apache-2.0",
            &[("LICENSE-APACHE", "Apache."), ("LICENSE-MIT", "Do as you like.")],
        ),
    ]);
    assert_eq!(out.matches("Do as you like.").count(), 1, "{out}");
    assert!(
        out.contains("one 1.0.0: MIT\n    from https://example.org\n    LICENSE [1]\n"),
        "{out}"
    );
    assert!(out.contains("    LICENSE-APACHE [2]\n    LICENSE-MIT [1]\n"), "{out}");
}

#[test]
fn what_only_builds_or_tests_the_program_is_not_in_it() {
    let package =
        |id: &str, kind: &str| json!({ "id": id, "name": id, "source": "s", "targets": [{ "kind": [kind] }] });
    let dependency = |id: &str, kind: Value| json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] });
    let metadata = json!({
        "packages": [
            { "id": "program", "name": "program", "source": null, "targets": [] },
            package("linked", "lib"), package("below", "lib"), package("macros", "proc-macro"),
            package("of macros", "lib"), package("builder", "lib"), package("tester", "lib"),
        ],
        "resolve": { "nodes": [
            { "id": "program", "deps": [
                dependency("linked", Value::Null), dependency("macros", Value::Null),
                dependency("builder", json!("build")), dependency("tester", json!("dev")),
            ] },
            { "id": "linked", "deps": [dependency("below", Value::Null)] },
            { "id": "below", "deps": [] },
            { "id": "macros", "deps": [dependency("of macros", Value::Null)] },
        ] },
    });
    let found = in_the_program(&metadata, "program").unwrap();
    let mut names: Vec<&str> = found.iter().map(|package| text(package, "name")).collect();
    names.sort_unstable();
    assert_eq!(names, ["below", "linked"]);
}

#[test]
fn licences_are_known_by_their_names() {
    for name in [
        "LICENSE",
        "license",
        "LICENSE-MIT",
        "LICENCE.md",
        "COPYING.LESSER",
        "LICENSE_APACHE-2.0",
        "UNLICENSE",
    ] {
        assert!(is_licence(name), "{name}");
    }
    for name in ["license.cmake", "licenses.rs", "README.md", "Copyright.js"] {
        assert!(!is_licence(name), "{name}");
    }
}

#[test]
fn licences_of_what_a_crate_carries_along_are_found() {
    let folder = std::env::temp_dir().join(format!("xtask-notices-{}", std::process::id()));
    let inner = folder.join("engine/vendor/hash");
    fs::create_dir_all(&inner).unwrap();
    fs::write(folder.join("LICENSE"), "Ours.\r\n").unwrap();
    fs::write(inner.join("LICENSE.md"), "Theirs.\n").unwrap();
    fs::write(inner.join("license.rs"), "mod licence;").unwrap();
    let found = texts(&folder).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let place = Path::new("engine/vendor/hash/LICENSE.md")
        .to_string_lossy()
        .into_owned();
    assert_eq!(
        found,
        [
            ("LICENSE".to_owned(), "Ours.".to_owned()),
            (place, "Theirs.".to_owned())
        ]
    );
}

/// The whole text of the typefaces' licence and their copyright lines were missing.
#[test]
fn the_copyright_file_holds_the_typefaces_licence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let copyright = fs::read_to_string(root.join("src-tauri/linux/copyright")).unwrap();
    for words in [
        "2017 The Literata Project Authors",
        "2023 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'",
        "PREAMBLE",
        "5) The Font Software, modified or unmodified",
        "OTHER DEALINGS IN THE FONT SOFTWARE.",
    ] {
        assert!(copyright.contains(words), "{words}");
    }
}
