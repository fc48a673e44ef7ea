//! A merchant asks for another look at an organic certificate that was rejected.

use shared_events::{
    events::ProductEvent,
    ids::{AccountId, ProductId},
};

use super::{Product, Review};

/// Look at this product's certificate again.
#[derive(Clone, Copy, Debug)]
pub struct ResubmitCertificate {
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
    /// It has none, or one that waits or was approved.
    #[error("Only a rejected organic certificate can be resubmitted")]
    NotRejected,
}

/// Decides.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(product: &Product, command: &ResubmitCertificate) -> Result<Vec<ProductEvent>, Refusal> {
    let listing = product.owned_by(command.merchant_id).ok_or(Refusal::NotFound)?;
    match listing.certificate.as_ref().map(|certificate| certificate.review) {
        Some(Review::Rejected) => {
            Ok(vec![ProductEvent::OrganicCertificateResubmitted { product_id: command.product_id }])
        }
        None | Some(Review::Pending | Review::Approved | Review::Resubmitted) => Err(Refusal::NotRejected),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{product::testing::*, testing::given};

    fn resubmit() -> ResubmitCertificate {
        ResubmitCertificate { product_id: product_id(), merchant_id: merchant_id() }
    }

    #[test]
    fn a_rejected_certificate_is_looked_at_again() {
        given::<Product>(&[listed_organic(), certificate_submitted("a"), certificate_rejected()])
            .when(|product| decide(product, &resubmit()))
            .then(&[ProductEvent::OrganicCertificateResubmitted { product_id: product_id() }]);
    }

    #[test]
    fn only_what_was_rejected_is_resubmitted() {
        let again = ProductEvent::OrganicCertificateResubmitted { product_id: product_id() };
        for history in [
            vec![listed()],
            vec![listed_organic(), certificate_submitted("a")],
            vec![listed_organic(), certificate_submitted("a"), certificate_approved()],
            vec![listed_organic(), certificate_submitted("a"), certificate_rejected(), again],
            vec![
                listed_organic(),
                certificate_submitted("a"),
                certificate_rejected(),
                certificate_submitted("b"),
            ],
        ] {
            given::<Product>(&history)
                .when(|product| decide(product, &resubmit()))
                .then_refused(Refusal::NotRejected);
        }
    }

    #[test]
    fn what_is_not_ones_own_is_not_found() {
        let history = [listed_organic(), certificate_submitted("a"), certificate_rejected()];
        given::<Product>(&history)
            .when(|product| {
                decide(product, &ResubmitCertificate { merchant_id: stranger_id(), ..resubmit() })
            })
            .then_refused(Refusal::NotFound);
    }
}
