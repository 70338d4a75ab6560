//! Characters who speak a language that the model does not.

use super::*;

fn hoca() -> Character {
    character(json!({
        "name": "Nasreddin Hoca",
        "greeting": "(Eşeğin üstünde ters oturmuştur.) Hoş geldin komşu! Bir derdim var: eşek beni bir yere götürüyor ama nereye olduğunu söylemiyor.",
        "roleplay": { "action_format": "({content})", "thought_format": "*{content}*" },
        "example_dialogues": [{
            "user": "Hocam, eşeğini bir günlüğüne versen de odun taşısam?",
            "character": "Vereyim de, bir kere kendisine danışmam lazım. (Ahıra girer.) Danıştım, olmaz dedi. Sen gel, beraber taşıyalım."
        }]
    }))
}

fn language_for(character: &Character, said: &[&str], chosen: Option<&str>) -> Option<&'static str> {
    let messages = talk(said);
    own_language(&asked(character, &messages), chosen)
}

fn line_for(said: &[&str]) -> String {
    let (character, messages) = (hoca(), talk(said));
    own_line(&asked(&character, &messages), "tr").unwrap()
}

#[test]
fn it_is_the_characters_unless_the_reader_wants_another() {
    let hoca = hoca();
    let evening = "İyi akşamlar. Yanınıza oturabilir miyim, biraz konuşmak için geldim?";
    for (said, chosen, language) in [
        (&[evening][..], None, Some("tr")),
        (&[evening], Some("tr-TR"), Some("tr")),
        (&[evening], Some("en"), None),
        // Too short to tell.
        (&["Merhaba!"], None, Some("tr")),
        (&["Good evening. May I sit with you for a while?"], None, None),
        (
            &["Good evening. May I sit with you for a while?", "Ah.", "Why?"],
            None,
            None,
        ),
    ] {
        assert_eq!(language_for(&hoca, said, chosen), language, "{said:?} {chosen:?}");
    }
    assert_eq!(language_for(&holmes(), &[evening], None), None);
}

#[test]
fn the_characters_own_line_is_taken_where_it_fits() {
    assert_eq!(
        line_for(&["Hocam, eşeğini bana versen de odun taşısam olur mu?"]),
        "Vereyim de, bir kere kendisine danışmam lazım. (Ahıra girer.) Danıştım, olmaz dedi."
    );
}

#[test]
fn the_situation_decides_and_nothing_is_said_twice_in_a_row() {
    for (latest, beginning) in [
        (
            "İyi akşamlar. Yanınıza oturabilir miyim?",
            ["Tabii", "Elbette", "Buyur"],
        ),
        ("Bugün ne yaptınız?", ["Her zamanki", "İyi diyelim", "Fena değil"]),
        ("Neden korkarsınız?", ["Onu ben de", "Sebebi bir", "Bunu düşünmem"]),
        ("Bugün çok üzgünüm.", ["Zor olmalı", "Yanındayım", "Bunu tek"]),
        ("Sen hiç aldandın mı?", ["Bazen evet", "Hemen evet", "Belki öyledir"]),
    ] {
        let mut said = vec![latest.to_owned()];
        let mut replies: Vec<String> = Vec::new();
        for _ in 0..3 {
            let texts: Vec<&str> = said.iter().map(String::as_str).collect();
            let line = line_for(&texts);
            assert!(
                beginning.iter().any(|words| line.starts_with(words)),
                "{latest}: {line}"
            );
            assert!(!replies.contains(&line), "{line} again");
            assert!(!crate::language::differs(&line, "tr"), "{line}");
            replies.push(line.clone());
            said.extend([line, latest.to_owned()]);
        }
        // When all were said, one is said again.
        let texts: Vec<&str> = said.iter().map(String::as_str).collect();
        assert!(replies.contains(&line_for(&texts)));
    }
}

#[test]
fn there_is_no_line_in_other_languages() {
    let (character, messages) = (hoca(), talk(&["Merhaba!"]));
    assert_eq!(own_line(&asked(&character, &messages), "de"), None);
}

/// The small model wrote these to Turkish questions; none of the words is one.
#[test]
fn words_that_the_model_made_up_are_not_shown() {
    let (character, messages) = (hoca(), talk(&["İyi akşamlar. Yanınıza oturabilir miyim?"]));
    let input = asked(&character, &messages);
    for made_up in [
        "Ich kısa, şu açılıları, şu haleyılının yılıkır.",
        "Neden köyük şu, bu yer yerleşmek.",
        "What is your business, dear?",
    ] {
        assert!(!is_in_language(&input, made_up, "tr"), "{made_up}");
    }
    for sound in [
        "Hoş geldin komşu! Eşek nereye götürüyor, bilmiyorum ama gel.",
        "Bir derdim var ama söylemem, olmaz. Sen gel.",
    ] {
        assert!(is_in_language(&input, sound, "tr"), "{sound}");
    }
}
