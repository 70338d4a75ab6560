//! Portraits through a protocol of the app's own: `portrait://localhost/{id}?size=…`.

use app::App;
use app::library::portraits::rendering;
use engine::ids::CharacterId;
use tauri::http::{Request, Response, StatusCode, Uri, header};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder, Wry};

use crate::starting::Starting;

/// Size in pixels when the address names none.
const USUAL_SIZE: u32 = 512;

/// Answers with the picture, read away from the window's thread.
pub fn answer(context: UriSchemeContext<'_, Wry>, request: Request<Vec<u8>>, responder: UriSchemeResponder) {
    let handle = context.app_handle().clone();
    tauri::async_runtime::spawn_blocking(move || {
        let starting = handle.state::<Starting>();
        let picture = starting.app_if_started().and_then(|app| find(app, request.uri()));
        let response = match picture {
            Some((kind, bytes)) => Response::builder().header(header::CONTENT_TYPE, kind).body(bytes),
            None => Response::builder().status(StatusCode::NOT_FOUND).body(Vec::new()),
        };
        if let Ok(response) = response {
            responder.respond(response);
        }
    });
}

fn find(app: &App, address: &Uri) -> Option<(&'static str, Vec<u8>)> {
    let (id, size) = wanted(address)?;
    let path = rendering(&app.library.portrait(&id)?, size);
    let kind = match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "webp" => "image/webp",
        _ => "image/jpeg",
    };
    Some((kind, std::fs::read(path).ok()?))
}

/// The character and the size in pixels that an address asks for. What is not a character's id is nothing, never a path.
fn wanted(address: &Uri) -> Option<(CharacterId, u32)> {
    let id = CharacterId::parse(address.path().trim_start_matches('/')).ok()?;
    let pairs = address.query().unwrap_or_default().split('&');
    let size = pairs
        .filter_map(|pair| pair.strip_prefix("size=")?.parse().ok())
        .next()
        .unwrap_or(USUAL_SIZE);
    Some((id, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_character_and_never_a_path() {
        let check = |address: &str| wanted(&address.parse().unwrap()).map(|(id, size)| (id.to_string(), size));
        assert_eq!(
            check("portrait://localhost/nemo?v=1-2&size=64"),
            Some(("nemo".to_owned(), 64))
        );
        assert_eq!(
            check("portrait://localhost/nemo"),
            Some(("nemo".to_owned(), USUAL_SIZE))
        );
        assert_eq!(
            check("portrait://localhost/nemo?size=-1"),
            Some(("nemo".to_owned(), USUAL_SIZE))
        );
        for hostile in ["", "..", "%2e%2e", "../nemo", "a/../../b", "nemo.png", "con", "nemo%00"] {
            assert_eq!(check(&format!("portrait://localhost/{hostile}")), None, "{hostile:?}");
        }
    }
}
