//! A merchant asks for another review of a rejected product.

use shared_events::{
    events::ProductEvent,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use super::{Product, Review};
use crate::Command;

/// Review this product again.
#[derive(Clone, Copy, Debug)]
pub struct ResubmitProduct {
    pub product_id: ProductId,
    /// The caller, who must own the product.
    pub merchant_id: AccountId,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The merchant has no such product.
    #[error("Product not found")]
    NotFound,
    /// The product is not rejected.
    #[error("Only a rejected product can be resubmitted")]
    NotRejected,
}

impl Command for ResubmitProduct {
    type Aggregate = Product;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    fn decide(&self, product: &Product) -> Result<Vec<ProductEvent>, Refusal> {
        let listing = product.owned_by(self.merchant_id).ok_or(Refusal::NotFound)?;
        match listing.review {
            Review::Rejected => Ok(vec![ProductEvent::ProductResubmitted { product_id: self.product_id }]),
            Review::Pending | Review::Approved | Review::Resubmitted => Err(Refusal::NotRejected),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{product::testing::*, testing::given};

    fn resubmit() -> ResubmitProduct {
        ResubmitProduct { product_id: product_id(), merchant_id: merchant_id() }
    }

    #[test]
    fn a_rejected_product_is_reviewed_again() {
        given::<Product>(&[tomato().listed(), tomato().rejected()])
            .when(&resubmit())
            .then(&[tomato().resubmitted()]);
    }

    #[test]
    fn only_a_rejected_product_is_resubmitted() {
        for history in [
            vec![tomato().listed()],
            vec![tomato().listed(), tomato().approved()],
            vec![tomato().listed(), tomato().rejected(), tomato().resubmitted()],
            vec![tomato().listed(), tomato().approved(), tomato().renamed("Plums")],
        ] {
            given::<Product>(&history).when(&resubmit()).then_refused(Refusal::NotRejected);
        }
    }

    #[test]
    fn a_missing_or_another_merchants_product_is_not_found() {
        for (history, merchant_id) in [
            (vec![], merchant_id()),
            (vec![tomato().listed(), tomato().rejected()], stranger_id()),
            (vec![tomato().listed(), tomato().rejected(), tomato().deleted()], merchant_id()),
        ] {
            given::<Product>(&history)
                .when(&ResubmitProduct { merchant_id, ..resubmit() })
                .then_refused(Refusal::NotFound);
        }
    }
}
