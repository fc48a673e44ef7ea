//! The contents of mail: one letter for each file, built of blocks. Text and HTML are rendered from the same
//! blocks, so that both say the same.

pub mod email_change;
pub mod email_verification;
mod html;
pub mod inquiry;
pub mod merchant_reviewed;
pub mod message;
pub mod new_order;
pub mod order_confirmation;
pub mod order_status;
pub mod password_changed;
pub mod password_reset;
pub mod product_reviewed;
pub mod refund;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeSet;

use shared_events::shop::{Amounts, Line};

use super::Mail;

/// The longest subject, in characters: mailboxes show less.
const LONGEST_SUBJECT: usize = 150;
/// The longest name in a greeting, in characters: a name that is a whole sentence must not become part of our
/// text.
const LONGEST_NAME: usize = 60;

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

/// A part of a letter. Its content is plain text and always escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A sentence or two of ours.
    Paragraph(String),
    /// Text by a user.
    Quote(String),
    /// Names and values.
    Facts(Vec<(String, String)>),
    /// The lines of an order.
    Lines(Vec<Line>),
    /// The one action: a label, and a path on this site.
    Link(String, String),
}

impl Letter {
    /// A letter with these blocks.
    pub fn new(subject: String, blocks: Vec<Block>) -> Self {
        Self { subject, blocks, reply_to: None }
    }

    /// The mail to this person. Links begin with `public_url`.
    pub fn to(&self, name: &str, address: &str, public_url: &str) -> Mail {
        let name: String = one_line(name).chars().take(LONGEST_NAME).collect();
        let greeting = if name.is_empty() { "Hello,".to_owned() } else { format!("Hello {name},") };
        Mail {
            to: address.to_owned(),
            reply_to: self.reply_to.clone(),
            subject: shortened(&one_line(&self.subject), LONGEST_SUBJECT),
            text: text::of(&greeting, &self.blocks, public_url),
            html: html::of(&self.subject, &greeting, &self.blocks, public_url),
            about: BTreeSet::new(),
        }
    }
}

/// Replaces line breaks and other control characters: user text must not start a new line in a one-line field.
fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shortened(text: &str, characters: usize) -> String {
    if text.chars().count() <= characters {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(characters - 1).collect();
    format!("{}…", beginning.trim_end())
}

fn paragraph(text: impl Into<String>) -> Block {
    Block::Paragraph(text.into())
}

/// The quoted reason, if there is one.
fn reason(text: Option<&str>) -> Vec<Block> {
    let given = text.map(str::trim).filter(|text| !text.is_empty());
    given.map(|text| Block::Quote(text.to_owned())).into_iter().collect()
}

fn link(label: &str, path: impl Into<String>) -> Block {
    Block::Link(label.to_owned(), path.into())
}

fn facts<const N: usize>(facts: [(&str, String); N]) -> Block {
    Block::Facts(facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn sums(amounts: &Amounts) -> Block {
    sums_with_delivery(amounts, amounts.delivery_fee.to_string())
}

fn sums_with_delivery(amounts: &Amounts, delivery: String) -> Block {
    facts([
        ("Subtotal", amounts.subtotal.to_string()),
        ("Delivery", delivery),
        ("Tax", amounts.tax.to_string()),
        ("Total", amounts.total.to_string()),
    ])
}
