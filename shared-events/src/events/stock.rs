//! The events of a product's stock: `stock-<product id>`. The stream is separate from the product's, so that sales and
//! edits do not conflict.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use chrono::{DateTime, Utc};

use crate::{
    codec::Event,
    ids::{CheckoutId, OrderId, ProductId},
};

/// The reason why a hold ended without a sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseReason {
    /// The customer started another checkout.
    Replaced,
    /// The payment did not arrive in time.
    Expired,
    /// Another line of the checkout could not be held, or the payment could not be requested.
    Failed,
    /// The payment came too late and another line was no longer available, so nothing is sold to this checkout.
    Unfulfillable,
}

/// An event of a product's stock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum StockEvent {
    /// The merchant counted the units, including held ones.
    StockCounted {
        /// The product.
        product_id: ProductId,
        /// The number of units.
        quantity: u32,
    },
    /// A checkout holds units.
    UnitsHeld {
        /// The product.
        product_id: ProductId,
        /// The checkout.
        checkout_id: CheckoutId,
        /// The number of units.
        quantity: u32,
        /// When the hold expires unless the checkout is paid.
        until: DateTime<Utc>,
    },
    /// A checkout released its hold.
    HoldReleased {
        /// The product.
        product_id: ProductId,
        /// The checkout that held the units.
        checkout_id: CheckoutId,
        /// The number of units; 0 when a checkout without a hold is closed for good.
        quantity: u32,
        /// The reason for the release.
        reason: ReleaseReason,
    },
    /// Units were sold to an order. The checkout's hold, if there is one, ends with it.
    UnitsSold {
        /// The product.
        product_id: ProductId,
        /// The checkout that paid for the units.
        checkout_id: CheckoutId,
        /// The order that the units belong to.
        order_id: OrderId,
        /// The number of units.
        quantity: u32,
    },
    /// Units are back in stock, because their order was cancelled or could not be placed.
    UnitsRestocked {
        /// The product.
        product_id: ProductId,
        /// The order that the units came from.
        order_id: OrderId,
        /// The number of units.
        quantity: u32,
    },
}

impl Event for StockEvent {
    const CATEGORY: &'static str = "stock";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
