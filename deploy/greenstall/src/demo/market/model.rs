//! What a demo market is made of.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::Serialize;
use shared_events::{
    money::Cents,
    shop::{Address, BusinessProfile, DeliveryMethod, Fulfillment, OrderStatus, ProductDetails},
};

/// The password of every demo account.
pub const PASSWORD: &str = "Greenstall#1";
/// Everything that the demo market holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Market {
    /// What it was made from.
    pub seed: u64,
    /// Reviews merchants and products.
    pub admin: Account,
    /// The first is the demo account's.
    pub merchants: Vec<Merchant>,
    /// The first is the demo account's.
    pub customers: Vec<Customer>,
    /// The oldest first.
    pub orders: Vec<PastOrder>,
}

/// Who can log in.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Account {
    /// First and last name.
    pub name: String,
    /// Under a domain that nobody can own (RFC 2606), and nobody else's in this market.
    pub email: String,
    /// Satisfies the password rule.
    pub password: &'static str,
    /// From the numbers reserved for fiction: `(503) 555-0142`.
    pub phone: String,
}

/// What an admin said to a merchant or a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Approval {
    /// Yes.
    Approved,
    /// Nothing yet.
    Pending,
    Rejected {
        /// What the merchant is told.
        reason: String,
    },
}

/// A business with what it sells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Merchant {
    /// The owner's account.
    pub account: Account,
    /// What the public reads.
    pub profile: BusinessProfile,
    /// With coordinates.
    pub address: Address,
    /// An admin's word.
    pub approval: Approval,
    /// How long ago the merchant signed up.
    pub joined_days_ago: u32,
    /// Never two of one name.
    pub products: Vec<Product>,
}

/// One thing for sale.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Product {
    /// Without the harvest date: see [`Product::details_on`].
    pub details: ProductDetails,
    /// When it was picked, for what is picked.
    pub harvested_days_ago: Option<u32>,
    /// Of one unit.
    pub price: Cents,
    /// One of [`shared_events::shop::UNITS`].
    pub unit: &'static str,
    /// What is left today, after all past orders.
    pub quantity: u32,
    /// What past orders took and did not give back: all units but those of cancelled orders.
    pub sold: u32,
    /// At or below this many units the stock counts as low.
    pub low_stock_threshold: u32,
    /// How it reaches its buyer.
    pub fulfillment: Fulfillment,
    /// An admin's word.
    pub approval: Approval,
    /// On the home page.
    pub featured: bool,
    /// How long ago it was listed; before the first order that holds it.
    pub listed_days_ago: u32,
}

impl Product {
    /// What the public reads, when today is `today`.
    #[must_use]
    pub fn details_on(&self, today: NaiveDate) -> ProductDetails {
        let harvest_date =
            self.harvested_days_ago.and_then(|days| today.checked_sub_days(Days::new(days.into())));
        ProductDetails { harvest_date, ..self.details.clone() }
    }

    /// What there was before the first order.
    #[must_use]
    pub fn opening_quantity(&self) -> u32 {
        self.quantity + self.sold
    }
}

/// Somebody who shops.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Customer {
    /// Who logs in.
    pub account: Account,
    /// Where parcels go. With coordinates.
    pub address: Address,
    /// How long ago the customer signed up.
    pub joined_days_ago: u32,
}

/// One checkout of the last 90 days, and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PastOrder {
    /// Index into [`Market::customers`].
    pub customer: usize,
    /// How many days before today it was placed.
    pub days_ago: u32,
    /// Minutes after midnight (UTC) at which it was placed. Orders for the same day are placed in the morning all over
    /// the country.
    pub minute_of_day: u32,
    /// How it reaches the customer.
    pub delivery_method: DeliveryMethod,
    /// For whoever brings it.
    pub delivery_instructions: &'static str,
    /// One for each merchant, one or two.
    pub parts: Vec<OrderPart>,
}

impl PastOrder {
    /// When it was placed, seen from `now`. Never in the future: what today's clock has not reached yet was yesterday.
    #[must_use]
    pub fn placed_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let midnight = now.date_naive().and_time(NaiveTime::MIN).and_utc();
        let placed =
            midnight - TimeDelta::days(self.days_ago.into()) + TimeDelta::minutes(self.minute_of_day.into());
        if placed < now { placed } else { placed - TimeDelta::days(1) }
    }
}

/// What one merchant sold in an order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrderPart {
    /// Index into [`Market::merchants`].
    pub merchant: usize,
    /// Never two of one product.
    pub lines: Vec<OrderLine>,
    /// In the order of time; none when the merchant has not seen it yet.
    pub steps: Vec<Step>,
    /// What the customer said about what was delivered.
    pub reviews: Vec<PastReview>,
}

impl OrderPart {
    /// Where it stands today.
    #[must_use]
    pub fn status(&self) -> OrderStatus {
        self.steps.last().map_or(OrderStatus::Pending, |step| step.to)
    }
}

/// What a customer said about one product. A customer says something about a product once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PastReview {
    /// Index into the merchant's products.
    pub product: usize,
    /// 1 to 5.
    pub rating: u8,
    /// In the customer's words.
    pub comment: &'static str,
    /// How long after the order was placed.
    pub minutes_after: u32,
    /// What the merchant answered, an hour later.
    pub reply: Option<&'static str>,
}

/// Some units of one product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    /// Index into the merchant's products.
    pub product: usize,
    /// How many units.
    pub quantity: u32,
}

/// Who changed an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Actor {
    /// Who bought.
    Customer,
    /// Who sold.
    Merchant,
}

/// A change of an order's status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The new status.
    pub to: OrderStatus,
    /// How long after the order was placed.
    pub minutes_after: u32,
    /// Who did it.
    pub by: Actor,
    /// For the customer.
    pub note: Option<&'static str>,
    /// Why it was cancelled or returned; a return has one.
    pub reason: Option<&'static str>,
    /// The carrier's number; a shipment has one.
    pub tracking_number: Option<String>,
}
