//! Who may come in: the browser that opened the printed address, and nobody else.
//!
//! The address holds a token of this run. Opening it gives the browser a cookie of its own, kept hashed, that outlives the run.
//! Browsers send a computer's cookies to each of its ports, so the port stands in the name: two programs on one computer would
//! otherwise take each other's cookie away.
//! Host and Origin are checked on every route, so that another site's page or a rebound name reaches nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app::{App, Result};
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::api::error_response;
use crate::serve::Server;

const LOGINS: &str = "browser_logins";
/// Browsers that may be known at once; the longest known goes first.
const KEPT_LOGINS: usize = 50;
/// A year, in seconds.
const COOKIE_AGE: u32 = 31_536_000;

/// 128 random bits as text.
pub fn random_token() -> Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| app::Error::new("internal", format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[derive(Deserialize)]
pub struct Entry {
    #[serde(default)]
    token: String,
}

/// `GET /enter?token=…`: turns the printed address into a cookie.
pub async fn enter(State(server): State<Server>, Query(entry): Query<Entry>) -> Response {
    if !bool::from(entry.token.as_bytes().ct_eq(server.token.as_bytes())) {
        return locked_out();
    }
    match remember_browser(&server.app, &server.passing_logins).await {
        Ok(cookie) => {
            let name = cookie_name(server.port);
            let cookie = format!("{name}={cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age={COOKIE_AGE}");
            (
                StatusCode::SEE_OTHER,
                [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, cookie)],
            )
                .into_response()
        }
        Err(error) => error_response(&error),
    }
}

fn cookie_name(port: u16) -> String {
    format!("characterchat_{port}")
}

/// Hashes of the cookies of browsers that are known in this run only, because nothing could be written when they came in.
#[derive(Debug, Clone, Default)]
pub struct PassingLogins(Arc<Mutex<Vec<String>>>);

impl PassingLogins {
    fn all(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn remember_browser(app: &App, passing: &PassingLogins) -> Result<String> {
    let cookie = random_token()?;
    let _changing = app.changing.lock().await;
    let mut logins = logins(app).await?;
    keep(&mut logins, hash(&cookie));
    let stored = app
        .store
        .put_setting(app.owner(), LOGINS, &serde_json::json!(logins))
        .await;
    match stored {
        // What is there can be read all the same, so the reader must be able to come in.
        Err(error) if error.leaves_reading() => keep(&mut passing.all(), hash(&cookie)),
        stored => stored?,
    }
    Ok(cookie)
}

fn keep(logins: &mut Vec<String>, login: String) {
    logins.push(login);
    let surplus = logins.len().saturating_sub(KEPT_LOGINS);
    logins.drain(..surplus);
}

async fn logins(app: &App) -> Result<Vec<String>> {
    let value = app.store.setting(app.owner(), LOGINS).await?;
    Ok(value
        .and_then(|value| serde_json::from_value(value).ok())
        .unwrap_or_default())
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Lets only known browsers through; the page that asks for the address and its looks are open to all of this computer.
pub async fn known_browsers_only(State(server): State<Server>, request: Request, next: Next) -> Response {
    let Some(presented) = presented_cookie(request.headers(), server.port) else {
        return locked_out();
    };
    let presented = hash(&presented);
    let is_it = |login: &String| bool::from(login.as_bytes().ct_eq(presented.as_bytes()));
    let in_this_run = server.passing_logins.all().iter().any(is_it);
    match logins(&server.app).await {
        Ok(logins) if in_this_run || logins.iter().any(is_it) => next.run(request).await,
        Ok(_) => locked_out(),
        Err(error) => error_response(&error),
    }
}

fn presented_cookie(headers: &HeaderMap, port: u16) -> Option<String> {
    let name = cookie_name(port);
    let lines = headers.get_all(header::COOKIE).iter();
    let mut pairs = lines
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'));
    pairs.find_map(|pair| Some(pair.trim().strip_prefix(name.as_str())?.strip_prefix('=')?.to_owned()))
}

fn locked_out() -> Response {
    let error = app::Error::new(
        "locked_out",
        "This browser is not known yet. Open the address that the program printed when it started.",
    );
    (StatusCode::UNAUTHORIZED, error_response(&error)).into_response()
}

/// Refuses requests that were not meant for this server.
pub async fn own_origin_only(State(server): State<Server>, request: Request, next: Next) -> Response {
    if is_own_host(request.headers(), server.port) && is_own_origin(request.method(), request.headers(), server.port) {
        return next.run(request).await;
    }
    let error = app::Error::new(
        "wrong_origin",
        "This address serves only pages of its own. Open the address that the program printed.",
    );
    (StatusCode::FORBIDDEN, error_response(&error)).into_response()
}

fn own_hosts(port: u16) -> [String; 3] {
    ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"))
}

fn is_own_host(headers: &HeaderMap, port: u16) -> bool {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    headers.get_all(header::HOST).iter().count() == 1
        && host.is_some_and(|host| own_hosts(port).iter().any(|own| own.eq_ignore_ascii_case(host)))
}

/// A request that changes something must come from an own page or from a program that sends no Origin at all and no
/// `Sec-Fetch-Site` of a foreign page.
fn is_own_origin(method: &Method, headers: &HeaderMap, port: u16) -> bool {
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        return own_hosts(port)
            .iter()
            .any(|own| origin.eq_ignore_ascii_case(&format!("http://{own}")));
    }
    let fetch_site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    let reads = method == Method::GET || method == Method::HEAD;
    reads || fetch_site.is_none_or(|site| site == "same-origin")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect()
    }

    /// The one that came in last shut the other out.
    #[tokio::test]
    async fn browsers_that_come_in_at_once_are_all_known() {
        let home = tempfile::tempdir().unwrap();
        let resources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let options = app::Options {
            folders: app::folders::Folders::new(home.path().to_owned(), resources, None),
            program: "test",
            extra_model: None,
        };
        let app = App::start(options).await.unwrap();
        let passing = PassingLogins::default();
        let (one, two) = tokio::join!(remember_browser(&app, &passing), remember_browser(&app, &passing));
        let known = logins(&app).await.unwrap();
        for cookie in [one.unwrap(), two.unwrap()] {
            assert!(known.contains(&hash(&cookie)));
        }
        assert!(passing.all().is_empty());
        app.end().await;
    }

    #[test]
    fn of_two_programs_on_one_computer_each_knows_its_own_cookie() {
        let both = headers(&[
            ("cookie", "characterchat_4747=first; characterchat_47470=third"),
            ("cookie", "other=1; characterchat_4748=second"),
        ]);
        for (port, cookie) in [
            (4747, Some("first")),
            (4748, Some("second")),
            (47470, Some("third")),
            (4749, None),
            (474, None),
        ] {
            assert_eq!(presented_cookie(&both, port).as_deref(), cookie, "{port}");
        }
    }

    #[test]
    fn rebound_names_and_foreign_pages_are_refused() {
        for host in ["127.0.0.1:4747", "localhost:4747", "LOCALHOST:4747", "[::1]:4747"] {
            assert!(is_own_host(&headers(&[("host", host)]), 4747), "{host}");
        }
        for host in [
            "evil.example:4747",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost:47470",
            "127.0.0.1.evil.example:4747",
            "",
        ] {
            assert!(!is_own_host(&headers(&[("host", host)]), 4747), "{host}");
        }
        assert!(!is_own_host(&headers(&[]), 4747));
        for origin in [
            "http://evil.example",
            "null",
            "https://127.0.0.1:4747",
            "http://127.0.0.1:80",
        ] {
            assert!(
                !is_own_origin(&Method::POST, &headers(&[("origin", origin)]), 4747),
                "{origin}"
            );
        }
        assert!(is_own_origin(
            &Method::POST,
            &headers(&[("origin", "http://127.0.0.1:4747")]),
            4747
        ));
        assert!(!is_own_origin(
            &Method::POST,
            &headers(&[("sec-fetch-site", "cross-site")]),
            4747
        ));
        assert!(is_own_origin(&Method::POST, &headers(&[]), 4747), "a program");
    }
}
