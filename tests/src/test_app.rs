//! The program as a test meets it: a process on a data folder of its own, spoken to through the browser's door.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::RecvTimeoutError;

use anyhow::{Context, Result, bail, ensure};
use app::commands::{ConversationView, MessagePage, ModelList, TurnStarted};
use engine::ids::ConversationId;
use engine::view::MessageView;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use crate::checkout;
use crate::http::{self, PATIENCE, Request, Response};
use crate::listening::Listener;
use crate::process::{Owned, built_beside, lines, product};
use crate::provider::Provider;

/// Which program runs.
#[derive(Debug, Clone)]
pub enum Program {
    /// As users get it.
    Product,
    /// The product with a model that plays this script.
    Scripted(Value),
}

/// A data folder with nothing in it, what may lie beside it, and how programs are started on it.
#[derive(Debug)]
pub struct Home {
    folder: TempDir,
    program: Program,
    environment: Vec<(String, String)>,
}

impl Home {
    pub fn new(program: Program) -> Result<Self> {
        let folder = TempDir::new()?;
        std::fs::create_dir_all(folder.path().join("data").join("characters"))?;
        std::fs::create_dir(folder.path().join("no models"))?;
        Ok(Self {
            folder,
            program,
            environment: Vec::new(),
        })
    }

    /// With one more environment variable for the programs that are started.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// What programs wrote to standard error; outside the data folder.
    pub fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// The folder that holds the data folder; nothing may be read or written there.
    pub fn outside(&self) -> &Path {
        self.folder.path()
    }

    /// The program with its environment, and no arguments yet. No key or model of this machine reaches it.
    pub fn command(&self) -> Result<Command> {
        let program = match &self.program {
            Program::Product => product()?,
            Program::Scripted(_) => built_beside("testserver")?,
        };
        let mut command = Command::new(program);
        let resources = std::env::var_os("CHARACTERCHAT_RESOURCES").map_or_else(checkout, PathBuf::from);
        command
            .current_dir(self.folder.path())
            .env("CHARACTERCHAT_HOME", self.data())
            .env("CHARACTERCHAT_RESOURCES", resources)
            .env("CHARACTERCHAT_MODELS", self.folder.path().join("no models"))
            .env_remove("HF_TOKEN")
            .env_remove("OPENROUTER_API_KEY")
            .env_remove("OPENAI_API_KEY");
        if let Program::Scripted(script) = &self.program {
            command.env("CHARACTERCHAT_SCRIPT", script.to_string());
        }
        for (name, value) in &self.environment {
            command.env(name, value);
        }
        Ok(command)
    }
}

/// A running server and a browser's cookie for it.
#[derive(Debug)]
pub struct TestApp {
    process: Owned,
    pub port: u16,
    /// The address that the program printed.
    pub address: String,
    /// As the header `Cookie` wants it.
    pub cookie: String,
    pub home: Home,
}

/// What a command answers when it cannot do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("status {status}, {code}: {message}")]
pub struct Refusal {
    pub status: u16,
    pub code: String,
    pub message: String,
}

impl TestApp {
    /// The program on an empty data folder.
    pub fn start(program: Program) -> Result<Self> {
        Self::start_on(Home::new(program)?)
    }

    /// The program on a data folder, and a browser that entered through the printed address.
    pub fn start_on(home: Home) -> Result<Self> {
        let (process, address) = launch(&home, 0)?;
        let port = port_of(&address)?;
        let mut app = Self {
            process,
            port,
            address,
            cookie: String::new(),
            home,
        };
        app.enter()?;
        Ok(app)
    }

    /// Opens the printed address and keeps the cookie.
    pub fn enter(&mut self) -> Result<()> {
        let target = self
            .address
            .split_once("//")
            .and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
        let target = target.context("an address with a path")?.to_owned();
        let response = http::send(
            self.port,
            Request {
                method: "GET",
                target: &target,
                headers: &[],
                body: b"",
            },
        )?;
        ensure!(response.head.status == 303, "the printed address answered {response:?}");
        let cookie = response.head.header("set-cookie").context("no cookie was set")?;
        self.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        Ok(())
    }

    /// Starts the program again on the same data folder, with the same browser. Its cookie belongs to the port; where that was
    /// taken meanwhile, it enters anew.
    pub fn start_again(&mut self) -> Result<()> {
        let former = self.port;
        (self.process, self.address) = launch(&self.home, former)?;
        self.port = port_of(&self.address)?;
        if self.port == former { Ok(()) } else { self.enter() }
    }

    /// SIGKILL.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()
    }

    /// SIGTERM; waits for the orderly end.
    pub fn end(&mut self) -> Result<ExitStatus> {
        self.process.end()
    }

    /// The process, for those who want to end it from elsewhere.
    pub fn process_id(&self) -> u32 {
        self.process.0.id()
    }

    /// Sends a request as this browser.
    pub fn request(&self, method: &str, target: &str, body: &[u8]) -> Result<Response> {
        http::send(
            self.port,
            Request {
                method,
                target,
                headers: &[("Cookie", &self.cookie)],
                body,
            },
        )
    }

    /// Carries out a command; the outer error is the connection's, the inner one the command's.
    pub fn try_call<T: DeserializeOwned>(&self, name: &str, input: Value) -> Result<Result<T, Refusal>> {
        let response = self.request("POST", &format!("/api/{name}"), input.to_string().as_bytes())?;
        let status = response.head.status;
        let body = response.json()?;
        if status == 200 {
            let output = serde_json::from_value(body).with_context(|| format!("the output of {name}"))?;
            return Ok(Ok(output));
        }
        let word = |key: &str| {
            body[key]
                .as_str()
                .map(str::to_owned)
                .with_context(|| format!("{name} answered {status} without a {key}"))
        };
        Ok(Err(Refusal {
            status,
            code: word("code")?,
            message: word("message")?,
        }))
    }

    /// Carries out a command that must succeed.
    pub fn call<T: DeserializeOwned>(&self, name: &str, input: Value) -> Result<T> {
        self.try_call(name, input.clone())?
            .with_context(|| format!("{name} {input:.200}"))
    }

    /// Carries out a command that must be refused.
    pub fn refused(&self, name: &str, input: Value) -> Result<Refusal> {
        match self.try_call::<Value>(name, input.clone())? {
            Ok(output) => bail!("{name} {input:.200} was carried out: {output:.200}"),
            Err(refusal) => Ok(refusal),
        }
    }

    /// Begins to hear events.
    pub fn listen(&self) -> Result<Listener> {
        Listener::begin(self.port, &self.cookie)
    }

    /// Opens the latest conversation with a character.
    pub fn open(&self, character_id: &str) -> Result<ConversationView> {
        self.call("open_conversation", json!({ "character_id": character_id }))
    }

    /// Says something at a revision, as a new operation.
    pub fn say(&self, conversation: ConversationId, revision: u64, text: &str) -> Result<TurnStarted> {
        self.call("send_message", message(conversation, revision, text))
    }

    /// The last messages of a conversation, up to 200.
    pub fn messages(&self, conversation: ConversationId) -> Result<Vec<MessageView>> {
        let page: MessagePage = self.call(
            "list_messages",
            json!({ "conversation_id": conversation, "limit": 200 }),
        )?;
        Ok(page.messages)
    }

    /// Adds a connection to the provider and chooses its model.
    pub fn use_provider(&self, provider: &Provider, key: Option<&str>) -> Result<ModelList> {
        let mut input = json!({ "name": "Local provider", "base_url": provider.base_url(), "models": ["test-model"] });
        if let Some(key) = key {
            input["key"] = json!(key);
        }
        let list: ModelList = self.call("save_connection", input)?;
        let model = list
            .models
            .iter()
            .find(|model| model.name == "test-model")
            .context("the model is listed")?;
        self.call("choose_model", json!({ "model_id": model.id }))
    }
}

/// The input of `send_message`, as a new operation.
pub fn message(conversation: ConversationId, revision: u64, text: &str) -> Value {
    json!({ "conversation_id": conversation, "expected_revision": revision, "text": text, "operation_id": Uuid::now_v7() })
}

fn launch(home: &Home, port: u16) -> Result<(Owned, String)> {
    let log = File::options().create(true).append(true).open(home.log())?;
    let mut command = home.command()?;
    command
        .args(["serve", "--port", &port.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log);
    let mut process = Owned::start(&mut command)?;
    let output = lines(process.0.stdout.take().context("no standard output")?);
    loop {
        match output.recv_timeout(PATIENCE) {
            Ok(line) => {
                if let Some(at) = line.find("http://") {
                    return Ok((process, line[at..].trim().to_owned()));
                }
            }
            Err(RecvTimeoutError::Timeout) => bail!("the program printed no address within {} s", PATIENCE.as_secs()),
            Err(RecvTimeoutError::Disconnected) => {
                let status = process.wait()?;
                bail!(
                    "the program ended ({status}) without an address:\n{}",
                    std::fs::read_to_string(home.log())?
                );
            }
        }
    }
}

fn port_of(address: &str) -> Result<u16> {
    let host = address
        .split('/')
        .nth(2)
        .and_then(|host| host.rsplit_once(':'))
        .with_context(|| address.to_owned())?;
    host.1.parse().with_context(|| address.to_owned())
}
