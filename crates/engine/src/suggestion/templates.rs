//! What suggestions are made of where no model can make them. What the character spoke of is taken up in English and Turkish; the
//! other languages have general lines only, as a word cannot be put into their sentences unchanged.
//!
//! `{it}` stands for what the character has just spoken of, as it was written there.

mod european;
mod wider;

/// The templates of one language; those about something may be none.
#[derive(Debug)]
pub struct Lines {
    /// When nothing was said yet but the greeting.
    pub openings: &'static [&'static str],
    /// To a question.
    pub answers: &'static [&'static str],
    /// To anything else.
    pub assents: &'static [&'static str],
    /// About a thing, and about a name.
    pub about_thing: &'static [&'static str],
    pub about_name: &'static [&'static str],
    /// Questions without a subject.
    pub questions: &'static [&'static str],
    /// To something that the character did.
    pub reactions: &'static [&'static str],
    /// Something that the reader does.
    pub actions: &'static [&'static str],
    /// Against it, or away from it.
    pub turns: &'static [&'static str],
}

impl Lines {
    const NONE: Self = Self {
        openings: &[],
        answers: &[],
        assents: &[],
        about_thing: &[],
        about_name: &[],
        questions: &[],
        reactions: &[],
        actions: &[],
        turns: &[],
    };

    /// Those of a primary language.
    pub fn of(language: &str) -> Option<&'static Self> {
        let lines = match language {
            "en" => &ENGLISH,
            "tr" => &TURKISH,
            "de" => &european::GERMAN,
            "fr" => &european::FRENCH,
            "es" => &european::SPANISH,
            "pt" => &european::PORTUGUESE,
            "it" => &european::ITALIAN,
            "pl" => &european::POLISH,
            "ru" => &wider::RUSSIAN,
            "uk" => &wider::UKRAINIAN,
            "ar" => &wider::ARABIC,
            "hi" => &wider::HINDI,
            "zh" => &wider::CHINESE,
            "ja" => &wider::JAPANESE,
            "ko" => &wider::KOREAN,
            _ => return None,
        };
        Some(lines)
    }
}

const ENGLISH: Lines = Lines {
    openings: &[
        "Good day. May I sit down?",
        "I was told I would find you here.",
        "I have come to ask for your advice.",
        "Have you a moment? It will not take long.",
        "I hardly expected to meet you in person.",
    ],
    answers: &[
        "Yes, I think so.",
        "No, not at all.",
        "I would rather not say yet.",
        "To be honest, I do not know.",
        "Perhaps. Why do you ask?",
        "Ask me again when I know you better.",
    ],
    assents: &[
        "I can believe that.",
        "That is not what I expected to hear.",
        "You have a point.",
        "I had not thought of it that way.",
        "Then I am glad I came.",
        "Yes. I feel the same.",
    ],
    about_thing: &[
        "Tell me more about {it}.",
        "What is it about {it}?",
        "Why does {it} matter to you?",
        "And {it}? What do you make of that?",
    ],
    about_name: &[
        "Tell me about {it}.",
        "What does {it} mean to you?",
        "{it}? I have heard that name before.",
    ],
    questions: &[
        "What happened then?",
        "How do you know?",
        "What would you do in my place?",
        "Have you always thought so?",
        "Is there something you are not telling me?",
    ],
    reactions: &[
        "(watches you) Go on, do not mind me.",
        "(follows your hands) Why did you do that?",
        "(smiles) You have done that before.",
        "(waits until you are done) And now?",
    ],
    actions: &[
        "(comes a step closer) I am listening.",
        "(looks around) It is quiet here.",
        "(sits down) Start from the beginning.",
        "(nods slowly) Then let us see.",
        "(hesitates) There is something I should tell you.",
    ],
    turns: &[
        "I am not so sure of that.",
        "Let us speak of something else. How was your day?",
        "And if you are wrong?",
        "I see it differently, but go on.",
        "Before that, one question: what do you want?",
    ],
};

const TURKISH: Lines = Lines {
    openings: &[
        "İyi günler. Oturabilir miyim?",
        "Sizi burada bulacağımı söylediler.",
        "Size danışmaya geldim.",
        "Biraz vaktiniz var mı? Uzun sürmez.",
        "Sizinle karşılaşacağımı hiç ummazdım.",
    ],
    answers: &[
        "Evet, sanırım öyle.",
        "Hayır, hiç de değil.",
        "Bunu şimdilik söylemesem daha iyi.",
        "Doğrusu, bilmiyorum.",
        "Belki. Neden soruyorsun?",
        "Beni daha iyi tanıyınca yine sor.",
    ],
    assents: &[
        "Buna inanırım.",
        "Bunu duymayı beklemiyordum.",
        "Haklısın.",
        "Hiç böyle düşünmemiştim.",
        "O halde geldiğime sevindim.",
        "Evet, ben de öyle hissediyorum.",
    ],
    about_thing: &[],
    about_name: &[
        "Bana {it} hakkında biraz daha anlat.",
        "{it} senin için ne demek?",
        "{it} mi? Bu adı daha önce duymuştum.",
    ],
    questions: &[
        "Sonra ne oldu?",
        "Bunu nereden biliyorsun?",
        "Benim yerimde olsan ne yapardın?",
        "Hep böyle mi düşünürdün?",
        "Bana söylemediğin bir şey mi var?",
    ],
    reactions: &[
        "(seni izler) Devam et, bana bakma.",
        "(ellerine bakar) Bunu neden yaptın?",
        "(gülümser) Bunu ilk kez yapmıyorsun.",
        "(bitirmeni bekler) Peki şimdi?",
    ],
    actions: &[
        "(bir adım yaklaşır) Dinliyorum.",
        "(etrafına bakar) Burası çok sessiz.",
        "(oturur) En baştan anlat.",
        "(yavaşça başını sallar) Görelim bakalım.",
        "(duraksar) Sana söylemem gereken bir şey var.",
    ],
    turns: &[
        "Bundan o kadar emin değilim.",
        "Başka bir şeyden konuşalım. Günün nasıl geçti?",
        "Ya yanılıyorsan?",
        "Ben öyle görmüyorum, ama devam et.",
        "Ondan önce bir soru: Ne istiyorsun?",
    ],
};
