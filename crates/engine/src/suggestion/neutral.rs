//! Suggestions that fit nearly everywhere, for when nothing better could be made.

use super::COUNT;
use crate::language::primary;

/// By primary language. None tells whether a man or a woman speaks or is spoken to.
const NEUTRAL: &[(&str, [&str; COUNT])] = &[
    (
        "tr",
        [
            "Devam et, dinliyorum.",
            "Bununla ne demek istiyorsun?",
            "(bir an düşünür) Emin değilim.",
            "Başka bir şeyden konuşalım.",
        ],
    ),
    (
        "de",
        [
            "Erzähl weiter, ich höre zu.",
            "Was meinst du damit?",
            "(denkt einen Moment nach) Ich bin mir nicht sicher.",
            "Lass uns von etwas anderem reden.",
        ],
    ),
    (
        "fr",
        [
            "Continue, je t'écoute.",
            "Que veux-tu dire par là\u{202f}?",
            "(réfléchit un instant) Je ne sais pas trop.",
            "Parlons d'autre chose.",
        ],
    ),
    (
        "es",
        [
            "Sigue, te escucho.",
            "¿Qué quieres decir con eso?",
            "(piensa un momento) No lo sé.",
            "Hablemos de otra cosa.",
        ],
    ),
    (
        "pt",
        [
            "Continue, estou ouvindo.",
            "O que você quer dizer com isso?",
            "(pensa um momento) Não tenho certeza.",
            "Vamos falar de outra coisa.",
        ],
    ),
    (
        "it",
        [
            "Continua, ti ascolto.",
            "Che cosa intendi?",
            "(riflette un momento) Non saprei.",
            "Parliamo d'altro.",
        ],
    ),
    (
        "ru",
        [
            "Продолжай, я слушаю.",
            "Что ты имеешь в виду?",
            "(задумывается на миг) Трудно сказать.",
            "Давай поговорим о чём-нибудь другом.",
        ],
    ),
    (
        "uk",
        [
            "Продовжуй, я слухаю.",
            "Що ти маєш на увазі?",
            "(на мить замислюється) Важко сказати.",
            "Поговорімо про щось інше.",
        ],
    ),
    (
        "pl",
        [
            "Mów dalej, słucham.",
            "Co masz na myśli?",
            "(zastanawia się chwilę) Trudno powiedzieć.",
            "Porozmawiajmy o czymś innym.",
        ],
    ),
    (
        "ar",
        [
            "أنا أسمعك. وماذا بعد؟",
            "ما معنى ذلك؟",
            "(لحظة تفكير) لا أدري.",
            "لنتحدث عن شيء آخر.",
        ],
    ),
    (
        "hi",
        [
            "आगे बताओ, मेरा ध्यान यहीं है।",
            "इससे तुम्हारा क्या मतलब है?",
            "(एक पल सोचकर) मुझे पक्का नहीं पता।",
            "चलो, कुछ और बात करें।",
        ],
    ),
    (
        "zh",
        [
            "继续说，我在听。",
            "你这话是什么意思？",
            "（想了一会儿）我不太确定。",
            "我们聊点别的吧。",
        ],
    ),
    (
        "ja",
        [
            "続けて、聞いているよ。",
            "それはどういう意味？",
            "（少し考える）よくわからない。",
            "別の話をしよう。",
        ],
    ),
    (
        "ko",
        [
            "계속해, 듣고 있어.",
            "그게 무슨 뜻이야?",
            "(잠시 생각한다) 잘 모르겠어.",
            "다른 이야기를 하자.",
        ],
    ),
];

const ENGLISH: [&str; COUNT] = [
    "Go on, I am listening.",
    "What do you mean by that?",
    "(thinks for a moment) I am not sure.",
    "Let us talk about something else.",
];

/// Four neutral replies in a language, given as a BCP 47 tag; in English for one that is not known.
pub fn neutral(language: &str) -> [String; COUNT] {
    let language = primary(language);
    let known = NEUTRAL.iter().find(|(name, _)| *name == language);
    known.map_or(ENGLISH, |(_, texts)| *texts).map(str::to_owned)
}
