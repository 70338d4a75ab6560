//! Rules for Turkish: a sentence of the reader shows it by the ending of its verb ("-yorum", "-dım") or of what is theirs
//! ("annem", "kedim"). Words are folded: "ı" is "i", "ş" is "s".

use crate::search::words;

/// The reader's own people and animals, without their case endings.
const KIN: [&str; 44] = [
    "annem",
    "babam",
    "kardesim",
    "ablam",
    "abim",
    "agabeyim",
    "esim",
    "karim",
    "kocam",
    "oglum",
    "kizim",
    "cocugum",
    "cocuklarim",
    "dedem",
    "ninem",
    "anneannem",
    "babaannem",
    "teyzem",
    "halam",
    "amcam",
    "dayim",
    "kuzenim",
    "yegenim",
    "nisanlim",
    "sevgilim",
    "arkadasim",
    "kopegim",
    "kedim",
    "atim",
    "patronum",
    "ailem",
    "ogretmenim",
    "ikizim",
    "torunum",
    "kayinvalidem",
    "gelinim",
    "damadim",
    "komsum",
    "kusum",
    "papaganim",
    "ebeveynlerim",
    "kardeslerim",
    "cocugumuz",
    "kizlarim",
];
/// What they may be that stands alone as a predicate.
const BEING: &str = " ogretmenim doktorum hemsireyim muhendisim avukatim ogrenciyim emekliyim yazarim ressamim asciyim garsonum polisim \
    askerim kaptanim pilotum memurum muzisyenim sarkiciyim oyuncuyum gazeteciyim mimarim yazilimciyim muhasebeciyim soforum ciftciyim \
    balikciyim denizciyim terziyim marangozum issizim profesorum disciyim eczaciyim psikologum cevirmenim fotografciyim tasarimciyim \
    kutuphaneciyim dedektifim evliyim bekarim dulum nisanliyim hamileyim vejetaryenim veganim korum sagirim solagim yetimim turkum \
    kurdum almanim muslumanim hristiyanim yahudiyim ateistim hastasiyim astimliyim diyabetliyim engelliyim ikizim evlatligim ";
/// Trades that take the ending with another noun in front: "müzik öğretmeniyim".
const TRADES: [&str; 24] = [
    "ogretmen",
    "doktor",
    "hemsire",
    "muhendis",
    "avukat",
    "ogrenci",
    "yazar",
    "ressam",
    "garson",
    "polis",
    "kaptan",
    "pilot",
    "memur",
    "sarkici",
    "oyuncu",
    "gazeteci",
    "mimar",
    "yazilimci",
    "muhasebeci",
    "sofor",
    "usta",
    "uzman",
    "koru",
    "profesor",
];
/// Verbs of what lasts, in the first person; whatever stands before them.
const LASTING: &str = " yasiyorum yasarim oturuyorum dogdum buyudum calisiyorum calisirim calistim okuyorum tasindim yerlestim \
    bosandim evlendim evlenmedim nisanlandim mezun emekli ogreniyorum ogretiyorum ogretirim konusuyorum konusurum topluyorum toplarim \
    biriktiriyorum biriktiririm caliyorum calarim calardim oynarim oynardim yazarim yazardim korkarim korkuyorum sevmem sevmiyorum \
    bayilirim hoslanirim hoslanmam yemem yemiyorum icmem icmiyorum kullanmam kullanmiyorum biraktim kaybettim kullaniyorum yetistiriyorum \
    yasadim ugrasiyorum ilgileniyorum yuzerim kosarim ederim bilirim bilmem isletiyorum yonetiyorum yaziyorum girmem binmem yiyemem \
    icemem yuzemem kullanamam uyuyamam konusamam okuyamam yazamam ogrendim ";
/// What is had only for the moment: a question, time, an idea.
const PASSING: &str = " sorum isim fikrim vaktim vaktimiz zamanim haberim param planim randevum sansim itirazim onerim sozum derdim sikayetim \
    istegim ricam niyetim gucum halim acelem yerim bilgim suphem umudum seyim cevabim hakkim keyfim nedenim sebebim teklifim mektubum \
    isimiz zamanimiz haberimiz ";
/// Of the one who is talked to.
const YOU: &str = " sen seni sana sende senden senin seninle siz sizi size sizin sizinle sizden ";
/// Of something that was just spoken of.
const POINTING: &str = " bunu sunu onu bu su bunlari onlari ondan bundan buna ona burayi orayi ne neden nasil ";
const UNREAL: &str = " keske belki sanirim galiba umarim eger acaba herhalde sanki diyelim ";
/// Words of this moment.
const NOW: &str = " bugun simdi birazdan demin az yarin dun hemen burada buradayim su ";

/// How important the fact is that a sentence says, from 1 to 5; none when it says none.
pub fn weight(sentence: &str) -> Option<u8> {
    let folded: Vec<String> = words(sentence).into_iter().map(|word| word.folded).collect();
    let all: Vec<&str> = folded.iter().map(String::as_str).collect();
    let unreal = all.iter().any(|word| {
        is_in(UNREAL, word) || word.ends_with("saydim") || word.ends_with("seydim") || word.ends_with("saydi")
    });
    if unreal {
        return None;
    }
    named(&all)
        .or_else(|| aged(&all))
        .or_else(|| promised(&all))
        .or_else(|| has(&all))
        .or_else(|| favourite(&all))
        .or_else(|| of_mine(&all))
        .or_else(|| is(&all))
        .or_else(|| does(&all))
        .or_else(|| since(&all))
}

fn is_in(list: &str, word: &str) -> bool {
    super::is_in(list, word)
}

fn is_now(all: &[&str]) -> bool {
    all.iter().any(|word| is_in(NOW, word))
}

fn is_to_you(all: &[&str]) -> bool {
    all.iter().any(|word| is_in(YOU, word))
}

/// "Adım Elif", "Bana Zeze derler".
fn named(all: &[&str]) -> Option<u8> {
    let own = all
        .iter()
        .position(|word| matches!(*word, "adim" | "ismim" | "soyadim" | "lakabim"));
    let told = own.is_some_and(|place| place <= 2 && all.len() > place + 1 && !is_to_you(all));
    let called = all.contains(&"bana")
        && !is_to_you(all)
        && all
            .last()
            .is_some_and(|word| is_in(" derler diyorlar der diyebilirsin diyebilirsiniz deyin ", word));
    (told || called).then_some(5)
}

fn aged(all: &[&str]) -> Option<u8> {
    all.contains(&"yasindayim").then_some(5)
}

fn promised(all: &[&str]) -> Option<u8> {
    let promises = all
        .windows(2)
        .any(|pair| matches!(pair, ["soz", "veriyorum" | "veririm" | "verdim"]))
        || all.contains(&"yemin");
    (promises && all.len() >= 4).then_some(4)
}

/// "Bir kedim var", "Fıstığa alerjim var", "Hiç çocuğum yok".
fn has(all: &[&str]) -> Option<u8> {
    let place = all
        .iter()
        .position(|word| matches!(*word, "var" | "yok" | "vardi" | "yoktu"))?;
    let thing = all.get(place.checked_sub(1)?)?;
    let own = thing.len() > 3
        && ["im", "um", "imiz", "umuz", "am", "em"]
            .iter()
            .any(|ending| thing.ends_with(ending));
    let passing = is_in(PASSING, thing) || is_now(all) || is_to_you(all) || matches!(*thing, "bende" | "benim");
    let family = KIN.iter().any(|kin| thing.starts_with(&kin[..kin.len() - 2]));
    (own && !passing).then_some(if family || *thing == "alerjim" { 5 } else { 3 })
}

fn favourite(all: &[&str]) -> Option<u8> {
    let found = all
        .windows(2)
        .any(|pair| matches!(pair, ["en", "sevdigim" | "sevmedigim"]));
    let other = all.first() == Some(&"hobim")
        || all
            .windows(2)
            .any(|pair| pair == ["dogum", "gunum"] || pair == ["ana", "dilim"] || pair == ["dogum", "yerim"]);
    ((found && all.len() >= 4) || (other && all.len() >= 3)).then_some(4)
}

/// "Annem ben on yaşındayken öldü", "Köpeğimin adı Karabaş".
fn of_mine(all: &[&str]) -> Option<u8> {
    let place = all.iter().take(3).position(|word| {
        let kin = KIN.iter().find(|kin| word.starts_with(*kin));
        kin.is_some_and(|kin| {
            is_in("  in im un um la le a e i u da de ya ye dan den ", &word[kin.len()..]) || word.len() == kin.len()
        })
    })?;
    let last = all.last()?;
    let says_to_you = ["sin", "siniz", "sun", "sunuz"]
        .iter()
        .any(|ending| last.ends_with(ending));
    // The thing itself at the end says nothing of it: "Bu benim annem".
    let told = all.len() >= 2 && place + 1 < all.len();
    let passing = is_now(all)
        || is_to_you(all)
        || says_to_you
        || is_in(" iyi iyidir hasta geldi geliyor bekliyor nerede ariyor titriyor ", last);
    (told && !passing).then_some(4)
}

/// "Ben öğretmenim", "Şeker hastasıyım".
fn is(all: &[&str]) -> Option<u8> {
    let compound = |word: &&str| {
        let ending = TRADES.iter().find_map(|trade| word.strip_prefix(trade));
        ending.is_some_and(|ending| matches!(ending, "iyim" | "uyum" | "siyim" | "suyum" | "yum" | "siyum"))
    };
    let state = all.iter().any(|word| is_in(BEING, word)) || all.last().is_some_and(compound);
    (state && all.len() <= 9 && !is_to_you(all)).then_some(4)
}

/// A verb of what lasts, at the end or before a comma.
fn does(all: &[&str]) -> Option<u8> {
    if is_to_you(all) || is_now(all) {
        return None;
    }
    let place = all.iter().rposition(|word| {
        is_in(LASTING, word)
            || matches!(
                *word,
                "istiyorum" | "isterim" | "bilmiyorum" | "biliyorum" | "severim" | "seviyorum" | "ediyorum"
            )
    })?;
    let before = &all[..place];
    let previous = before.last().copied().unwrap_or_default();
    let points = before.iter().any(|word| is_in(POINTING, word));
    match all[place] {
        "istiyorum" | "isterim" => (previous == "olmak").then_some(3),
        // "Yüzme bilmiyorum", not "Ne diyeceğimi bilmiyorum".
        "bilmiyorum" | "biliyorum" | "bilmem" | "bilirim" => (["me", "ma", "meyi", "mayi", "ce", "ca"]
            .iter()
            .any(|ending| previous.ends_with(ending))
            && !points)
            .then_some(3),
        "ediyorum" | "ederim" => (previous == "nefret" && before.len() >= 2).then_some(3),
        "severim" | "seviyorum" | "sevmem" | "sevmiyorum" => (!before.is_empty() && !points).then_some(3),
        "mezun" | "emekli" => all
            .get(place + 1)
            .is_some_and(|word| is_in(" oldum ", word))
            .then_some(4),
        "yasiyorum" | "yasarim" | "oturuyorum" | "dogdum" | "buyudum" | "calisiyorum" | "tasindim" => {
            (!before.is_empty() && !points).then_some(4)
        }
        "bosandim" | "evlendim" | "evlenmedim" | "nisanlandim" => Some(4),
        "okuyorum" => before
            .iter()
            .any(|word| ["de", "da"].contains(word) || word.ends_with("de") || word.ends_with("da"))
            .then_some(4),
        _ => (!before.is_empty() && !points).then_some(3),
    }
}

/// "Savaştan beri uyuyamıyorum", "On yıldır denize çıkmadım": what has been so for long.
fn since(all: &[&str]) -> Option<u8> {
    let long = all
        .windows(2)
        .any(|pair| pair[1] == "beri" && !is_in(" sabahtan dunden aksamdan saatten deminden ", pair[0]))
        || all.iter().any(|word| matches!(*word, "yildir" | "aydir" | "senedir"));
    let mine = all
        .iter()
        .any(|word| word.ends_with("yorum") || word.ends_with("dim") || word.ends_with("dum"));
    (long && mine && !is_to_you(all) && !is_now(all)).then_some(3)
}
