//! Portraits through a protocol of the app's own: `portrait://localhost/{id}?size=…`.

use app::App;
use app::library::portraits::rendering;
use engine::ids::CharacterId;
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder, Wry};

/// Answers with the picture, read away from the window's thread.
pub fn answer(context: UriSchemeContext<'_, Wry>, request: Request<Vec<u8>>, responder: UriSchemeResponder) {
    let handle = context.app_handle().clone();
    tauri::async_runtime::spawn_blocking(move || {
        let picture = handle.try_state::<App>().and_then(|app| find(&app, &request));
        let response = match picture {
            Some((kind, bytes)) => Response::builder().header(header::CONTENT_TYPE, kind).body(bytes),
            None => Response::builder().status(StatusCode::NOT_FOUND).body(Vec::new()),
        };
        if let Ok(response) = response {
            responder.respond(response);
        }
    });
}

fn find(app: &App, request: &Request<Vec<u8>>) -> Option<(&'static str, Vec<u8>)> {
    let id = CharacterId::parse(request.uri().path().trim_start_matches('/')).ok()?;
    let pairs = request.uri().query().unwrap_or_default().split('&');
    let size = pairs
        .filter_map(|pair| pair.strip_prefix("size=")?.parse().ok())
        .next()
        .unwrap_or(512);
    let path = rendering(&app.library.portrait(&id)?, size);
    let kind = match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "webp" => "image/webp",
        _ => "image/jpeg",
    };
    Some((kind, std::fs::read(path).ok()?))
}
