//! Letter to the recipient of a message that is unread.

use super::{Letter, link, paragraph, reason, shortened};

/// The longest quotation of a message, in characters.
const MAX_QUOTE_LENGTH: usize = 500;

/// The letter about the first unread message, from `sender` about a product.
pub fn letter(sender: &str, product: &str, content: Option<&str>) -> Letter {
    let mut blocks = vec![paragraph(format!("{sender} has sent you a message about {product}:"))];
    blocks.extend(reason(content.map(|content| shortened(content.trim(), MAX_QUOTE_LENGTH)).as_deref()));
    blocks.push(link("Answer", "/messages"));
    Letter::new("You have a new message".to_owned(), blocks)
}
