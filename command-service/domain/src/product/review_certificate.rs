//! An admin reviews an organic certificate.

use shared_events::{events::ProductEvent, ids::ProductId};
use uuid::Uuid;

use super::Product;
use crate::Command;

/// The admin's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateVerdict {
    /// The certificate proves the claim.
    Approved {
        /// The admin's note.
        reason: Option<String>,
    },
    /// The certificate does not prove the claim.
    Rejected {
        /// Shown to the merchant.
        reason: String,
    },
}

/// Review this product's certificate.
#[derive(Clone, Debug)]
pub struct ReviewCertificate {
    pub product_id: ProductId,
    /// The admin's decision.
    pub verdict: CertificateVerdict,
    /// Path of the file that the admin reviewed, if known.
    pub seen: Option<String>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such product.
    #[error("Product not found")]
    NotFound,
    /// The product has no certificate.
    #[error("This product has no organic certificate")]
    None,
    /// An admin has already decided.
    #[error("This organic certificate has already been reviewed")]
    AlreadyReviewed,
    /// The merchant has submitted another certificate since the admin reviewed it.
    #[error("The merchant has uploaded another certificate meanwhile. Please review it again.")]
    Changed,
}

impl Command for ReviewCertificate {
    type Aggregate = Product;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    fn decide(&self, product: &Product) -> Result<Vec<ProductEvent>, Refusal> {
        let listing = product.present().ok_or(Refusal::NotFound)?;
        let certificate = listing.certificate.as_ref().ok_or(Refusal::None)?;
        if !certificate.review.is_waiting() {
            return Err(Refusal::AlreadyReviewed);
        }
        if self.seen.as_ref().is_some_and(|seen| *seen != certificate.url) {
            return Err(Refusal::Changed);
        }
        let product_id = self.product_id;
        Ok(vec![match self.verdict.clone() {
            CertificateVerdict::Approved { reason } => {
                ProductEvent::OrganicCertificateApproved { product_id, reason }
            }
            CertificateVerdict::Rejected { reason } => {
                ProductEvent::OrganicCertificateRejected { product_id, reason }
            }
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{product::testing::*, testing::given};

    fn approve() -> ReviewCertificate {
        let verdict = CertificateVerdict::Approved { reason: None };
        ReviewCertificate { product_id: product_id(), verdict, seen: None }
    }

    fn reject() -> ReviewCertificate {
        let verdict = CertificateVerdict::Rejected { reason: "Expired".to_owned() };
        ReviewCertificate { product_id: product_id(), verdict, seen: None }
    }

    #[test]
    fn a_certificate_is_approved_or_rejected() {
        let history = [organic().listed(), certificate_submitted("a")];
        given::<Product>(&history).when(&approve()).then(&[organic().certificate_approved()]);
        given::<Product>(&history).when(&reject()).then(&[organic().certificate_rejected()]);
    }

    #[test]
    fn a_certificate_is_reviewed_once_until_another_is_submitted() {
        let mut history =
            vec![organic().listed(), certificate_submitted("a"), organic().certificate_approved()];
        given::<Product>(&history).when(&reject()).then_refused(Refusal::AlreadyReviewed);
        history.push(certificate_submitted("b"));
        given::<Product>(&history).when(&reject()).then(&[organic().certificate_rejected()]);
    }

    #[test]
    fn a_certificate_that_the_admin_has_not_seen_is_not_reviewed() {
        let history = [organic().listed(), certificate_submitted("a"), certificate_submitted("b")];
        let seeing = |name: &str| ReviewCertificate { seen: Some(certificate(name).url), ..approve() };
        given::<Product>(&history).when(&seeing("a")).then_refused(Refusal::Changed);
        given::<Product>(&history).when(&seeing("b")).then(&[organic().certificate_approved()]);
    }

    #[test]
    fn a_missing_certificate_cannot_be_reviewed() {
        for (history, refusal) in [
            (vec![], Refusal::NotFound),
            (vec![tomato().listed()], Refusal::None),
            (vec![organic().listed(), certificate_submitted("a"), tomato().deleted()], Refusal::NotFound),
        ] {
            given::<Product>(&history).when(&approve()).then_refused(refusal);
        }
    }
}
