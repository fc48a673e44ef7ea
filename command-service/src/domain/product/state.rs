//! What decisions about a product need to know.

use serde::Serialize;
use shared_events::{
    events::ProductEvent,
    ids::AccountId,
    money::Cents,
    personal::Personal,
    shop::{Fulfillment, ProductDetails},
};

use crate::domain::Aggregate;

/// Where a product stands with the admins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Review {
    /// Waits for an admin.
    Pending,
    /// May be sold.
    Approved,
    /// Needs changes.
    Rejected,
    /// Waits for an admin again: it was changed after an approval, or its merchant asks for another look.
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

    /// An admin may decide.
    pub const fn is_waiting(self) -> bool {
        matches!(self, Self::Pending | Self::Resubmitted)
    }
}

/// An organic certificate that was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// Path of the file on this site.
    pub url: String,
    /// As the merchant named the file.
    pub original_name: Personal<String>,
    /// Where it stands with the admins.
    pub review: Review,
}

/// A product that exists.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// Whose.
    pub merchant_id: AccountId,
    /// What its merchant wrote last.
    pub details: ProductDetails,
    /// How often its merchant has written that, from 1: what an admin decides about.
    pub revision: u32,
    /// What the public reads: what was approved last. None before the first approval.
    pub approved: Option<ProductDetails>,
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
    /// The one that was handed in last.
    pub certificate: Option<Certificate>,
    /// Not switched off.
    pub is_active: bool,
    /// An admin switched it off.
    pub locked: bool,
    /// On the home page.
    pub featured: bool,
    /// Gone for good.
    pub deleted: bool,
}

impl Listing {
    /// What the public can read and buy at this moment, as far as it depends on the product alone.
    pub fn on_sale(&self) -> Option<&ProductDetails> {
        self.approved.as_ref().filter(|_| self.is_active && !self.deleted)
    }
}

/// A product, or none yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    /// Present once it is listed.
    pub listing: Option<Listing>,
}

impl Product {
    /// The product, if it exists and was not deleted.
    pub fn present(&self) -> Option<&Listing> {
        self.listing.as_ref().filter(|listing| !listing.deleted)
    }

    /// The product, if it exists, was not deleted and is this merchant's.
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
        match event {
            ProductEvent::ProductListed { .. } => {}
            ProductEvent::ProductApproved { .. } => {
                self.review = Review::Approved;
                self.approved = Some(self.details.clone());
            }
            ProductEvent::ProductRejected { .. } => {
                // What an admin rejects is what waits. Where nothing waited, the approval itself was taken back.
                if self.review == Review::Approved {
                    self.approved = None;
                }
                self.review = Review::Rejected;
            }
            ProductEvent::ProductRevised { details, .. } => {
                self.details = details.clone();
                self.revision = self.revision.saturating_add(1);
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
    fn reviews_have_the_documents_names() {
        let all = [Review::Pending, Review::Approved, Review::Rejected, Review::Resubmitted];
        assert_eq!(all.map(Review::as_str), ["pending", "approved", "rejected", "resubmitted"]);
        assert_eq!(all.map(Review::is_waiting), [true, false, false, true]);
    }
}
