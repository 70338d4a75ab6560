//! Links lead out of the window: to the system's browser, and only http and https ones.

use tauri::Url;

/// Opens an address in the system's browser. Others than http and https are passed over.
pub fn open_outside(address: &Url) {
    if !is_web_link(address) {
        return;
    }
    // The address itself stays out of the log: it may be private.
    if let Err(error) = open::that_detached(address.as_str()) {
        tracing::warn!(kind = ?error.kind(), "a link could not be opened in the system's browser");
    }
}

fn is_web_link(address: &Url) -> bool {
    matches!(address.scheme(), "http" | "https") && address.host().is_some()
}

/// Whether the window itself may go to an address: only to the interface, wherever the platform or the development server has it.
pub fn is_own_page(address: &Url) -> bool {
    let is_interface = match address.scheme() {
        "tauri" => address.host_str() == Some("localhost"),
        "http" | "https" => address.host_str() == Some("tauri.localhost"),
        _ => false,
    };
    let is_development = tauri::is_dev() && address.scheme() == "http" && address.host_str() == Some("localhost");
    is_interface || is_development || address.as_str() == "about:blank"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_leave_the_window() {
        let check = |address: &str| is_web_link(&address.parse().unwrap());
        assert!(check("https://example.org/a?b#c") && check("http://example.org"));
        for other in [
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,a",
            "mailto:a@example.org",
            "smb://host/share",
            "tauri://localhost",
        ] {
            assert!(!check(other), "{other}");
        }
    }

    #[test]
    fn the_window_stays_on_the_interface() {
        let check = |address: &str| is_own_page(&address.parse().unwrap());
        assert!(check("tauri://localhost/index.html") && check("http://tauri.localhost/"));
        for other in [
            "https://example.org",
            "file:///etc/passwd",
            "tauri://elsewhere",
            "http://tauri.localhost.example.org",
            "portrait://localhost/a",
        ] {
            assert!(!check(other), "{other}");
        }
    }
}
