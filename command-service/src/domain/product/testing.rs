//! Histories of products for tests.

use shared_events::{
    events::ProductEvent,
    ids::{AccountId, ProductId},
    money::Cents,
    shop::{Fulfillment, ProductDetails},
};
use uuid::Uuid;

use super::ProductDraft;

pub(crate) fn product_id() -> ProductId {
    ProductId::new(Uuid::from_u128(0xb0))
}

pub(crate) fn merchant_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xa0))
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

/// The form that leads to [`listed`], with 40 pounds on the shelf.
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
