//! What is private on this computer: nobody but its owner may look into the data folder or read its files. Only Unix has such
//! permissions; on Windows a user's folders are theirs anyway.

use std::path::Path;

/// Takes a folder's permissions for others away. One that everybody is to write into (as a folder for temporary files) stays as
/// it is. What cannot be changed is told in the log: it may belong to somebody else, who has chosen so.
pub(crate) fn close_folder(folder: &Path) {
    change(folder, true);
}

/// Takes the permissions for others of a database and what lies beside it away.
pub(crate) fn close_files(database: &Path) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut name = database.as_os_str().to_owned();
        name.push(suffix);
        change(Path::new(&name), false);
    }
}

#[cfg(unix)]
fn change(path: &Path, is_folder: bool) {
    use std::os::unix::fs::PermissionsExt;

    const OTHERS: u32 = 0o077;
    const STICKY: u32 = 0o1000;
    let Ok(found) = std::fs::symlink_metadata(path) else {
        return;
    };
    let mode = found.permissions().mode();
    let is_meant = found.is_dir() == is_folder && (is_folder || found.is_file()) && mode & STICKY == 0;
    if !is_meant || mode & OTHERS == 0 {
        return;
    }
    if let Err(error) = std::fs::set_permissions(path, PermissionsExt::from_mode(mode & !OTHERS & 0o7777)) {
        tracing::warn!(
            "others on this computer may read {}, which could not be changed: {error}",
            path.display()
        );
    }
}

#[cfg(not(unix))]
fn change(_: &Path, _: bool) {}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use crate::{FolderLock, Store};

    fn mode(path: &std::path::Path) -> u32 {
        std::fs::metadata(path).expect("there").permissions().mode() & 0o7777
    }

    /// The database stood with 0644 in a folder with 0755.
    #[tokio::test]
    async fn nobody_else_may_read_the_data_folder_and_its_database() {
        let home = tempfile::tempdir().expect("a folder");
        let data = home.path().join("data");
        let path = data.join("characterchat.sqlite");
        for is_new in [true, false] {
            if !is_new {
                let open = |path: &std::path::Path, mode| {
                    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("changed");
                };
                open(&data, 0o755);
                open(&path, 0o644);
                open(&data.join("lock"), 0o644);
            }
            let _lock = FolderLock::take(&data, "test").expect("free");
            let store = Store::open(&path).await.expect("opened");
            assert_eq!(mode(&data), 0o700, "new: {is_new}");
            for name in [
                "characterchat.sqlite",
                "characterchat.sqlite-wal",
                "characterchat.sqlite-shm",
                "lock",
            ] {
                assert_eq!(mode(&data.join(name)), 0o600, "{name}, new: {is_new}");
            }
            store.close().await.expect("closed");
        }
    }

    #[test]
    fn a_folder_for_everybody_stays_one() {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::set_permissions(home.path(), PermissionsExt::from_mode(0o1777)).expect("changed");
        super::close_folder(home.path());
        assert_eq!(mode(home.path()), 0o1777);
    }
}
