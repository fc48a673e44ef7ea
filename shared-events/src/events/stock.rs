//! The stock of a product: `stock-<product id>`, apart from the product so that sales and edits do not conflict.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use chrono::{DateTime, Utc};

use crate::{
    codec::Event,
    ids::{CheckoutId, OrderId, ProductId},
};

/// Why a hold ended without a sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseReason {
    /// The customer started another checkout.
    Replaced,
    /// The payment did not come in time.
    Expired,
    /// Another line of the same checkout could not be held, or its payment could not be set up.
    Failed,
    /// The money came too late and another line was gone: this checkout will never be sold anything.
    Unfulfillable,
}

/// What happens to the stock of a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum StockEvent {
    /// The merchant says how many units there are, held ones included.
    StockCounted {
        /// The product.
        product_id: ProductId,
        /// Units on hand.
        quantity: u32,
    },
    /// A checkout has set units aside.
    UnitsHeld {
        /// The product.
        product_id: ProductId,
        /// The checkout.
        checkout_id: CheckoutId,
        /// The number of units.
        quantity: u32,
        /// When the hold ends, unless they are paid.
        until: DateTime<Utc>,
    },
    /// A checkout gave its units back.
    HoldReleased {
        /// The product.
        product_id: ProductId,
        /// The checkout that held them.
        checkout_id: CheckoutId,
        /// The number of units; 0 when a checkout that holds nothing is closed for good.
        quantity: u32,
        /// Why.
        reason: ReleaseReason,
    },
    /// Units left the shelf for an order; a hold of the checkout, if there is one, ends with it.
    UnitsSold {
        /// The product.
        product_id: ProductId,
        /// The checkout that paid for them.
        checkout_id: CheckoutId,
        /// The order that they belong to.
        order_id: OrderId,
        /// The number of units.
        quantity: u32,
    },
    /// Units of an order that was cancelled, or that could not be placed, are back on the shelf.
    UnitsRestocked {
        /// The product.
        product_id: ProductId,
        /// The order that they came from.
        order_id: OrderId,
        /// The number of units.
        quantity: u32,
    },
}

impl Event for StockEvent {
    const CATEGORY: &'static str = "stock";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
