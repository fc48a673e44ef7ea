//! The demo market as plain data: people, products, and past orders.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::Serialize;
use shared_events::{
    money::Cents,
    shop::{Address, BusinessProfile, DeliveryMethod, Fulfillment, OrderStatus, ProductDetails},
};

/// The password of every demo account.
pub const PASSWORD: &str = "Greenstall#1";
/// A generated market.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Market {
    /// The seed from which the market was generated.
    pub seed: u64,
    /// The admin who reviews merchants and products.
    pub admin: Account,
    /// The first merchant is the demo account.
    pub merchants: Vec<Merchant>,
    /// The first customer is the demo account.
    pub customers: Vec<Customer>,
    /// All orders, oldest first.
    pub orders: Vec<PastOrder>,
}

/// A person's account.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Account {
    /// First and last name.
    pub name: String,
    /// Unique in this market, in a domain that is reserved for examples (RFC 2606).
    pub email: String,
    /// A password that satisfies the shop's password rule.
    pub password: &'static str,
    /// A number from the range reserved for fiction, such as `(503) 555-0142`.
    pub phone: String,
}

/// An admin's decision about a merchant or a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Approval {
    Approved,
    /// The admin has not decided yet.
    Pending,
    Rejected {
        /// The reason that the merchant is told.
        reason: String,
    },
}

/// A merchant's business with its products.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Merchant {
    /// The owner's account.
    pub account: Account,
    /// The public profile of the business.
    pub profile: BusinessProfile,
    /// The postal address with coordinates.
    pub address: Address,
    /// The admin's decision about the merchant.
    pub approval: Approval,
    /// Days since the merchant signed up.
    pub joined_days_ago: u32,
    /// Products with distinct names.
    pub products: Vec<Product>,
}

/// A merchant's product.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Product {
    /// The product's details without the harvest date, which [`Product::details_on`] adds.
    pub details: ProductDetails,
    /// Days since the harvest; `None` for products that are not harvested.
    pub harvested_days_ago: Option<u32>,
    /// The price of one unit.
    pub price: Cents,
    /// The unit of sale: one of [`shared_events::shop::UNITS`].
    pub unit: &'static str,
    /// Units in stock today, after all past orders.
    pub quantity: u32,
    /// Units that past orders have taken for good: all ordered units but those of cancelled orders.
    pub sold: u32,
    /// Stock at or below this number of units counts as low.
    pub low_stock_threshold: u32,
    /// The ways in which the product can reach its buyer.
    pub fulfillment: Fulfillment,
    /// The admin's decision about the product.
    pub approval: Approval,
    /// Whether the home page shows the product.
    pub featured: bool,
    /// Days since the product was listed; it was listed before the first order that contains it.
    pub listed_days_ago: u32,
}

impl Product {
    /// The public details of the product on the day `today`.
    #[must_use]
    pub fn details_on(&self, today: NaiveDate) -> ProductDetails {
        let harvest_date =
            self.harvested_days_ago.and_then(|days| today.checked_sub_days(Days::new(days.into())));
        ProductDetails { harvest_date, ..self.details.clone() }
    }

    /// The units in stock before the first order.
    #[must_use]
    pub fn opening_quantity(&self) -> u32 {
        self.quantity + self.sold
    }
}

/// A customer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Customer {
    /// The customer's account.
    pub account: Account,
    /// The shipping address with coordinates.
    pub address: Address,
    /// Days since the customer signed up.
    pub joined_days_ago: u32,
}

/// One checkout of the last 90 days, and the orders that came from it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PastOrder {
    /// Index into [`Market::customers`].
    pub customer: usize,
    /// Days since the order was placed.
    pub days_ago: u32,
    /// The minute of the day (UTC) at which the order was placed. Orders for same-day delivery are placed when it is
    /// morning in all of the country.
    pub minute_of_day: u32,
    /// How the order reaches the customer.
    pub delivery_method: DeliveryMethod,
    /// The customer's note for the delivery.
    pub delivery_instructions: &'static str,
    /// The orders of the checkout: one for each of its one or two merchants.
    pub parts: Vec<OrderPart>,
}

impl PastOrder {
    /// The time at which the order was placed, which is before `now`: a time that today's clock has not reached yet is
    /// moved to yesterday.
    #[must_use]
    pub fn placed_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let midnight = now.date_naive().and_time(NaiveTime::MIN).and_utc();
        let placed =
            midnight - TimeDelta::days(self.days_ago.into()) + TimeDelta::minutes(self.minute_of_day.into());
        if placed < now { placed } else { placed - TimeDelta::days(1) }
    }
}

/// One merchant's part of a checkout.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrderPart {
    /// Index into [`Market::merchants`].
    pub merchant: usize,
    /// Order lines, each with a different product.
    pub lines: Vec<OrderLine>,
    /// Status changes in order of time; none while the merchant has not seen the order.
    pub steps: Vec<Step>,
    /// The customer's reviews of the delivered products.
    pub reviews: Vec<PastReview>,
}

impl OrderPart {
    /// The order's status today.
    #[must_use]
    pub fn status(&self) -> OrderStatus {
        self.steps.last().map_or(OrderStatus::Pending, |step| step.to)
    }
}

/// A customer's review of a product, of which each customer writes at most one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PastReview {
    /// Index into the merchant's products.
    pub product: usize,
    /// Stars from 1 to 5.
    pub rating: u8,
    /// The text of the review.
    pub comment: &'static str,
    /// Minutes from the order to the review.
    pub minutes_after: u32,
    /// The merchant's reply, written an hour after the review.
    pub reply: Option<&'static str>,
}

/// A number of units of one product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    /// Index into the merchant's products.
    pub product: usize,
    /// The number of units.
    pub quantity: u32,
}

/// The person who changed an order's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Actor {
    /// The customer who placed the order.
    Customer,
    /// The merchant who sells.
    Merchant,
}

/// A change of an order's status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The new status.
    pub to: OrderStatus,
    /// Minutes from the order to this change.
    pub minutes_after: u32,
    /// The person who made the change.
    pub by: Actor,
    /// The merchant's note to the customer.
    pub note: Option<&'static str>,
    /// Why the order was cancelled or returned; always present for a return.
    pub reason: Option<&'static str>,
    /// The carrier's tracking number; always present for a shipment.
    pub tracking_number: Option<String>,
}
