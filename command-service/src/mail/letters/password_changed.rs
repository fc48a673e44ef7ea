//! Letter to the owner of an account whose password was changed. It cannot be switched off.

use super::{Letter, link, paragraph};

pub fn letter() -> Letter {
    let blocks = vec![
        paragraph("The password of your Greenstall account was changed. All other sessions have ended."),
        paragraph("If it was not you, choose another password with a link that we mail to you:"),
        link("Log in", "/login"),
    ];
    Letter::new("Your password was changed".to_owned(), blocks)
}
