//! The little of the WebDriver protocol (https://www.w3.org/TR/webdriver2/) that the tests need.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::http::{self, Request};

/// The name by which the protocol marks a reference to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A session with one window; ended when dropped.
pub struct Session {
    port: u16,
    id: String,
}

impl Session {
    pub fn begin(port: u16, capabilities: &Value) -> Result<Self> {
        let value = exchange(
            port,
            "POST",
            "/session",
            &json!({ "capabilities": { "alwaysMatch": capabilities } }),
        )?;
        let id = value["sessionId"].as_str().context("no session id")?.to_owned();
        Ok(Self { port, id })
    }

    /// Sends a command of the session and gives its value.
    pub fn post(&self, command: &str, input: Value) -> Result<Value> {
        exchange(self.port, "POST", &format!("/session/{}/{command}", self.id), &input)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = exchange(self.port, "DELETE", &format!("/session/{}", self.id), &Value::Null);
    }
}

fn exchange(port: u16, method: &str, target: &str, input: &Value) -> Result<Value> {
    let body = if input.is_null() {
        String::new()
    } else {
        input.to_string()
    };
    let headers = [("Content-Type", "application/json; charset=utf-8")];
    let response = http::send(
        port,
        Request {
            method,
            target,
            headers: &headers,
            body: body.as_bytes(),
        },
    )?;
    let mut answer = response.json()?;
    let value = answer["value"].take();
    if response.head.status != 200 {
        bail!(
            "the browser's driver refused {target}: {}: {}",
            value["error"],
            value["message"]
        );
    }
    Ok(value)
}

/// The id of an element that a script gave back.
pub fn element_id(value: &Value) -> Option<String> {
    value[ELEMENT].as_str().map(str::to_owned)
}

/// An element as an argument of a script.
pub fn reference(id: &str) -> Value {
    json!({ ELEMENT: id })
}

/// Whether the element was drawn anew, or covered for a moment, since it was found.
pub fn is_stale(error: &anyhow::Error) -> bool {
    let words = error.to_string();
    ["stale element", "element click intercepted", "element not interactable"]
        .iter()
        .any(|kind| words.contains(kind))
}
