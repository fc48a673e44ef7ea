//! Detects browser and operating system from the `User-Agent` header.

use axum::http::{HeaderMap, header};
use shared_events::events::{Browser, System, UserAgent};

/// A token of each browser's header. Browsers also name the browsers that they derive from, so the order matters:
/// nearly all claim to be Chrome and Safari.
const BROWSERS: &[(&[&str], Browser)] = &[
    (&["Edg/", "EdgA/", "EdgiOS/"], Browser::Edge),
    (&["OPR/", "OPT/"], Browser::Opera),
    (&["SamsungBrowser/"], Browser::SamsungInternet),
    (&["Firefox/", "FxiOS/"], Browser::Firefox),
    (&["Chrome/", "CriOS/"], Browser::Chrome),
    (&["Safari/"], Browser::Safari),
];

/// Android also claims to be Linux, and iOS to be like macOS.
const SYSTEMS: &[(&[&str], System)] = &[
    (&["Android"], System::Android),
    (&["iPhone", "iPad", "iPod"], System::Ios),
    (&["CrOS"], System::ChromeOs),
    (&["Windows"], System::Windows),
    (&["Macintosh"], System::MacOs),
    (&["Linux"], System::Linux),
];

/// The browser and the system that the header names.
pub(super) fn of(headers: &HeaderMap) -> UserAgent {
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    UserAgent { browser: first(BROWSERS, text), system: first(SYSTEMS, text) }
}

fn first<T: Copy>(known: &[(&[&str], T)], text: &str) -> Option<T> {
    known.iter().find(|(marks, _)| marks.iter().any(|mark| text.contains(mark))).map(|(_, one)| *one)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(text: &'static str) -> (Option<&'static str>, Option<&'static str>) {
        let headers = HeaderMap::from_iter([(header::USER_AGENT, HeaderValue::from_static(text))]);
        let agent = of(&headers);
        (agent.browser.map(Browser::name), agent.system.map(System::name))
    }

    #[test]
    fn browsers_are_distinguished_although_they_claim_to_be_each_other() {
        for (text, browser, system) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0", "Firefox", "Linux"),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36", "Chrome", "Windows"),
            ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0", "Edge", "Windows"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15",
                "Safari",
                "macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) CriOS/142.0 Safari/604.1",
                "Chrome",
                "iOS",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
                "Samsung Internet",
                "Android",
            ),
            ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/142.0.0.0 Safari/537.36", "Chrome", "ChromeOS"),
            (
                "Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Safari/537.36 OPR/95.0",
                "Opera",
                "Android",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0",
                "Edge",
                "Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1 EdgiOS/142.0",
                "Edge",
                "iOS",
            ),
            ("Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) Safari/604.1 OPT/6.3", "Opera", "iOS"),
            (
                "Mozilla/5.0 (iPod touch; CPU iPhone OS 15_8 like Mac OS X) FxiOS/146.0 Safari/604.1",
                "Firefox",
                "iOS",
            ),
        ] {
            assert_eq!(read(text), (Some(browser), Some(system)), "{text}");
        }
    }

    #[test]
    fn other_programs_are_unknown() {
        assert_eq!(of(&HeaderMap::new()), UserAgent::default());
        assert_eq!(read("curl/8.17.0"), (None, None));
        assert_eq!(read("\t"), (None, None));
    }
}
