//! The product with one more model, which plays the script of the environment variable `CHARACTERCHAT_SCRIPT` (JSON): so the product
//! itself holds no such model.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use app::models::{ExtraModel, Profile};
use llm::scripted::ScriptedModel;

fn main() -> ExitCode {
    let script = std::env::var("CHARACTERCHAT_SCRIPT").unwrap_or_default();
    let model = match ScriptedModel::from_json(&script) {
        Ok(model) => Arc::new(model),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "CHARACTERCHAT_SCRIPT is not a script: {error}");
            return ExitCode::FAILURE;
        }
    };
    let scripted = ExtraModel {
        name: "scripted".to_owned(),
        model,
        profile: Profile::Full,
    };
    web::run(std::env::args_os(), Some(scripted))
}
