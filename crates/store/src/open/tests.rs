mod older;

use sqlx::SqlitePool;

use super::*;
use crate::StoreError;

async fn pragma(pool: &SqlitePool, name: &str) -> String {
    let sql = sqlx::AssertSqlSafe(format!("select cast((select * from pragma_{name}) as text)"));
    sqlx::query_scalar(sql).fetch_one(pool).await.expect("a setting")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn connections_have_the_safe_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("data.db")).await.expect("opened");
    for pool in [&store.writer_now(), &store.reader()] {
        for (name, value) in [
            ("journal_mode", "wal"),
            ("synchronous", "2"),
            ("busy_timeout", "5000"),
            ("foreign_keys", "1"),
            ("trusted_schema", "0"),
            ("cell_size_check", "1"),
            ("secure_delete", "1"),
        ] {
            assert_eq!(pragma(pool, name).await, value, "{name}");
        }
        // SQLite has no table of this name; without memory mapping compiled in it answers nothing.
        let mapped: Option<i64> = sqlx::query_scalar("pragma mmap_size")
            .fetch_optional(pool)
            .await
            .expect("read");
        assert_eq!(mapped.unwrap_or(0), 0);
    }
    assert_eq!(store.writer_now().options().get_max_connections(), 1);
    // As `.cargo/config.toml` has it built: connections do not wait for each other at every allocation.
    let built: Vec<String> = sqlx::query_scalar("pragma compile_options")
        .fetch_all(&store.reader())
        .await
        .expect("read");
    assert!(built.iter().any(|option| option == "DEFAULT_MEMSTATUS=0"), "{built:?}");
    assert!(
        !built.iter().any(|option| option == "ENABLE_MEMORY_MANAGEMENT"),
        "{built:?}"
    );
    let refused = sqlx::query("delete from sessions")
        .execute(&store.reader())
        .await
        .expect_err("readers only read");
    assert_eq!(StoreError::from(refused).code(), "storage_read_only");
    store.integrity_check().await.expect("whole");
    store.close().await.expect("closed");
    assert_eq!(names(folder.path()), ["data.db"], "the log is folded in");
    Store::open(&folder.path().join("data.db")).await.expect("opened again");
}

#[test]
fn an_old_sqlite_is_refused() {
    for version in ["3.51.2", "3.50.9", "2.99.99", "3.51", "", "x"] {
        let error = require_version(version.to_owned()).expect_err(version);
        assert!(error.to_string().contains(&format!("SQLite {version},")), "{error}");
        assert_eq!(error.code(), "storage_error");
    }
    for version in ["3.51.3", "3.51.10", "3.52.0", "4.0.0"] {
        require_version(version.to_owned()).expect(version);
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_kept_under_another_name() {
    let whole = {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("data.db");
        Store::open(&path).await.expect("opened").close().await.expect("closed");
        std::fs::read(path).expect("read")
    };
    let mut bad_header = whole.clone();
    bad_header[..16].fill(0);
    let mut bad_schema = whole.clone();
    bad_schema[100..4000].fill(0xa5);
    for (what, bytes) in [
        ("emptied", Vec::new()),
        ("text", b"dear diary".repeat(1000)),
        ("zeros", vec![0; 8192]),
        ("header", bad_header),
        ("schema", bad_schema),
        ("cut in the header", whole[..50].to_vec()),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("data.db");
        std::fs::write(&path, &bytes).expect("written");
        std::fs::write(beside(&path, "-journal"), "").expect("written");
        let error = Store::open(&path).await.expect_err(what);
        assert_eq!(error.code(), "storage_damaged", "{what}: {error}");
        let StoreError::Damaged {
            kept_as: Some(kept), ..
        } = &error
        else {
            panic!("{what}: {error:?}")
        };
        assert!(error.to_string().contains(&kept.display().to_string()), "{error}");
        assert_eq!(kept.parent(), path.parent());
        assert!(!path.exists(), "{what}");
        assert!(
            std::fs::read(kept).expect("kept") == bytes,
            "{what}: not a byte differs"
        );
        Store::open(&path).await.expect("the caller may begin anew");
        assert!(kept.exists());
    }
}

#[tokio::test]
async fn a_lost_file_beside_its_log_is_not_replaced_in_silence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.db");
    std::fs::write(beside(&path, "-wal"), "the last words").expect("written");
    let error = Store::open(&path).await.expect_err("refused");
    let StoreError::Damaged {
        kept_as: Some(kept), ..
    } = &error
    else {
        panic!("{error:?}")
    };
    assert_eq!(
        std::fs::read_to_string(beside(kept, "-wal")).expect("kept"),
        "the last words"
    );
}

#[tokio::test]
async fn another_programs_database_is_left_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.db");
    let other = pool(1)
        .connect_with(options(&path).create_if_missing(true))
        .await
        .expect("made");
    sqlx::query("create table theirs (words text)")
        .execute(&other)
        .await
        .expect("made");
    other.close().await;
    let before = std::fs::read(&path).expect("read");
    let StoreError::Damaged {
        kept_as: Some(kept), ..
    } = Store::open(&path).await.expect_err("refused")
    else {
        panic!("moved away")
    };
    let other = pool(1).connect_with(options(&kept)).await.expect("still a database");
    let tables: Vec<String> = sqlx::query_scalar("select name from sqlite_schema")
        .fetch_all(&other)
        .await
        .expect("readable");
    assert_eq!(tables, ["theirs"]);
    assert_eq!(std::fs::read(&kept).expect("read").len(), before.len());
}

#[tokio::test]
async fn a_start_that_was_killed_while_making_the_database_is_repeated() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.db");
    std::fs::write(beside(&path, ".new"), "half a data").expect("written");
    std::fs::write(beside(&path, ".new-wal"), "base").expect("written");
    Store::open(&path).await.expect("opened").close().await.expect("closed");
    assert_eq!(names(folder.path()), ["data.db"]);
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.db");
    let store = Store::open(&path).await.expect("opened");
    sqlx::query("update _sqlx_migrations set version = 29990101000000 where version = (select max(version) from _sqlx_migrations)")
        .execute(&store.writer_now())
        .await
        .expect("changed");
    store.close().await.expect("closed");
    let error = Store::open(&path).await.expect_err("refused");
    assert!(matches!(error, StoreError::Newer { step: 29990101000000 }), "{error:?}");
    assert!(path.exists());
}

#[tokio::test]
async fn damage_inside_is_found_by_the_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.db");
    let store = Store::open(&path).await.expect("opened");
    sqlx::query("pragma foreign_keys = off")
        .execute(&store.writer_now())
        .await
        .expect("off");
    sqlx::query("insert into settings values ('nobody', 'theme', '1')")
        .execute(&store.writer_now())
        .await
        .expect("put");
    let error = store.integrity_check().await.expect_err("a row without its session");
    assert_eq!(error.code(), "storage_damaged", "{error}");
    let filler = "create table filler as with recursive n (i) as (select 1 union all select i + 1 from n where i < 9999) select i from n";
    sqlx::query(filler).execute(&store.writer_now()).await.expect("filled");
    store.close().await.expect("closed");
    let mut bytes = std::fs::read(&path).expect("read");
    let pages = bytes.len() / 4096;
    bytes[(pages - 1) * 4096..].fill(0xa5);
    std::fs::write(&path, bytes).expect("written");
    let store = Store::open(&path).await.expect("opens, as far as it can see");
    assert_eq!(
        store.integrity_check().await.expect_err("damage").code(),
        "storage_damaged"
    );
}

#[tokio::test]
async fn a_missing_folder_is_a_named_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = Store::open(&folder.path().join("none").join("data.db"))
        .await
        .expect_err("no folder");
    assert_eq!(error.code(), "storage_read_only", "{error}");
}

#[tokio::test]
async fn a_database_of_any_earlier_step_is_brought_up_to_date_with_what_it_holds() {
    let steps: Vec<_> = MIGRATIONS.iter().cloned().collect();
    for count in 1..steps.len() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("data.db");
        let earlier = pool(1)
            .connect_with(writing_options(&path).create_if_missing(true))
            .await
            .expect("made");
        let migrator = Migrator::with_migrations(steps[..count].to_vec());
        migrator.run(&earlier).await.expect("as it was then");
        for sql in [
            "insert into sessions values ('01900000-0000-7000-8000-000000000001', 1, 0)",
            "insert into conversations (session_id, id, character_id, message_count, created_at, updated_at)
            values ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', 'nemo', 1, 0, 0)",
            "insert into messages (session_id, conversation_id, id, position, role, created_at)
            values ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002',
                '01900000-0000-7000-8000-000000000003', 0, 'character', 0)",
        ] {
            sqlx::query(sql).execute(&earlier).await.expect(sql);
        }
        sqlx::query(
            "insert into alternates (session_id, message_id, ordinal, text, hash, state, created_at)
            values ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000003', 0, 'Ahoy', ?1, 'complete', 0)",
        )
        .bind(crate::alternates::hash(b"Ahoy").to_vec())
        .execute(&earlier)
        .await
        .expect("said");
        earlier.close().await;

        let store = Store::open(&path).await.expect("brought up to date");
        let session = "01900000-0000-7000-8000-000000000001".parse().expect("an id");
        let conversation = "01900000-0000-7000-8000-000000000002".parse().expect("an id");
        let messages = store
            .messages_before(session, conversation, None, 9)
            .await
            .expect("read");
        assert_eq!(messages.len(), 1, "step {count}");
        assert_eq!(
            (messages[0].text.as_str(), messages[0].state.as_str()),
            ("Ahoy", "complete")
        );
        store.integrity_check().await.expect("whole");
    }
}
