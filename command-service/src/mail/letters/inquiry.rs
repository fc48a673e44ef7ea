//! Letter to support: an inquiry from the contact form.

use super::{Block, Letter, facts};

#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'a> {
    /// The person's name.
    pub name: &'a str,
    /// Address for the answer.
    pub email: &'a str,
    /// One of the contact form's types.
    pub kind: &'a str,
    pub subject: &'a str,
    pub message: &'a str,
}

/// The letter; a reply to it goes to the author of the inquiry.
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
