//! Letters to a merchant: an admin has approved or rejected a product or its organic certificate.

use super::{Letter, link, paragraph, reason};

/// The subject of the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reviewed {
    /// The product itself.
    Product,
    /// Its organic certificate.
    Certificate,
}

/// The letter of approval, with the admin's note.
pub fn approved(what: Reviewed, product: &str, note: Option<&str>) -> Letter {
    let (subject, sentence) = match what {
        Reviewed::Product => (
            "Your product has been approved",
            format!("Your product {product} has been approved and can be sold."),
        ),
        Reviewed::Certificate => (
            "Your organic certificate has been approved",
            format!(
                "The organic certificate of {product} has been approved. The product shows the Organic badge."
            ),
        ),
    };
    let mut blocks = vec![paragraph(sentence)];
    blocks.extend(reason(note));
    blocks.push(link("Open your dashboard", "/dashboard/merchant"));
    Letter::new(subject.to_owned(), blocks)
}

/// The letter of rejection, with the reason.
pub fn rejected(what: Reviewed, product: &str, why: &str) -> Letter {
    let (subject, thing) = match what {
        Reviewed::Product => ("Your product has not been approved", product.to_owned()),
        Reviewed::Certificate => (
            "Your organic certificate has not been approved",
            format!("The organic certificate of {product}"),
        ),
    };
    let mut blocks = vec![paragraph(format!("{thing} has not been approved, for this reason:"))];
    blocks.extend(reason(Some(why)));
    blocks.push(paragraph("You can change it and submit it again."));
    blocks.push(link("Open your dashboard", "/dashboard/merchant"));
    Letter::new(subject.to_owned(), blocks)
}
