//! What the handed cases leave out of each format.

use super::{check, of_files, read_with};
use crate::messages::export::Export;
use crate::messages::{Columns, DateOrder, Options, ReadError, Warning};

#[test]
fn whatsapp_notices_with_a_colon_have_no_author() {
    let text =
        "17/09/2019, 16:37 - Ben changed the subject from \"Plan: A\" to \"Plan: B\"\n17/09/2019, 16:38 - Ana: ok\n";
    check("a.txt", text, &[("Ana", "2019-09-17T16:38", "ok")], &[("system", 1)]);
}

/// Each of these had been left out as a line of the service.
#[test]
fn whatsapp_words_that_begin_like_a_notice_are_kept() {
    let said = [
        "Messages and calls are end-to-end encrypted is what they say, haha",
        "Waiting for this message since noon!",
        "Missed voice call from you, sorry",
        "Missed video call because of the train",
        "Missed group hugs so much",
        "Llamada perdida otra vez, qué pasa?",
    ];
    for text in said {
        let line = format!("17/09/2019, 16:37 - Ann: {text}\n17/09/2019, 16:38 - Ben: ok\n");
        let kept = [("Ann", "2019-09-17T16:37", text), ("Ben", "2019-09-17T16:38", "ok")];
        check("a.txt", &line, &kept, &[]);
    }
    let notices = [
        "Messages and calls are end-to-end encrypted. Only people in this chat can read, listen to, or share them. Learn more.",
        "Messages to this chat and calls are now secured with end-to-end encryption. Tap for more info.",
        "Waiting for this message. This may take a while.",
        "Missed voice call",
        "Missed video call at 8:15 pm",
        "Verpasster Sprachanruf um 20:15",
    ];
    for text in notices {
        let line = format!("17/09/2019, 16:37 - Ann: {text}\n17/09/2019, 16:38 - Ben: ok\n");
        check("a.txt", &line, &[("Ben", "2019-09-17T16:38", "ok")], &[("system", 1)]);
    }
}

#[test]
fn whatsapp_in_other_languages() {
    let text = "17.09.2019 16:37 - Mesajlar ve aramalar uçtan uca şifrelidir.\n17.09.2019 16:38 - Ayşe: <Medya dahil edilmedi>\n17.09.2019 16:39 - Ayşe: Tamam :)\n17.09.2019 16:40 - Ayşe: Bu mesaj silindi\n";
    check(
        "a.txt",
        text,
        &[("Ayşe", "2019-09-17T16:39", "Tamam :)")],
        &[("system", 1), ("media", 1), ("deleted", 1)],
    );
    let text = "\u{feff}[17/9/19 4:37:05 p.\u{a0}m.] Grupo: \u{200e}Los mensajes y las llamadas están cifrados de extremo a extremo.\r\n[17/9/19 4:38:05 p.\u{a0}m.] ~\u{202f}Zoë: hola\r\n\u{200e}[17/9/19 4:39:05 p.\u{a0}m.] Zoë: \u{200e}imagen omitida\r\n";
    check(
        "_chat.txt",
        text,
        &[("Zoë", "2019-09-17T16:38:05", "hola")],
        &[("system", 1), ("media", 1)],
    );
    let text = "2019/9/17 下午4:37 - 小明: 你好\n2019/9/17 下午4:38 - 小明: <省略多媒体文件>\n2019/9/17 晚上11:38 - 小红: 晚安\n";
    check(
        "a.txt",
        text,
        &[
            ("小明", "2019-09-17T16:37", "你好"),
            ("小红", "2019-09-17T23:38", "晚安"),
        ],
        &[("media", 1)],
    );
}

#[test]
fn whatsapp_dates_that_leave_the_order_open_are_asked() {
    let text = "01/02/2020, 10:00 - A: one\n";
    let report = check("a.txt", text, &[("A", "2020-02-01T10:00", "one")], &[]);
    assert!(matches!(
        &report.warnings[..],
        [Warning::DateOrderAssumed {
            order: DateOrder::DayFirst,
            ..
        }]
    ));
    let options = Options {
        date_order: Some(DateOrder::MonthFirst),
        ..Options::default()
    };
    let mut export = Export::of_files(vec![("a.txt".to_owned(), text.as_bytes().to_vec())]);
    let (kept, report) = read_with(&mut export, &options).unwrap();
    assert_eq!(kept[0].1, "2020-01-02T10:00");
    assert_eq!(report.warnings, []);
}

#[test]
fn telegram_whole_account() {
    let text = r#"{"about":"x","personal_information":{"user_id":1,"first_name":"Mara"},"contacts":{"list":[{"first_name":"no"}]},"chats":{"about":"","list":[
        {"name":"Ben","type":"personal_chat","messages":[{"type":"message","date":"2023-10-19T20:07:43","date_unixtime":"1697738863","from":"Ben","text":"hi"},
         {"type":"message","date":"2020-01-02T03:04:05","from":"Ben","text":"old"}]},
        {"name":"Helper","type":"bot_chat","messages":[{"type":"message","date_unixtime":"1697738863","from":"Helper","text":"beep"}]}]},
        "left_chats":{"list":[{"type":"private_group","messages":[{"type":"message","date_unixtime":"1697738864","from":"Mara","text":"bye","forwarded_from":null},
         {"type":"message","date_unixtime":"1697738864","from":"Mara","text":"","photo":"x"}]}]}}"#;
    let kept = [
        ("Ben", "2023-10-19T18:07:43Z", "hi"),
        ("Ben", "2020-01-02T03:04:05", "old"),
    ];
    let report = check(
        "result.json",
        text,
        &kept,
        &[("bot", 1), ("forwarded", 1), ("media", 1)],
    );
    assert_eq!(report.owner.as_deref(), Some("Mara"));
}

#[test]
fn discord_package_of_both_kinds() {
    let user = (
        "package/account/user.json",
        r#"{"id":"1","username":"mara","global_name":"Mara V"}"#,
    );
    let channel = ("package/messages/c5/channel.json", r#"{"id":"5","name":"general"}"#);
    let json = (
        "package/messages/c5/messages.json",
        r#"[{"ID":2,"Timestamp":"2023-03-11 22:58:48","Contents":"b <a:pog:12>","Attachments":""},{"ID":1,"Timestamp":"2023-03-11 22:58:47","Contents":"a","Attachments":""},{"ID":3,"Timestamp":"2023-03-11 22:58:49","Contents":"","Attachments":"https://example.org/x.png"}]"#,
    );
    let csv = (
        "package/messages/c5/messages.csv",
        "ID,Timestamp,Contents,Attachments\n1,2023-03-11 22:58:47.123000+00:00,\"a, b\",\n",
    );
    let (kept, report) = of_files(&[user, channel, json]).unwrap();
    let texts: Vec<(&str, &str)> = kept
        .iter()
        .map(|(_, time, text)| (time.as_str(), text.as_str()))
        .collect();
    assert_eq!(
        texts,
        [("2023-03-11T22:58:47Z", "a"), ("2023-03-11T22:58:48Z", "b :pog:")]
    );
    assert_eq!(report.owner.as_deref(), Some("Mara V"));
    let (kept, _) = of_files(&[user, csv]).unwrap();
    assert_eq!(
        kept,
        [(
            "(owner)".to_owned(),
            "2023-03-11T22:58:47Z".to_owned(),
            "a, b".to_owned()
        )]
    );
}

#[test]
fn messenger_with_end_to_end_encryption_and_in_other_languages() {
    let text = r#"{"participants":["Mara","Jiří"],"threadName":"Jiří_5","messages":[{"isUnsent":false,"media":[],"reactions":[],"senderName":"Jiří","text":"ahoj","timestamp":1600000060000,"type":"text"},{"isUnsent":true,"senderName":"Jiří","text":"","timestamp":1600000061000,"type":"text"},{"senderName":"Mara","text":"Reagiu com 😂 à sua mensagem ","timestamp":1600000062000,"type":"text"},{"senderName":"Mara","text":"Mara hat einen Anhang gesendet.","timestamp":1600000063000,"type":"text"},{"senderName":"Mara","text":"Bob hat einen Anhang gesendet.","timestamp":1600000064000,"type":"text"}]}"#;
    let kept = [
        ("Jiří", "2020-09-13T12:27:40Z", "ahoj"),
        ("Mara", "2020-09-13T12:27:44Z", "Bob hat einen Anhang gesendet."),
    ];
    check(
        "Jiri_5.json",
        text,
        &kept,
        &[("deleted", 1), ("reaction_text", 1), ("attachment", 1)],
    );
}

#[test]
fn a_long_post_stands_in_full_and_messages_have_their_people() {
    let long = "All that I have to say on the matter of bread and butter, and of cheese, and of wine";
    let tweets = format!(
        r#"window.YTD.tweets.part0 = [{{"tweet":{{"created_at":"Thu Jun 15 12:34:56 +0000 2023","full_text":"{long}… https://t.co/x","entities":{{}}}}}},{{"tweet":{{"created_at":"Wed Jun 14 12:34:56 +0000 2023","full_text":"look https://t.co/p","entities":{{"media":[{{"url":"https://t.co/p"}}]}}}}}}]"#
    );
    let notes = format!(
        r#"window.YTD.note_tweet.part0 = [{{"noteTweet":{{"noteTweetId":"9","createdAt":"2023-06-15T12:34:56.000Z","core":{{"text":"{long} and of olives https://t.co/z","urls":[{{"expandedUrl":"https://example.org/z","shortUrl":"https://t.co/z"}}]}}}}}}]"#
    );
    let account = r#"window.YTD.account.part0 = [{"account":{"username":"mara_v","accountId":"86","accountDisplayName":"Mara"}}]"#;
    let direct = r#"window.YTD.direct_messages.part0 = [{"dmConversation":{"conversationId":"86-87","messages":[{"messageCreate":{"recipientId":"86","text":"you &amp; me","senderId":"87","createdAt":"2020-05-14T01:38:57.000Z"}},{"messageCreate":{"recipientId":"87","text":"yes","senderId":"86","createdAt":"2020-05-14T01:38:58.000Z"}},{"joinConversation":{}}]}}]"#;
    let files = [
        ("data/tweets.js", tweets.as_str()),
        ("data/note-tweet.js", &notes),
        ("data/account.js", account),
        ("data/direct-messages.js", direct),
    ];
    let (kept, report) = of_files(&files).unwrap();
    let kept: Vec<(&str, &str)> = kept
        .iter()
        .map(|(author, _, text)| (author.as_str(), text.as_str()))
        .collect();
    let full = format!("{long} and of olives https://example.org/z");
    assert_eq!(
        kept,
        [
            ("87", "you & me"),
            ("(owner)", "yes"),
            ("(owner)", "look"),
            ("(owner)", full.as_str())
        ]
    );
    assert_eq!(report.owner.as_deref(), Some("Mara"));
}

#[test]
fn newer_signal_exports_with_files_and_quotes() {
    let text = "[2024-05-29 15:04:05] Me: \n\n> what they said\n\nI agree  \n(- Aya: 😂 -)\n[2024-05-29 15:05:05] Aya: ![a.jpg](./media/a.jpg)  \n[2024-05-29 15:06:05] Aya: see [x](https://example.org)  \n[2024-05-29 15:07:05] Aya: at the sea![b.jpg](./media/b.jpg)  \n[2024-05-29 15:08:05] Me: Outgoing voice call (accepted, 2m 3s)  \n[2024-05-29 15:09:05] Me: (This message was deleted)\n";
    let kept = [
        ("Me", "2024-05-29T15:04:05", "I agree"),
        ("Aya", "2024-05-29T15:06:05", "see [x](https://example.org)"),
        ("Aya", "2024-05-29T15:07:05", "at the sea"),
    ];
    check(
        "chat.md",
        text,
        &kept,
        &[("attachment", 1), ("system", 1), ("deleted", 1)],
    );
}

#[test]
fn older_imessage_exports_with_edits_and_effects() {
    let text = "May 17, 2022  5:29:42 PM You named the conversation Trip\n\nMay 17, 2022  5:30:00 PM (Read by you after 1 minute)\nJim\nMay 17, 2022  5:30:00 PM helo\nEdited 5 seconds later: hello\nReactions:\nLoved by Me\n\n\nMay 17, 2022 12:31:00 AM\nMe\nboo\n\nstill me\nSent with Slam\n\nMay 17, 2022  5:32:00 PM\nJim\nThey unsent a message.\n";
    let kept = [
        ("Jim", "2022-05-17T17:30:00", "hello"),
        ("Me", "2022-05-17T00:31:00", "boo\n\nstill me"),
    ];
    check("Jim.txt", text, &kept, &[("system", 1), ("deleted", 1)]);
}

#[test]
fn sms_senders_in_groups_have_the_names_that_are_known() {
    let text = r#"<smses><sms address="+15551234567" date="1479160230000" type="1" body="a &lt; b" contact_name="Mara"/><mms date="1479160250000" msg_box="1" address="5551234567~+15557654321" contact_name="Mara, Kim"><parts><part ct="text/plain" text="group"/></parts><addrs><addr address="5551234567" type="137"/></addrs></mms><mms date="1479160260000" msg_box="2" address="+15551234567" contact_name="Mara"><parts><part ct="image/jpeg" data="AAAA"/></parts><addrs><addr address="insert-address-token" type="137"/></addrs></mms><sms address="VERIFY" date="1479160230000" type="1" body="123456"/><sms address="+15551234567" date="1479160230000" type="3" body="never sent"/></smses>"#;
    let kept = [
        ("Mara", "2016-11-14T21:50:30Z", "a < b"),
        ("Mara", "2016-11-14T21:50:50Z", "group"),
    ];
    check(
        "sms.xml",
        text,
        &kept,
        &[("attachment", 1), ("shortcode", 1), ("draft", 1)],
    );
}

#[test]
fn tables_of_other_programs() {
    let text = "Gönderen;Tarih;Mesaj\nAyşe;17.09.2019 16:37;\"merhaba; selam\"\nCan;1568738280;iyi\nCan;;\n";
    check(
        "a.csv",
        text,
        &[
            ("Ayşe", "2019-09-17T16:37", "merhaba; selam"),
            ("Can", "2019-09-17T16:38:00Z", "iyi"),
        ],
        &[("empty", 1)],
    );
    let unknown = "a,b,c\nx,2020-01-02 03:04,hello\n";
    let needed = of_files(&[("a.csv", unknown)]).unwrap_err();
    assert!(
        matches!(&needed, ReadError::ColumnsNeeded(sample) if sample.rows[1] == ["x", "2020-01-02 03:04", "hello"])
    );
    let options = Options {
        columns: Some(Columns {
            author: 0,
            time: Some(1),
            clock: None,
            text: 2,
            attachments: None,
            has_header: true,
        }),
        ..Options::default()
    };
    let mut export = Export::of_files(vec![("a.csv".to_owned(), unknown.as_bytes().to_vec())]);
    let (kept, _) = read_with(&mut export, &options).unwrap();
    assert_eq!(
        kept,
        [("x".to_owned(), "2020-01-02T03:04".to_owned(), "hello".to_owned())]
    );
}

#[test]
fn a_table_in_utf_16_with_semicolons_is_read() {
    let text = "\u{feff}Datum;Absender;Nachricht\r\n17.09.2019 16:37:05;Jörg;\"Hallo; du\r\nda\"\r\n03.10.2019 08:00:00;Ünal;\"sagt \"\"ja\"\" 😀\"\r\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut export = Export::of_files(vec![("a.csv".to_owned(), bytes)]);
    let (kept, _) = read_with(&mut export, &Options::default()).unwrap();
    let kept: Vec<(&str, &str, &str)> = kept
        .iter()
        .map(|(author, time, text)| (author.as_str(), time.as_str(), text.as_str()))
        .collect();
    assert_eq!(
        kept,
        [
            ("Jörg", "2019-09-17T16:37:05", "Hallo; du\nda"),
            ("Ünal", "2019-10-03T08:00:00", "sagt \"ja\" 😀"),
        ]
    );
}

#[test]
fn emoji_of_a_discord_table_have_their_names() {
    let text = "AuthorID,Author,Date,Content,Attachments,Reactions\n\"2\",\"Kim, the 2nd\",\"2023-03-11T15:01:00.0000000-08:00\",\"<:pog:123> hi <@1> \"\"x\"\"\",\"\",\"\"\n";
    let kept = [("Kim, the 2nd", "2023-03-11T23:01:00Z", ":pog: hi <@1> \"x\"")];
    check("dce.csv", text, &kept, &[]);
}

#[test]
fn imessages_that_were_unsent_are_deleted_ones() {
    let text = "Jan 06, 2023 12:03:00 AM\nMe\nhello\n\nJan 06, 2023 12:04:00 AM\nMe\nYou unsent a message!\n\nJan 06, 2023 12:05:00 AM Bea unsent a message!\n\n";
    check(
        "a.txt",
        text,
        &[("Me", "2023-01-06T00:03:00", "hello")],
        &[("deleted", 2)],
    );
}

#[test]
fn a_table_with_the_day_and_the_time_of_day_in_two_columns_is_read() {
    let text = "Date,Time,Sender,Message\n2021-09-05,10:23,Ana,hi\n2021-09-05,10:24:30,Bo,\"yes, really\"\n";
    let kept = [
        ("Ana", "2021-09-05T10:23", "hi"),
        ("Bo", "2021-09-05T10:24:30", "yes, really"),
    ];
    check("a.csv", text, &kept, &[]);
    let text = "Datum;Uhrzeit;Von;Text\n05.09.2021;10:23;Ana;hi\n15.09.2021;22:24;Bo;ja\n";
    let kept = [("Ana", "2021-09-05T10:23", "hi"), ("Bo", "2021-09-15T22:24", "ja")];
    check("b.csv", text, &kept, &[]);
}

#[test]
fn whatsapp_of_a_swedish_device_is_not_taken_for_signal() {
    let text = "[2023-02-04 22:35:01] Ana: \u{200e}Meddelanden och samtal är krypterade från början till slut.\n[2023-02-04 22:35:02] Ana: hej\n\u{200e}[2023-02-04 22:35:09] Bo: \u{200e}bild utelämnad\n[2023-02-04 22:36:00] Bo: va\nså\n";
    let kept = [
        ("Ana", "2023-02-04T22:35:02", "hej"),
        ("Bo", "2023-02-04T22:36:00", "va\nså"),
    ];
    let report = check("_chat.txt", text, &kept, &[("system", 1), ("media", 1)]);
    assert!(report.formats.contains_key(&crate::messages::Format::WhatsApp));
}
