//! The desktop window through WebKit's driver.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::Size;
use super::webdriver::Session;

pub fn capabilities(program: &Path) -> Value {
    json!({ "browserName": "wry", "webkitgtk:browserOptions": { "binary": program, "args": [] } })
}

/// The driver sets the window's outer size; without a window manager that is the page's.
pub fn resize(session: &Session, size: Size) -> Result<()> {
    session
        .post("window/rect", json!({ "width": size.width, "height": size.height }))
        .map(drop)
}

/// WebKit's driver gives no console. What the policy refused or an event handler threw is noted in the page itself, from the first
/// call on; `performance` tells of what was loaded before.
pub fn complaints(session: &Session) -> Result<Vec<String>> {
    let body = "if (!window.complaintsOfTests) {
            window.complaintsOfTests = [];
            addEventListener('error', (event) => window.complaintsOfTests.push(String(event.message)));
            addEventListener('unhandledrejection', (event) => window.complaintsOfTests.push(String(event.reason)));
            document.addEventListener('securitypolicyviolation', (event) => window.complaintsOfTests.push(event.violatedDirective + ' ' + event.blockedURI));
        }
        const own = ['tauri:', 'ipc:', 'portrait:'];
        const strange = performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !own.includes(new URL(name).protocol));
        return window.complaintsOfTests.splice(0).concat(strange);";
    let found = session.post("execute/sync", json!({ "script": body, "args": [] }))?;
    Ok(serde_json::from_value(found)?)
}

/// The next dialog for a file is answered with this one, as if somebody had picked it: the system's own dialog is out of the driver's
/// reach. Everything after it is real.
pub fn answer_dialog(session: &Session, file: &Path) -> Result<()> {
    let body = "const ask = window.fetch;
        window.fetch = (address, ...rest) => {
            if (!decodeURIComponent(String(address)).endsWith('plugin:dialog|open')) return ask.call(window, address, ...rest);
            window.fetch = ask;
            const headers = { 'Content-Type': 'application/json', 'Tauri-Response': 'ok' };
            return Promise.resolve(new Response(JSON.stringify(arguments[0]), { headers }));
        };";
    session
        .post("execute/sync", json!({ "script": body, "args": [file] }))
        .map(drop)
}
