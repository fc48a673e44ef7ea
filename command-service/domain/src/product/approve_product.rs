//! An admin approves a product, which may be sold from then on.

use shared_events::{events::ProductEvent, ids::ProductId};
use uuid::Uuid;

use super::{Product, Review};
use crate::Command;

#[derive(Clone, Debug)]
pub struct ApproveProduct {
    pub product_id: ProductId,
    /// The revision that the admin reviewed, if known.
    pub revision: Option<u64>,
    /// The admin's note.
    pub reason: Option<String>,
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

impl Command for ApproveProduct {
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
            Review::Pending | Review::Resubmitted => Ok(vec![ProductEvent::ProductApproved {
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

    fn approve() -> ApproveProduct {
        ApproveProduct { product_id: product_id(), revision: None, reason: None }
    }

    #[test]
    fn a_listed_product_is_approved() {
        given::<Product>(&[tomato().listed()]).when(&approve()).then(&[tomato().approved()]);
    }

    #[test]
    fn a_product_is_reviewed_once() {
        given::<Product>(&[tomato().listed(), tomato().approved()])
            .when(&approve())
            .then_refused(Refusal::AlreadyReviewed);
    }

    #[test]
    fn a_revision_that_the_admin_has_not_seen_is_not_approved() {
        let history =
            [tomato().listed(), tomato().approved(), tomato().renamed("Plums"), tomato().renamed("Prunes")];
        given::<Product>(&history)
            .when(&ApproveProduct { revision: Some(2), ..approve() })
            .then_refused(Refusal::Changed);
        for revision in [Some(3), None] {
            given::<Product>(&history)
                .when(&ApproveProduct { revision, ..approve() })
                .then(&[tomato().approved()]);
        }
    }

    #[test]
    fn a_deleted_product_is_not_found() {
        given::<Product>(&[tomato().listed(), tomato().deleted()])
            .when(&approve())
            .then_refused(Refusal::NotFound);
    }

    #[test]
    fn a_product_that_was_never_listed_is_not_found() {
        given::<Product>(&[]).when(&approve()).then_refused(Refusal::NotFound);
    }
}
