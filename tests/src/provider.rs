//! A server that speaks the chat completions format of OpenAI, for real requests over a real socket: it answers token by token, fails
//! on demand, and keeps what it was asked.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::http::PATIENCE;
use crate::process::wait_until;

/// What the provider does with one request.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A whole reply, a word at a time with a pause before each.
    Words { text: String, pause: Duration },
    /// The same after some reasoning.
    Reasoning { reasoning: String, text: String },
    /// The connection breaks off after this text.
    Cut { text: String },
    /// This text, then nothing more until the other side closes.
    SilentAfter { text: String },
    /// An error instead of a reply; `echo_key` puts the request's own key into the message, as careless servers do.
    Refuse { status: u16, echo_key: bool },
    /// Nothing at all until the other side closes.
    Hang,
    /// After a wait, a whole reply that is made from the request.
    Made { make: fn(&Asked) -> String, wait: Duration },
}

impl Answer {
    pub fn words(text: &str, pause: Duration) -> Self {
        Self::Words {
            text: text.to_owned(),
            pause,
        }
    }

    /// A whole reply without pauses.
    pub fn text(text: &str) -> Self {
        Self::words(text, Duration::ZERO)
    }
}

/// One request as it came.
#[derive(Debug, Clone)]
pub struct Asked {
    pub authorization: Option<String>,
    pub body: Value,
}

impl Asked {
    /// Role and text of each message.
    pub fn messages(&self) -> Vec<(String, String)> {
        let messages = self.body["messages"].as_array().cloned().unwrap_or_default();
        let word = |message: &Value, key: &str| message[key].as_str().unwrap_or_default().to_owned();
        messages
            .iter()
            .map(|message| (word(message, "role"), word(message, "content")))
            .collect()
    }
}

/// The running provider. It ends with its last handle's drop.
pub struct Provider {
    port: u16,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    answers: Mutex<VecDeque<Answer>>,
    asked: Mutex<Vec<Asked>>,
    abandoned: AtomicUsize,
    down: AtomicBool,
}

impl Provider {
    /// A provider that gives these answers one after the other, and the last one again and again.
    pub fn start(answers: impl IntoIterator<Item = Answer>) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let shared = Arc::new(Shared {
            answers: Mutex::new(answers.into_iter().collect()),
            ..Shared::default()
        });
        accept(listener, Arc::clone(&shared));
        Ok(Self { port, shared })
    }

    pub fn base_url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// Gives these answers from now on.
    pub fn answer_with(&self, answers: impl IntoIterator<Item = Answer>) {
        *lock(&self.shared.answers) = answers.into_iter().collect();
    }

    /// Refuses connections from now on.
    pub fn go_down(&self) -> Result<()> {
        self.shared.down.store(true, Ordering::SeqCst);
        // The accepting thread waits for one more connection before it sees the change.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
        wait_until("the provider to go down", || {
            Ok(TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err())
        })
    }

    /// Listens again after [`Provider::go_down`].
    pub fn come_up(&self) -> Result<()> {
        self.shared.down.store(false, Ordering::SeqCst);
        accept(
            TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))?,
            Arc::clone(&self.shared),
        );
        Ok(())
    }

    /// All requests for replies so far.
    pub fn asked(&self) -> Vec<Asked> {
        lock(&self.shared.asked).clone()
    }

    /// The last request for a reply.
    pub fn last_asked(&self) -> Result<Asked> {
        self.asked().pop().context("the provider was not asked")
    }

    /// Waits until so many requests have come in all.
    pub fn wait_for_requests(&self, count: usize) -> Result<()> {
        wait_until("the provider to be asked", || {
            Ok(lock(&self.shared.asked).len() >= count)
        })
    }

    /// Waits until so many replies were given up by the other side.
    pub fn wait_for_abandoned(&self, count: usize) -> Result<()> {
        wait_until("the reply to be given up", || {
            Ok(self.shared.abandoned.load(Ordering::SeqCst) >= count)
        })
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.shared.down.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn accept(listener: TcpListener, shared: Arc<Shared>) {
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            if shared.down.load(Ordering::SeqCst) {
                return;
            }
            let shared = Arc::clone(&shared);
            // A connection that ends early has said so by `abandoned`; there is nobody else to tell.
            std::thread::spawn(move || stream.map(|stream| serve(stream, &shared)));
        }
    });
}

fn serve(stream: TcpStream, shared: &Shared) -> Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let (path, asked) = read_request(&mut reader)?;
    let mut reply = Reply { stream, shared };
    if !path.ends_with("/chat/completions") {
        return reply.whole(404, r#"{"error":{"message":"not here"}}"#);
    }
    let key = asked.authorization.clone().unwrap_or_default();
    lock(&shared.asked).push(asked.clone());
    let answer = {
        let mut answers = lock(&shared.answers);
        if answers.len() > 1 {
            answers.pop_front()
        } else {
            answers.front().cloned()
        }
    };
    match answer.context("the provider has no answer")? {
        Answer::Words { text, pause } => reply.begin()?.say(&text, pause)?.finish(),
        Answer::Reasoning { reasoning, text } => reply.begin()?.think(&reasoning)?.say(&text, Duration::ZERO)?.finish(),
        Answer::Cut { text } => reply.begin()?.say(&text, Duration::ZERO).map(|_| ()),
        Answer::SilentAfter { text } => reply.begin()?.say(&text, Duration::ZERO)?.wait_for_close(),
        Answer::Refuse { status, echo_key } => {
            let said = if echo_key {
                format!("no good: {key}")
            } else {
                "out of order".to_owned()
            };
            reply.whole(status, &json!({ "error": { "message": said } }).to_string())
        }
        Answer::Hang => reply.wait_for_close(),
        Answer::Made { make, wait } => {
            std::thread::sleep(wait);
            reply.begin()?.say(&make(&asked), Duration::ZERO)?.finish()
        }
    }
}

fn read_request(reader: &mut BufReader<TcpStream>) -> Result<(String, Asked)> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let path = line.split(' ').nth(1).context("no path")?.to_owned();
    let (mut length, mut authorization) = (0, None);
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse()?;
        } else if name.eq_ignore_ascii_case("authorization") {
            authorization = Some(value.to_owned());
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    Ok((path, Asked { authorization, body }))
}

struct Reply<'a> {
    stream: TcpStream,
    shared: &'a Shared,
}

impl Reply<'_> {
    fn write(&mut self, text: &str) -> Result<()> {
        let written = self.stream.write_all(text.as_bytes());
        if written.is_err() {
            self.shared.abandoned.fetch_add(1, Ordering::SeqCst);
        }
        Ok(written?)
    }

    fn whole(&mut self, status: u16, body: &str) -> Result<()> {
        let length = body.len();
        self.write(&format!(
            "HTTP/1.1 {status} As Ordered\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ))
    }

    fn begin(&mut self) -> Result<&mut Self> {
        self.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")?;
        Ok(self)
    }

    /// A chunked body tells a break-off from an end.
    fn chunk(&mut self, text: &str) -> Result<()> {
        self.write(&format!("{:x}\r\n{text}\r\n", text.len()))
    }

    fn delta(&mut self, delta: &Value) -> Result<()> {
        self.chunk(&format!(
            "data: {}\n\n",
            json!({ "choices": [{ "index": 0, "delta": delta }] })
        ))
    }

    fn say(&mut self, text: &str, pause: Duration) -> Result<&mut Self> {
        for word in text.split_inclusive(' ') {
            std::thread::sleep(pause);
            self.delta(&json!({ "content": word }))?;
        }
        Ok(self)
    }

    fn think(&mut self, reasoning: &str) -> Result<&mut Self> {
        for word in reasoning.split_inclusive(' ') {
            self.delta(&json!({ "reasoning_content": word }))?;
        }
        Ok(self)
    }

    fn finish(&mut self) -> Result<()> {
        let last = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] });
        self.chunk(&format!("data: {last}\n\ndata: [DONE]\n\n"))?;
        self.write("0\r\n\r\n")
    }

    fn wait_for_close(&mut self) -> Result<()> {
        let _ = self.stream.read(&mut [0; 64]);
        self.shared.abandoned.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}
