//! Letters to a merchant: an admin has approved or rejected the account.

use super::{Letter, link, paragraph, reason};

/// The letter of approval, with the admin's note.
pub fn approved(business: &str, note: Option<&str>) -> Letter {
    let mut blocks = vec![paragraph(format!(
        "{business} has been approved. Your approved products are visible to customers from now on."
    ))];
    blocks.extend(reason(note));
    blocks.push(link("Open your dashboard", "/dashboard/merchant"));
    Letter::new("Your merchant account has been approved".to_owned(), blocks)
}

/// The letter of rejection, with the reason.
pub fn rejected(business: &str, why: &str) -> Letter {
    let mut blocks = vec![paragraph(format!("{business} has not been approved, for this reason:"))];
    blocks.extend(reason(Some(why)));
    blocks.push(paragraph(
        "You can still log in and prepare products, and answer this with a message to support.",
    ));
    blocks.push(link("Contact support", "/contact"));
    Letter::new("Your merchant account has not been approved".to_owned(), blocks)
}
