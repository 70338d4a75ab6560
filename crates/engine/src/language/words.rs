//! The commonest small words of languages that share a script, and the letters that tell them apart.

use std::collections::HashMap;
use std::sync::LazyLock;

pub type SmallWords = &'static [&'static str];

/// The commonest small words in small letters, by language.
const SMALL_WORDS: &[(&str, SmallWords)] = &[
    (
        "en",
        &[
            "the", "and", "of", "to", "is", "that", "it", "was", "for", "you", "with", "he", "she", "his", "her",
            "they", "but", "not", "have", "had", "are", "this", "from", "my", "i", "your", "what", "there", "would",
            "will", "been", "their", "were", "which", "if", "when", "at", "by", "it's", "don't", "i'm", "you're", "we",
            "then",
        ],
    ),
    (
        "tr",
        &[
            "ve", "bir", "bu", "da", "de", "için", "ne", "ama", "çok", "ben", "sen", "mi", "mı", "mu", "mü", "gibi",
            "o", "var", "yok", "daha", "değil", "ile", "her", "kadar", "sonra", "beni", "seni", "bana", "sana", "şey",
            "olan", "nasıl", "evet", "hayır", "burada", "böyle", "diye", "biraz", "hiç", "onu", "biz", "siz", "ki",
        ],
    ),
    (
        "de",
        &[
            "der", "die", "das", "und", "ist", "nicht", "ich", "du", "sie", "es", "ein", "eine", "einen", "dem", "den",
            "zu", "mit", "auf", "für", "von", "wir", "ihr", "er", "aber", "auch", "noch", "was", "wie", "im", "sich",
            "mir", "dir", "mich", "dich", "hat", "war", "bin", "hier", "oder", "wenn", "dann", "nur", "mein", "dein",
        ],
    ),
    (
        "fr",
        &[
            "le", "la", "les", "de", "des", "du", "et", "est", "un", "une", "je", "tu", "il", "elle", "nous", "vous",
            "pas", "que", "qui", "dans", "pour", "sur", "avec", "ce", "cette", "mais", "ne", "au", "mon", "ma",
            "votre", "c'est", "j'ai", "ou", "où", "plus", "moi", "toi", "être", "suis", "ici", "son", "sa", "ses",
            "te", "me", "par", "là", "quelque", "n'est", "très", "bien", "aussi", "oui", "quoi", "peux", "dis", "même",
        ],
    ),
    (
        "es",
        &[
            "el", "la", "los", "las", "de", "del", "y", "es", "un", "una", "que", "en", "no", "se", "por", "con",
            "para", "lo", "le", "su", "mi", "tu", "yo", "pero", "más", "como", "este", "esta", "está", "hay", "muy",
            "qué", "aquí", "sí", "usted", "al", "me", "te", "ya", "nada", "cuando", "soy", "ella",
        ],
    ),
    (
        "pt",
        &[
            "o", "a", "os", "as", "de", "do", "da", "dos", "das", "e", "é", "um", "uma", "que", "em", "no", "na",
            "não", "se", "por", "com", "para", "eu", "você", "ele", "ela", "mas", "mais", "como", "este", "esta",
            "está", "muito", "meu", "minha", "seu", "sua", "ao", "aqui", "sim", "isso", "quando", "tem", "foi",
        ],
    ),
    (
        "it",
        &[
            "il", "lo", "la", "gli", "le", "di", "del", "della", "e", "è", "un", "una", "che", "in", "non", "si",
            "per", "con", "su", "io", "tu", "lui", "lei", "ma", "più", "come", "questo", "questa", "sono", "hai", "ho",
            "mi", "ti", "ci", "qui", "al", "nel", "nella", "anche", "cosa", "mio", "mia", "perché", "dei",
        ],
    ),
    (
        "pl",
        &[
            "i", "w", "na", "z", "do", "nie", "się", "to", "jest", "że", "jak", "ale", "co", "tak", "o", "po", "za",
            "ja", "ty", "on", "ona", "mnie", "ci", "cię", "mi", "czy", "tu", "już", "tylko", "jestem", "był", "była",
            "dla", "od", "przez", "tego", "ten", "ta", "jego", "jej", "bardzo", "gdy", "coś",
        ],
    ),
    // Not offered, but so near to its neighbours that it would be taken for one of them.
    (
        "nl",
        &[
            "de", "het", "een", "en", "van", "ik", "je", "is", "niet", "dat", "die", "in", "op", "te", "met", "voor",
            "zijn", "was", "er", "maar", "om", "hij", "ze", "we", "wat", "ook", "aan", "naar", "hem", "haar", "mijn",
            "dan", "nog", "hier", "geen", "wel", "komt", "jij", "u", "heb",
        ],
    ),
    (
        "ru",
        &[
            "и",
            "в",
            "не",
            "на",
            "я",
            "что",
            "он",
            "с",
            "как",
            "это",
            "но",
            "вы",
            "она",
            "так",
            "его",
            "за",
            "из",
            "мы",
            "только",
            "мне",
            "было",
            "меня",
            "уже",
            "для",
            "вас",
            "нет",
            "если",
            "или",
            "когда",
            "здесь",
            "там",
            "еще",
            "где",
            "от",
        ],
    ),
    (
        "uk",
        &[
            "та",
            "в",
            "не",
            "на",
            "я",
            "що",
            "з",
            "як",
            "це",
            "але",
            "ти",
            "вона",
            "так",
            "його",
            "за",
            "ми",
            "мене",
            "вже",
            "для",
            "вас",
            "де",
            "або",
            "коли",
            "тут",
            "там",
            "ще",
            "був",
            "було",
            "до",
            "й",
            "про",
            "треба",
            "дуже",
        ],
    ),
];

/// Small words in small letters; empty for a language that is told by its script alone.
pub fn small_words(language: &str) -> SmallWords {
    let known = SMALL_WORDS.iter().find(|(name, _)| *name == language);
    known.map(|(_, words)| *words).unwrap_or_default()
}

/// The languages in which a word is a small one, each a bit.
pub fn small_in(word: &str) -> u32 {
    static LANGUAGES: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
        let mut languages: HashMap<&str, u32> = HashMap::new();
        for (language, words) in SMALL_WORDS {
            for word in *words {
                *languages.entry(word).or_default() |= bit_of(language);
            }
        }
        languages
    });
    LANGUAGES.get(word).copied().unwrap_or_default()
}

/// The bit of a language; none for one without small words.
pub fn bit_of(language: &str) -> u32 {
    let place = SMALL_WORDS.iter().position(|(name, _)| *name == language);
    place.map_or(0, |place| 1 << place)
}

/// Letters that of the languages here (nearly) only this one has.
pub fn latin_marks(language: &str) -> &'static [char] {
    match language {
        "tr" => &['ğ', 'ş', 'ı'],
        "de" => &['ß', 'ä'],
        "fr" => &['œ', 'ê', 'û', 'î'],
        "es" => &['ñ'],
        "pt" => &['ã', 'õ'],
        "it" => &['ì', 'ò'],
        "pl" => &['ł', 'ż', 'ś', 'ć', 'ń', 'ź', 'ą', 'ę'],
        _ => &[],
    }
}
