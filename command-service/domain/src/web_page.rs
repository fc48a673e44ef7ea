//! The rule for addresses of web pages that people give and others follow. What a link shows is where it leads.

use crate::name::is_unseen;

/// Whether this is an address with `http://` or `https://` and a host, without a user name, which could look like another
/// host, and without characters that are invisible or not allowed in an address.
pub(crate) fn is_web_page(url: &str) -> bool {
    let odd = |letter: char| letter.is_whitespace() || is_unseen(letter) || "<>\"'`\\^{|}".contains(letter);
    let starts = |host: &str| host.starts_with(|first: char| first.is_alphanumeric() || first == '[');
    host(url).is_some_and(|host| starts(host) && !host.contains('@')) && !url.contains(odd)
}

/// The part of a web address that names the host, with user name and port.
pub(crate) fn host(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    is_web.then(|| rest.split(['/', '?', '#', '\\']).next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_addresses_are_accepted() {
        for url in [
            "https://ups.com/track?n=1Z",
            "http://[::1]/x",
            "HTTPS://dhl.de",
            "https://bücher.example/größe",
            "https://a.example/?mail=mia@example.com",
        ] {
            assert!(is_web_page(url), "{url}");
        }
    }

    #[test]
    fn addresses_that_hide_where_they_lead_are_refused() {
        for url in [
            "https://greenstall.example@thief.example/",
            "https://greenstall.example:443@thief.example",
            "https://u@a.example?x",
            "https://a.example\\@thief.example",
            "https://a.example/\u{202e}txt.exe",
            "https://a.exam\u{200b}ple/",
            "https://a.example/\u{ad}",
            "https://a.example/\u{feff}",
            "https://a.example/\u{a0}",
        ] {
            assert!(!is_web_page(url), "{url:?}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for url in [
            "javascript:alert(1)",
            "ups.com",
            "//ups.com",
            "https://",
            "https:///x",
            "data:text/html,x",
            "ftp://ups.com",
            "https://ups.com/\"onload=x",
            "https://ups.com/<b>",
            "https://ups com",
        ] {
            assert!(!is_web_page(url), "{url}");
        }
    }
}
