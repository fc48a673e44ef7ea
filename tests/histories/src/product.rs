//! Products, and the events of products and their stock.

use chrono::{DateTime, Utc};
use shared_events::{
    Cents, Personal,
    events::{ProductEvent, ReleaseReason, StockEvent, ViewsEvent},
    ids::{AccountId, CheckoutId, OrderId, ProductId},
    shop::{Fulfillment, Image, Line, ProductDetails},
};
use uuid::Uuid;

use crate::{Person, account_id};

/// A merchant's product.
#[derive(Clone, Debug)]
pub struct Product {
    /// The id of the product.
    pub id: ProductId,
    /// The id of the product's merchant.
    pub merchant_id: AccountId,
    /// The details that an admin reviews.
    pub details: ProductDetails,
    /// Price of one unit.
    pub price: Cents,
    /// The unit of sale, for example `pound`.
    pub unit: String,
    /// Stock at or below this number of units counts as low.
    pub low_stock_threshold: u32,
    /// The ways in which the product can reach its buyer.
    pub fulfillment: Fulfillment,
}

/// The product with this number.
pub fn product_id(number: u128) -> ProductId {
    ProductId::new(Uuid::from_u128(0xB000 + number))
}

/// Product `number`: tomatoes of merchant 1 at $4.50 a pound.
pub fn product(number: u128) -> Product {
    Product {
        id: product_id(number),
        merchant_id: account_id(1),
        details: ProductDetails {
            name: format!("Heirloom Tomato {number}"),
            description: "Ripened on the vine".to_owned(),
            category: "produce".to_owned(),
            subcategory: "vegetables".to_owned(),
            images: vec![Image {
                url: "/pictures/tomato.webp".to_owned(),
                alt: String::new(),
                is_featured: true,
            }],
            tags: vec!["red".to_owned(), "juicy".to_owned()],
            is_organic: false,
            is_locally_sourced: true,
            harvest_date: None,
            pickup_instructions: Some(String::new()),
        },
        price: Cents(4_50),
        unit: "pound".to_owned(),
        low_stock_threshold: 5,
        fulfillment: Fulfillment::default(),
    }
}

impl Product {
    /// The product with this name.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.details.name);
        self
    }

    /// The same product, sold by this merchant.
    #[must_use]
    pub const fn sold_by(mut self, merchant: &Person) -> Self {
        self.merchant_id = merchant.id;
        self
    }

    /// The merchant lists the product.
    pub fn listed(&self) -> ProductEvent {
        ProductEvent::ProductListed {
            product_id: self.id,
            merchant_id: self.merchant_id,
            details: self.details.clone(),
            price: self.price,
            unit: self.unit.clone(),
            low_stock_threshold: self.low_stock_threshold,
            fulfillment: self.fulfillment.clone(),
        }
    }

    /// An admin approves the product.
    pub const fn approved(&self) -> ProductEvent {
        ProductEvent::ProductApproved { product_id: self.id, reason: None }
    }

    /// An admin approves the product with this note.
    pub fn approved_with(&self, note: &str) -> ProductEvent {
        ProductEvent::ProductApproved { product_id: self.id, reason: Some(note.to_owned()) }
    }

    /// An admin rejects the product.
    pub fn rejected(&self) -> ProductEvent {
        self.rejected_for("Blurred picture")
    }

    /// An admin rejects the product for this reason.
    pub fn rejected_for(&self, reason: &str) -> ProductEvent {
        ProductEvent::ProductRejected { product_id: self.id, reason: reason.to_owned() }
    }

    /// The merchant revises the details, which become the present ones.
    pub fn revised(&self) -> ProductEvent {
        ProductEvent::ProductRevised { product_id: self.id, details: self.details.clone() }
    }

    /// The merchant renames the product.
    pub fn renamed(&self, name: &str) -> ProductEvent {
        self.clone().named(name).revised()
    }

    /// The merchant changes the price and the unit.
    pub fn repriced(&self, price: Cents, unit: &str) -> ProductEvent {
        ProductEvent::ProductRepriced { product_id: self.id, price, unit: unit.to_owned() }
    }

    /// The merchant submits the product for another review.
    pub const fn resubmitted(&self) -> ProductEvent {
        ProductEvent::ProductResubmitted { product_id: self.id }
    }

    /// The merchant or an admin shows the product again.
    pub const fn activated(&self) -> ProductEvent {
        ProductEvent::ProductActivated { product_id: self.id, reason: None }
    }

    /// The merchant hides the product.
    pub const fn deactivated(&self) -> ProductEvent {
        ProductEvent::ProductDeactivated { product_id: self.id, by_admin: false, reason: None }
    }

    /// An admin hides the product.
    pub const fn deactivated_by_admin(&self) -> ProductEvent {
        ProductEvent::ProductDeactivated { product_id: self.id, by_admin: true, reason: None }
    }

    /// An admin hides the product for this reason.
    pub fn deactivated_for(&self, reason: &str) -> ProductEvent {
        let reason = Some(reason.to_owned());
        ProductEvent::ProductDeactivated { product_id: self.id, by_admin: true, reason }
    }

    /// An admin features the product on the home page.
    pub const fn featured(&self) -> ProductEvent {
        ProductEvent::ProductFeatured { product_id: self.id }
    }

    /// An admin removes the product from the home page.
    pub const fn unfeatured(&self) -> ProductEvent {
        ProductEvent::ProductUnfeatured { product_id: self.id }
    }

    /// The merchant or an admin deletes the product.
    pub const fn deleted(&self) -> ProductEvent {
        ProductEvent::ProductDeleted { product_id: self.id, reason: None }
    }

    /// An admin deletes the product for this reason.
    pub fn deleted_for(&self, reason: &str) -> ProductEvent {
        ProductEvent::ProductDeleted { product_id: self.id, reason: Some(reason.to_owned()) }
    }

    /// The merchant uploads an organic certificate with this file name.
    pub fn certificate_submitted(&self, file_name: &str) -> ProductEvent {
        ProductEvent::OrganicCertificateSubmitted {
            product_id: self.id,
            url: format!("/api/uploads/certificates/{}/a.pdf", self.merchant_id),
            original_name: Personal::new(self.merchant_id.uuid(), file_name.to_owned()),
        }
    }

    /// The merchant submits the certificate for another review.
    pub const fn certificate_resubmitted(&self) -> ProductEvent {
        ProductEvent::OrganicCertificateResubmitted { product_id: self.id }
    }

    /// An admin approves the certificate.
    pub const fn certificate_approved(&self) -> ProductEvent {
        ProductEvent::OrganicCertificateApproved { product_id: self.id, reason: None }
    }

    /// An admin rejects the certificate.
    pub fn certificate_rejected(&self) -> ProductEvent {
        ProductEvent::OrganicCertificateRejected { product_id: self.id, reason: "Expired".to_owned() }
    }

    /// The merchant counts the units in stock.
    pub const fn counted(&self, quantity: u32) -> StockEvent {
        StockEvent::StockCounted { product_id: self.id, quantity }
    }

    /// A checkout holds units until this time.
    pub const fn held(&self, checkout_id: CheckoutId, quantity: u32, until: DateTime<Utc>) -> StockEvent {
        StockEvent::UnitsHeld { product_id: self.id, checkout_id, quantity, until }
    }

    /// A checkout gives its units back.
    pub const fn released(
        &self,
        checkout_id: CheckoutId,
        quantity: u32,
        reason: ReleaseReason,
    ) -> StockEvent {
        StockEvent::HoldReleased { product_id: self.id, checkout_id, quantity, reason }
    }

    /// An order takes the units that its checkout held.
    pub const fn sold(&self, checkout_id: CheckoutId, order_id: OrderId, quantity: u32) -> StockEvent {
        StockEvent::UnitsSold { product_id: self.id, checkout_id, order_id, quantity }
    }

    /// An order gives units back.
    pub const fn restocked(&self, order_id: OrderId, quantity: u32) -> StockEvent {
        StockEvent::UnitsRestocked { product_id: self.id, order_id, quantity }
    }

    /// Visitors view the product.
    pub const fn viewed(&self, visitors: u32) -> ViewsEvent {
        ViewsEvent::ProductViewed { product_id: self.id, visitors }
    }

    /// An order line of this product, sold by a merchant of this name.
    pub fn line(&self, merchant_name: &str, quantity: u32) -> Line {
        Line {
            product_id: self.id,
            merchant_id: self.merchant_id,
            merchant_name: merchant_name.to_owned(),
            name: self.details.name.clone(),
            unit: self.unit.clone(),
            image_url: self.details.images.first().map(|image| image.url.clone()),
            price: self.price,
            quantity,
        }
    }
}
