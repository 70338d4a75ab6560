//! Claims of Turkish sentences. The verb comes last, and endings say what stands in front of it.

use super::{Claim, FactWord, SELF, Slot, Value, owned, texts};

const LIVES: &[&str] = &[
    "yasiyor",
    "yasar",
    "yasiyorum",
    "yasarim",
    "oturuyor",
    "oturuyorum",
    "oturur",
    "yasamakta",
];
const MOVED: &[&str] = &["tasindi", "tasindim", "yerlesti", "yerlestim"];
const WORKS: &str = " ogretmen doktor hemsire avukat muhendis ogrenci yazar ressam asci garson polis asker kaptan pilot cerrah \
    kutuphaneci memur muzisyen sarkici oyuncu gazeteci mimar yazilimci muhasebeci elektrikci tesisatci dedektif tuccar terzi demirci \
    balikci coban profesor bilim arastirmaci disci eczaci psikolog sofor bahcivan fotografci tasarimci cevirmen editor emekli issiz \
    marangoz firinci ciftci denizci ";
const STATES: &[(&str, &[&str])] = &[
    ("evli", &["evli", "evliyim", "evlendi", "evlendim"]),
    ("bekar", &["bekar", "bekarim"]),
    ("bosanmis", &["bosandi", "bosandim", "bosanmis"]),
    ("nisanli", &["nisanli", "nisanliyim", "nisanlandi", "nisanlandim"]),
    ("dul", &["dul", "dulum"]),
];
/// Verbs of liking, and whether they do.
const LIKES: &[(&str, bool)] = &[
    ("sever", true),
    ("severim", true),
    ("seviyor", true),
    ("seviyorum", true),
    ("bayilir", true),
    ("bayilirim", true),
    ("sevmez", false),
    ("sevmem", false),
    ("sevmiyor", false),
    ("sevmiyorum", false),
];
/// Habits, by their stem, said and denied.
const HABITS: &[(&str, &[&str], &[&str])] = &[
    (
        "yemek",
        &["yer", "yerim", "yiyor", "yiyorum"],
        &["yemez", "yemem", "yemiyor", "yemiyorum"],
    ),
    (
        "icmek",
        &["icer", "icerim", "iciyor", "iciyorum"],
        &["icmez", "icmem", "icmiyor", "icmiyorum", "birakti", "biraktim"],
    ),
    (
        "kullanmak",
        &["kullanir", "kullanirim", "kullaniyor", "kullaniyorum"],
        &["kullanmaz", "kullanmam", "kullanmiyor", "kullanmiyorum"],
    ),
    (
        "bilmek",
        &["bilir", "bilirim", "biliyor", "biliyorum"],
        &["bilmez", "bilmem", "bilmiyor", "bilmiyorum"],
    ),
    ("olmak", &["var"], &["yok", "kalmadi"]),
];

pub fn claims(words: &[FactWord]) -> Vec<Claim> {
    let found = [home, name, age, marriage, favourite, work, likes, habit];
    found.iter().filter_map(|find| find(words)).collect()
}

/// The words in front as a subject: nothing and "ben" are the reader, whose verb says so.
fn subject(words: &[FactWord], speaks: bool) -> Option<String> {
    let small = [
        "artik", "simdi", "hala", "su", "anda", "da", "de", "gecen", "yil", "ay", "hafta", "bu", "yaz", "kis", "nin",
        "nun",
    ];
    let words: Vec<&str> = texts(words).into_iter().filter(|word| !small.contains(word)).collect();
    match words.as_slice() {
        [] | ["ben" | "benim"] => speaks.then(|| SELF.to_owned()),
        words if words.len() <= 3 => Some(words.join(" ")),
        _ => None,
    }
}

/// Whether a verb or noun has the ending of the first person.
fn speaks(word: &str) -> bool {
    word.ends_with('m')
}

fn place_of(words: &[FactWord], list: &[&str]) -> Option<usize> {
    words.iter().rposition(|word| list.contains(&word.folded.as_str()))
}

fn home(words: &[FactWord]) -> Option<Claim> {
    let (verb, endings) = match place_of(words, MOVED) {
        Some(verb) => (verb, ["ya", "ye", "a", "e"].as_slice()),
        None => (place_of(words, LIVES)?, ["da", "de", "ta", "te"].as_slice()),
    };
    let before = &words[..verb];
    // "Oslo'da" is two words; "Osloda" is one.
    let ending = before.iter().rposition(|word| endings.contains(&word.folded.as_str()));
    let (end, cut) = match ending {
        Some(ending) => (ending, false),
        None => {
            let ends = |word: &FactWord| word.is_capital && endings.iter().any(|ending| word.folded.ends_with(ending));
            (before.iter().rposition(ends)? + 1, true)
        }
    };
    let speaks = speaks(&words[verb].folded);
    // A capital letter at the beginning is the subject's, unless the verb says that the reader speaks.
    let first = usize::from(!speaks || before.first().is_some_and(|word| word.folded == "ben"));
    let start = before[..end]
        .iter()
        .rposition(|word| !word.is_capital)
        .map_or(first, |place| place + 1)
        .max(first)
        .min(end);
    let mut place: Vec<String> = before[start..end].iter().map(|word| word.folded.clone()).collect();
    if let Some(last) = place.last_mut().filter(|_| cut)
        && let Some(ending) = endings.iter().find(|ending| last.ends_with(**ending))
    {
        last.truncate(last.len() - ending.len());
    }
    let subject = subject(&before[..start], speaks)?;
    (!place.is_empty()).then_some(Claim {
        subject,
        slot: Slot::Home,
        value: Value::Words(place),
    })
}

fn name(words: &[FactWord]) -> Option<Claim> {
    let place = place_of(words, &["adi", "adim", "ismi", "ismim"])?;
    let value: Vec<&str> = texts(&words[place + 1..]).into_iter().take(2).collect();
    let all_names = words[place + 1..].iter().all(|word| word.is_capital) && !value.is_empty();
    all_names.then_some(())?;
    Some(Claim {
        subject: subject(&words[..place], speaks(&words[place].folded))?,
        slot: Slot::Name,
        value: Value::Words(owned(&value)),
    })
}

fn age(words: &[FactWord]) -> Option<Claim> {
    let place = place_of(words, &["yasinda", "yasindayim"])?;
    let figure = words.get(place.checked_sub(1)?)?;
    figure.folded.parse::<u32>().ok()?;
    Some(Claim {
        subject: subject(&words[..place - 1], speaks(&words[place].folded))?,
        slot: Slot::Age,
        value: Value::Words(vec![figure.folded.clone()]),
    })
}

fn marriage(words: &[FactWord]) -> Option<Claim> {
    let last = words.last()?;
    let (state, _) = STATES.iter().find(|(_, forms)| forms.contains(&last.folded.as_str()))?;
    let before = &words[..words.len() - 1];
    // With whom makes no difference here.
    let end = before
        .iter()
        .position(|word| matches!(word.folded.as_str(), "ile" | "esinden" | "esimden"))
        .map_or(before.len(), |place| place.min(1));
    Some(Claim {
        subject: subject(&before[..end], speaks(&last.folded))?,
        slot: Slot::Marriage,
        value: Value::Words(owned(&[state])),
    })
}

/// "Ayşe'nin en sevdiği renk mavi", "en sevdiğim renk mavi".
fn favourite(words: &[FactWord]) -> Option<Claim> {
    let place = place_of(words, &["sevdigi", "sevdigim"])?;
    (place > 0 && words[place - 1].folded == "en").then_some(())?;
    let thing = words.get(place + 1)?;
    let value: Vec<&str> = texts(&words[place + 2..]).into_iter().take(3).collect();
    (!value.is_empty()).then_some(())?;
    Some(Claim {
        subject: subject(&words[..place - 1], speaks(&words[place].folded))?,
        slot: Slot::Favourite(thing.folded.clone()),
        value: Value::Words(owned(&value)),
    })
}

fn work(words: &[FactWord]) -> Option<Claim> {
    let last = words.last()?;
    let trade_of = |word: &str| {
        let bare = ["yim", "im", "um", "yum", "dir", "tir"].iter().find_map(|ending| {
            let bare = word.strip_suffix(ending)?;
            WORKS.contains(&format!(" {bare} ")).then(|| bare.to_owned())
        });
        bare.or_else(|| WORKS.contains(&format!(" {word} ")).then(|| word.to_owned()))
    };
    let (trade, end, speaks) =
        if last.folded.starts_with("calis") && words.len() >= 3 && words[words.len() - 2].folded == "olarak" {
            let trade = words[words.len() - 3].folded.clone();
            (trade, words.len() - 3, speaks(&last.folded))
        } else {
            let trade = trade_of(&last.folded)?;
            let speaks = last.folded != trade && speaks(&last.folded);
            (trade, words.len() - 1, speaks)
        };
    let before: Vec<FactWord> = words[..end]
        .iter()
        .filter(|word| word.folded != "bir")
        .cloned()
        .collect();
    Some(Claim {
        subject: subject(&before, speaks)?,
        slot: Slot::Work,
        value: Value::Words(vec![trade]),
    })
}

fn likes(words: &[FactWord]) -> Option<Claim> {
    let last = words.last()?;
    let hates = matches!(last.folded.as_str(), "eder" | "ederim" | "ediyor" | "ediyorum")
        && words.len() >= 2
        && words[words.len() - 2].folded == "nefret";
    let likes = LIKES
        .iter()
        .find(|(verb, _)| *verb == last.folded)
        .map(|(_, likes)| *likes);
    let likes = if hates { false } else { likes? };
    let end = words.len() - if hates { 2 } else { 1 };
    stated(&words[..end], speaks(&last.folded), "sevmek", likes)
}

fn habit(words: &[FactWord]) -> Option<Claim> {
    let last = words.last()?;
    let (verb, said, _) = HABITS
        .iter()
        .find(|(_, said, denied)| said.contains(&last.folded.as_str()) || denied.contains(&last.folded.as_str()))?;
    let is_said = said.contains(&last.folded.as_str());
    // "Bir kedim var": here the thing says whose it is.
    let speaks = if *verb == "olmak" {
        words.len() >= 2 && speaks(&words[words.len() - 2].folded)
    } else {
        speaks(&last.folded)
    };
    stated(&words[..words.len() - 1], speaks, verb, is_said)
}

/// One thing in front of the verb; what stands before it is the subject. The thing's ending differs with the verb.
fn stated(words: &[FactWord], speaks: bool, verb: &str, truth: bool) -> Option<Claim> {
    let (thing, before) = words.split_last()?;
    let before: Vec<FactWord> = before
        .iter()
        .filter(|word| !matches!(word.folded.as_str(), "bir" | "hic" | "artik"))
        .cloned()
        .collect();
    Some(Claim {
        subject: subject(&before, speaks)?,
        slot: Slot::Statement(format!("{verb} {}", thing.folded.chars().take(4).collect::<String>())),
        value: Value::Truth(truth),
    })
}
