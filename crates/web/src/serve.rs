//! `characterchat serve`: the app in a browser on this computer.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use app::{App, Error, Result};
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue};
use axum::routing::{get, post};
use axum::{Router, middleware};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceBuilder;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::access::PassingLogins;
use crate::streams::Streams;
use crate::{access, api, files, passing};

/// A request's head must have arrived by then.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Largest body of a command, in bytes.
const LARGEST_BODY: usize = (4 << 20) + (64 << 10);
/// How long open connections may finish what they do when the program ends.
const GRACE: Duration = Duration::from_secs(2);
/// Ports tried after the wanted one when that is taken.
const NEXT_PORTS: u16 = 20;

const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     font-src 'self'; connect-src 'self' ipc: http://ipc.localhost; base-uri 'none'; form-action 'none'; frame-src 'none'; \
     object-src 'none'; frame-ancestors 'none'";

/// What the routes share.
#[derive(Clone)]
pub struct Server {
    pub app: App,
    pub port: u16,
    pub token: Arc<str>,
    pub passing_logins: PassingLogins,
    pub streams: Streams,
    /// Cancelled when the program ends, so that streams of events end too.
    pub ended: CancellationToken,
}

/// Serves until the program is asked to end. Prints the address, alone on its line.
pub async fn serve(app: &App, port: u16) -> Result<()> {
    let listener = bind(port).await?;
    let port = listener
        .local_addr()
        .map_err(|error| cannot_listen(port, &error))?
        .port();
    let token = access::random_token()?.into();
    let server = Server {
        app: app.clone(),
        port,
        token,
        passing_logins: PassingLogins::default(),
        streams: Streams::default(),
        ended: CancellationToken::new(),
    };
    let address = format!("http://127.0.0.1:{port}/enter?token={}", server.token);
    super::cli::print_line(&format!("CharacterChatBot is open at {address}"));
    let ended = server.ended.clone();
    let connections = TaskTracker::new();
    let service = router(server);
    let mut end = std::pin::pin!(asked_to_end());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let _ = stream.set_nodelay(true);
                connections.spawn(connection(TokioIo::new(stream), service.clone(), ended.clone()));
            }
            // Too many open files, most likely: wait for some to close instead of spinning.
            Err(error) => {
                tracing::warn!("a connection was not accepted: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    ended.cancel();
    connections.close();
    let _ = tokio::time::timeout(GRACE, connections.wait()).await;
    Ok(())
}

async fn connection(io: TokioIo<tokio::net::TcpStream>, service: Router, ended: CancellationToken) {
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    let mut connection = std::pin::pin!(builder.serve_connection(io, TowerToHyperService::new(service)));
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = ended.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!("a connection ended early: {error}");
    }
}

fn router(server: Server) -> Router {
    let inside = Router::new()
        .route("/api/events", get(api::events))
        .route("/api/{command}", post(api::command))
        .route("/portraits/{id}", get(files::portrait))
        .route("/files", post(passing::upload))
        .route("/files/{handle}", get(passing::download))
        .route("/personas/{id}", get(files::persona_picture))
        .route_layer(middleware::from_fn_with_state(
            server.clone(),
            access::known_browsers_only,
        ));
    let headers = ServiceBuilder::new()
        .layer(always("content-security-policy", CONTENT_SECURITY_POLICY))
        .layer(always("x-content-type-options", "nosniff"))
        .layer(always("referrer-policy", "no-referrer"))
        .layer(always("cross-origin-opener-policy", "same-origin"))
        .layer(always("cross-origin-resource-policy", "same-origin"));
    inside
        .route("/enter", get(access::enter))
        .fallback(get(files::interface))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(server.clone(), access::own_origin_only))
        .layer(headers)
        .with_state(server)
}

fn always(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(HeaderName::from_static(name), HeaderValue::from_static(value))
}

/// Listens on this computer only; when the wanted port is taken, on one of the next.
async fn bind(port: u16) -> Result<TcpListener> {
    let last = if port == 0 { 0 } else { port.saturating_add(NEXT_PORTS) };
    let mut failure = None;
    for port in port..=last {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = failure.or(Some(cannot_listen(port, &error))),
        }
    }
    Err(failure.unwrap_or_else(|| Error::new("port_taken", "No port to listen on.")))
}

fn cannot_listen(port: u16, error: &std::io::Error) -> Error {
    Error::new(
        "port_taken",
        format!("Port {port} cannot be used: {error}. Choose another with --port; 0 takes any free one."),
    )
}

/// Waits for Ctrl+C, or for the system's polite request to end.
async fn asked_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut terminate), Ok(mut hangup)) = (signal(SignalKind::terminate()), signal(SignalKind::hangup()))
        else {
            let _ = interrupt.await;
            return;
        };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}
