//! Files that a browser uploads for a command to read, and files that a command made for the browser to download. Both go by
//! handles: no name and no path from outside ever reaches the disk.

use std::time::Duration;

use app::Error;
use app::files::handles::{Way, no_such_handle};
use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::save_file::limits;
use futures_util::StreamExt;
use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::api::error_response;
use crate::serve::Server;

/// An upload in which nothing comes for so long has broken off.
const SILENCE: Duration = Duration::from_secs(60);
/// So has one that comes slower than this all in all, in bytes a second, once the silence that is allowed has been used up.
const SLOWEST: u64 = 16 << 10;

#[derive(Deserialize)]
pub struct Named {
    #[serde(default)]
    name: String,
}

/// `POST /files?name=…`: takes in a file; answers with its handle, which is good for one reading.
pub async fn upload(State(server): State<Server>, Query(named): Query<Named>, request: Request) -> Response {
    match take_in(&server, &named.name, request).await {
        Ok(handle) => (
            [(header::CACHE_CONTROL, "no-store")],
            axum::Json(json!({ "handle": handle })),
        )
            .into_response(),
        Err(error) => error_response(&error),
    }
}

async fn take_in(server: &Server, name: &str, request: Request) -> app::Result<String> {
    let told = request.headers().get(header::CONTENT_LENGTH);
    let told = told.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if told.is_some_and(|length| length > limits::FILE_BYTES) {
        return Err(Error::new(
            "too_large",
            format!(
                "The file is larger than {} MB. Nothing was kept of it; choose a smaller file.",
                limits::FILE_BYTES >> 20
            ),
        ));
    }
    let broken_off = || Error::invalid("The upload broke off. Nothing was kept of it; send the file again.");
    let mut upload = server.app.handles.upload()?;
    let mut pieces = request.into_body().into_data_stream();
    let (began, mut bytes) = (Instant::now(), 0);
    while let Some(piece) = tokio::time::timeout_at(due(began, Instant::now(), bytes), pieces.next())
        .await
        .map_err(|_| broken_off())?
    {
        let piece = piece.map_err(|_| broken_off())?;
        bytes += piece.len() as u64;
        upload.write(&piece).await?;
    }
    upload.finish(&server.app.handles, server.app.owner(), name).await
}

/// When the next piece of an upload must have come.
fn due(began: Instant, now: Instant, bytes: u64) -> Instant {
    let at_the_slowest = began + SILENCE + Duration::from_secs(bytes / SLOWEST);
    at_the_slowest.min(now + SILENCE)
}

/// `GET /files/{handle}`: hands a file over, once.
pub async fn download(State(server): State<Server>, method: Method, Path(handle): Path<String>) -> Response {
    if method != Method::GET {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET")]).into_response();
    }
    let Some(file) = server.app.handles.take(server.app.owner(), Way::Out, &handle) else {
        return error_response(&no_such_handle());
    };
    // Without the browser's own headers: half a file is of no use when there is no second time.
    let served = ServeFile::new(&file.path)
        .oneshot(axum::http::Request::new(Body::empty()))
        .await;
    let mut response = served.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/octet-stream"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.remove(header::ACCEPT_RANGES);
    headers.remove(header::LAST_MODIFIED);
    if let Ok(value) = HeaderValue::from_str(&disposition(&file.name)) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    // The file is open by now and is removed here; what is open can still be read to its end.
    response
}

/// RFC 6266: the name in UTF-8, with every byte escaped that is not plainly harmless.
fn disposition(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("attachment; filename*=UTF-8''{escaped}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A byte a minute would have kept a connection and a file open for good.
    #[test]
    fn an_upload_that_trickles_has_an_end() {
        let began = Instant::now();
        let seconds = Duration::from_secs;
        assert_eq!(due(began, began, 0), began + SILENCE);
        assert_eq!(
            due(began, began + seconds(50), 5),
            began + SILENCE,
            "no longer for five bytes"
        );
        let much = 100 * SLOWEST;
        assert_eq!(due(began, began + seconds(50), much), began + seconds(50) + SILENCE);
        assert_eq!(due(began, began + seconds(130), much), began + seconds(100) + SILENCE);
    }

    #[test]
    fn a_name_cannot_leave_its_header() {
        for (name, expected) in [
            ("Ayşe 1.json", "attachment; filename*=UTF-8''Ay%C5%9Fe%201.json"),
            (
                "a\"; x=\r\nSet-Cookie: a",
                "attachment; filename*=UTF-8''a%22%3B%20x%3D%0D%0ASet-Cookie%3A%20a",
            ),
        ] {
            assert_eq!(disposition(name), expected);
            assert!(HeaderValue::from_str(&disposition(name)).is_ok());
        }
    }
}
