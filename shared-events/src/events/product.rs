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
        /// The product.
        product_id: ProductId,
        /// The merchant.
        merchant_id: AccountId,
        /// Its public details.
        details: ProductDetails,
        /// The price of one unit.
        price: Cents,
        /// One of [`crate::shop::UNITS`].
        unit: String,
        /// At or below this many units the stock counts as low.
        low_stock_threshold: u32,
        /// Its delivery terms.
        fulfillment: Fulfillment,
    },
    /// An admin approved it for sale.
    ProductApproved {
        /// The product.
        product_id: ProductId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin rejected it.
    ProductRejected {
        /// The product.
        product_id: ProductId,
        /// The explanation for the merchant.
        reason: String,
    },
    /// Its merchant changed what an admin reviews. One that was approved or that waits goes back to review; until an
    /// admin decides, the public reads what was approved last.
    ProductRevised {
        /// The product.
        product_id: ProductId,
        /// All public details, once they are approved.
        details: ProductDetails,
    },
    /// Its merchant asks for another look after a rejection.
    ProductResubmitted {
        /// The product.
        product_id: ProductId,
    },
    /// Its merchant changed the price.
    ProductRepriced {
        /// The product.
        product_id: ProductId,
        /// The price of one unit.
        price: Cents,
        /// One of [`crate::shop::UNITS`].
        unit: String,
    },
    /// Its merchant changed the delivery terms.
    FulfillmentChanged {
        /// The product.
        product_id: ProductId,
        /// The new terms.
        fulfillment: Fulfillment,
    },
    /// Its merchant set the threshold of low stock.
    LowStockThresholdSet {
        /// The product.
        product_id: ProductId,
        /// At or below this many units.
        low_stock_threshold: u32,
    },
    /// Its merchant handed in an organic certificate, the first one or another one.
    OrganicCertificateSubmitted {
        /// The product.
        product_id: ProductId,
        /// Path of the file on this site.
        url: String,
        /// The file name that the merchant gave it.
        original_name: Personal<String>,
    },
    /// Its merchant asks for another look at a certificate that was rejected.
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
    /// An admin rejected the certificate: the organic claim is unproven.
    OrganicCertificateRejected {
        /// The product.
        product_id: ProductId,
        /// The explanation for the merchant.
        reason: String,
    },
    /// It is on sale again, as far as it is approved.
    ProductActivated {
        /// The product.
        product_id: ProductId,
        /// Why.
        reason: Option<String>,
    },
    /// It was taken off sale for the time being.
    ProductDeactivated {
        /// The product.
        product_id: ProductId,
        /// Whether an admin did it; the merchant then cannot undo it.
        by_admin: bool,
        /// Why.
        reason: Option<String>,
    },
    /// It is gone for good. Orders keep what they copied.
    ProductDeleted {
        /// The product.
        product_id: ProductId,
        /// Why.
        reason: Option<String>,
    },
    /// An admin put it on the home page.
    ProductFeatured {
        /// The product.
        product_id: ProductId,
    },
    /// An admin took it off the home page.
    ProductUnfeatured {
        /// The product.
        product_id: ProductId,
    },
}

impl Event for ProductEvent {
    const CATEGORY: &'static str = "product";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
