//! Names of languages, as a model understands them best: in English and in the language itself.

/// The name for a BCP 47 tag; none for a text that is no such tag.
pub fn language_name(tag: &str) -> Option<String> {
    let well_formed =
        (2..=35).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !well_formed {
        return None;
    }
    let lower = tag.to_ascii_lowercase();
    let mut subtags = lower.split('-');
    let primary = subtags.next().unwrap_or_default();
    let has = |wanted: &[&str]| subtags.clone().any(|subtag| wanted.contains(&subtag));
    let name = match primary {
        "en" => "English",
        "tr" => "Turkish (Türkçe)",
        "de" => "German (Deutsch)",
        "fr" => "French (français)",
        "es" => "Spanish (español)",
        "pt" if has(&["br"]) => "Brazilian Portuguese (português brasileiro)",
        "pt" => "Portuguese (português)",
        "it" => "Italian (italiano)",
        "ru" => "Russian (русский)",
        "uk" => "Ukrainian (українська)",
        "pl" => "Polish (polski)",
        "ar" => "Arabic (العربية)",
        "hi" => "Hindi (हिन्दी)",
        "zh" if has(&["hant", "tw", "hk", "mo"]) => "Traditional Chinese (繁體中文)",
        "zh" => "Chinese (简体中文)",
        "ja" => "Japanese (日本語)",
        "ko" => "Korean (한국어)",
        _ => return Some(format!("the language with the BCP 47 tag \"{tag}\"")),
    };
    Some(name.to_owned())
}
