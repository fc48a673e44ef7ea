//! Letters to the owner of an account whose password was changed. They cannot be switched off.

use super::{Letter, link, new_access::PROGRAMS, paragraph};

/// What acts for an account or learns about it without a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Programs {
    /// API keys that work.
    pub api_keys: usize,
    /// Webhooks that get messages.
    pub webhooks: usize,
}

/// The password was changed by somebody who knew the old one.
pub fn changed(programs: Programs) -> Letter {
    let mut blocks = vec![
        paragraph("The password of your Greenstall account was changed. All other sessions have ended."),
        paragraph(
            "If it was not you, set another password with \"Forgot your password?\" on the log-in page. That also \
             revokes API keys and pauses webhooks.",
        ),
    ];
    if programs == Programs::default() {
        blocks.push(link("Log in", "/login"));
    } else {
        let count = |number, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
        let (keys, webhooks) = (count(programs.api_keys, "API key"), count(programs.webhooks, "webhook"));
        let still =
            format!("A new password does not stop programs: your account still has {keys} and {webhooks}.");
        blocks.insert(1, paragraph(still));
        blocks.push(link("API keys and webhooks", PROGRAMS));
    }
    Letter::new("Your password was changed".to_owned(), blocks)
}

/// The password was set with a mailed link. `had_programs`: the account can have API keys and webhooks.
pub fn reset(had_programs: bool) -> Letter {
    let mut blocks =
        vec![paragraph("The password of your Greenstall account was changed. All sessions have ended.")];
    if had_programs {
        blocks.push(paragraph(
            "All API keys of the account were revoked, and its webhooks are paused until you resume them.",
        ));
    }
    blocks.push(paragraph("If it was not you, choose another password with a link that we mail to you:"));
    blocks.push(link("Log in", "/login"));
    Letter::new("Your password was changed".to_owned(), blocks)
}
