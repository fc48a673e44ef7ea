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

/// What was sold on a day, of a product, or to a customer; the one that the report is by, the others are left out.
/// Amounts are those of the goods, without tax and delivery.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesRow {
    /// The day on which the orders were placed, at the merchant's place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub day: Option<NaiveDate>,
    /// The product.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub product: Option<SalesProduct>,
    /// The customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub customer: Option<SalesCustomer>,
    /// Orders that were placed, whatever became of them.
    pub orders: i64,
    /// Units in them.
    pub units: i64,
    /// What they cost, in US dollars.
    pub gross: Dollars,
    /// Those of the orders that were cancelled or returned.
    pub refunded_orders: i64,
    /// Units in those.
    pub refunded_units: i64,
    /// What those cost, in US dollars.
    pub refunds: Dollars,
    /// `gross` without `refunds`.
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
    /// The product.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// As it was called when it was ordered last.
    pub name: String,
    /// In which it was sold.
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
    /// The account.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// As it was at the last order; `Deleted user` when the customer has been erased.
    pub name: String,
}

impl SalesCustomer {
    pub const fn new(id: Uuid, name: String) -> Self {
        Self { underscore_id: id, id, name }
    }
}

/// What is to be packed for one customer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PackingListEntry {
    /// As it was at the last of the orders.
    pub customer: OrderCustomer,
    /// Oldest first.
    pub orders: Vec<Order>,
}

/// What is to be fetched of one product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PickListEntry {
    /// The product.
    pub product: SalesProduct,
    /// How many units.
    pub quantity: i64,
    /// For how many orders.
    pub orders: i64,
}
