//! What is spoken.

use super::novel;
use crate::novel::quotations::quotations;

/// The quotations of a text.
#[track_caller]
fn spoken(text: &str, expected: &[&str]) {
    let novel = novel(&[("1", text)]);
    let found: Vec<&str> = quotations(&novel)
        .iter()
        .map(|quotation| &novel.text[quotation.span.clone()])
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn each_kind_of_mark_is_read() {
    spoken("“Yes,” he said. “No.”\n\nThe ‘best’ of all.", &["“Yes,”", "“No.”"]);
    spoken(
        "\"Yes,\" he said. \"No.\"\n\nIt was 5'10\" tall.",
        &["\"Yes,\"", "\"No.\""],
    );
    spoken("« Oui », dit-il.\n\n« Non. »", &["« Oui »", "« Non. »"]);
    spoken("»Ja«, sagte er.\n\n»Nein.«", &["»Ja«", "»Nein.«"]);
    spoken("„Ja“, sagte er.\n\n„Nein.“", &["„Ja“", "„Nein.“"]);
    spoken(
        "「はい」と言った。\n\n「いいえ『本』」",
        &["「はい」", "「いいえ『本』」"],
    );
}

#[test]
fn a_dash_opens_speech_and_the_narrator_is_left_out() {
    spoken(
        "— Thanks, old chap, he cried briskly. That will do.\n\n— Come up, Kinch!\n\nHe went.\n\n— Evet — dedi Ali — geldim.",
        &[
            "— Thanks, old chap,",
            "That will do.",
            "— Come up, Kinch!",
            "— Evet",
            "geldim.",
        ],
    );
}

#[test]
fn single_marks_are_told_from_apostrophes() {
    spoken(
        "‘I don’t know,’ said the boys’ teacher, ‘what the Joneses’ dog ate.’\n\n‘’Tis late,’ he said; ’twas so.\n\n‘Goin’ home, an’ so on,’ said Tom.",
        &[
            "‘I don’t know,’",
            "‘what the Joneses’ dog ate.’",
            "‘’Tis late,’",
            "‘Goin’ home, an’ so on,’",
        ],
    );
    spoken(
        "'I don't know,' said Tom, 'whose it is.'\n\nIn '98 the boys' dog ran.\n\n'She said \"no\" and left.'",
        &["'I don't know,'", "'whose it is.'", "'She said \"no\" and left.'"],
    );
    spoken(
        "‘She said ‘how do you do.’ to me,’ he said.\n\n‘Yes.’",
        &["‘She said ‘how do you do.’ to me,’", "‘Yes.’"],
    );
}

#[test]
fn a_dash_after_a_colon_opens_speech_where_dashes_mark_it() {
    let others = "— Yes.\n\n— No.\n\n".repeat(4);
    let novel = novel(&[(
        "1",
        &format!("{others}His mother said: — O, he will come. Wait for him.\n\nThe rule was this: — old."),
    )]);
    let found = quotations(&novel);
    let last: Vec<&str> = found[8..].iter().map(|one| &novel.text[one.span.clone()]).collect();
    assert_eq!(last, ["— O, he will come. Wait for him.", "— old."]);
    // After a full stop a capital goes on with the speech, even before a verb that may tell of speaking.
    spoken(
        &format!("{others}— Ours. He thinks you are late. God help us."),
        &[
            &["— Yes.", "— No."].repeat(4)[..],
            &["— Ours. He thinks you are late. God help us."],
        ]
        .concat(),
    );
}

#[test]
fn single_marks_with_spaces_around_them_are_read() {
    spoken(
        "‘ I see , ’ said she , ‘ the boys ’ dog , or not ’ ; and she ran .\n\n‘ -- yes . ’",
        &["‘ I see , ’", "‘ the boys ’ dog , or not ’", "‘ -- yes . ’"],
    );
    spoken(
        "' No , ' said the man 's wife , ' come in : it 's late . '\n\n' Oh ! '",
        &["' No , '", "' come in : it 's late . '", "' Oh ! '"],
    );
}

#[test]
fn single_marks_inside_of_double_ones_do_not_decide_what_the_book_uses() {
    let text = "He came.\n\n“They asked: 'Has it gone?' and I: 'Yes.' They: 'When?' I: 'Now.' They: 'Oh!' I: 'So.'”\n\n“And then?”";
    spoken(
        text,
        &[
            "“They asked: 'Has it gone?' and I: 'Yes.' They: 'When?' I: 'Now.' They: 'Oh!' I: 'So.'”",
            "“And then?”",
        ],
    );
}

#[test]
fn a_few_dashes_in_the_tale_mark_no_speech() {
    spoken(
        "- A list.\n\n- Of two.\n\nHe said “yes” and went: — nobody came.",
        &["“yes”"],
    );
}

#[test]
fn verse_and_a_name_inside_of_speech_belong_to_it() {
    spoken(
        "“You know the song:—\n\nUp above the world you fly,\nLike a tray in the sky.\n\nIt goes on. You know it, perhaps?”\n\nHe sat. “No.”",
        &[
            "“You know the song:—",
            "Up above the world you fly,\nLike a tray in the sky.",
            "It goes on. You know it, perhaps?”",
            "“No.”",
        ],
    );
    // Nobody closes it: what follows is the tale again.
    spoken(
        "“It was late.\n\nHe went out.\n\nShe said, “Come.”",
        &["“It was late.", "“Come.”"],
    );
}

#[test]
fn a_mark_that_was_never_closed_spoils_one_paragraph() {
    spoken(
        "“It goes on.\n\n“And on,” he said.\n\nHe left.\n\n“Who reads the “Spectator” now?” she said.",
        &["“It goes on.", "“And on,”", "“Who reads the “Spectator” now?”"],
    );
}

#[test]
fn the_same_marks_inside_of_speech_are_part_of_it() {
    spoken(
        "“ “Miss Alice! Come here!” “Coming, nurse! But I’ve got to see that the mouse stays, and that is all.” Only so,” she said.\n\n“Say, “you are old,””\n\n\"He said, \"I will not have it, come what may, nor shall you,\" and left.\"",
        &[
            "“ “Miss Alice! Come here!” “Coming, nurse! But I’ve got to see that the mouse stays, and that is all.” Only so,”",
            "“Say, “you are old,””",
            "\"He said, \"I will not have it, come what may, nor shall you,\" and left.\"",
        ],
    );
    spoken(
        "„Er sagte ‘ja’, und „nein“ sagte er.“\n\n„Gut“, sagte sie.",
        &["„Er sagte ‘ja’, und „nein“ sagte er.“", "„Gut“"],
    );
}

#[test]
fn a_title_inside_of_speech_that_goes_on_in_the_next_paragraph_is_part_of_it() {
    spoken(
        "“He is reading the “Almanac,” as far as I can tell.\n\n“Do not shout at him.”",
        &[
            "“He is reading the “Almanac,” as far as I can tell.",
            "“Do not shout at him.”",
        ],
    );
}

#[test]
fn a_mark_that_was_lost_spoils_one_speech_and_not_the_next() {
    spoken(
        "“A-huh! ejaculated Anson, dubiously. Then he went. “Wait, said the old man. “He came, said he was ill, and left.\n\n“Well?”",
        &["“A-huh!", "“Wait,", "“He came, said he was ill, and left.", "“Well?”"],
    );
    spoken(
        "\"I see, he said. \"Come here.\"\n\n“I see. “Come here,” he said. “Now.”",
        &[
            "\"I see, he said.",
            "\"Come here.\"",
            "“I see.",
            "“Come here,”",
            "“Now.”",
        ],
    );
    spoken(
        "I’ll come,” he said. “At once.”\n\n“Yes.”\n\nIt was told” and “so,” he said.",
        &["I’ll come,”", "“At once.”", "“Yes.”", "“so,”"],
    );
    spoken(
        "« Oui, dit-il. « Non. »\n\n« Bien. »",
        &["« Oui, dit-il.", "« Non. »", "« Bien. »"],
    );
}

#[test]
fn a_mark_that_was_printed_the_wrong_way_round_is_read_by_its_place() {
    spoken(
        "“Yes,“ he said. “No.”\n\n”So,” he said. “It is.”",
        &["“Yes,“", "“No.”", "”So,”", "“It is.”"],
    );
}

#[test]
fn a_space_on_the_wrong_side_of_a_straight_mark_is_of_no_harm() {
    spoken(
        "\"Good night,\" said the man.\" Good night, sir.\"",
        &["\"Good night,\"", "\" Good night, sir.\""],
    );
}

#[test]
fn straight_marks_beside_dashes_and_other_marks_are_told_apart() {
    spoken(
        "He said--\"No\"--and left.\n\n\"--and so,\" he said, \"'yes,' as they say.\" \"'Tis I.'\"\n\n\"... on,\" he said; \"5'10\" tall.\"",
        &[
            "\"No\"",
            "\"--and so,\"",
            "\"'yes,' as they say.\"",
            "\"'Tis I.'\"",
            "\"... on,\"",
            "\"5'10\" tall.\"",
        ],
    );
}

#[test]
fn a_grave_accent_opens_speech_in_old_texts() {
    spoken(
        "`I shall be late!' she thought, for it was the boys' day.\n\n`Don't say `yes' to me,' he said.\n\n``So it is,'' they sang.",
        &["`I shall be late!'", "`Don't say `yes' to me,'", "``So it is,''"],
    );
}

#[test]
fn dialect_with_single_marks_does_not_end_at_its_apostrophes() {
    spoken(
        "‘I seed th’ lads go wi’ their dogs an’ all’ he said. ‘And nothin’ else,’ said the farmers’ wife.\n\n\
         ‘I have done so much for you all these years, and for my sisters’ good name, that I will do no more.\n\n\
         ‘’Tis all.’\n\n‘ ’Tis so,’ said she, with ‘And yet’ upon her lips; ’twas late.",
        &[
            "‘I seed th’ lads go wi’ their dogs an’ all’",
            "‘And nothin’ else,’",
            "‘I have done so much for you all these years, and for my sisters’ good name, that I will do no more.",
            "‘’Tis all.’",
            "‘ ’Tis so,’",
            "‘And yet’",
        ],
    );
    spoken(
        "' 'Tis so,' said she; 'and the moral is--' She had done with 'As you like' and the boys' dog.\n\n' \"After that,\" he wrote.'",
        &[
            "' 'Tis so,'",
            "'and the moral is--'",
            "'As you like'",
            "' \"After that,\" he wrote.'",
        ],
    );
}

#[test]
fn cries_in_italics_are_speech_in_a_book_without_marks() {
    let tale = "He went on and saw the sea.\n\n".repeat(20);
    spoken(
        &format!(
            "{tale}One of them cried out in a shrill voice, _Hekinah degul_: the others came.\n\nThey shouted, and he sailed in _The Swan_, crying aloud, _Borach mevolah_; so I left."
        ),
        &["_Hekinah degul_", "_Borach mevolah_"],
    );
    spoken(
        &format!("{tale}He cried for the _Hekinah_.\n\nHe shouted to Tom of the _Red Swan_. She read _The Times_."),
        &[],
    );
    // Where speech has marks, italics have another meaning.
    spoken("“Yes,” he said.\n\nHe cried aloud, _O my heart_.", &["“Yes,”"]);
}

#[test]
fn a_letter_and_its_writers_name_are_two_where_marks_stand_alone() {
    spoken(
        "He said “ no . ”\n\n\" Your friend , \" DRACULA . \"",
        &["“ no . ”", "\" Your friend ,", "\" DRACULA . \""],
    );
    spoken("\" Yes , \" said Tom . \"\n\nHe went.", &["\" Yes , \""]);
}

#[test]
fn what_the_narrator_puts_in_brackets_is_not_spoken() {
    spoken(
        "“Lizzy! Georgy! (calling to his sisters) Joan is not here.”\n\n“I am (to tell the truth) too old.”",
        &[
            "“Lizzy! Georgy!",
            "Joan is not here.”",
            "“I am (to tell the truth) too old.”",
        ],
    );
}

#[test]
fn speech_after_a_dash_goes_on_behind_the_name_when_it_speaks_to_somebody() {
    let others = "— Yes.\n\n— No.\n\n".repeat(4);
    let own = [
        "— That fellow in the Ship,",
        "says you have g.p.i. Think of it.",
        "— Thanks,",
        "— Yes,",
        "Stephen Dedalus.",
    ];
    spoken(
        &format!(
            "{others}— That fellow in the Ship, said Buck Mulligan, says you have g.p.i. Think of it.\n\n— Thanks, he said, turning round and smiling.\n\n\
             — Yes, said Tom, with his hat in his hand.\n\nStephen had answered: Stephen Dedalus.\n\nThe rule was this: Nobody came."
        ),
        &[&["— Yes.", "— No."].repeat(4)[..], &own].concat(),
    );
}

/// A single mark in each of several lines was counted as none, and the few dashes of the book were taken for its marks.
#[test]
fn marks_are_counted_over_the_whole_book() {
    spoken(
        "He wrote: \"I come.\n\nIt is late.\"\n\n- you know it.",
        &["\"I come.", "It is late.\""],
    );
}
