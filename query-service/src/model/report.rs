//! Rows and figures of merchants' reports.

use std::ops::AddAssign;

use chrono::NaiveDate;
use postgres_kit::FromRow;
use serde::Serialize;
use shared_events::{Cents, money::Dollars};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Order, OrderCustomer};

/// Sales figures, with amounts in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromRow)]
pub struct SalesFigures {
    /// The number of placed orders, including refunded ones.
    pub orders: i64,
    /// The number of units in those orders.
    pub units: i64,
    /// The price of the goods in those orders.
    pub gross: i64,
    /// The number of orders that were cancelled or returned.
    pub refunded_orders: i64,
    /// The number of units in the refunded orders.
    pub refunded_units: i64,
    /// The price of the goods in the refunded orders.
    pub refunds: i64,
}

impl AddAssign for SalesFigures {
    fn add_assign(&mut self, other: Self) {
        self.orders += other.orders;
        self.units += other.units;
        self.gross += other.gross;
        self.refunded_orders += other.refunded_orders;
        self.refunded_units += other.refunded_units;
        self.refunds += other.refunds;
    }
}

/// The sales of a day, of a product or to a customer, depending on the report's grouping; the other two members are
/// left out. Amounts are the prices of the goods, without tax and delivery.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesRow {
    /// The day on which the orders were placed, in the merchant's time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub day: Option<NaiveDate>,
    /// The product's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub product: Option<SalesProduct>,
    /// The customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub customer: Option<SalesCustomer>,
    /// The number of placed orders, including those that were cancelled or returned later.
    pub orders: i64,
    /// The number of units in these orders.
    pub units: i64,
    /// The price of the goods in these orders, in US dollars.
    pub gross: Dollars,
    /// The number of these orders that were cancelled or returned.
    pub refunded_orders: i64,
    /// The number of units in the refunded orders.
    pub refunded_units: i64,
    /// The price of the goods in the refunded orders, in US dollars.
    pub refunds: Dollars,
    /// `gross` minus `refunds`.
    pub net: Dollars,
}

impl From<SalesFigures> for SalesRow {
    fn from(figures: SalesFigures) -> Self {
        Self {
            day: None,
            product: None,
            customer: None,
            orders: figures.orders,
            units: figures.units,
            gross: Dollars(Cents(figures.gross)),
            refunded_orders: figures.refunded_orders,
            refunded_units: figures.refunded_units,
            refunds: Dollars(Cents(figures.refunds)),
            net: Dollars(Cents(figures.gross - figures.refunds)),
        }
    }
}

impl SalesRow {
    pub fn of_day(day: NaiveDate, figures: SalesFigures) -> Self {
        Self { day: Some(day), ..figures.into() }
    }

    pub fn of_product(product: SalesProduct, figures: SalesFigures) -> Self {
        Self { product: Some(product), ..figures.into() }
    }

    pub fn of_customer(customer: SalesCustomer, figures: SalesFigures) -> Self {
        Self { customer: Some(customer), ..figures.into() }
    }
}

/// A product in a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesProduct {
    /// The product's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The name in the latest order.
    pub name: String,
    /// The unit in which it was sold.
    pub unit: String,
}

impl SalesProduct {
    /// Creates the product that was sold under this name.
    pub const fn new(id: Uuid, name: String, unit: String) -> Self {
        Self { underscore_id: id, id, name, unit }
    }
}

/// A customer in a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesCustomer {
    /// The account's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The name in the latest order; `Deleted user` after the erasure of the customer.
    pub name: String,
}

impl SalesCustomer {
    pub const fn new(id: Uuid, name: String) -> Self {
        Self { underscore_id: id, id, name }
    }
}

/// The orders to pack for one customer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PackingListEntry {
    /// The customer, as of the latest of these orders.
    pub customer: OrderCustomer,
    /// The orders, oldest first.
    pub orders: Vec<Order>,
}

/// The units to fetch of one product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PickListEntry {
    /// The product's id.
    pub product: SalesProduct,
    /// The number of units.
    pub quantity: i64,
    /// The number of orders that contain the product.
    pub orders: i64,
}
