//! Files for the browser: the built interface and the characters' portraits.

use std::path::{Component, Path, PathBuf};

use axum::extract::{Path as UrlPath, Query, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use engine::ids::{CharacterId, PersonaId};
use serde::Deserialize;

use crate::serve::Server;

/// A file of the interface. Built files carry their content's hash in their name, so they may be kept for good; the page itself
/// is asked for each time.
pub async fn interface(State(server): State<Server>, uri: Uri) -> Response {
    let folder = server.app.folders.resources.join("ui").join("dist");
    let wanted = uri.path().trim_start_matches('/');
    let wanted = if wanted.is_empty() { "index.html" } else { wanted };
    let Some(path) = below(&folder, wanted) else {
        return missing();
    };
    let cache = if wanted.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    match read(&path).await {
        Some(bytes) => (content_type(&path), [(header::CACHE_CONTROL, cache)], bytes).into_response(),
        None if wanted == "index.html" => {
            let error = app::Error::new(
                "ui_missing",
                "The interface is not built yet. Run `cargo xtask run` once.",
            );
            crate::api::error_response(&error)
        }
        None => missing(),
    }
}

#[derive(Deserialize)]
pub struct Wanted {
    #[serde(default)]
    size: Option<u32>,
}

/// A character's portrait, best for showing at `size` pixels.
pub async fn portrait(
    State(server): State<Server>,
    UrlPath(id): UrlPath<String>,
    Query(wanted): Query<Wanted>,
) -> Response {
    let Some(picture) = CharacterId::parse(&id)
        .ok()
        .and_then(|id| server.app.library.portrait(&id))
    else {
        return missing();
    };
    let path = app::library::portraits::rendering(&picture, wanted.size.unwrap_or(512));
    match read(&path).await {
        Some(bytes) => (
            content_type(&path),
            [(header::CACHE_CONTROL, "private, max-age=604800")],
            bytes,
        )
            .into_response(),
        None => missing(),
    }
}

/// A persona's picture. Its address changes with it.
pub async fn persona_picture(State(server): State<Server>, UrlPath(id): UrlPath<String>) -> Response {
    let Ok(id) = id.parse::<PersonaId>() else {
        return missing();
    };
    match app::personas::pictures::find(&server.app, server.app.owner(), id).await {
        Some(picture) => (
            [
                (header::CONTENT_TYPE, picture.format.content_type()),
                (header::CACHE_CONTROL, "private, max-age=604800"),
            ],
            picture.bytes,
        )
            .into_response(),
        None => missing(),
    }
}

/// A path below the folder made of plain names only; nothing from outside ever leads elsewhere.
fn below(folder: &Path, wanted: &str) -> Option<PathBuf> {
    let plain = !wanted.contains(['\\', '\0', '%', ':'])
        && Path::new(wanted)
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
    plain.then(|| folder.join(wanted))
}

async fn read(path: &Path) -> Option<Vec<u8>> {
    tokio::fs::read(path).await.ok()
}

fn content_type(path: &Path) -> [(header::HeaderName, String); 1] {
    [(
        header::CONTENT_TYPE,
        mime_guess::from_path(path).first_or_octet_stream().to_string(),
    )]
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "There is nothing at this address.").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = Path::new("folder");
        for hostile in [
            "..",
            "../a",
            "a/../../b",
            "/etc/passwd",
            "a\\..\\b",
            "%2e%2e/a",
            "a\0b",
            "C:/a",
            "./../a",
        ] {
            assert_eq!(below(folder, hostile), None, "{hostile:?}");
        }
        assert_eq!(below(folder, "assets/index.js"), Some(folder.join("assets/index.js")));
    }
}
