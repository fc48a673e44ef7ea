//! To support: somebody used the contact form.

use super::{Block, Letter, facts};

/// What somebody wrote.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'a> {
    /// The person's name.
    pub name: &'a str,
    /// Where the answer goes.
    pub email: &'a str,
    /// One of the contact form's types.
    pub kind: &'a str,
    /// What it is about.
    pub subject: &'a str,
    /// What the person wants to say.
    pub message: &'a str,
}

/// The letter; an answer to it goes to whoever wrote.
pub fn letter(inquiry: &Inquiry<'_>) -> Letter {
    let Inquiry { name, email, kind, subject, message } = inquiry;
    let from = facts([
        ("From", format!("{name} <{email}>")),
        ("Type", (*kind).to_owned()),
        ("Subject", (*subject).to_owned()),
    ]);
    let blocks = vec![from, Block::Quote((*message).to_owned())];
    Letter {
        reply_to: Some((*email).to_owned()),
        ..Letter::new("New message from the contact form".to_owned(), blocks)
    }
}
