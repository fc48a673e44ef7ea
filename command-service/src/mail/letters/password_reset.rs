//! Letter with a password reset link, requested by anyone who knows the address. It cannot be switched off.

use super::{Letter, link, paragraph};

/// The letter with a link that works once. The token needs no escaping in a URL.
pub fn letter(token: &str) -> Letter {
    let blocks = vec![
        paragraph("Somebody asked for a new password for your Greenstall account."),
        link("Choose a new password", format!("/reset-password?token={token}")),
        paragraph(
            "The link works once, and for one hour. If it was not you, ignore this mail: your password stays as it is.",
        ),
    ];
    Letter::new("Choose a new password".to_owned(), blocks)
}
