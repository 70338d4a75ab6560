//! The command line: `characterchat serve | call NAME JSON [--events] | chat --character ID`.

mod call;
mod chat;
mod making;
mod messages;
mod novel;
mod printing;
mod reply;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

use app::folders::Folders;
use app::models::ExtraModel;
use app::{App, Error, Options, Result};
use clap::{Parser, Subcommand};

pub(crate) use printing::print_line;
use printing::tell;

/// Talk with fictional characters who remember you.
#[derive(Parser)]
#[command(name = "characterchat", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the app to a browser on this computer and print its address
    Serve {
        /// Port on this computer; 0 takes any free one
        #[arg(long, default_value_t = 4747)]
        port: u16,
    },
    /// Carry out one command and print its answer as JSON
    Call {
        /// Name of the command, such as list_characters
        name: String,
        /// Its input as JSON
        #[arg(default_value = "{}")]
        input: String,
        /// Also print the events that follow, one JSON object a line, until all is quiet
        #[arg(long)]
        events: bool,
    },
    /// Talk in the terminal: a line is a message, the end of input ends it
    Chat {
        /// The character's id; the default one without it
        #[arg(long)]
        character: Option<String>,
    },
    /// Make a character from a novel
    Novel(novel::Novel),
    /// Make a character from what somebody wrote
    Messages(messages::Messages),
}

/// Runs the program with the given arguments. An error goes to standard error as JSON `{code, message}`, with exit status 1;
/// arguments that make no sense are told in words, with exit status 2, but for a call.
pub fn run(arguments: impl IntoIterator<Item = OsString>, extra_model: Option<ExtraModel>) -> ExitCode {
    let given: Vec<OsString> = arguments.into_iter().collect();
    let arguments = match Arguments::try_parse_from(&given) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() && given.get(1).is_some_and(|name| name == "call") => {
            return failed(&call::misused(&error));
        }
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    // What a program reads from a call is JSON and nothing else, unless somebody asked for more.
    log_to_standard_error(match arguments.command {
        Command::Call { .. } => "off",
        Command::Serve { .. } | Command::Chat { .. } | Command::Novel(_) | Command::Messages(_) => "error",
    });
    let looked = match &arguments.command {
        Command::Novel(asked) if asked.only_reads() => Some(novel::look(asked)),
        Command::Messages(asked) if asked.only_reads() => Some(messages::look(asked)),
        _ => None,
    };
    if let Some(looked) = looked {
        return looked.map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&Error::new("internal", error.to_string())),
    };
    let carried_out = runtime.block_on(carry_out(arguments.command, extra_model));
    // What is still being computed (a long conversation put into the memory graph) is not waited for.
    runtime.shutdown_background();
    match carried_out {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

async fn carry_out(command: Command, extra_model: Option<ExtraModel>) -> Result<()> {
    let program = "characterchat";
    let app = App::start(Options {
        folders: Folders::of_this_computer()?,
        program,
        extra_model,
    })
    .await?;
    if !matches!(command, Command::Call { .. }) {
        for problem in &app.models.config().problems {
            tell(&Error::new("config_broken", problem));
        }
    }
    let result = match command {
        Command::Serve { port } => crate::serve::serve(&app, port).await,
        Command::Call { name, input, events } => call::call(&app, &name, &input, events).await,
        Command::Chat { character } => chat::chat(&app, character).await,
        Command::Novel(asked) => novel::make(&app, asked).await,
        Command::Messages(asked) => messages::make(&app, asked).await,
    };
    app.end().await;
    result
}

fn failed(error: &Error) -> ExitCode {
    tell(error);
    ExitCode::FAILURE
}

fn log_to_standard_error(usual: &str) {
    let filter = tracing_subscriber::EnvFilter::try_from_env("CHARACTERCHAT_LOG").unwrap_or_else(|_| usual.into());
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .try_init();
}
