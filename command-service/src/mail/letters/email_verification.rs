//! To an address that somebody gave as their own: the link that proves it. Nobody can turn it off, and nothing that people
//! wrote is in it: whoever gets it may never have heard of them.

use super::{Letter, link, paragraph};

/// The letter to the address of a new account. The token is made of characters that an address may contain.
pub fn of_a_new_account(token: &str) -> Letter {
    letter(
        "Somebody opened a Greenstall account with this email address.",
        token,
        "The link works once, and for 24 hours. If it was not you, ignore this mail.",
    )
}

/// The letter to the address that an account wants.
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
