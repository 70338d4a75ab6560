use std::fs::File;

use super::super::reading::files_in;
use super::*;

/// A folder of characters that were last changed long ago, and an index beside it.
struct Shelf {
    folder: tempfile::TempDir,
}

impl Shelf {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("characters")).unwrap();
        Self { folder }
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.path().join("characters").join(format!("{id}.json"))
    }

    fn write(&self, id: &str, name: &str) {
        std::fs::write(self.path(id), format!(r#"{{"id": "{id}", "name": "{name}"}}"#)).unwrap();
        self.age(id);
    }

    fn age(&self, id: &str) {
        let long_ago = SystemTime::now() - 100 * STEP;
        File::options()
            .append(true)
            .open(self.path(id))
            .unwrap()
            .set_modified(long_ago)
            .unwrap();
    }

    fn index_file(&self) -> PathBuf {
        self.folder.path().join("cache").join("characters.index")
    }

    fn open(&self) -> Index {
        Index::open(self.index_file())
    }

    /// The names that the index gives, "-" for a broken file, in order of path.
    fn look(&self, index: &mut Index) -> Vec<String> {
        let mut files = self.files();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        let contents = index.look(&files).into_iter();
        contents
            .map(|content| content.map_or("-".to_owned(), |sketch| sketch.name))
            .collect()
    }

    /// The files, as if all their times were long past; those of the system's own clock cannot be set.
    fn files(&self) -> Vec<CharacterFile> {
        let mut files = files_in(&self.folder.path().join("characters"), true);
        for file in &mut files {
            file.fingerprint = file.fingerprint.without_change_time();
        }
        files
    }
}

/// An index that says of every file that it holds "Kept", so that it shows which files were read.
fn forge(shelf: &Shelf) -> Index {
    let mut index = shelf.open();
    for entry in index.entries.values_mut() {
        if let Ok(sketch) = &mut entry.content {
            "Kept".clone_into(&mut sketch.name);
        }
    }
    index
}

#[test]
fn a_start_reads_only_what_changed() {
    let shelf = Shelf::new();
    shelf.write("ahab", "Ahab");
    shelf.write("nemo", "Nemo");
    std::fs::write(shelf.path("bad"), "{").unwrap();
    shelf.age("bad");
    assert_eq!(shelf.look(&mut shelf.open()), ["Ahab", "-", "Nemo"]);
    assert_eq!(shelf.look(&mut forge(&shelf)), ["Kept", "-", "Kept"]);

    shelf.write("nemo", "Captain Nemo");
    shelf.write("queequeg", "Queequeg");
    std::fs::remove_file(shelf.path("bad")).unwrap();
    assert_eq!(shelf.look(&mut forge(&shelf)), ["Kept", "Captain Nemo", "Queequeg"]);
    assert_eq!(shelf.open().entries.len(), 3, "what is gone is forgotten");

    std::fs::write(shelf.path("ahab"), "nothing").unwrap();
    shelf.age("ahab");
    assert_eq!(shelf.look(&mut shelf.open()), ["-", "Captain Nemo", "Queequeg"]);
}

#[test]
fn a_file_that_was_just_written_is_read_again_whatever_its_metadata_say() {
    let shelf = Shelf::new();
    shelf.write("nemo", "Nemo");
    let now = File::options().append(true).open(shelf.path("nemo")).unwrap();
    now.set_modified(SystemTime::now()).unwrap();
    let mut index = shelf.open();
    assert_eq!(shelf.look(&mut index), ["Nemo"]);
    assert!(shelf.open().entries.is_empty(), "it is not kept");
    let entry = index.entries.values_mut().next().unwrap();
    entry.content.as_mut().unwrap().name.clear();
    assert_eq!(shelf.look(&mut index), ["Nemo"]);
}

#[test]
fn what_could_not_be_read_is_tried_again() {
    let shelf = Shelf::new();
    shelf.write("nemo", "Nemo");
    let files = shelf.files();
    std::fs::remove_file(shelf.path("nemo")).unwrap();
    let mut index = shelf.open();
    assert!(index.look(&files)[0].is_err());
    shelf.write("nemo", "Nemo");
    assert_eq!(index.look(&files)[0].as_ref().unwrap().name, "Nemo");
}

#[test]
fn a_bad_index_is_made_anew() {
    let shelf = Shelf::new();
    shelf.write("nemo", "Nemo");
    shelf.look(&mut shelf.open());
    let good = std::fs::read(shelf.index_file()).unwrap();
    let of_another_kind = [
        b"characters-0",
        &good[good.iter().position(|byte| *byte == b' ').unwrap()..],
    ]
    .concat();
    assert!(parse(&good).is_some_and(|entries| entries.len() == 1));
    let mut damages = vec![b"\n".to_vec(), b"[]".to_vec(), of_another_kind];
    damages.extend((0..good.len()).map(|length| good[..length].to_vec()));
    damages.extend((0..good.len()).map(|place| {
        let mut damaged = good.clone();
        damaged[place] ^= 1;
        damaged
    }));
    for damaged in &damages {
        assert!(parse(damaged).is_none(), "{}", String::from_utf8_lossy(damaged));
    }
    std::fs::write(shelf.index_file(), &damages[0]).unwrap();
    assert_eq!(shelf.look(&mut shelf.open()), ["Nemo"]);
    assert_eq!(std::fs::read(shelf.index_file()).unwrap(), good);
}

#[test]
fn an_index_that_cannot_be_written_costs_only_time() {
    let shelf = Shelf::new();
    shelf.write("nemo", "Nemo");
    std::fs::write(shelf.folder.path().join("cache"), "no folder").unwrap();
    assert_eq!(shelf.look(&mut shelf.open()), ["Nemo"]);
}
