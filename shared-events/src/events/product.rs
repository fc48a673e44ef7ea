//! A product as its merchant lists it and an admin reviews it: `product-<product id>`. Its stock has a stream of its own.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ProductId},
    money::Cents,
    personal::Personal,
    shop::{Fulfillment, ProductDetails},
};

/// What happens to a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ProductEvent {
    /// A merchant offers a product; it waits for an admin.
    ProductListed {
        /// Which product.
        product_id: ProductId,
        /// Whose.
        merchant_id: AccountId,
        /// What the public will read.
        details: ProductDetails,
        /// Of one unit.
        price: Cents,
        /// One of [`crate::shop::UNITS`].
        unit: String,
        /// At or below this many units the stock counts as low.
        low_stock_threshold: u32,
        /// How it reaches its buyer.
        fulfillment: Fulfillment,
    },
    /// An admin let it be sold.
    ProductApproved {
        /// Which product.
        product_id: ProductId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin did not let it be sold.
    ProductRejected {
        /// Which product.
        product_id: ProductId,
        /// What the merchant is told.
        reason: String,
    },
    /// Its merchant changed what an admin reviews. One that was approved or that waits goes back to review; until an
    /// admin decides, the public reads what was approved last.
    ProductRevised {
        /// Which product.
        product_id: ProductId,
        /// All of what the public will read once it is approved.
        details: ProductDetails,
    },
    /// Its merchant asks for another look after a rejection.
    ProductResubmitted {
        /// Which product.
        product_id: ProductId,
    },
    /// Its merchant asks another price from now on.
    ProductRepriced {
        /// Which product.
        product_id: ProductId,
        /// Of one unit.
        price: Cents,
        /// One of [`crate::shop::UNITS`].
        unit: String,
    },
    /// It reaches its buyers in another way from now on.
    FulfillmentChanged {
        /// Which product.
        product_id: ProductId,
        /// The new terms.
        fulfillment: Fulfillment,
    },
    /// Its merchant says when the stock counts as low.
    LowStockThresholdSet {
        /// Which product.
        product_id: ProductId,
        /// At or below this many units.
        low_stock_threshold: u32,
    },
    /// Its merchant handed in an organic certificate, the first one or another one.
    OrganicCertificateSubmitted {
        /// Which product.
        product_id: ProductId,
        /// Path of the file on this site.
        url: String,
        /// As the merchant named the file.
        original_name: Personal<String>,
    },
    /// Its merchant asks for another look at a certificate that was rejected.
    OrganicCertificateResubmitted {
        /// Which product.
        product_id: ProductId,
    },
    /// An admin found the certificate good.
    OrganicCertificateApproved {
        /// Which product.
        product_id: ProductId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin did not find the certificate good: nothing proves the claim any more.
    OrganicCertificateRejected {
        /// Which product.
        product_id: ProductId,
        /// What the merchant is told.
        reason: String,
    },
    /// It is on sale again, as far as it is approved.
    ProductActivated {
        /// Which product.
        product_id: ProductId,
        /// Why.
        reason: Option<String>,
    },
    /// It was taken off sale for the time being.
    ProductDeactivated {
        /// Which product.
        product_id: ProductId,
        /// An admin did it: its merchant cannot undo it.
        by_admin: bool,
        /// Why.
        reason: Option<String>,
    },
    /// It is gone for good. Orders keep what they copied.
    ProductDeleted {
        /// Which product.
        product_id: ProductId,
        /// Why.
        reason: Option<String>,
    },
    /// An admin put it on the home page.
    ProductFeatured {
        /// Which product.
        product_id: ProductId,
    },
    /// An admin took it off the home page.
    ProductUnfeatured {
        /// Which product.
        product_id: ProductId,
    },
}

impl Event for ProductEvent {
    const CATEGORY: &'static str = "product";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
