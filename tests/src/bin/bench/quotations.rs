//! `bench quotations --data FOLDER`: how much of what is spoken is found, and how often the right speaker is named. With `--misses`
//! everything that differs from the annotation is told on standard error.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use characterchat_tests::quotation_data::{FORMS, measure};
use serde_json::{Value, json};

const HELP: &str =
    "bench quotations --data FOLDER [--misses]: texts and annotations in the form of LitBank's quotations";

pub fn quotations(arguments: &[String]) -> Result<Value> {
    let at = arguments.iter().position(|argument| argument == "--data");
    let folder = at.and_then(|at| arguments.get(at + 1)).context(HELP)?;
    let tells = arguments.iter().any(|argument| argument == "--misses");
    let mut forms = serde_json::Map::new();
    for (name, form) in FORMS {
        let mut told = Vec::new();
        forms.insert(name.to_owned(), measure(Path::new(folder), form, &mut told)?.line());
        if tells {
            let mut out = std::io::stderr().lock();
            for line in told {
                writeln!(out, "{name}\t{line}")?;
            }
        }
    }
    Ok(json!({ "bench": "quotations", "forms": forms }))
}
