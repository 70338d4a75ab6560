use std::path::Path;

use super::*;

struct Shelf {
    _folder: tempfile::TempDir,
    data: PathBuf,
    resources: PathBuf,
    library: Library,
}

fn shelf() -> Shelf {
    let folder = tempfile::tempdir().unwrap();
    let (data, resources) = (folder.path().join("data"), folder.path().join("resources"));
    for root in [&data, &resources] {
        std::fs::create_dir_all(root.join("characters")).unwrap();
    }
    let library = Library::new(Folders::new(data.clone(), resources.clone(), None));
    Shelf {
        _folder: folder,
        data,
        resources,
        library,
    }
}

fn write(root: &Path, id: &str, text: &str) {
    let path = root.join("characters").join(format!("{id}.json"));
    let fresh = path.with_extension("fresh");
    std::fs::write(&fresh, text).unwrap();
    std::fs::rename(&fresh, path).unwrap();
}

fn named(id: &str, name: &str) -> String {
    format!(r#"{{"id": "{id}", "name": "{name}", "categories": ["Sea"], "greeting": "Hello."}}"#)
}

#[test]
fn lists_show_the_tagline_and_without_one_the_description() {
    let shelf = shelf();
    let file =
        |id: &str, tagline: &str| format!(r#"{{"id": "{id}", "name": "N", {tagline} "description": "A long line."}}"#);
    write(&shelf.resources, "with", &file("with", r#""tagline": "Short","#));
    write(&shelf.resources, "without", &file("without", ""));
    write(&shelf.resources, "blank", &file("blank", r#""tagline": " ","#));
    let shown = |id: &str| {
        let list = shelf.library.list();
        let listed = list.into_iter().find(|listed| listed.id.as_str() == id).unwrap();
        listed.content.unwrap().description
    };
    assert_eq!(
        ["with", "without", "blank"].map(shown),
        ["Short", "A long line.", "A long line."]
    );
    let whole = shelf.library.character(&CharacterId::parse("with").unwrap()).unwrap();
    assert_eq!(whole.description, "A long line.");
}

#[test]
fn every_character_that_comes_along_has_a_tagline_that_is_seen_whole() {
    let resources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = tempfile::tempdir().unwrap();
    let library = Library::new(Folders::new(data.path().to_path_buf(), resources, None));
    let list = library.list();
    assert!(list.len() >= 12);
    for listed in list {
        let tagline = &library.character(&listed.id).unwrap().tagline;
        assert!((1..=32).contains(&tagline.chars().count()), "{}: {tagline}", listed.id);
    }
}

#[test]
fn a_broken_file_is_shown_and_hides_no_other() {
    let shelf = shelf();
    write(&shelf.resources, "nemo", &named("nemo", "Nemo"));
    write(&shelf.resources, "bad", r#"{"id": "bad", "name": 7}"#);
    let list = shelf.library.list();
    assert_eq!(list.len(), 2);
    let broken = list
        .iter()
        .find(|listed| listed.id.as_str() == "bad")
        .unwrap()
        .content
        .as_ref()
        .unwrap_err();
    assert_eq!((broken.file.as_str(), broken.path.as_str()), ("bad.json", "name"));
    assert_eq!(
        shelf
            .library
            .character(&CharacterId::parse("bad").unwrap())
            .unwrap_err()
            .code,
        "character_broken"
    );
}

#[test]
fn own_characters_win_and_changes_are_seen_at_once() {
    let shelf = shelf();
    let id = CharacterId::parse("nemo").unwrap();
    write(&shelf.resources, "nemo", &named("nemo", "Nemo"));
    assert_eq!(shelf.library.character(&id).unwrap().name, "Nemo");
    write(&shelf.data, "nemo", &named("nemo", "My Nemo"));
    assert_eq!(shelf.library.character(&id).unwrap().name, "My Nemo");
    assert!(shelf.library.list()[0].own);
    write(&shelf.data, "nemo", &named("nemo", "Mine again"));
    assert_eq!(shelf.library.character(&id).unwrap().name, "Mine again");
    write(&shelf.data, "nemo", "{");
    assert_eq!(
        shelf.library.character(&id).unwrap_err().code,
        "character_broken",
        "never stale, never the other one"
    );
    assert!(shelf.library.list()[0].content.is_err());
    std::fs::remove_file(shelf.data.join("characters/nemo.json")).unwrap();
    assert_eq!(shelf.library.character(&id).unwrap().name, "Nemo");
    std::fs::remove_file(shelf.resources.join("characters/nemo.json")).unwrap();
    assert_eq!(shelf.library.character(&id).unwrap_err().code, "character_missing");
    assert!(shelf.library.list().is_empty());
}

#[test]
fn files_whose_names_are_no_ids_are_passed_over() {
    let shelf = shelf();
    write(&shelf.resources, "Über", &named("Über", "X"));
    std::fs::write(shelf.resources.join("characters/notes.txt"), "").unwrap();
    std::fs::create_dir(shelf.resources.join("characters/folder.json")).unwrap();
    assert!(shelf.library.list().is_empty());
}
