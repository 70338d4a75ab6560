//! Settings as they are held.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

use super::*;
use crate::Returning;

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_that_was_put_is_never_read_as_it_was_before() {
    let room = Room::new().await;
    let (store, session) = (room.store.clone(), room.session);
    let put = Arc::new(AtomicU64::new(0));
    let readers: Vec<_> = (0..3)
        .map(|_| {
            let (store, put) = (store.clone(), put.clone());
            tokio::spawn(async move {
                loop {
                    let least = put.load(Ordering::SeqCst);
                    let value = store.setting(session, "count").await.expect("read");
                    let read = value.and_then(|value| value.as_u64()).unwrap_or_default();
                    assert!(read >= least, "{read} after {least} was put");
                    if least == 200 {
                        return;
                    }
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    for count in 1..=200_u64 {
        store.put_setting(session, "count", &json!(count)).await.expect("put");
        put.store(count, Ordering::SeqCst);
    }
    for reader in readers {
        reader.await.expect("read");
    }
}

#[tokio::test]
async fn a_setting_that_comes_back_from_a_backup_is_read() {
    let room = Room::new().await;
    let read = async || room.store.setting(room.session, "settings").await.expect("read");
    assert_eq!(read().await, None);
    let settings = [("settings", json!({ "reader_name": "Deniz" }))];
    let returning = Returning {
        settings: &settings,
        ..Returning::default()
    };
    room.store
        .bring_back(room.session, returning, at(5))
        .await
        .expect("back");
    assert_eq!(read().await, Some(json!({ "reader_name": "Deniz" })));
}
