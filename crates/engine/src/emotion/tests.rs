use super::EmotionLabel::{self, *};
use super::*;

#[test]
fn the_lexicons_are_as_large_as_promised() {
    let sizes: Vec<usize> = (0..5).map(|place| lexicon::lexicon(place).len()).collect();
    for (size, least) in sizes.iter().zip([2_500, 400, 150, 150, 150]) {
        assert!(*size >= least, "{sizes:?}");
    }
}

#[test]
fn every_line_of_the_lexicons_is_an_entry() {
    let files = [
        include_str!("words/english.txt"),
        include_str!("words/turkish.txt"),
        include_str!("words/german.txt"),
        include_str!("words/french.txt"),
        include_str!("words/spanish.txt"),
        include_str!("words/typed.txt"),
    ];
    for line in files
        .iter()
        .flat_map(|file| file.lines())
        .filter(|line| !line.starts_with("# "))
    {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields.len(), 4, "{line}");
        assert!(
            EmotionLabel::named(fields[1]).is_some_and(|label| label != Neutral),
            "{line}"
        );
        let valence: f32 = fields[2].parse().unwrap();
        let arousal: f32 = fields[3].parse().unwrap();
        assert!(
            (-1.0..=1.0).contains(&valence) && (0.0..=1.0).contains(&arousal),
            "{line}"
        );
        assert_eq!(fields[0], fields[0].trim(), "{line}");
    }
}

#[test]
fn every_label_has_a_name_of_its_own() {
    for label in EmotionLabel::ALL {
        assert_eq!(EmotionLabel::named(label.name()), Some(label));
        assert_eq!(serde_json::to_value(label).unwrap(), label.name());
    }
    assert_eq!(
        EmotionLabel::ALL.iter().position(|label| *label == Neutral),
        Some(Neutral as usize)
    );
}

/// Each sentence with the label it should have.
#[track_caller]
fn check(sentences: &[(&str, EmotionLabel)]) {
    let wrong: Vec<String> = sentences
        .iter()
        .map(|(text, label)| (text, label, emotion(text)))
        .filter(|(_, label, emotion)| emotion.label != **label)
        .map(|(text, label, emotion)| format!("{text:?} should be {label:?}: {emotion:?}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn english_sentences() {
    check(&[
        ("I got the job, I'm over the moon", Joy),
        ("We laughed until the neighbours knocked", Joy),
        ("That was a delightful evening.", Joy),
        (
            "I'm so head over heels for him it's embarrassing how much I adore him",
            Love,
        ),
        ("She kissed me and I think I'm in love", Love),
        ("I stood up for myself and held my head high", Pride),
        ("My daughter graduated today and I am so proud", Pride),
        ("The scan came back and I could breathe again", Relief),
        ("It went better than I feared", Relief),
        ("A quiet hour by the hearth, wholly at peace", Calm),
        ("I feel serene tonight.", Calm),
        ("I keep my fingers crossed; things will get better", Hope),
        ("Can't wait for Saturday", Hope),
        ("Thank you, you don't know how much that meant", Gratitude),
        ("I'm grateful you stayed.", Gratitude),
        ("It came out of the blue, I was astonished", Surprise),
        ("I miss him every time the kettle boils", Longing),
        ("I am homesick for the sea", Longing),
        ("My hands were shaking and I couldn't breathe", Fear),
        ("I lie awake, worried sick about the letter", Fear),
        ("What if they find out?", Fear),
        ("He talked over me again and I saw red", Anger),
        ("I'm fed up with her lies", Anger),
        ("How dare he take that from us", Anger),
        ("I cried in the car park for an hour", Sadness),
        ("We buried her on Tuesday and the grief is a wall", Sadness),
        ("There was a lump in my throat", Sadness),
        ("I'm dead on my feet, three night shifts running", Weariness),
        ("I am utterly exhausted", Weariness),
        ("Everyone stared, I wanted to disappear", Shame),
        ("I made a fool of myself at the wedding", Shame),
        ("It's all my fault, I should have called", Guilt),
        ("I broke my promise and it eats at me", Guilt),
        ("The stench made me sick to my stomach", Disgust),
        ("Nobody calls any more and I eat alone", Loneliness),
        ("They all went and I wasn't invited", Loneliness),
        ("I'm green with envy, she always gets the parts", Jealousy),
        ("He was flirting with her and I got jealous", Jealousy),
        ("The train leaves at nine from platform two.", Neutral),
        ("Put the blue box on the second shelf", Neutral),
    ]);
}

#[test]
fn what_is_denied_is_not_felt() {
    check(&[
        ("I am not happy about this", Sadness),
        ("I'm not afraid of them.", Calm),
        ("I wasn't really angry", Calm),
        ("You don't love me", Loneliness),
        ("I have never been so happy", Joy),
        ("No, I am glad you told me", Joy),
        ("Never more afraid in my life", Fear),
        ("Not only sad but furious, furious I tell you", Anger),
    ]);
    assert!(emotion("I am not happy").valence < 0.0);
    assert!(emotion("I am not happy").valence > emotion("I am unhappy").valence);
    assert!(emotion("I am not miserable").valence > 0.0);
}

#[test]
fn turkish_sentences() {
    check(&[
        ("Bugün çok mutluyum", Joy),
        ("İçim içime sığmıyor, havalara uçtum", Joy),
        ("Seni seviyorum", Love),
        ("Ona âşık oldum galiba", Love),
        ("Kızımla gurur duyuyorum", Pride),
        ("Oh be, yük kalktı omuzlarımdan", Relief),
        ("Huzurlu ve sakin bir akşamdı", Calm),
        ("Umutluyum, inşallah olacak", Hope),
        ("Her şey için minnettarım", Gratitude),
        ("Seni çok özledim", Longing),
        ("Çok korkuyorum, titriyorum", Fear),
        ("Sınav için endişeliyim", Fear),
        ("Öfkeden deliye döndüm, çok kızgınım", Anger),
        ("Bugün çok üzgünüm", Sadness),
        ("Bütün gece ağladım", Sadness),
        ("Çok yorgunum, bitkinim", Weariness),
        ("Herkesin önünde utandım, yerin dibine girdim", Shame),
        ("Çok pişmanım, benim suçum", Guilt),
        ("Kokudan midem bulandı", Disgust),
        ("Kimse aramadı, yapayalnızım", Loneliness),
        ("Onu kıskanıyorum", Jealousy),
        ("Mutlu değilim", Sadness),
        ("Artık seni sevmiyorum", Loneliness),
        ("Korkmuyorum", Calm),
        ("ÇOK SIKILDIM", Weariness),
        ("İÇİM ACIYOR", Sadness),
        ("Otobüs saat dokuzda kalkıyor", Neutral),
    ]);
}

#[test]
fn german_french_and_spanish_sentences() {
    check(&[
        ("Ich bin so traurig heute", Sadness),
        ("Ich habe Angst vor morgen", Fear),
        ("Ich freue mich riesig", Joy),
        ("Ich bin nicht glücklich", Sadness),
        ("Ich schäme mich so", Shame),
        ("Gott sei Dank, es ist vorbei", Relief),
        ("Ich fühle mich einsam", Loneliness),
        ("Je suis tellement heureuse", Joy),
        ("J'ai peur de demain", Fear),
        ("Je ne suis pas content", Sadness),
        ("Elle a menti, je suis furieux", Anger),
        ("Tu me manques", Longing),
        ("J'ai honte de moi", Shame),
        ("Estoy muy triste", Sadness),
        ("Tengo miedo", Fear),
        ("Me siento sola", Loneliness),
        ("No estoy contento", Sadness),
        ("Estoy orgullosa de mi hijo", Pride),
        ("Es mi culpa", Guilt),
    ]);
}

#[test]
fn emoticons_count_in_any_language() {
    check(&[
        ("ok :)", Joy),
        ("see you then <3", Love),
        ("he left :'(", Sadness),
        ("great:(", Sadness),
        ("明日 T_T", Sadness),
        ("hm >:(", Anger),
        ("see https://example.org/ at 10:30", Neutral),
        ("ratio 2:3", Neutral),
        ("\u{1F62D}", Sadness),
        ("\u{1F60D}\u{1F60D}", Love),
    ]);
}

#[test]
fn loudness_and_small_words_change_the_weight() {
    let valence = |text| emotion(text).valence;
    assert!(valence("I am very happy") > valence("I am happy"));
    assert!(valence("I am a bit happy") < valence("I am happy"));
    assert!(valence("I am HAPPY") > valence("I am happy"));
    assert!(emotion("I am happy!!!").arousal > emotion("I am happy").arousal);
    assert!(valence("sooo happyyyy") > 0.5);
    assert_eq!(emotion("gooood niiight, haaaappy").label, Joy);
    assert!(valence("The food was awful but I loved the company") > 0.0);
    assert!(valence("I loved the company but the food was awful, disgusting") < 0.0);
}

#[test]
fn nothing_breaks_it_and_it_stays_in_its_bounds() {
    let texts = [
        "",
        " ",
        "'",
        "''''",
        "!!!",
        "İİİ",
        "*",
        ":",
        "<",
        "ııı sss aaa",
        "a\u{301}\u{301}",
        "\u{1F1F9}\u{1F1F7}",
        "not not not not",
    ];
    let long = "I hate and love and fear it! ".repeat(5_000);
    for text in texts.into_iter().chain([long.as_str()]) {
        let emotion = emotion(text);
        assert!((-1.0..=1.0).contains(&emotion.valence), "{text:.40} {emotion:?}");
        assert!((0.0..=1.0).contains(&emotion.arousal), "{text:.40} {emotion:?}");
    }
}

#[test]
fn likeness_is_high_for_the_same_trouble_and_nothing_for_none() {
    let lonely = emotion("Nobody calls, I eat alone");
    let empty = emotion("I'm so lonely in this flat");
    let sad = emotion("I cried all morning");
    let glad = emotion("What a wonderful day");
    let plain = emotion("The bus is at nine");
    assert!(lonely.likeness(empty) > lonely.likeness(sad));
    assert!(lonely.likeness(sad) > lonely.likeness(glad));
    assert_eq!(lonely.likeness(plain), 0.0);
    assert_eq!(lonely.likeness(lonely), 1.0);
    assert_eq!(lonely.likeness(empty), empty.likeness(lonely));
}

#[test]
fn a_moment_of_the_same_feelings_answers_best_and_a_stronger_one_better() {
    let cue = feelings("I feel so guilty, and I'm scared");
    let answered = |text| cue.answered_by(feelings(text));
    let strong = answered("It's all my fault, I should have called, I was terrified and worried sick");
    let mild = answered("It's my fault");
    let other = answered("We laughed all evening, it was wonderful");
    assert!(strong > mild && mild > other, "{strong} {mild} {other}");
    assert_eq!(answered("The bus is at nine"), 0.0);
    assert_eq!(feelings("").answered_by(cue), 0.0);
    assert!(strong <= 1.0);
}

#[test]
fn a_text_of_two_feelings_tells_of_both() {
    let both = feelings("I am proud of her and terrified for her");
    assert!(both.of(Pride) > 0.5 && both.of(Fear) > 0.5);
    assert_eq!(both.of(Joy), 0.0);
    assert!((both.total() - both.of(Pride) - both.of(Fear)).abs() < 1e-6);
}

proptest::proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        let emotion = emotion(&text);
        proptest::prop_assert!(emotion.valence.is_finite() && (-1.0..=1.0).contains(&emotion.valence));
        proptest::prop_assert!((0.0..=1.0).contains(&emotion.arousal));
    }
}
