//! Letters about new ways to act for an account or to learn about it. They cannot be switched off.

use super::{Letter, link, paragraph};

/// Where a person sees and removes them.
pub const PROGRAMS: &str = "/settings?tab=security";

pub fn api_key(name: &str, scopes: &[String]) -> Letter {
    let what = format!(
        "An API key named \"{name}\" was created for your Greenstall account. A program that has it may do this in your \
         name: {}.",
        scopes.join(", ")
    );
    letter("A new API key for your account", &what, "revoke the key")
}

pub fn webhook(types: &[String]) -> Letter {
    let what = format!(
        "A webhook was created for your Greenstall account. It sends these messages to another program: {}.",
        types.join(", ")
    );
    letter("A new webhook for your account", &what, "remove the webhook")
}

fn letter(subject: &str, what: &str, remedy: &str) -> Letter {
    let blocks = vec![
        paragraph(what),
        paragraph(format!(
            "If it was not you, {remedy}, and set another password with \"Forgot your password?\" on the log-in page."
        )),
        link("API keys and webhooks", PROGRAMS),
    ];
    Letter::new(subject.to_owned(), blocks)
}
