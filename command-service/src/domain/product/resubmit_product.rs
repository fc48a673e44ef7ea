//! A merchant asks for another look at a product that was rejected.

use shared_events::{
    events::ProductEvent,
    ids::{AccountId, ProductId},
};

use super::{Product, Review};

/// Look at this product again.
#[derive(Clone, Copy, Debug)]
pub struct ResubmitProduct {
    /// Which product.
    pub product_id: ProductId,
    /// Whose it must be.
    pub merchant_id: AccountId,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such product of this merchant.
    #[error("Product not found")]
    NotFound,
    /// It waits, or was approved.
    #[error("Only a rejected product can be resubmitted")]
    NotRejected,
}

/// Decides.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(product: &Product, command: &ResubmitProduct) -> Result<Vec<ProductEvent>, Refusal> {
    let listing = product.owned_by(command.merchant_id).ok_or(Refusal::NotFound)?;
    match listing.review {
        Review::Rejected => Ok(vec![ProductEvent::ProductResubmitted { product_id: command.product_id }]),
        Review::Pending | Review::Approved | Review::Resubmitted => Err(Refusal::NotRejected),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{product::testing::*, testing::given};

    fn resubmit() -> ResubmitProduct {
        ResubmitProduct { product_id: product_id(), merchant_id: merchant_id() }
    }

    #[test]
    fn a_rejected_product_is_looked_at_again() {
        given::<Product>(&[listed(), rejected()])
            .when(|product| decide(product, &resubmit()))
            .then(&[resubmitted()]);
    }

    #[test]
    fn only_what_was_rejected_is_resubmitted() {
        for history in [
            vec![listed()],
            vec![listed(), approved()],
            vec![listed(), rejected(), resubmitted()],
            vec![listed(), approved(), named("Plums")],
        ] {
            given::<Product>(&history)
                .when(|product| decide(product, &resubmit()))
                .then_refused(Refusal::NotRejected);
        }
    }

    #[test]
    fn what_is_not_there_or_not_ones_own_is_not_found() {
        for (history, merchant_id) in [
            (vec![], merchant_id()),
            (vec![listed(), rejected()], stranger_id()),
            (vec![listed(), rejected(), deleted()], merchant_id()),
        ] {
            given::<Product>(&history)
                .when(|product| decide(product, &ResubmitProduct { merchant_id, ..resubmit() }))
                .then_refused(Refusal::NotFound);
        }
    }
}
