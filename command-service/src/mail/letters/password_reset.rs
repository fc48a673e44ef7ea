//! To somebody who forgot the password, or of whom somebody says so. Nobody can turn it off.

use super::{Letter, link, paragraph};

/// The letter with the link that opens the account once. The token is made of characters that an address may contain.
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
