//! Event histories of products for tests.

use histories::{Product, product};
use shared_events::{
    Personal,
    events::ProductEvent,
    ids::{AccountId, ProductId},
    money::Cents,
    shop::ProductDetails,
};
use uuid::Uuid;

use super::{GivenCertificate, ProductDraft};

pub(crate) fn product_id() -> ProductId {
    ProductId::new(Uuid::from_u128(0xb0))
}

pub(crate) fn merchant_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xa0))
}

/// Another merchant.
pub(crate) fn stranger_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xa1))
}

/// The product of these histories: San Marzano tomatoes at $3.50 a pound.
fn san_marzano() -> Product {
    let template = product(0);
    Product {
        id: product_id(),
        merchant_id: merchant_id(),
        details: ProductDetails {
            name: "San Marzano Tomatoes".to_owned(),
            description: "Long, meaty and sweet.".to_owned(),
            subcategory: "Vegetables".to_owned(),
            images: Vec::new(),
            tags: vec!["tomato".to_owned(), "salad".to_owned()],
            ..template.details
        },
        price: Cents(3_50),
        ..template
    }
}

pub(crate) fn listed() -> ProductEvent {
    san_marzano().listed()
}

pub(crate) fn approved() -> ProductEvent {
    san_marzano().approved()
}

pub(crate) fn rejected() -> ProductEvent {
    san_marzano().rejected()
}

/// The form that becomes [`listed`], with 40 pounds in stock.
pub(crate) fn tomatoes() -> ProductDraft {
    ProductDraft {
        name: "San Marzano  Tomatoes".to_owned(),
        description: "Long, meaty and sweet.\n".to_owned(),
        price: Some(3.5),
        category: "produce".to_owned(),
        subcategory: "Vegetables".to_owned(),
        quantity: Some(40.0),
        unit: "pound".to_owned(),
        tags: [" tomato ", "", "salad", "tomato"].map(str::to_owned).to_vec(),
        is_locally_sourced: true,
        ..ProductDraft::default()
    }
}

pub(crate) fn resubmitted() -> ProductEvent {
    san_marzano().resubmitted()
}

/// [`listed`] with this name.
pub(crate) fn named(name: &str) -> ProductEvent {
    san_marzano().renamed(name)
}

pub(crate) fn activated() -> ProductEvent {
    san_marzano().activated()
}

pub(crate) fn deactivated(by_admin: bool) -> ProductEvent {
    if by_admin { san_marzano().deactivated_by_admin() } else { san_marzano().deactivated() }
}

pub(crate) fn deleted() -> ProductEvent {
    san_marzano().deleted()
}

/// [`listed`] with the claim to be organic.
pub(crate) fn listed_organic() -> ProductEvent {
    let mut organic = san_marzano();
    organic.details.is_organic = true;
    organic.listed()
}

/// A certificate that the merchant uploaded.
pub(crate) fn certificate(name: &str) -> GivenCertificate {
    let url = format!("/api/uploads/certificates/{}/{name}.pdf", merchant_id());
    GivenCertificate { url, original_name: String::new(), is_own: true }
}

/// The submission of [`certificate`].
pub(crate) fn certificate_submitted(name: &str) -> ProductEvent {
    ProductEvent::OrganicCertificateSubmitted {
        product_id: product_id(),
        url: certificate(name).url,
        original_name: Personal::new(merchant_id().uuid(), format!("{name}.pdf")),
    }
}

pub(crate) fn certificate_approved() -> ProductEvent {
    san_marzano().certificate_approved()
}

pub(crate) fn certificate_rejected() -> ProductEvent {
    san_marzano().certificate_rejected()
}

/// The form that becomes [`listed_organic`] and [`certificate_submitted`] of `a`.
pub(crate) fn organic_tomatoes() -> ProductDraft {
    ProductDraft { is_organic: true, certificate: Some(certificate("a")), ..tomatoes() }
}
