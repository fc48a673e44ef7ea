//! A merchant asks for another review of a rejected organic certificate.

use shared_events::{
    events::ProductEvent,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use super::{Product, Review};
use crate::Command;

/// Review this product's certificate again.
#[derive(Clone, Copy, Debug)]
pub struct ResubmitCertificate {
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
    /// The product has no certificate, or it is not rejected.
    #[error("Only a rejected organic certificate can be resubmitted")]
    NotRejected,
}

impl Command for ResubmitCertificate {
    type Aggregate = Product;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    fn decide(&self, product: &Product) -> Result<Vec<ProductEvent>, Refusal> {
        let listing = product.owned_by(self.merchant_id).ok_or(Refusal::NotFound)?;
        match listing.certificate.as_ref().map(|certificate| certificate.review) {
            Some(Review::Rejected) => {
                Ok(vec![ProductEvent::OrganicCertificateResubmitted { product_id: self.product_id }])
            }
            None | Some(Review::Pending | Review::Approved | Review::Resubmitted) => {
                Err(Refusal::NotRejected)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{product::testing::*, testing::given};

    fn resubmit() -> ResubmitCertificate {
        ResubmitCertificate { product_id: product_id(), merchant_id: merchant_id() }
    }

    #[test]
    fn a_rejected_certificate_is_reviewed_again() {
        given::<Product>(&[organic().listed(), certificate_submitted("a"), organic().certificate_rejected()])
            .when(&resubmit())
            .then(&[ProductEvent::OrganicCertificateResubmitted { product_id: product_id() }]);
    }

    #[test]
    fn only_a_rejected_certificate_is_resubmitted() {
        let again = ProductEvent::OrganicCertificateResubmitted { product_id: product_id() };
        for history in [
            vec![tomato().listed()],
            vec![organic().listed(), certificate_submitted("a")],
            vec![organic().listed(), certificate_submitted("a"), organic().certificate_approved()],
            vec![organic().listed(), certificate_submitted("a"), organic().certificate_rejected(), again],
            vec![
                organic().listed(),
                certificate_submitted("a"),
                organic().certificate_rejected(),
                certificate_submitted("b"),
            ],
        ] {
            given::<Product>(&history).when(&resubmit()).then_refused(Refusal::NotRejected);
        }
    }

    #[test]
    fn another_merchants_product_is_not_found() {
        let history = [organic().listed(), certificate_submitted("a"), organic().certificate_rejected()];
        given::<Product>(&history)
            .when(&ResubmitCertificate { merchant_id: stranger_id(), ..resubmit() })
            .then_refused(Refusal::NotFound);
    }
}
