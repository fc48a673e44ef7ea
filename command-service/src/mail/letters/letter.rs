//! A letter, and the mail that is rendered from it.

use std::collections::BTreeSet;

use super::{
    Block, html,
    one_line::{one_line, shortened},
    text,
};
use crate::mail::Mail;

/// The longest subject, in characters: mailboxes show less.
pub(super) const MAX_SUBJECT_LENGTH: usize = 150;
/// The longest name in a greeting, in characters: a name that is a whole sentence must not become part of our
/// text.
pub(super) const MAX_GREETED_NAME_LENGTH: usize = 60;

/// A letter without recipient and transport.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Subject, one line.
    pub subject: String,
    /// The blocks after the greeting.
    pub blocks: Vec<Block>,
    /// Address for replies.
    pub reply_to: Option<String>,
}

impl Letter {
    pub fn new(subject: String, blocks: Vec<Block>) -> Self {
        Self { subject, blocks, reply_to: None }
    }

    /// The mail to this person. Links begin with `public_url`.
    pub fn to(&self, name: &str, address: &str, public_url: &str) -> Mail {
        let name: String = one_line(name).chars().take(MAX_GREETED_NAME_LENGTH).collect();
        let greeting = if name.is_empty() { "Hello,".to_owned() } else { format!("Hello {name},") };
        Mail {
            to: address.to_owned(),
            reply_to: self.reply_to.clone(),
            subject: shortened(&one_line(&self.subject), MAX_SUBJECT_LENGTH),
            text: text::of(&greeting, &self.blocks, public_url),
            html: html::of(&self.subject, &greeting, &self.blocks, public_url),
            about: BTreeSet::new(),
        }
    }
}
