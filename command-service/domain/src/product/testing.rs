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

use super::{GivenCertificate, ProductForm};

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

/// San Marzano tomatoes at $3.50 a pound.
pub(crate) fn tomato() -> Product {
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

/// The same tomatoes with the claim to be organic.
pub(crate) fn organic() -> Product {
    let mut organic = tomato();
    organic.details.is_organic = true;
    organic
}

/// The form that lists [`tomato`], with 40 pounds in stock.
pub(crate) fn tomato_form() -> ProductForm {
    ProductForm {
        name: "San Marzano  Tomatoes".to_owned(),
        description: "Long, meaty and sweet.\n".to_owned(),
        price: Some(3.5),
        category: "produce".to_owned(),
        subcategory: "Vegetables".to_owned(),
        quantity: Some(40.0),
        unit: "pound".to_owned(),
        tags: [" tomato ", "", "salad", "tomato"].map(str::to_owned).to_vec(),
        is_locally_sourced: true,
        ..ProductForm::default()
    }
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

/// The form that lists [`organic`] and submits [`certificate`] `a`.
pub(crate) fn organic_form() -> ProductForm {
    ProductForm { is_organic: true, certificate: Some(certificate("a")), ..tomato_form() }
}
