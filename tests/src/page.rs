//! A browser page as a person meets it: things are found by their role and name, and waits are bounded.
//!
//! Scenarios are written against [`Page`] only. Which browser stands behind it, and what only that browser can do, is in `chromium`
//! and `webkit` (the desktop window).

mod chromium;
mod webdriver;
mod webkit;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::process::wait_until;
use chromium::Chromium;
use webdriver::Session;

/// So often a page may change while it is looked at.
const STALE_TRIES: u32 = 20;

/// Script: all visible elements of a role with a name, in the page or within an element. Names as the accessibility tree computes them for what the interface uses.
const FIND: &str = r#"
    const selectors = {
        checkbox: 'input[type=checkbox]:not([role])', radio: 'input[type=radio]', switch: '[role=switch]',
        button: 'button, [role=button]', textbox: 'textarea, input[type=text], input[type=search], input:not([type])',
        combobox: 'select', article: 'article', alert: '[role=alert]', heading: 'h1, h2, h3', region: '[role=region]',
        menuitem: '[role=menuitem]', navigation: 'nav', tab: '[role=tab]', group: '[role=group]', dialog: 'dialog[open]', list: 'ul', listitem: 'li',
    };
    const words = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
    const nameOf = (element) => {
        const labelled = element.getAttribute('aria-labelledby');
        if (labelled) return words(document.getElementById(labelled)?.textContent);
        if (element.hasAttribute('aria-label')) return words(element.getAttribute('aria-label'));
        if (element.labels?.length) return words(element.labels[0].textContent);
        return words(element.textContent);
    };
    const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
    const [role, name, within] = arguments;
    return [...(within ?? document).querySelectorAll(selectors[role])].filter((element) => visible(element) && (name === null || nameOf(element).includes(name)));
"#;

/// An element that was found.
#[derive(Debug, Clone)]
pub struct Element(String);

/// One page in a browser of its own, with an empty profile.
pub struct Page {
    session: Session,
    browser: Browser,
}

/// What stands behind a page.
enum Browser {
    Chromium(Chromium),
    /// The desktop window; whoever opened it keeps the driver.
    Window,
}

/// How wide and high the page is, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Page {
    /// A new browser with an empty page.
    pub fn open() -> Result<Self> {
        let browser = Chromium::start()?;
        let session = Session::begin(browser.driver_port, &browser.capabilities)?;
        let browser = Browser::Chromium(browser);
        Ok(Self { session, browser })
    }

    /// The page of the desktop window, which the driver at the port starts.
    pub fn of_window(driver_port: u16, program: &Path) -> Result<Self> {
        let session = Session::begin(driver_port, &webkit::capabilities(program))?;
        let browser = Browser::Window;
        Ok(Self { session, browser })
    }

    pub fn go_to(&self, address: &str) -> Result<()> {
        self.session.post("url", json!({ "url": address })).map(drop)
    }

    pub fn reload(&self) -> Result<()> {
        self.session.post("refresh", json!({})).map(drop)
    }

    /// Pages that are loaded from now on hear no events: as over a connection that died without anybody noticing.
    pub fn go_deaf(&self) -> Result<()> {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.before_each_page(
                &self.session,
                "window.EventSource = class { constructor() { setTimeout(() => this.onopen?.()) } close() {} }",
            ),
            Browser::Window => bail!("a window hears events by another way"),
        }
    }

    pub fn resize(&self, size: Size) -> Result<()> {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.resize(&self.session, size),
            Browser::Window => webkit::resize(&self.session, size),
        }
    }

    /// What the browser's console holds of errors and violations of the content security policy since the last time.
    pub fn complaints(&self) -> Result<Vec<String>> {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.complaints(&self.session),
            Browser::Window => webkit::complaints(&self.session),
        }
    }

    /// Runs a function body in the page.
    pub fn script(&self, body: &str, arguments: Value) -> Result<Value> {
        self.session
            .post("execute/sync", json!({ "script": body, "args": arguments }))
    }

    /// Waits until the function body gives a true value, and gives it.
    pub fn until(&self, what: &str, body: &str, arguments: Value) -> Result<Value> {
        let mut value = Value::Null;
        let waited = wait_until(what, || {
            std::thread::sleep(Duration::from_millis(20));
            value = self.script(body, arguments.clone())?;
            Ok(!matches!(value, Value::Null | Value::Bool(false)) && value != json!("") && value != json!(0))
        });
        waited.with_context(|| self.outline())?;
        Ok(value)
    }

    /// All visible elements of a role whose name contains the words.
    pub fn all(&self, role: &str, name: &str) -> Result<Vec<Element>> {
        self.elements(json!([role, name]))
    }

    fn elements(&self, arguments: Value) -> Result<Vec<Element>> {
        let mut tries = 0;
        let found = loop {
            match self.script(FIND, arguments.clone()) {
                // The page took an element away between its being found and named.
                Err(error) if webdriver::is_stale(&error) && tries < STALE_TRIES => tries += 1,
                found => break found?,
            }
        };
        let elements = found.as_array().context("a list of elements")?;
        Ok(elements.iter().filter_map(webdriver::element_id).map(Element).collect())
    }

    /// The first visible element of a role whose name contains the words; waits for it.
    pub fn find(&self, role: &str, name: &str) -> Result<Element> {
        let mut found = None;
        let waited = wait_until(&format!("the {role} {name:?}"), || {
            found = self.all(role, name)?.into_iter().next();
            Ok(found.is_some())
        });
        waited.with_context(|| self.outline())?;
        found.context("found")
    }

    /// Waits until there is no such element any more.
    pub fn gone(&self, role: &str, name: &str) -> Result<()> {
        let waited = wait_until(&format!("the {role} {name:?} to go"), || {
            Ok(self.all(role, name)?.is_empty())
        });
        waited.with_context(|| self.outline())
    }

    /// Clicks the element of a role and name, once it is there.
    pub fn click(&self, role: &str, name: &str) -> Result<()> {
        self.click_found(&format!("the {role} {name:?}"), || self.find(role, name))
    }

    /// Clicks the element of a role and name that belongs to the message at a place, from 0, of those in view.
    pub fn click_in_turn(&self, place: usize, role: &str, name: &str) -> Result<()> {
        self.click_within(("article", "", place), role, name)
    }

    /// Clicks the element of a role and name that is within another one: of that role and name, at a place from 0.
    pub fn click_within(&self, outer: (&str, &str, usize), role: &str, name: &str) -> Result<()> {
        let (outer_role, outer_name, place) = outer;
        let what = format!("the {role} {name:?} in {outer_role} {outer_name:?} {place}");
        self.click_found(&what, || {
            let mut found = None;
            let waited = wait_until(&what, || {
                if let Some(Element(outer)) = self.all(outer_role, outer_name)?.get(place) {
                    let within = self.elements(json!([role, name, webdriver::reference(outer)]));
                    // It may have been drawn anew meanwhile.
                    found = within.unwrap_or_default().into_iter().next();
                }
                Ok(found.is_some())
            });
            waited.with_context(|| self.outline())?;
            found.context("found")
        })
    }

    fn click_found(&self, what: &str, find: impl Fn() -> Result<Element>) -> Result<()> {
        // An element that was drawn anew between being found and being clicked is looked for again.
        let mut last = None;
        for attempt in 1..=40 {
            let element = find()?;
            match self.session.post(&format!("element/{}/click", element.0), json!({})) {
                Err(error) if webdriver::is_stale(&error) => {
                    // WebKit's driver does not scroll a list inside the page. Not at once: scrolling closes a menu.
                    if attempt % 5 == 0 {
                        let scroll = "arguments[0].scrollIntoView({ block: 'center' })";
                        let _ = self.script(scroll, json!([webdriver::reference(&element.0)]));
                    }
                    std::thread::sleep(Duration::from_millis(50));
                    last = Some(error);
                }
                clicked => return clicked.map(drop),
            }
        }
        bail!("{what} never held still: {last:?}")
    }

    /// Types into the element of a role and name, as keys.
    pub fn type_into(&self, role: &str, name: &str, text: &str) -> Result<()> {
        let element = self.find(role, name)?;
        self.session
            .post(&format!("element/{}/value", element.0), json!({ "text": text }))
            .map(drop)
    }

    /// Clicks the element that asks for a file, and picks this one, as somebody does in the dialog that opens then.
    pub fn pick_file(&self, role: &str, name: &str, file: &Path) -> Result<()> {
        match &self.browser {
            Browser::Chromium(_) => {
                chromium::keep_file_fields(&self.session)?;
                self.click(role, name)?;
                let field = self.until("a field for a file", chromium::FILE_FIELD, json!([]))?;
                chromium::put_file(&self.session, &field, file)
            }
            Browser::Window => {
                webkit::answer_dialog(&self.session, file)?;
                self.click(role, name)
            }
        }
    }

    /// Presses a key where the focus is, wherever that is; the key by its code in the WebDriver protocol.
    pub fn press(&self, key: char) -> Result<()> {
        let keys = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let source = json!({ "type": "key", "id": "keyboard", "actions": keys });
        self.session.post("actions", json!({ "actions": [source] })).map(drop)
    }

    /// Chooses the option of a combobox whose label starts with the words.
    pub fn choose(&self, name: &str, option: &str) -> Result<()> {
        let element = self.find("combobox", name)?;
        let option = self.until(
            &format!("the option {option:?}"),
            "return [...arguments[0].options].find((option) => option.label.startsWith(arguments[1])) ?? null",
            json!([webdriver::reference(&element.0), option]),
        )?;
        let id = webdriver::element_id(&option).context("an option")?;
        self.session.post(&format!("element/{id}/click"), json!({})).map(drop)
    }

    /// What an element shows.
    pub fn text(&self, element: &Element) -> Result<String> {
        let text = self.script(
            "return arguments[0].innerText",
            json!([webdriver::reference(&element.0)]),
        )?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// A property of an element.
    pub fn property(&self, element: &Element, name: &str) -> Result<Value> {
        self.script(
            "return arguments[0][arguments[1]]",
            json!([webdriver::reference(&element.0), name]),
        )
    }

    /// The text of each article in view, in order: the messages.
    pub fn turns(&self) -> Result<Vec<String>> {
        self.all("article", "")?
            .iter()
            .map(|article| self.text(article))
            .collect()
    }

    /// Waits for some words in the page.
    pub fn until_shown(&self, words: &str) -> Result<()> {
        let body = "return document.body.innerText.replace(/\\s+/g, ' ').includes(arguments[0])";
        self.until(&format!("the words {words:?}"), body, json!([words]))
            .map(drop)
    }

    /// What the page shows, for the report of a failure.
    fn outline(&self) -> String {
        let shown = self.script("return location.pathname + '\\n' + document.body.innerText", json!([]));
        format!(
            "the page shows: {}",
            shown.map_or_else(
                |error| error.to_string(),
                |text| text.as_str().unwrap_or_default().to_owned()
            )
        )
    }
}
