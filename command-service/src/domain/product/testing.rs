//! Histories of products for tests.

use shared_events::{
    events::ProductEvent,
    ids::{AccountId, ProductId},
    money::Cents,
    shop::{Fulfillment, ProductDetails},
};
use uuid::Uuid;

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
            tags: vec!["tomato".to_owned()],
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
