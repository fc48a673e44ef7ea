//! Letters to the old address when an account changes its e-mail address. They cannot be switched off.

use super::{Letter, facts, link, paragraph};

/// The letter that a new address was requested.
pub fn requested(new: &str) -> Letter {
    let blocks = vec![
        paragraph(
            "Somebody who knows your password wants another email address for your Greenstall account.",
        ),
        facts([("New address", new.to_owned())]),
        paragraph(
            "Until the link that we mailed to the new address is used, you log in with the old one. If it was not you, \
             choose another password at once: that makes the link useless.",
        ),
        link("Open your settings", "/settings"),
    ];
    Letter::new("Your email address is about to change".to_owned(), blocks)
}

/// The letter that the account now has the new address.
pub fn done(new: &str) -> Letter {
    let blocks = vec![
        paragraph(
            "Your Greenstall account has another email address. You log in with the new one from now on.",
        ),
        facts([("New address", new.to_owned())]),
        paragraph("If it was not you, write to support."),
        link("Contact support", "/contact"),
    ];
    Letter::new("Your email address was changed".to_owned(), blocks)
}
