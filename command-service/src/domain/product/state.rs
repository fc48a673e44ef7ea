//! What decisions about a product need to know.

use shared_events::{
    events::ProductEvent,
    ids::AccountId,
    money::Cents,
    shop::{Fulfillment, ProductDetails},
};

use crate::domain::Aggregate;

/// Where a product stands with the admins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Review {
    /// Waits for an admin.
    Pending,
    /// May be sold.
    Approved,
    /// Needs changes.
    Rejected,
}

/// A product that exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// Whose.
    pub merchant_id: AccountId,
    /// What the public reads.
    pub details: ProductDetails,
    /// Of one unit.
    pub price: Cents,
    /// In which it is sold.
    pub unit: String,
    /// At or below this many units the stock counts as low.
    pub low_stock_threshold: u32,
    /// How it reaches its buyer.
    pub fulfillment: Fulfillment,
    /// Where it stands with the admins.
    pub review: Review,
    /// On the home page.
    pub featured: bool,
}

/// A product, or none yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Product {
    /// Present once it is listed.
    pub listing: Option<Listing>,
}

impl Product {
    fn with(mut self, change: impl FnOnce(&mut Listing)) -> Self {
        if let Some(listing) = &mut self.listing {
            change(listing);
        }
        self
    }
}

impl Aggregate for Product {
    type Event = ProductEvent;

    fn evolve(self, event: &ProductEvent) -> Self {
        match event {
            ProductEvent::ProductListed {
                merchant_id,
                details,
                price,
                unit,
                low_stock_threshold,
                fulfillment,
                ..
            } => Self {
                listing: Some(Listing {
                    merchant_id: *merchant_id,
                    details: details.clone(),
                    price: *price,
                    unit: unit.clone(),
                    low_stock_threshold: *low_stock_threshold,
                    fulfillment: fulfillment.clone(),
                    review: Review::Pending,
                    featured: false,
                }),
            },
            ProductEvent::ProductApproved { .. } => self.with(|listing| listing.review = Review::Approved),
            ProductEvent::ProductRejected { .. } => self.with(|listing| listing.review = Review::Rejected),
            ProductEvent::ProductFeatured { .. } => self.with(|listing| listing.featured = true),
            ProductEvent::ProductUnfeatured { .. } => self.with(|listing| listing.featured = false),
        }
    }
}
