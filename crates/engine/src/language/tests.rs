use super::*;

/// One plain line of talk in every offered language.
const TALK: [(&str, &str); 15] = [
    (
        "en",
        "(sets the lamp down) You have come a long way, and the sea was not kind to you tonight.",
    ),
    (
        "tr",
        "(lambayı yere koyar) Çok uzaktan geldin ve deniz bu gece sana hiç acımadı.",
    ),
    (
        "de",
        "(stellt die Lampe ab) Du hast einen weiten Weg hinter dir, und die See war heute nicht freundlich.",
    ),
    (
        "fr",
        "(pose la lampe) Vous venez de loin, et la mer n'a pas été tendre avec vous ce soir.",
    ),
    (
        "es",
        "(deja la lámpara) Has venido de muy lejos, y el mar no ha sido amable contigo esta noche.",
    ),
    (
        "pt",
        "(pousa a lâmpada) Você veio de longe, e o mar não foi gentil com você esta noite.",
    ),
    (
        "it",
        "(posa la lampada) Sei venuto da lontano, e il mare non è stato gentile con te questa sera.",
    ),
    (
        "ru",
        "(ставит лампу) Вы пришли издалека, и море сегодня было к вам неласково.",
    ),
    (
        "uk",
        "(ставить лампу) Ви прийшли здалеку, і море сьогодні було до вас неласкаве.",
    ),
    (
        "pl",
        "(stawia lampę) Przyszedłeś z daleka, a morze nie było dla ciebie łaskawe tej nocy.",
    ),
    (
        "ar",
        "(يضع المصباح) لقد جئت من بعيد، ولم يكن البحر رحيما بك هذه الليلة.",
    ),
    (
        "hi",
        "(दीपक रखता है) तुम बहुत दूर से आए हो, और आज रात समुद्र तुम पर मेहरबान नहीं था।",
    ),
    ("zh", "（放下灯）你从很远的地方来，今晚大海对你并不温柔。"),
    (
        "ja",
        "（ランプを置く）遠くから来たのですね。今夜の海はあなたに優しくなかった。",
    ),
    (
        "ko",
        "(등불을 내려놓으며) 먼 길을 오셨군요. 오늘 밤 바다는 당신에게 친절하지 않았어요.",
    ),
];

#[test]
fn every_offered_language_is_told_from_the_others() {
    for (language, text) in TALK {
        assert_eq!(written_in(text), Some(language), "{text}");
        for other in OFFERED {
            assert_eq!(differs(text, other), other != language, "{other}: {text}");
        }
    }
}

#[test]
fn regions_and_scripts_of_a_tag_do_not_matter() {
    let portuguese = TALK[5].1;
    assert!(!differs(portuguese, "pt-BR") && !differs(portuguese, "PT"));
    assert!(!differs(TALK[12].1, "zh-Hant-TW"));
    assert!(differs(TALK[0].1, "nl"));
    assert!(!differs(TALK[0].1, ""), "no language was chosen");
}

#[test]
fn what_cannot_be_told_is_unknown() {
    for text in [
        "",
        "...!",
        "Hm.",
        "No.",
        "12 34",
        "Ayşe Yılmaz",
        "Captain Nemo, Sherlock Holmes, Irene Adler",
        "Ja. Nein. Yes. No.",
        "De zee was niet vriendelijk voor je vannacht, en je komt van ver.",
        "سلام، چطوری؟ من از راه دور آمده‌ام و خسته‌ام.",
        "The lamp is out, and the sea is calm. Лампа погасла, и море было неласково.",
    ] {
        assert_eq!(written_in(text), None, "{text}");
    }
}

#[test]
fn names_and_a_few_foreign_words_do_not_mislead() {
    let check = |text: &str, expected: &str| assert_eq!(written_in(text), Some(expected), "{text}");
    check(
        "C'est la vie, as they say; but I would not have it that you leave with nothing.",
        "en",
    );
    check(
        "Sherlock Holmes'u sordum ama o bana hiç cevap vermedi, ne garip bir gece.",
        "tr",
    );
    check(
        "Er nannte sie nur die Frau, und das war für ihn nicht wenig: Irene Adler.",
        "de",
    );
    check("ISTANBUL'DA BİR GECE, ÇOK SESSİZ VE ÇOK UZUN BİR GECEYDİ", "tr");
}

/// Its small words are Spanish ones as well.
#[test]
fn french_of_short_sentences_is_not_taken_for_spanish() {
    let text = "Je te crois volontiers. Y a-t-il quelque chose que tu ne me dis pas\u{202f}? (prend une chaise) Là, j'ai un doute.";
    assert_eq!(written_in(text), Some("fr"));
}
