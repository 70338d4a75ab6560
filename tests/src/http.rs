//! HTTP by hand, one request a connection: hostile requests must leave exactly as a test wrote them.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

/// No answer of this computer may take longer, also when it is busy.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The head of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub status: u16,
    headers: Vec<(String, String)>,
}

impl Head {
    /// The first header of that name, in whatever case it was written.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// A whole response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    pub head: Head,
    pub body: Vec<u8>,
}

impl Response {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Result<serde_json::Value> {
        let context = || format!("status {}, not JSON: {:?}", self.head.status, self.text());
        serde_json::from_slice(&self.body).with_context(context)
    }
}

/// One request. `Host`, `Connection` and `Content-Length` are added where the headers do not name them.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub method: &'a str,
    /// Path and query, written as they are.
    pub target: &'a str,
    pub headers: &'a [(&'a str, &'a str)],
    pub body: &'a [u8],
}

impl Request<'_> {
    fn bytes(&self, port: u16) -> Vec<u8> {
        let mut text = format!("{} {} HTTP/1.1\r\n", self.method, self.target);
        let own = [
            ("Host", format!("127.0.0.1:{port}")),
            ("Connection", "close".to_owned()),
            ("Content-Length", self.body.len().to_string()),
        ];
        for (name, value) in own {
            if !self.headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
                text.push_str(&format!("{name}: {value}\r\n"));
            }
        }
        for (name, value) in self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("\r\n");
        [text.as_bytes(), self.body].concat()
    }
}

/// Connects to a port of this computer.
pub fn connect(port: u16) -> Result<TcpStream> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let stream = TcpStream::connect_timeout(&address, PATIENCE).with_context(|| format!("connecting to {address}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Sends a request and reads the whole answer.
pub fn send(port: u16, request: Request<'_>) -> Result<Response> {
    let asked = || format!("{} {:.80}", request.method, request.target);
    let mut stream = connect(port)?;
    if let Err(error) = stream.write_all(&request.bytes(port)) {
        // A server may refuse a body before it has read it; what it says counts.
        let refused = matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset);
        ensure!(refused, "sending {}: {error}", asked());
    }
    read_response(stream).with_context(asked)
}

/// Sends a request and gives back its answer's body as it comes.
pub fn open_stream(port: u16, request: Request<'_>) -> Result<(Head, Body)> {
    let mut stream = connect(port)?;
    stream.write_all(&request.bytes(port))?;
    let mut reader = BufReader::new(stream);
    let head = read_head(&mut reader)?;
    let kind = Kind::of(&head)?;
    Ok((head, Body { reader, kind }))
}

/// Reads a whole response from a connection that was written to already.
pub fn read_response(stream: TcpStream) -> Result<Response> {
    let mut reader = BufReader::new(stream);
    let head = read_head(&mut reader)?;
    let mut body = Body {
        kind: Kind::of(&head)?,
        reader,
    };
    let mut bytes = Vec::new();
    while let Some(piece) = body.next_piece()? {
        bytes.extend(piece);
    }
    Ok(Response { head, body: bytes })
}

fn read_head(reader: &mut impl BufRead) -> Result<Head> {
    let first = read_line(reader)?.context("the connection was closed without an answer")?;
    let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.with_context(|| format!("not an HTTP answer: {first:?}"))?;
    let mut headers = Vec::new();
    loop {
        let line = read_line(reader)?.context("the head of the answer broke off")?;
        if line.is_empty() {
            return Ok(Head { status, headers });
        }
        let (name, value) = line
            .split_once(':')
            .with_context(|| format!("not a header: {line:?}"))?;
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
}

/// One line without its end; none at the end of the stream.
fn read_line(reader: &mut impl BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    reader.read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    Ok(Some(
        String::from_utf8_lossy(&bytes)
            .trim_end_matches(['\r', '\n'])
            .to_owned(),
    ))
}

/// How the end of a body is told.
enum Kind {
    Length(u64),
    Chunked,
    UntilClosed,
}

impl Kind {
    fn of(head: &Head) -> Result<Self> {
        if head
            .header("transfer-encoding")
            .is_some_and(|coding| coding.eq_ignore_ascii_case("chunked"))
        {
            return Ok(Self::Chunked);
        }
        match head.header("content-length") {
            Some(length) => Ok(Self::Length(length.parse().context("a content length")?)),
            None if head.status == 204 || head.status == 304 => Ok(Self::Length(0)),
            None => Ok(Self::UntilClosed),
        }
    }
}

/// A body that is still coming.
pub struct Body {
    reader: BufReader<TcpStream>,
    kind: Kind,
}

impl Body {
    /// The next bytes, at most as many as came together; none at the end.
    pub fn next_piece(&mut self) -> Result<Option<Vec<u8>>> {
        match &mut self.kind {
            Kind::Length(0) => Ok(None),
            Kind::Length(left) => {
                let mut bytes = vec![0; usize::try_from(*left)?.min(1 << 16)];
                let count = self.reader.read(&mut bytes)?;
                ensure!(count > 0, "the body broke off with {left} bytes to come");
                *left -= count as u64;
                bytes.truncate(count);
                Ok(Some(bytes))
            }
            Kind::Chunked => self.next_chunk(),
            Kind::UntilClosed => {
                let mut bytes = vec![0; 1 << 16];
                let count = self.reader.read(&mut bytes)?;
                bytes.truncate(count);
                Ok((count > 0).then_some(bytes))
            }
        }
    }

    fn next_chunk(&mut self) -> Result<Option<Vec<u8>>> {
        let Some(size) = read_line(&mut self.reader)? else {
            bail!("the stream broke off between two chunks")
        };
        let size =
            usize::from_str_radix(size.split(';').next().unwrap_or_default().trim(), 16).context("a chunk size")?;
        let mut bytes = vec![0; size];
        self.reader.read_exact(&mut bytes).context("a chunk broke off")?;
        read_line(&mut self.reader)?;
        if size == 0 {
            self.kind = Kind::Length(0);
            return Ok(None);
        }
        Ok(Some(bytes))
    }

    /// Closes the connection from another thread.
    pub fn closer(&self) -> Result<TcpStream> {
        Ok(self.reader.get_ref().try_clone()?)
    }

    /// Waits without a limit for the next bytes; the one who holds the closer ends it.
    pub fn wait_forever(&self) -> Result<()> {
        Ok(self.reader.get_ref().set_read_timeout(None)?)
    }
}
