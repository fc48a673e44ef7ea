//! Event histories of products for tests.

use shared_events::{
    Personal,
    events::ProductEvent,
    ids::{AccountId, ProductId},
    money::Cents,
    shop::{Fulfillment, ProductDetails},
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

pub(crate) fn listed() -> ProductEvent {
    ProductEvent::ProductListed {
        product_id: product_id(),
        merchant_id: merchant_id(),
        details: ProductDetails {
            name: "San Marzano Tomatoes".to_owned(),
            description: "Long, meaty and sweet.".to_owned(),
            category: "produce".to_owned(),
            subcategory: "Vegetables".to_owned(),
            images: Vec::new(),
            tags: vec!["tomato".to_owned(), "salad".to_owned()],
            is_organic: false,
            is_locally_sourced: true,
            harvest_date: None,
        },
        price: Cents(3_50),
        unit: "pound".to_owned(),
        low_stock_threshold: 5,
        fulfillment: Fulfillment::default(),
    }
}

pub(crate) fn approved() -> ProductEvent {
    ProductEvent::ProductApproved { product_id: product_id(), reason: None }
}

pub(crate) fn rejected() -> ProductEvent {
    ProductEvent::ProductRejected { product_id: product_id(), reason: "Blurred picture".to_owned() }
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
    ProductEvent::ProductResubmitted { product_id: product_id() }
}

/// [`listed`] with this name.
pub(crate) fn named(name: &str) -> ProductEvent {
    let ProductEvent::ProductListed { product_id, mut details, .. } = listed() else {
        unreachable!("a product was listed")
    };
    details.name = name.to_owned();
    ProductEvent::ProductRevised { product_id, details }
}

pub(crate) fn activated() -> ProductEvent {
    ProductEvent::ProductActivated { product_id: product_id(), reason: None }
}

pub(crate) fn deactivated(by_admin: bool) -> ProductEvent {
    ProductEvent::ProductDeactivated { product_id: product_id(), by_admin, reason: None }
}

pub(crate) fn deleted() -> ProductEvent {
    ProductEvent::ProductDeleted { product_id: product_id(), reason: None }
}

/// [`listed`] with the claim to be organic.
pub(crate) fn listed_organic() -> ProductEvent {
    let mut event = listed();
    if let ProductEvent::ProductListed { details, .. } = &mut event {
        details.is_organic = true;
    }
    event
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
    ProductEvent::OrganicCertificateApproved { product_id: product_id(), reason: None }
}

pub(crate) fn certificate_rejected() -> ProductEvent {
    ProductEvent::OrganicCertificateRejected { product_id: product_id(), reason: "Expired".to_owned() }
}

/// The form that becomes [`listed_organic`] and [`certificate_submitted`] of `a`.
pub(crate) fn organic_tomatoes() -> ProductDraft {
    ProductDraft { is_organic: true, certificate: Some(certificate("a")), ..tomatoes() }
}
