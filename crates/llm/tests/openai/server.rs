//! A server that plays hand-written responses and keeps what it was sent.

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the server does with one request, after reading it.
#[derive(Debug, Clone)]
pub enum Act {
    Write(String),
    Wait(Duration),
    /// Until the other side closes; then the moment is noted.
    WaitForClose,
}

/// The raw text of every request, in order, and how many connections the other side closed early.
#[derive(Debug, Default)]
pub struct Record {
    pub requests: Vec<String>,
    pub closed: usize,
}

#[derive(Clone)]
pub struct Server {
    pub base_url: String,
    record: Arc<Mutex<Record>>,
}

impl Server {
    /// Answers each request with what `respond` gives for its raw text and number from 0, one request a connection.
    pub async fn start(respond: impl Fn(&str, usize) -> Vec<Act> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let record = Arc::new(Mutex::new(Record::default()));
        let respond = Arc::new(respond);
        let shared = Arc::clone(&record);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(serve(socket, Arc::clone(&respond), Arc::clone(&shared)));
            }
        });
        Self { base_url, record }
    }

    /// Plays one list of acts for each request, in order.
    pub async fn playing(acts: Vec<Vec<Act>>) -> Self {
        Self::start(move |_, number| {
            acts.get(number)
                .cloned()
                .unwrap_or_else(|| vec![respond("500 No More", &[], "{}")])
        })
        .await
    }

    pub fn requests(&self) -> Vec<String> {
        self.record.lock().unwrap().requests.clone()
    }

    pub fn closed(&self) -> usize {
        self.record.lock().unwrap().closed
    }
}

async fn serve(
    mut socket: TcpStream,
    respond: Arc<impl Fn(&str, usize) -> Vec<Act> + Send + Sync>,
    record: Arc<Mutex<Record>>,
) {
    let request = read_request(&mut socket).await;
    let number = {
        let mut record = record.lock().unwrap();
        record.requests.push(request.clone());
        record.requests.len() - 1
    };
    for act in respond(&request, number) {
        match act {
            Act::Write(text) => {
                if socket.write_all(text.as_bytes()).await.is_err() {
                    record.lock().unwrap().closed += 1;
                    return;
                }
            }
            Act::Wait(time) => tokio::time::sleep(time).await,
            Act::WaitForClose => {
                let _ = socket.read(&mut [0; 16]).await;
                record.lock().unwrap().closed += 1;
            }
        }
    }
}

async fn read_request(socket: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some(head) = text.find("\r\n\r\n") {
            let length = text
                .to_lowercase()
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            if bytes.len() >= head + 4 + length.unwrap_or(0_usize) {
                return text;
            }
        }
        let mut buffer = [0; 4096];
        match socket.read(&mut buffer).await {
            Ok(count @ 1..) => bytes.extend_from_slice(&buffer[..count]),
            _ => return text,
        }
    }
}

/// A whole response.
pub fn respond(status: &str, headers: &[&str], body: &str) -> Act {
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    Act::Write(format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n{body}",
        body.len()
    ))
}

/// The head of a stream that ends with its connection.
pub fn stream_head() -> Act {
    Act::Write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".into())
}

/// One frame of text.
pub fn delta(text: &str) -> Act {
    Act::Write(format!(
        "data: {}\n\n",
        serde_json::json!({"choices": [{"delta": {"content": text}}]})
    ))
}

pub fn write(text: &str) -> Act {
    Act::Write(text.into())
}

pub fn wait(milliseconds: u64) -> Act {
    Act::Wait(Duration::from_millis(milliseconds))
}

/// Waits up to 5 s until something holds.
pub async fn eventually<Check: Future<Output = bool>>(mut holds: impl FnMut() -> Check) -> bool {
    for _ in 0..500 {
        if holds().await {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}
