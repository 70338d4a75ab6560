//! What follows from the list: dispatch by name, the names, and the TypeScript types.

use engine::ids::SessionId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::{TS, TypeVisitor};

use super::*;
use crate::door::Door;
use crate::error::{Error, Result};
use crate::start::App;

/// No input, or nothing to answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

macro_rules! dispatch_by_name {
    ($($name:ident($input:ty) -> $output:ty,)*) => {
        /// The names of all commands, in the order of the list.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Carries out the command of a name for a session, as it came in by a door.
        pub async fn dispatch(app: &App, session: SessionId, door: Door, name: &str, input: Value) -> Result<Value> {
            let app = &app.at(door);
            match name {
                $(stringify!($name) => {
                    let output: $output = $name(app, session, read::<$input>(name, input)?).await?;
                    Ok(serde_json::to_value(output).map_err(|error| Error::new("internal", error.to_string()))?)
                })*
                _ => Err(Error::new("unknown_command", format!("There is no command {name}. The commands are: {}.", NAMES.join(", ")))),
            }
        }

        /// Writes the TypeScript type of every command and of all that they use into a folder, one file a type.
        pub fn export_types(config: &ts_rs::Config) -> Result<(), ts_rs::ExportError> {
            let mut exporter = Exporter { config, failure: None };
            $(exporter.visit::<$input>();)*
            $(exporter.visit::<$output>();)*
            exporter.visit::<engine::event::Event>();
            exporter.failure.map_or(Ok(()), Err)
        }

        /// The TypeScript map from each command's name to its input and output.
        pub fn commands_type(config: &ts_rs::Config) -> String {
            let mut lines = String::new();
            $(lines.push_str(&format!("  {}: {{ input: {}; output: {} }};\n", stringify!($name), <$input as TS>::name(config), <$output as TS>::name(config)));)*
            lines
        }
    };
}

crate::for_each_command!(dispatch_by_name);

/// Reads a command's input: an object with the fields of its type and no others, as one that is not known here would be lost
/// in silence. Nothing at all stands for an empty object.
fn read<T: DeserializeOwned>(name: &str, input: Value) -> Result<T> {
    let refused = |place: &str, reason: &str| {
        Error::invalid(format!(
            "The input of {name} cannot be used at {place}: {reason}. Nothing was changed."
        ))
    };
    let input = if input.is_null() {
        Value::Object(serde_json::Map::new())
    } else {
        input
    };
    // Lists of the right length would pass as objects.
    if !input.is_object() {
        return Err(refused("$", "it is not an object"));
    }
    serde_path_to_error::deserialize(input).map_err(|error| {
        let place = match error.path().to_string().as_str() {
            "." | "?" => "$".to_owned(),
            place => format!("$.{place}"),
        };
        refused(&place, &error.into_inner().to_string())
    })
}

/// Writes types, and of lists the types in them.
struct Exporter<'a> {
    config: &'a ts_rs::Config,
    failure: Option<ts_rs::ExportError>,
}

impl ts_rs::TypeVisitor for Exporter<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            T::visit_generics(self);
        } else if let Err(error) = T::export_all(self.config) {
            self.failure.get_or_insert(error);
        }
    }
}
