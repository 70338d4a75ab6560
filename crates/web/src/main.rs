//! The program `characterchat`.

fn main() -> std::process::ExitCode {
    web::run(std::env::args_os(), None)
}
