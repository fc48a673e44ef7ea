//! Letters to the recipient of messages that are unread.

use super::{Letter, link, paragraph, reason, shortened};

/// The longest quotation of a message, in characters.
const MAX_QUOTE_LENGTH: usize = 500;
/// The most senders that a letter names, and the longest of their names, in characters.
const MAX_NAMED_SENDERS: usize = 5;
const MAX_SENDER_LENGTH: usize = 60;

/// The letter about the first unread message, from `sender` about a topic: a product or a subject.
pub fn letter(sender: &str, topic: &str, content: Option<&str>) -> Letter {
    let mut blocks = vec![paragraph(format!("{sender} has sent you a message about {topic}:"))];
    blocks.extend(reason(content.map(|content| shortened(content.trim(), MAX_QUOTE_LENGTH)).as_deref()));
    blocks.push(link("Answer", "/messages"));
    Letter::new("You have a new message".to_owned(), blocks)
}

/// The letter about the unread messages of several conversations.
pub fn digest(senders: &[String], messages: u32) -> Letter {
    let mut names: Vec<String> =
        senders.iter().take(MAX_NAMED_SENDERS).map(|name| shortened(name, MAX_SENDER_LENGTH)).collect();
    match senders.len().saturating_sub(MAX_NAMED_SENDERS) {
        0 => {}
        1 => names.push("one other person".to_owned()),
        others => names.push(format!("{others} other people")),
    }
    let from = match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    let text = format!("You have {messages} messages that you have not read yet, from {from}.");
    let blocks = vec![paragraph(text), link("Read and answer", "/messages")];
    Letter::new(format!("You have {messages} new messages"), blocks)
}
