//! Sends a request, and sends it again where that can help.

use std::error::Error as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use reqwest::header::{ACCEPT, LOCATION, RETRY_AFTER};
use reqwest::{Response, StatusCode};

use super::Connection;
use super::abort::AbortOnDrop;
use super::refusal::{classify, refusal_from_text, refusal_in};
use super::reply::Reply;
use super::request::{Refused, RequestBody};
use super::timeouts::Patience;
use crate::chat::{ChatRequest, Tries};
use crate::error::ModelError;

/// So a request is sent at most three times.
const MAX_RETRIES: u32 = 2;
/// What is read of a response that is an error.
const MAX_ERROR_BYTES: usize = 64 * 1024;
const ERROR_BODY_PATIENCE: Duration = Duration::from_secs(10);

/// Why an attempt failed before the first piece of the reply.
enum Failure {
    Final(ModelError),
    /// Worth another try, after the time the server asked for.
    Passing {
        error: ModelError,
        retry_after: Option<Duration>,
    },
    /// The server did not accept a part that can be left out, which is noted now.
    PartRefused,
}

/// A reply whose first piece has come.
pub async fn open(connection: &Arc<Connection>, request: &ChatRequest) -> Result<Reply, ModelError> {
    connection.abort.settled().await;
    let mut tries = 1;
    loop {
        let (error, retry_after) = match attempt(connection, request).await {
            Ok(reply) => return Ok(reply),
            Err(Failure::PartRefused) => continue,
            Err(Failure::Final(error)) => return Err(connection.without_key(error)),
            Err(Failure::Passing { error, retry_after }) => (error, retry_after),
        };
        let pause = connection
            .timeouts
            .pause_before_retry(tries, retry_after)
            .filter(|_| tries <= MAX_RETRIES && request.tries == Tries::UntilItPasses);
        let Some(pause) = pause else {
            return Err(connection.without_key(error));
        };
        tracing::info!(provider = connection.name, code = error.code(), ?pause, "trying again");
        tokio::time::sleep(pause).await;
        tries += 1;
    }
}

async fn attempt(connection: &Arc<Connection>, request: &ChatRequest) -> Result<Reply, Failure> {
    let refused = lock(connection).clone();
    let body = RequestBody::new(request, &refused);
    let mut abort = AbortOnDrop::new(&connection.abort);
    let patience = Patience::new(Instant::now());
    let sending = connection
        .client
        .post(connection.address.route("chat/completions"))
        .header(ACCEPT, "text/event-stream, application/json")
        .json(&body)
        .send();
    let response = match tokio::time::timeout_at(patience.deadline(&connection.timeouts).into(), sending).await {
        Ok(Ok(response)) => response,
        Ok(Err(error)) => {
            abort.disarm();
            return Err(not_sent(connection, error));
        }
        // The abort stays armed: the server may be at work.
        Err(_) => {
            return Err(Failure::Final(ModelError::Silent {
                seconds: patience.silent_seconds(Instant::now()),
            }));
        }
    };
    if !response.status().is_success() {
        abort.disarm();
        return Err(refused_with_status(connection, &body, response).await);
    }
    let mut reply = Reply::new(connection, request, response, patience, abort);
    match reply.wait_for_first().await {
        Ok(()) => Ok(reply),
        Err(error) if is_passing(&error) => Err(Failure::Passing {
            error,
            retry_after: None,
        }),
        Err(error) => Err(Failure::Final(error)),
    }
}

fn lock(connection: &Connection) -> std::sync::MutexGuard<'_, Refused> {
    connection
        .refused
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn not_sent(connection: &Connection, error: reqwest::Error) -> Failure {
    let is_connect = error.is_connect();
    let error = ModelError::Unreachable {
        host: connection.address.host().to_owned(),
        reason: reason_of(error),
    };
    if is_connect {
        Failure::Passing {
            error,
            retry_after: None,
        }
    } else {
        Failure::Final(error)
    }
}

async fn refused_with_status(connection: &Connection, body: &RequestBody<'_>, response: Response) -> Failure {
    let status = response.status();
    let retry_after = retry_after(&response);
    let error = error_of_response(response).await;
    if matches!(status, StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY)
        && let ModelError::Provider { message, .. } = &error
        && let Some(part) = lock(connection).note(body, message)
    {
        tracing::info!(
            provider = connection.name,
            part,
            "not accepted there, left out from now on"
        );
        return Failure::PartRefused;
    }
    if is_passing(&error) {
        Failure::Passing { error, retry_after }
    } else {
        Failure::Final(error)
    }
}

fn is_passing(error: &ModelError) -> bool {
    match error {
        ModelError::RateLimited { .. } => true,
        ModelError::Provider {
            status: Some(status), ..
        } => matches!(status, 408 | 409 | 500..=599),
        _ => false,
    }
}

/// What a response other than a success means.
pub(super) async fn error_of_response(response: Response) -> ModelError {
    let status = response.status().as_u16();
    let retry_after = retry_after(&response).map(|wait| wait.as_secs_f64().ceil() as u64);
    if response.status().is_redirection() {
        let location = response
            .headers()
            .get(LOCATION)
            .and_then(|location| location.to_str().ok())
            .unwrap_or("nowhere");
        let location = location.split(['?', '#']).next().unwrap_or_default();
        let message = format!("it moved to {location}; enter that address if you trust it, the key was not sent there");
        return ModelError::Provider {
            status: Some(status),
            message,
        };
    }
    let text = read_some(response).await;
    let said = serde_json::from_str(&text).ok().and_then(|value| match value {
        serde_json::Value::Array(values) => values.first().and_then(refusal_in),
        value => refusal_in(&value),
    });
    let mut refusal = said.unwrap_or_else(|| refusal_from_text(Some(status), &text));
    refusal.status = Some(status);
    classify(refusal, retry_after)
}

async fn read_some(response: Response) -> String {
    let mut bytes = Vec::new();
    let mut chunks = response.bytes_stream();
    let reading = async {
        while let Some(Ok(chunk)) = chunks.next().await {
            bytes.extend_from_slice(&chunk);
            if bytes.len() >= MAX_ERROR_BYTES {
                bytes.truncate(MAX_ERROR_BYTES);
                break;
            }
        }
    };
    // What came in time is enough; the status alone already says that it failed.
    let _ = tokio::time::timeout(ERROR_BODY_PATIENCE, reading).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

/// In seconds, also with decimals, or in milliseconds by the header OpenAI adds. A date is not read: the usual pause is taken then.
fn retry_after(response: &Response) -> Option<Duration> {
    let number = |name: &str| {
        let value: f64 = response.headers().get(name)?.to_str().ok()?.trim().parse().ok()?;
        (value >= 0.0).then_some(value)
    };
    let milliseconds = number("retry-after-ms").map(|milliseconds| milliseconds / 1000.0);
    milliseconds
        .or_else(|| number(RETRY_AFTER.as_str()))
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// The innermost cause, which is the one that says something; never the URL.
pub(super) fn reason_of(error: reqwest::Error) -> String {
    let timed_out = error.is_timeout();
    let error = error.without_url();
    let mut reason = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        reason = cause.to_string();
        source = cause.source();
    }
    if timed_out {
        "no answer in time".to_owned()
    } else {
        reason
    }
}
