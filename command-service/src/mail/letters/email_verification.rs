//! Letters with the link that verifies an e-mail address. They cannot be switched off. They contain no text by
//! users, because the recipient may be a stranger.

use super::{Letter, link, paragraph};

/// The letter to the address of a new account. The token needs no escaping in a URL.
pub fn of_a_new_account(token: &str) -> Letter {
    letter(
        "Somebody opened a Greenstall account with this email address.",
        token,
        "The link works once, and for 24 hours. If it was not you, ignore this mail.",
    )
}

/// The letter to the pending address of an account.
pub fn of_a_change(token: &str) -> Letter {
    letter(
        "Somebody wants to use this email address for their Greenstall account.",
        token,
        "The link works once, and for 24 hours. If it was not you, ignore this mail: the account keeps its old address.",
    )
}

fn letter(why: &str, token: &str, note: &str) -> Letter {
    let blocks = vec![
        paragraph(why),
        link("Verify this email address", format!("/verify-email?token={token}")),
        paragraph(note),
    ];
    Letter::new("Verify your email address".to_owned(), blocks)
}
