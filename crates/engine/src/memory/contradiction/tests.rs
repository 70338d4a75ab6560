use jiff::Timestamp;
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::memory::FactScope;

fn fact(number: u128, text: &str, kind: FactKind) -> Fact {
    Fact {
        id: FactId(Uuid::from_u128(number)),
        text: text.to_owned(),
        kind,
        scope: FactScope::Conversation,
        importance: 3,
        sources: Vec::new(),
        supersedes: None,
        created_at: Timestamp::UNIX_EPOCH,
    }
}

#[test]
fn another_value_of_the_same_slot_contradicts() {
    for (old, new) in [
        ("Ayşe lives in Oslo.", "Ayşe moved to Bergen."),
        ("Ayşe lives in Oslo.", "Ayşe now lives in Bergen with her cat."),
        ("Ayşe moved to Bergen.", "Ayşe moved from Bergen to Rome in May."),
        ("I live in New York.", "I moved to Los Angeles."),
        ("I live in Oslo.", "Ayşe has moved to Bergen."),
        ("My sister lives in Oslo.", "Ayşe's sister moved to Paris."),
        ("Ayşe lives in Norway.", "Ayşe moved to the Netherlands."),
        ("My name is Clara.", "My name is Maria."),
        ("Ayşe's cat is called Tom.", "Ayşe's cat is called Jerry."),
        ("Ayşe is 31 years old.", "Ayşe is 32."),
        ("I'm 31.", "I turned 32."),
        ("Ayşe works as a nurse.", "Ayşe works as a teacher."),
        ("Ayşe is a nurse.", "Ayşe works as a baker."),
        ("I'm a student.", "I am a doctor now."),
        ("Ayşe is married.", "Ayşe is divorced."),
        ("I am engaged to Tom.", "I got married to Tom."),
        ("Ayşe's favourite colour is blue.", "Ayşe's favourite colour is green."),
        ("My favorite food is pizza.", "My favorite food is manti."),
        ("Ayşe's birthday is in May.", "Ayşe's birthday is on 3 June."),
        ("Ayşe likes coffee.", "Ayşe hates coffee."),
        ("I love dogs.", "I don't like dogs anymore."),
        ("Ayşe eats meat.", "Ayşe no longer eats meat."),
        ("Ayşe does not smoke.", "Ayşe smokes."),
        ("Ayşe has a cat.", "Ayşe has no cat."),
        ("I have a car.", "I don't have a car anymore."),
        ("Ayşe Oslo'da yaşıyor.", "Ayşe Bergen'e taşındı."),
        ("Oslo'da yaşıyorum.", "Geçen yıl Bergen'e taşındım."),
        ("Ben Osloda oturuyorum.", "İzmir'de yaşıyorum."),
        ("Ayşe New York'ta yaşıyor.", "Ayşe Los Angeles'a taşındı."),
        ("Adım Clara.", "Adım Maria."),
        ("Ayşe 31 yaşında.", "Ayşe 32 yaşında."),
        ("31 yaşındayım.", "32 yaşındayım."),
        ("Ayşe evli.", "Ayşe boşandı."),
        ("Bekarım.", "Evlendim."),
        ("Ayşe'nin en sevdiği renk mavi.", "Ayşe'nin en sevdiği renk yeşil."),
        ("En sevdiğim yemek mantı.", "En sevdiğim yemek pizza."),
        ("Öğretmenim.", "Ben doktorum."),
        ("Ayşe hemşire olarak çalışıyor.", "Ayşe öğretmen olarak çalışıyor."),
        ("Kahveyi severim.", "Kahveyi sevmem."),
        ("Ayşe et yer.", "Ayşe artık et yemiyor."),
        ("Sigara içiyorum.", "Sigarayı bıraktım."),
        ("Kedim var.", "Kedim yok."),
    ] {
        assert!(
            contradicted(new, old, "Ayşe"),
            "{old:?} / {new:?}\n{:?}\n{:?}",
            claims(old, "Ayşe"),
            claims(new, "Ayşe")
        );
    }
}

#[test]
fn what_can_be_true_together_does_not() {
    for (old, new) in [
        ("Ayşe lives in Oslo.", "Ayşe's sister lives in Bergen."),
        ("Ayşe lives in Oslo.", "Tom moved to Bergen."),
        ("Ayşe lives in Oslo.", "Ayşe lives in Oslo, near the harbour."),
        ("Ayşe lives in Oslo.", "Ayşe lives in a small flat."),
        ("Ayşe lives in Oslo.", "Ayşe lives in Norway."),
        ("Ayşe lives in Oslo.", "Ayşe used to live in Rome."),
        ("Ayşe lives in Oslo.", "Ayşe was born in Bergen."),
        ("Ayşe lives in Oslo.", "Ayşe wants to move to Bergen."),
        ("Ayşe lives in Oslo.", "Ayşe works in Bergen."),
        ("Ayşe lives in Oslo.", "Ayşe lives with her sister."),
        ("My name is Clara.", "My dog's name is Rex."),
        ("Ayşe is a nurse.", "Ayşe is a mother."),
        ("Ayşe is a nurse.", "Ayşe is a nurse in Oslo."),
        ("Ayşe is 31.", "Ayşe is a teacher."),
        ("Ayşe's favourite colour is blue.", "Ayşe's favourite food is pizza."),
        ("Ayşe likes coffee.", "Ayşe likes tea."),
        ("Ayşe likes coffee.", "Ayşe hates tea."),
        ("Ayşe has a cat.", "Ayşe has a dog."),
        ("Ayşe has a cat.", "Ayşe has two cats."),
        ("Ayşe has a black cat.", "Ayşe has no dog."),
        ("Ayşe eats meat.", "Ayşe does not eat fish."),
        ("Ayşe is married.", "Ayşe's brother is single."),
        ("Ayşe has a sister.", "Ayşe has three brothers."),
        ("Ayşe Oslo'da yaşıyor.", "Ayşe'nin annesi Bergen'de yaşıyor."),
        ("Ayşe Oslo'da yaşıyor.", "Ayşe Norveç'te yaşıyor."),
        ("Oslo'da yaşıyorum.", "Bergen'de doğdum."),
        ("Ayşe kahveyi sever.", "Ayşe çayı sevmez."),
        ("Kedim var.", "Köpeğim yok."),
        ("Ayşe et yemez.", "Ayşe balık yer."),
        ("Adım Clara.", "Kedimin adı Pamuk."),
        ("She came to the harbour.", "He left the harbour."),
        ("", ""),
    ] {
        assert!(
            !contradicted(new, old, "Ayşe"),
            "{old:?} / {new:?}\n{:?}\n{:?}",
            claims(old, "Ayşe"),
            claims(new, "Ayşe")
        );
        assert!(!contradicted(old, old, "Ayşe"), "{old:?}");
    }
}

#[test]
fn only_automatic_facts_are_superseded_and_the_newest_of_them() {
    let mut known = vec![
        fact(1, "Ayşe lives in Oslo.", FactKind::Pinned),
        fact(2, "Ayşe has a cat.", FactKind::Automatic),
    ];
    assert_eq!(superseded("Ayşe moved to Bergen.", &known), None);
    known.push(fact(3, "Ayşe lives in Rome.", FactKind::Automatic));
    known.push(fact(4, "Ayşe moved to Paris.", FactKind::Automatic));
    assert_eq!(superseded("Ayşe moved to Bergen.", &known), Some(known[3].id));
    assert_eq!(superseded("Ayşe likes tea.", &known), None);
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(
        text in ".{0,80}",
        words in proptest::collection::vec("is|am|I|my|name|lives|moved|from|to|in|has|no|a|favourite|married|adım|yaşında|evli|da|e|taşındı|yaşıyorum|Oslo|Ayşe|31|en|sevdiğim|olarak|çalışıyor|var|nefret|ederim", 0..8),
    ) {
        for text in [text, words.join(" ")] {
            prop_assert!(!contradicted(&text, &text, "Ayşe"));
        }
    }
}

/// "I live in Oslo." was known in two wordings, and only the newer of them gave way to "I moved to Bergen.".
#[test]
fn what_was_said_twice_gives_way_twice() {
    let known = |number: u128, text: &str, kind| Fact {
        created_at: Timestamp::from_second(i64::try_from(number).unwrap()).unwrap(),
        ..fact(number, text, kind)
    };
    let automatic = |number, text| known(number, text, FactKind::Automatic);
    let id = |number| FactId(Uuid::from_u128(number));
    let mut bergen = automatic(5, "I moved to Bergen.");
    let facts = |bergen: &Fact| {
        vec![
            automatic(1, "I live in Oslo."),
            known(2, "I live in Oslo, near the harbour.", FactKind::Pinned),
            automatic(3, "I have a cat."),
            bergen.clone(),
            automatic(6, "I live in Rome now."),
        ]
    };
    assert_eq!(also_superseded(&facts(&bergen)), [], "it has replaced nothing");
    bergen.supersedes = Some(id(4));
    assert_eq!(also_superseded(&facts(&bergen)), [(id(1), id(5))]);
}
