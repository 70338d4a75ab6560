//! The names that texts of a character may leave open: `{{char}}` and `{{user}}`.

/// The name for a reader who gave none.
pub const NAMELESS_USER: &str = "Guest";

/// Whose names go into a character's texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names<'a> {
    pub char: &'a str,
    pub user: &'a str,
}

impl<'a> Names<'a> {
    /// Both names, with [`NAMELESS_USER`] for a blank one of the user.
    pub fn new(char: &'a str, user: &'a str) -> Self {
        let user = user.trim();
        Self {
            char,
            user: if user.is_empty() { NAMELESS_USER } else { user },
        }
    }
}

/// `text` with `{{char}}` and `{{user}}` filled in, in any case and with spaces inside the braces. Other double braces stay as
/// they are, and what was filled in is not read again, so that a name may itself look like a macro.
pub fn fill(text: &str, names: &Names<'_>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("{{") {
        let inside = &rest[start + 2..];
        let name = inside.find("}}").and_then(|end| {
            let word = inside[..end].trim();
            let name = [("char", names.char), ("user", names.user)]
                .into_iter()
                .find(|(known, _)| word.eq_ignore_ascii_case(known));
            name.map(|(_, name)| (name, end))
        });
        match name {
            Some((name, end)) => {
                filled.push_str(&rest[..start]);
                filled.push_str(name);
                rest = &inside[end + 2..];
            }
            None => {
                // One brace at a time: `{{{user}}` holds a macro after its first brace.
                filled.push_str(&rest[..=start]);
                rest = &rest[start + 1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(
            fill(
                text,
                &Names {
                    char: "Nemo",
                    user: "Ayşe"
                }
            ),
            expected,
            "{text:?}"
        );
    }

    #[test]
    fn names_are_filled_in() {
        check("{{char}} greets {{user}}.", "Nemo greets Ayşe.");
        check("{{ Char }} and {{USER}}", "Nemo and Ayşe");
        check("no names", "no names");
    }

    #[test]
    fn other_braces_stay() {
        check(
            "{{random}} {{ 7*7 }} {user} {{user",
            "{{random}} {{ 7*7 }} {user} {{user",
        );
        check("{{{user}}}", "{Ayşe}");
        check("{{x {{user}} }}", "{{x Ayşe }}");
    }

    #[test]
    fn a_name_that_looks_like_a_macro_is_not_filled_again() {
        let names = Names {
            char: "{{user}}",
            user: "{{char}}",
        };
        assert_eq!(fill("{{char}} and {{user}}", &names), "{{user}} and {{char}}");
    }

    #[test]
    fn a_reader_without_a_name_gets_one() {
        assert_eq!(fill("Dear {{user}}", &Names::new("Nemo", "  ")), "Dear Guest");
    }
}
