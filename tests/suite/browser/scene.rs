//! A program and a page on it, and the few things that every scenario does with them.

use anyhow::Result;
use characterchat_tests::page::{Page, Size};
use characterchat_tests::process::wait_until;
use characterchat_tests::test_app::TestApp;
use serde_json::json;

pub struct Scene<A = TestApp> {
    pub page: Page,
    pub app: A,
}

impl Scene {
    /// A window of the usual size at the address that the program printed.
    pub fn open(app: TestApp) -> Self {
        Self::open_with_size(
            app,
            Size {
                width: 1280,
                height: 800,
            },
        )
    }

    pub fn open_with_size(app: TestApp, size: Size) -> Self {
        let page = Page::open().unwrap();
        page.resize(size).unwrap();
        page.go_to(&app.address).unwrap();
        Self { page, app }
    }

    /// Starts the program again and opens the address that it prints now.
    pub fn start_program_again(&mut self) {
        self.app.start_again().unwrap();
        self.page.go_to(&self.app.address).unwrap();
    }
}

/// What does not depend on how the page was opened.
impl<A> Scene<A> {
    /// Chooses a character on the first page, and waits for the greeting.
    #[track_caller]
    pub fn choose_face(&self, name: &str) {
        self.page.find("heading", "Who would you like to meet?").unwrap();
        self.page.click("button", name).unwrap();
        self.wait_until_open(name);
    }

    /// Chooses a character in the rail, and waits for the conversation.
    #[track_caller]
    pub fn choose_in_rail(&self, name: &str) {
        let row = self.page.until(
            &format!("{name} in the rail"),
            "return [...document.querySelectorAll('ul[aria-label=\"Cast\"] button')].find((row) => row.textContent.includes(arguments[0])) ?? null",
            json!([name]),
        );
        self.page.script("arguments[0].click()", json!([row.unwrap()])).unwrap();
        self.wait_until_open(name);
    }

    #[track_caller]
    fn wait_until_open(&self, name: &str) {
        self.page.find("article", name).unwrap();
        self.page.find("textbox", "Your words").unwrap();
    }

    /// What each row of the rail says, in order.
    pub fn cast(&self) -> Result<Vec<String>> {
        let rows =
            "return [...document.querySelectorAll('ul[aria-label=\"Cast\"] button')].map((row) => row.innerText)";
        Ok(serde_json::from_value(self.page.script(rows, json!([]))?)?)
    }

    /// Types words into the composer and sends them with its button.
    #[track_caller]
    pub fn say(&self, text: &str) {
        self.page.type_into("textbox", "Your words", text).unwrap();
        self.page.click("button", "Send").unwrap();
    }

    /// What stands in the composer.
    pub fn composer(&self) -> String {
        let field = self.page.find("textbox", "Your words").unwrap();
        self.page
            .property(&field, "value")
            .unwrap()
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Waits until the last message holds some words.
    #[track_caller]
    pub fn wait_for_reply(&self, words: &str) {
        let body = "return [...document.querySelectorAll('article')].at(-1)?.innerText.replace(/\\s+/g, ' ').includes(arguments[0])";
        self.page
            .until(&format!("the reply {words:?}"), body, json!([words]))
            .unwrap();
    }

    /// Waits until so many messages are shown and no reply is under way.
    #[track_caller]
    pub fn wait_for_count(&self, count: usize) {
        let body = "const turns = [...document.querySelectorAll('article')];
            return turns.length === arguments[0] && turns.every((turn) => turn.getAttribute('aria-busy') !== 'true')
                && document.querySelector('main form button[aria-label=\"Send\"]') !== null";
        self.page
            .until(&format!("{count} messages"), body, json!([count]))
            .unwrap();
    }

    /// Opens a menu by its button's name and chooses an act.
    #[track_caller]
    pub fn choose_act(&self, menu: &str, act: &str) {
        self.page.click("button", menu).unwrap();
        self.page.click("menuitem", act).unwrap();
    }

    /// Waits until no reply is under way and the last message is the character's.
    #[track_caller]
    pub fn wait_until_rested(&self) {
        let body = "const turns = [...document.querySelectorAll('article')];
            return turns.length % 2 === 1 && turns.every((turn) => turn.getAttribute('aria-busy') !== 'true')
                && document.querySelector('main form button[aria-label=\"Send\"]') !== null && document.querySelector('main textarea').value === ''";
        self.page.until("the reply to be finished", body, json!([])).unwrap();
    }

    /// Waits until the page shows these messages.
    #[track_caller]
    pub fn wait_for_turns(&self, turns: &[String]) {
        let mut shown = Vec::new();
        let waited = wait_until("the messages from before", || {
            // A page that is just being drawn anew has nothing to read yet.
            shown = self.page.turns().unwrap_or_default();
            Ok(shown == turns)
        });
        assert!(waited.is_ok(), "expected {turns:#?}, got {shown:#?}");
    }

    /// Notes the length of the last message's text whenever the page changes.
    pub fn watch_last_turn(&self) {
        let body = "window.watchedLengths = [];
            new MutationObserver(() => {
                const text = [...document.querySelectorAll('article[aria-busy=true]')].at(-1)?.querySelector('.text')?.textContent.trim() ?? '';
                if (text !== '' && text.length !== window.watchedLengths.at(-1)) window.watchedLengths.push(text.length);
            }).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true });";
        self.page.script(body, json!([])).unwrap();
    }

    pub fn watched_lengths(&self) -> Vec<u64> {
        serde_json::from_value(self.page.script("return window.watchedLengths", json!([])).unwrap()).unwrap()
    }

    /// Neither an error in the console nor a violation of the content security policy.
    #[track_caller]
    pub fn assert_no_complaints(&self) {
        assert_eq!(self.page.complaints().unwrap(), Vec::<String>::new());
    }
}
