//! The events of a product's listing and review: `product-<product id>`. The product's stock has a stream of its own.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ProductId},
    money::Cents,
    personal::Personal,
    shop::{Fulfillment, ProductDetails},
};

/// An event of a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ProductEvent {
    /// A merchant listed a product, which waits for an admin's review.
    ProductListed {
        /// The product.
        product_id: ProductId,
        /// The merchant.
        merchant_id: AccountId,
        /// The product's public details.
        details: ProductDetails,
        /// The price of one unit.
        price: Cents,
        /// The unit of sale: one of [`crate::shop::UNITS`].
        unit: String,
        /// Stock at or below this number of units counts as low.
        low_stock_threshold: u32,
        /// The product's delivery terms.
        fulfillment: Fulfillment,
    },
    /// An admin approved the product for sale.
    ProductApproved {
        /// The product.
        product_id: ProductId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin rejected the product.
    ProductRejected {
        /// The product.
        product_id: ProductId,
        /// The explanation for the merchant.
        reason: String,
    },
    /// The merchant changed details that an admin reviews. A product that is approved or waiting goes back to review;
    /// until an admin decides, the public sees the details that were approved last.
    ProductRevised {
        /// The product.
        product_id: ProductId,
        /// All public details of the product, which apply once they are approved.
        details: ProductDetails,
    },
    /// The merchant resubmitted a rejected product for review.
    ProductResubmitted {
        /// The product.
        product_id: ProductId,
    },
    /// The merchant changed the price.
    ProductRepriced {
        /// The product.
        product_id: ProductId,
        /// The price of one unit.
        price: Cents,
        /// The unit of sale: one of [`crate::shop::UNITS`].
        unit: String,
    },
    /// The merchant changed the delivery terms.
    FulfillmentChanged {
        /// The product.
        product_id: ProductId,
        /// The new terms.
        fulfillment: Fulfillment,
    },
    /// The merchant set the threshold for low stock.
    LowStockThresholdSet {
        /// The product.
        product_id: ProductId,
        /// Stock at or below this number of units counts as low.
        low_stock_threshold: u32,
    },
    /// The merchant submitted an organic certificate, which replaces any earlier one.
    OrganicCertificateSubmitted {
        /// The product.
        product_id: ProductId,
        /// The file's path on this site.
        url: String,
        /// The merchant's name for the file.
        original_name: Personal<String>,
    },
    /// The merchant resubmitted a rejected certificate for review.
    OrganicCertificateResubmitted {
        /// The product.
        product_id: ProductId,
    },
    /// An admin approved the certificate.
    OrganicCertificateApproved {
        /// The product.
        product_id: ProductId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin rejected the certificate, so the organic claim is unproven.
    OrganicCertificateRejected {
        /// The product.
        product_id: ProductId,
        /// The explanation for the merchant.
        reason: String,
    },
    /// The product is on sale again if it is approved.
    ProductActivated {
        /// The product.
        product_id: ProductId,
        /// The reason, if one was given.
        reason: Option<String>,
    },
    /// The product was taken off sale for the time being.
    ProductDeactivated {
        /// The product.
        product_id: ProductId,
        /// Whether an admin did it. Then the merchant cannot undo it.
        by_admin: bool,
        /// The reason, if one was given.
        reason: Option<String>,
    },
    /// The product was deleted for good. Orders keep their copies of its details.
    ProductDeleted {
        /// The product.
        product_id: ProductId,
        /// The reason, if one was given.
        reason: Option<String>,
    },
    /// An admin featured the product on the home page.
    ProductFeatured {
        /// The product.
        product_id: ProductId,
    },
    /// An admin removed the product from the home page.
    ProductUnfeatured {
        /// The product.
        product_id: ProductId,
    },
}

impl ProductEvent {
    /// Whether it makes another revision of the product: it changes something that the merchant edits in the product's
    /// form. The stock has a stream of its own.
    pub const fn revises(&self) -> bool {
        match self {
            Self::ProductRevised { .. }
            | Self::ProductRepriced { .. }
            | Self::FulfillmentChanged { .. }
            | Self::LowStockThresholdSet { .. }
            | Self::OrganicCertificateSubmitted { .. } => true,
            Self::ProductListed { .. }
            | Self::ProductApproved { .. }
            | Self::ProductRejected { .. }
            | Self::ProductResubmitted { .. }
            | Self::OrganicCertificateResubmitted { .. }
            | Self::OrganicCertificateApproved { .. }
            | Self::OrganicCertificateRejected { .. }
            | Self::ProductActivated { .. }
            | Self::ProductDeactivated { .. }
            | Self::ProductDeleted { .. }
            | Self::ProductFeatured { .. }
            | Self::ProductUnfeatured { .. } => false,
        }
    }
}

impl Event for ProductEvent {
    const CATEGORY: &'static str = "product";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
