//! An admin rejects a product, which may not be sold.

use shared_events::{events::ProductEvent, ids::ProductId};
use uuid::Uuid;

use super::{Product, Review};
use crate::Command;

#[derive(Clone, Debug)]
pub struct RejectProduct {
    pub product_id: ProductId,
    /// The revision that the admin reviewed, if known.
    pub revision: Option<u64>,
    /// Shown to the merchant.
    pub reason: String,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such product.
    #[error("Product not found")]
    NotFound,
    /// An admin has already decided.
    #[error("This product has already been reviewed")]
    AlreadyReviewed,
    /// The merchant has changed the product since the admin reviewed it.
    #[error("The merchant has changed this product meanwhile. Please review it again.")]
    Changed,
}

impl Command for RejectProduct {
    type Aggregate = Product;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    fn decide(&self, product: &Product) -> Result<Vec<ProductEvent>, Refusal> {
        let listing = product.present().ok_or(Refusal::NotFound)?;
        if listing.review.is_waiting() && self.revision.is_some_and(|seen| seen != listing.revision) {
            return Err(Refusal::Changed);
        }
        match listing.review {
            Review::Pending | Review::Resubmitted => Ok(vec![ProductEvent::ProductRejected {
                product_id: self.product_id,
                reason: self.reason.clone(),
            }]),
            Review::Approved | Review::Rejected => Err(Refusal::AlreadyReviewed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{product::testing::*, testing::given};

    fn reject() -> RejectProduct {
        RejectProduct { product_id: product_id(), revision: None, reason: "Blurred picture".to_owned() }
    }

    #[test]
    fn a_listed_product_is_rejected() {
        given::<Product>(&[tomato().listed()]).when(&reject()).then(&[tomato().rejected()]);
    }

    #[test]
    fn a_product_is_reviewed_once() {
        for review in [tomato().approved(), tomato().rejected()] {
            given::<Product>(&[tomato().listed(), review])
                .when(&reject())
                .then_refused(Refusal::AlreadyReviewed);
        }
    }

    #[test]
    fn a_revision_that_the_admin_has_not_seen_is_not_rejected() {
        let history =
            [tomato().listed(), tomato().approved(), tomato().renamed("Plums"), tomato().renamed("Prunes")];
        given::<Product>(&history)
            .when(&RejectProduct { revision: Some(2), ..reject() })
            .then_refused(Refusal::Changed);
        for revision in [Some(3), None] {
            given::<Product>(&history)
                .when(&RejectProduct { revision, ..reject() })
                .then(&[tomato().rejected()]);
        }
    }

    #[test]
    fn a_deleted_product_is_not_found() {
        given::<Product>(&[tomato().listed(), tomato().deleted()])
            .when(&reject())
            .then_refused(Refusal::NotFound);
    }

    #[test]
    fn a_product_that_was_never_listed_is_not_found() {
        given::<Product>(&[]).when(&reject()).then_refused(Refusal::NotFound);
    }
}
