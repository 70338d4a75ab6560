//! The address of a provider.

use reqwest::Url;

use crate::error::ModelError;

/// A base URL that has been looked at: http or https, with a host, without user name, query or slash at the end.
#[derive(Debug, Clone)]
pub struct Address {
    base: String,
    origin: String,
    host: String,
    encrypted: bool,
    this_computer: bool,
}

impl Address {
    /// Also takes the whole address of the route, which is what many providers show to copy.
    pub fn parse(text: &str) -> Result<Self, ModelError> {
        let text = text.trim().trim_end_matches('/');
        let refuse = |reason: &str| {
            Err(ModelError::Unreachable {
                host: text_without_secrets(text),
                reason: reason.to_owned(),
            })
        };
        let Ok(url) = Url::parse(text) else {
            return refuse("this is no web address; it must begin with http:// or https://");
        };
        if !matches!(url.scheme(), "http" | "https") {
            return refuse("the address must begin with http:// or https://");
        }
        if !url.username().is_empty() || url.password().is_some() || url.query().is_some() || url.fragment().is_some() {
            return refuse("the address must have no user name and no ? or #; a key has its own field");
        }
        let Some(name) = url.host_str() else {
            return refuse("the address names no server");
        };
        let host = url
            .port()
            .map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"));
        // The name and its subnames never lead elsewhere (RFC 6761, 6.3).
        let bare_name = name.trim_matches(['[', ']']).trim_end_matches('.');
        let this_computer = bare_name == "localhost"
            || bare_name.ends_with(".localhost")
            || bare_name
                .parse::<std::net::IpAddr>()
                .map(|address| address.to_canonical())
                .is_ok_and(|address| address.is_loopback() || address.is_unspecified());
        let base = url.as_str().trim_end_matches('/');
        let base = base
            .strip_suffix("/chat/completions")
            .unwrap_or(base)
            .trim_end_matches('/')
            .to_owned();
        let origin = format!("{}://{host}", url.scheme());
        Ok(Self {
            base,
            origin,
            host,
            encrypted: url.scheme() == "https",
            this_computer,
        })
    }

    /// The address of a route below the base, for example `models`.
    pub fn route(&self, path: &str) -> String {
        format!("{}/{path}", self.base)
    }

    /// The address of a path of the same server outside the base.
    pub fn origin_path(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// Host and port, as shown in messages.
    pub fn host(&self) -> &str {
        &self.host
    }

    pub fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    pub fn is_this_computer(&self) -> bool {
        self.this_computer
    }
}

/// An address that was refused may hold a key behind a `?` or before an `@`.
fn text_without_secrets(text: &str) -> String {
    let shown = text.split(['?', '#']).next().unwrap_or_default();
    match (shown.split_once("://"), shown.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        _ => shown.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_taken_in_every_spelling() {
        for (text, route) in [
            ("http://localhost:5001/v1", "http://localhost:5001/v1/models"),
            (" https://a.example/v1/ ", "https://a.example/v1/models"),
            ("https://a.example/v1/chat/completions", "https://a.example/v1/models"),
            ("https://a.example", "https://a.example/models"),
            ("http://[::1]:8080/v1", "http://[::1]:8080/v1/models"),
        ] {
            assert_eq!(Address::parse(text).unwrap().route("models"), route);
        }
        let address = Address::parse("http://127.0.0.1:5001/v1").unwrap();
        assert_eq!(address.origin_path("/api"), "http://127.0.0.1:5001/api");
        assert!(address.is_this_computer() && !address.is_encrypted());
    }

    #[test]
    fn an_address_of_this_computer_is_known_in_every_spelling() {
        for own in [
            "http://localhost:11434/v1",
            "http://LOCALHOST./v1",
            "http://models.localhost/v1",
            "http://127.0.0.1:5001/v1",
            "http://127.0.1.1/v1",
            "http://127.1:8080/v1",
            "http://0.0.0.0:8000/v1",
            "http://[::1]:8080/v1",
            "http://[::ffff:127.0.0.1]:8080/v1",
            "http://[::]/v1",
        ] {
            assert!(Address::parse(own).unwrap().is_this_computer(), "{own}");
        }
        for other in [
            "https://localhost.example",
            "https://mylocalhost/v1",
            "http://192.168.1.20:11434/v1",
            "http://10.0.0.1/v1",
            "http://[fe80::1]/v1",
            "http://[::ffff:192.168.1.20]/v1",
            "https://127.0.0.1.example/v1",
        ] {
            assert!(!Address::parse(other).unwrap().is_this_computer(), "{other}");
        }
    }

    #[test]
    fn bad_addresses_are_refused_without_showing_what_may_be_a_key() {
        for text in [
            "",
            "a.example/v1",
            "ftp://a.example",
            "https://me:secret@a.example/v1",
            "https://a.example/?key=secret",
        ] {
            let error = Address::parse(text).unwrap_err();
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }
}
