//! The short version of `cargo xtask soak kill`.

use characterchat_tests::kills::kill_repeatedly;

#[test]
fn nothing_acknowledged_is_lost_in_50_kills() {
    let report = kill_repeatedly(50, 20_261_129, |_| {}).unwrap();
    assert_eq!(report.kills, 50);
    // Otherwise the kills came at moments that try nothing.
    assert!(report.acknowledged >= 10 && report.finished >= 5, "{report:?}");
    assert!(
        report.kills_while_streaming >= 10 && report.sent_again >= 1,
        "{report:?}"
    );
}
