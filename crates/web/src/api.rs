//! Commands and events over HTTP: `POST /api/{command}` and server-sent events at `GET /api/events`.

use std::convert::Infallible;
use std::time::Duration;

use app::Door;
use app::commands::dispatch;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde_json::{Value, json};

use crate::input;
use crate::serve::Server;

/// Between two signs of life on a quiet stream of events.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A command's body must have arrived by then.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Carries out a command.
pub async fn command(State(server): State<Server>, Path(name): Path<String>, request: Request) -> Response {
    let body = match tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(rejection)) => return error_response(&unreadable(&rejection)),
        Err(_) => return error_response(&too_slow()),
    };
    let input = if body.is_empty() {
        Ok(Value::Null)
    } else {
        input::parse(&body, "The body")
    };
    let input = match input {
        Ok(input) => input,
        Err(error) => return error_response(&error),
    };
    match dispatch(&server.app, server.app.owner(), Door::Browser, &name, input).await {
        Ok(output) => ([(header::CACHE_CONTROL, "no-store")], axum::Json(output)).into_response(),
        Err(error) => error_response(&error),
    }
}

fn unreadable(rejection: &BytesRejection) -> app::Error {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return app::Error::new(
            "too_large",
            "The body is larger than 4 MB and 64 KB. Nothing was changed; send less at once.",
        );
    }
    app::Error::invalid("The body broke off. Nothing was changed; send it again.")
}

fn too_slow() -> app::Error {
    app::Error::new(
        "too_slow",
        format!(
            "The body did not arrive within {} seconds. Nothing was changed; send it again, faster.",
            BODY_TIMEOUT.as_secs()
        ),
    )
}

/// The events of the session from now on. The first line tells the page that it is listening.
pub async fn events(State(server): State<Server>) -> Sse<impl Stream<Item = Result<sse::Event, Infallible>>> {
    let listener = server.app.events.listen(server.app.owner());
    let place = server.streams.begin(server.app.owner(), &server.ended);
    let first = futures_util::stream::iter([Ok(sse::Event::default().comment("listening"))]);
    let rest = futures_util::stream::unfold((listener, place), async |(mut listener, place)| {
        let event = tokio::select! {
            event = listener.next() => event?,
            () = place.closed.cancelled() => return None,
        };
        let data = serde_json::to_string(&event).ok()?;
        Some((Ok(sse::Event::default().data(data)), (listener, place)))
    });
    Sse::new(futures_util::StreamExt::chain(first, rest)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}

/// An error as JSON `{code, message}` with a fitting status.
pub fn error_response(error: &app::Error) -> Response {
    let status = match error.code {
        "not_found" | "file_not_read" | "unknown_command" | "character_missing" | "job_gone" | "fact_gone"
        | "memory_gone" => StatusCode::NOT_FOUND,
        "conflict"
        | "busy"
        | "nothing_to_continue"
        | "nothing_to_retry"
        | "nothing_to_take_back"
        | "message_forgotten"
        | "reply_full"
        | "last_turn_failed"
        | "too_many_facts"
        | "axis_always_on"
        | "job_paused"
        | "job_conflict"
        | "job_runs"
        | "memory_conflict"
        | "memory_known" => StatusCode::CONFLICT,
        "invalid_input"
        | "model_unknown"
        | "picture_unusable"
        | "translation_unavailable"
        | "file_invalid"
        | "file_foreign"
        | "bad_fact"
        | "bad_memory"
        | "character_unclear" => StatusCode::BAD_REQUEST,
        "too_slow" => StatusCode::REQUEST_TIMEOUT,
        "locked_out" => StatusCode::UNAUTHORIZED,
        "wrong_origin" | "path_refused" => StatusCode::FORBIDDEN,
        "too_large" | "picture_too_large" => StatusCode::PAYLOAD_TOO_LARGE,
        "consent_needed"
        | "no_draft"
        | "job_not_planned"
        | "character_not_in_source"
        | "person_unknown"
        | "not_a_book" => StatusCode::BAD_REQUEST,
        code if code.starts_with("book_") || code.starts_with("export_") => StatusCode::BAD_REQUEST,
        code if code.starts_with("model_") => StatusCode::BAD_GATEWAY,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let body = axum::Json(json!({ "code": error.code, "message": error.message }));
    (status, [(header::CACHE_CONTROL, "no-store")], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(code: &'static str) -> StatusCode {
        error_response(&app::Error::new(code, "Why.")).status()
    }

    #[test]
    fn what_is_refused_is_no_fault_of_the_program() {
        for code in [
            "nothing_to_continue",
            "nothing_to_retry",
            "nothing_to_take_back",
            "message_forgotten",
            "reply_full",
            "too_many_facts",
            "axis_always_on",
            "last_turn_failed",
            "job_paused",
            "conflict",
        ] {
            assert_eq!(status(code), StatusCode::CONFLICT, "{code}");
        }
        for code in ["storage_full", "storage_error", "internal"] {
            assert_eq!(status(code), StatusCode::INTERNAL_SERVER_ERROR, "{code}");
        }
    }
}
