//! An admin decides about an organic certificate.

use shared_events::{events::ProductEvent, ids::ProductId};

use super::Product;

/// What is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateVerdict {
    /// It proves the claim.
    Approved {
        /// The admin's note.
        reason: Option<String>,
    },
    /// It does not.
    Rejected {
        /// What the merchant is told.
        reason: String,
    },
}

/// Decide about this product's certificate.
#[derive(Clone, Debug)]
pub struct ReviewCertificate {
    /// Which product.
    pub product_id: ProductId,
    /// What is decided.
    pub verdict: CertificateVerdict,
    /// The file that the admin has seen, when that is known.
    pub seen: Option<String>,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such product.
    #[error("Product not found")]
    NotFound,
    /// Nothing was handed in.
    #[error("This product has no organic certificate")]
    None,
    /// Somebody decided before.
    #[error("This organic certificate has already been reviewed")]
    AlreadyReviewed,
    /// Its merchant has handed in another one meanwhile.
    #[error("The merchant has uploaded another certificate meanwhile. Please review it again.")]
    Changed,
}

/// Decides.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(product: &Product, command: &ReviewCertificate) -> Result<Vec<ProductEvent>, Refusal> {
    let listing = product.present().ok_or(Refusal::NotFound)?;
    let certificate = listing.certificate.as_ref().ok_or(Refusal::None)?;
    if !certificate.review.is_waiting() {
        return Err(Refusal::AlreadyReviewed);
    }
    if command.seen.as_ref().is_some_and(|seen| *seen != certificate.url) {
        return Err(Refusal::Changed);
    }
    let product_id = command.product_id;
    Ok(vec![match command.verdict.clone() {
        CertificateVerdict::Approved { reason } => {
            ProductEvent::OrganicCertificateApproved { product_id, reason }
        }
        CertificateVerdict::Rejected { reason } => {
            ProductEvent::OrganicCertificateRejected { product_id, reason }
        }
    }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{product::testing::*, testing::given};

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
        let history = [listed_organic(), certificate_submitted("a")];
        given::<Product>(&history)
            .when(|product| decide(product, &approve()))
            .then(&[certificate_approved()]);
        given::<Product>(&history).when(|product| decide(product, &reject())).then(&[certificate_rejected()]);
    }

    #[test]
    fn it_is_reviewed_once_until_another_is_handed_in() {
        let mut history = vec![listed_organic(), certificate_submitted("a"), certificate_approved()];
        given::<Product>(&history)
            .when(|product| decide(product, &reject()))
            .then_refused(Refusal::AlreadyReviewed);
        history.push(certificate_submitted("b"));
        given::<Product>(&history).when(|product| decide(product, &reject())).then(&[certificate_rejected()]);
    }

    #[test]
    fn what_the_admin_has_not_seen_is_not_decided() {
        let history = [listed_organic(), certificate_submitted("a"), certificate_submitted("b")];
        let seeing = |name: &str| ReviewCertificate { seen: Some(certificate(name).url), ..approve() };
        given::<Product>(&history)
            .when(|product| decide(product, &seeing("a")))
            .then_refused(Refusal::Changed);
        given::<Product>(&history)
            .when(|product| decide(product, &seeing("b")))
            .then(&[certificate_approved()]);
    }

    #[test]
    fn what_is_not_there_cannot_be_reviewed() {
        for (history, refusal) in [
            (vec![], Refusal::NotFound),
            (vec![listed()], Refusal::None),
            (vec![listed_organic(), certificate_submitted("a"), deleted()], Refusal::NotFound),
        ] {
            given::<Product>(&history).when(|product| decide(product, &approve())).then_refused(refusal);
        }
    }
}
