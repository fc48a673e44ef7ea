//! The state of a product, folded from its events, as far as decisions need it.

use serde::Serialize;
use shared_events::{
    events::ProductEvent,
    ids::AccountId,
    money::Cents,
    personal::Personal,
    shop::{Fulfillment, ProductDetails},
};

use crate::Aggregate;

/// The review status of a product or a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Review {
    /// Waits for an admin's review.
    Pending,
    /// May be sold.
    Approved,
    /// Needs changes.
    Rejected,
    /// Waits for another review: it was changed after an approval, or its merchant asked for it.
    Resubmitted,
}

impl Review {
    /// The name used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Resubmitted => "resubmitted",
        }
    }

    /// Whether an admin can decide now.
    pub const fn is_waiting(self) -> bool {
        matches!(self, Self::Pending | Self::Resubmitted)
    }
}

/// A submitted organic certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// Path of the file on this site.
    pub url: String,
    /// The merchant's name for the file.
    pub original_name: Personal<String>,
    /// Its review status.
    pub review: Review,
}

/// A product that exists.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    pub merchant_id: AccountId,
    /// The details that the merchant wrote last.
    pub details: ProductDetails,
    /// Number of the current revision, from 1. An edit and an admin's decision name the revision that was read.
    pub revision: u64,
    /// The public details: those that were approved last. `None` before the first approval.
    pub approved: Option<ProductDetails>,
    /// Price of one unit.
    pub price: Cents,
    /// Unit in which the product is sold.
    pub unit: String,
    /// At or below this many units the stock counts as low.
    pub low_stock_threshold: u32,
    /// How the product is delivered or picked up.
    pub fulfillment: Fulfillment,
    /// Its review status.
    pub review: Review,
    /// The certificate that was submitted last.
    pub certificate: Option<Certificate>,
    /// False while the product is off sale.
    pub is_active: bool,
    /// An admin took it off sale.
    pub locked: bool,
    /// Shown on the home page.
    pub featured: bool,
    /// Deleted permanently.
    pub deleted: bool,
}

impl Listing {
    /// The details that the merchant wrote last, with the instructions for pickup that apply to them.
    pub fn written(&self) -> ProductDetails {
        let Fulfillment { pickup_instructions, .. } = self.fulfillment.clone().instructed_by(&self.details);
        ProductDetails { pickup_instructions: Some(pickup_instructions), ..self.details.clone() }
    }

    /// The details that the public can read and buy now, as far as the product itself allows.
    pub fn on_sale(&self) -> Option<&ProductDetails> {
        self.approved.as_ref().filter(|_| self.is_active && !self.deleted)
    }
}

/// The product aggregate; empty before the product is listed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    /// Present once it is listed.
    pub listing: Option<Listing>,
}

impl Product {
    /// The product, if it exists and is not deleted.
    pub fn present(&self) -> Option<&Listing> {
        self.listing.as_ref().filter(|listing| !listing.deleted)
    }

    /// The product, if it exists, is not deleted and belongs to this merchant.
    pub fn owned_by(&self, merchant: AccountId) -> Option<&Listing> {
        self.present().filter(|listing| listing.merchant_id == merchant)
    }

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
                    revision: 1,
                    approved: None,
                    price: *price,
                    unit: unit.clone(),
                    low_stock_threshold: *low_stock_threshold,
                    fulfillment: fulfillment.clone(),
                    review: Review::Pending,
                    certificate: None,
                    is_active: true,
                    locked: false,
                    featured: false,
                    deleted: false,
                }),
            },
            event => self.with(|listing| listing.evolve(event)),
        }
    }
}

impl Listing {
    fn evolve(&mut self, event: &ProductEvent) {
        self.revision += u64::from(event.revises());
        match event {
            ProductEvent::ProductListed { .. } => {}
            ProductEvent::ProductApproved { .. } => {
                self.review = Review::Approved;
                self.approved = Some(self.details.clone());
            }
            ProductEvent::ProductRejected { .. } => {
                // A rejection applies to the pending revision. If none was pending, it revokes the approval.
                if self.review == Review::Approved {
                    self.approved = None;
                }
                self.review = Review::Rejected;
            }
            ProductEvent::ProductRevised { details, .. } => {
                self.details = details.clone();
                if self.review == Review::Approved {
                    self.review = Review::Resubmitted;
                }
            }
            ProductEvent::ProductResubmitted { .. } => self.review = Review::Resubmitted,
            ProductEvent::ProductRepriced { price, unit, .. } => {
                self.price = *price;
                self.unit.clone_from(unit);
            }
            ProductEvent::FulfillmentChanged { fulfillment, .. } => {
                self.fulfillment = fulfillment.clone();
            }
            ProductEvent::LowStockThresholdSet { low_stock_threshold, .. } => {
                self.low_stock_threshold = *low_stock_threshold;
            }
            ProductEvent::OrganicCertificateSubmitted { url, original_name, .. } => {
                let review = match self.certificate.as_ref().map(|certificate| certificate.review) {
                    None | Some(Review::Pending) => Review::Pending,
                    Some(Review::Approved | Review::Rejected | Review::Resubmitted) => Review::Resubmitted,
                };
                let (url, original_name) = (url.clone(), original_name.clone());
                self.certificate = Some(Certificate { url, original_name, review });
            }
            ProductEvent::OrganicCertificateResubmitted { .. } => self.certified_as(Review::Resubmitted),
            ProductEvent::OrganicCertificateApproved { .. } => self.certified_as(Review::Approved),
            ProductEvent::OrganicCertificateRejected { .. } => self.certified_as(Review::Rejected),
            ProductEvent::ProductActivated { .. } => {
                self.is_active = true;
                self.locked = false;
            }
            ProductEvent::ProductDeactivated { by_admin, .. } => {
                self.is_active = false;
                self.locked = self.locked || *by_admin;
            }
            ProductEvent::ProductDeleted { .. } => self.deleted = true,
            ProductEvent::ProductFeatured { .. } => self.featured = true,
            ProductEvent::ProductUnfeatured { .. } => self.featured = false,
        }
    }

    const fn certified_as(&mut self, review: Review) {
        if let Some(certificate) = &mut self.certificate {
            certificate.review = review;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn review_statuses_have_the_names_of_the_specification() {
        let all = [Review::Pending, Review::Approved, Review::Rejected, Review::Resubmitted];
        assert_eq!(all.map(Review::as_str), ["pending", "approved", "rejected", "resubmitted"]);
        assert_eq!(all.map(Review::is_waiting), [true, false, false, true]);
    }
}
