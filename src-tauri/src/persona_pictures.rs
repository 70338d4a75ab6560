//! Pictures of personas through a protocol of the app's own: `persona://localhost/{id}`.

use app::App;
use app::personas::pictures::{self, Picture};
use engine::ids::PersonaId;
use tauri::http::{Request, Response, StatusCode, Uri, header};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder, Wry};

use crate::starting::Starting;

/// Answers with the picture, read away from the window's thread.
pub fn answer(context: UriSchemeContext<'_, Wry>, request: Request<Vec<u8>>, responder: UriSchemeResponder) {
    let app = context.app_handle().state::<Starting>().app_if_started().cloned();
    tauri::async_runtime::spawn(async move {
        let response = match find(app, request.uri()).await {
            Some(picture) => Response::builder()
                .header(header::CONTENT_TYPE, picture.format.content_type())
                .body(picture.bytes),
            None => Response::builder().status(StatusCode::NOT_FOUND).body(Vec::new()),
        };
        if let Ok(response) = response {
            responder.respond(response);
        }
    });
}

async fn find(app: Option<App>, address: &Uri) -> Option<Picture> {
    let app = app?;
    pictures::find(&app, app.owner(), wanted(address)?).await
}

/// The persona that an address asks for. What is not an id is nothing, never a path.
fn wanted(address: &Uri) -> Option<PersonaId> {
    address.path().trim_start_matches('/').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_persona_and_never_a_path() {
        let check = |address: &str| wanted(&address.parse().unwrap()).map(|id| id.to_string());
        let id = "0190a000-0000-7000-8000-000000000001";
        assert_eq!(check(&format!("persona://localhost/{id}?v=1")), Some(id.to_owned()));
        for hostile in [
            "",
            "..",
            "%2e%2e",
            "nemo",
            "a/../../b",
            &format!("{id}.png"),
            &format!("../{id}"),
            "con",
            "%00",
        ] {
            assert_eq!(check(&format!("persona://localhost/{hostile}")), None, "{hostile:?}");
        }
    }
}
