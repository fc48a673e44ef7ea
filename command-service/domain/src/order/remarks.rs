//! The rules for notes, reasons and tracking details of an order.

use shared_events::shop::Tracking;

use crate::{
    form::{self, FieldRefusal, at_most},
    web_page::{host, is_web_page},
};

/// The most characters of a note or a reason.
const LONGEST_REMARK: usize = 1_000;
/// The most characters of a tracking number.
const LONGEST_NUMBER: usize = 100;
/// The most characters of a tracking link.
const LONGEST_URL: usize = 2_000;

/// Trims a note or a reason. `None` if it is blank.
///
/// # Errors
/// It is too long.
pub(super) fn remark(
    field: &'static str,
    label: &str,
    text: Option<&str>,
) -> Result<Option<String>, FieldRefusal> {
    limited(field, label, text, LONGEST_REMARK)
}

/// Checks the tracking details. The link must be a web page, because pages show it as a link.
///
/// # Errors
/// The number or the link is too long, or the link is not a web address.
pub(super) fn tracking(given: &Tracking) -> Result<Tracking, FieldRefusal> {
    let number = given.tracking_number.as_deref();
    let tracking_number = limited("shipping.trackingNumber", "Tracking number", number, LONGEST_NUMBER)?;
    let url = given.tracking_url.as_deref();
    let tracking_url = limited("shipping.trackingUrl", "Tracking link", url, LONGEST_URL)?;
    match &tracking_url {
        Some(url) if !is_web_page(url) => {
            let text = match host(url) {
                None | Some("") => "The tracking link must start with http:// or https://",
                Some(_) => "The tracking link has a user name or characters that addresses cannot have",
            };
            Err(FieldRefusal::new("shipping.trackingUrl", text))
        }
        _ => Ok(Tracking { tracking_number, tracking_url }),
    }
}

fn limited(
    field: &'static str,
    label: &str,
    text: Option<&str>,
    most: usize,
) -> Result<Option<String>, FieldRefusal> {
    let text = form::note(text);
    if let Some(text) = &text {
        at_most(field, label, text, most)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(url: &str) -> Result<Option<String>, String> {
        let given = Tracking { tracking_number: None, tracking_url: Some(url.to_owned()) };
        tracking(&given).map(|tracking| tracking.tracking_url).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn a_tracking_link_is_a_web_address() {
        for url in ["https://ups.com/track?n=1Z", "http://[::1]/x", "HTTPS://dhl.de"] {
            assert_eq!(page(&format!(" {url} ")), Ok(Some(url.to_owned())));
        }
        assert_eq!(page(" "), Ok(None));
        for url in ["javascript:alert(1)", "ups.com", "//ups.com", "https://", "ftp://ups.com"] {
            let text = "The tracking link must start with http:// or https://";
            assert_eq!(page(url).unwrap_err(), text, "{url}");
        }
        for url in ["https://shop.example@thief.example/", "https://ups.com/\u{202e}x", "https://ups com"] {
            let text = "The tracking link has a user name or characters that addresses cannot have";
            assert_eq!(page(url).unwrap_err(), text, "{url}");
        }
    }

    #[test]
    fn texts_have_a_longest_length() {
        assert!(page(&format!("https://ups.com/{}", "x".repeat(2_000))).unwrap_err().contains("2000"));
        let long = Tracking { tracking_number: Some("1".repeat(101)), tracking_url: None };
        assert_eq!(tracking(&long).unwrap_err().field, "shipping.trackingNumber");
        assert!(remark("note", "Note", Some(&"x".repeat(1_000))).is_ok());
        let refusal = remark("note", "Note", Some(&"x".repeat(1_001))).unwrap_err();
        assert_eq!(refusal.to_string(), "Note is too long: at most 1000 characters");
    }
}
