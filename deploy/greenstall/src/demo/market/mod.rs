//! The demo market as plain data, generated from a seed: the same seed gives the same market at any time and place.
//!
//! Nothing here reads the clock. Times are days and minutes before "now", which the writer of the market chooses.

mod catalog;
mod cities;
mod customers;
mod dice;
mod merchants;
mod orders;
mod people;
mod products;
mod reviews;
#[cfg(test)]
mod tests;
mod trades;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
pub(super) use dice::mixed;
use serde::Serialize;
use shared_events::{
    money::Cents,
    shop::{Address, BusinessProfile, DeliveryMethod, Fulfillment, OrderStatus, ProductDetails},
};

/// The password of every demo account.
pub const PASSWORD: &str = "Greenstall#1";
/// The default seed.
pub const DEFAULT_SEED: u64 = 20_261_121;

/// The whole demo market.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Market {
    /// The seed it was generated from.
    pub seed: u64,
    /// The account that reviews merchants and products.
    pub admin: Account,
    /// The first one is the demo account.
    pub merchants: Vec<Merchant>,
    /// The first one is the demo account.
    pub customers: Vec<Customer>,
    /// Oldest first.
    pub orders: Vec<PastOrder>,
}

/// An account that can log in.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Account {
    /// First and last name.
    pub name: String,
    /// Unique in this market, under a domain that cannot be registered (RFC 2606).
    pub email: String,
    /// Satisfies the password rule.
    pub password: &'static str,
    /// From the numbers reserved for fiction: `(503) 555-0142`.
    pub phone: String,
}

/// An admin's decision about a merchant or a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Approval {
    /// Approved.
    Approved,
    /// Not decided yet.
    Pending,
    /// Rejected.
    Rejected {
        /// The reason that the merchant reads.
        reason: String,
    },
}

/// A business with its products.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Merchant {
    /// The owner's account.
    pub account: Account,
    /// The public profile.
    pub profile: BusinessProfile,
    /// With coordinates.
    pub address: Address,
    /// The admin's decision.
    pub approval: Approval,
    /// How long ago the merchant signed up.
    pub joined_days_ago: u32,
    /// No two have the same name.
    pub products: Vec<Product>,
}

/// A product for sale.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Product {
    /// Without the harvest date: see [`Product::details_on`].
    pub details: ProductDetails,
    /// When it was harvested; `None` for a product that is not.
    pub harvested_days_ago: Option<u32>,
    /// The price of one unit.
    pub price: Cents,
    /// One of [`shared_events::shop::UNITS`].
    pub unit: &'static str,
    /// The stock today, after all past orders.
    pub quantity: u32,
    /// Units that past orders took and did not give back: all but those of cancelled orders.
    pub sold: u32,
    /// At or below this many units the stock counts as low.
    pub low_stock_threshold: u32,
    /// How it can reach its buyer.
    pub fulfillment: Fulfillment,
    /// The admin's decision.
    pub approval: Approval,
    /// Featured on the home page.
    pub featured: bool,
    /// How long ago it was listed; always before its first order.
    pub listed_days_ago: u32,
}

impl Product {
    /// The public details as of `today`.
    #[must_use]
    pub fn details_on(&self, today: NaiveDate) -> ProductDetails {
        let harvest_date =
            self.harvested_days_ago.and_then(|days| today.checked_sub_days(Days::new(days.into())));
        ProductDetails { harvest_date, ..self.details.clone() }
    }

    /// The stock before the first order.
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
    /// The shipping address, with coordinates.
    pub address: Address,
    /// How long ago the customer signed up.
    pub joined_days_ago: u32,
}

/// A checkout of the last 90 days with its outcome.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PastOrder {
    /// Index into [`Market::customers`].
    pub customer: usize,
    /// How many days before today it was placed.
    pub days_ago: u32,
    /// Minutes after midnight UTC at which it was placed. Orders for the same day are placed in the morning in every
    /// time zone of the cities.
    pub minute_of_day: u32,
    /// How it reaches the customer.
    pub delivery_method: DeliveryMethod,
    /// Instructions for the driver.
    pub delivery_instructions: &'static str,
    /// One for each of its one or two merchants.
    pub parts: Vec<OrderPart>,
}

impl PastOrder {
    /// When it was placed, relative to `now`. Never in the future: a time that today's clock has not reached moves to
    /// yesterday.
    #[must_use]
    pub fn placed_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let midnight = now.date_naive().and_time(NaiveTime::MIN).and_utc();
        let placed =
            midnight - TimeDelta::days(self.days_ago.into()) + TimeDelta::minutes(self.minute_of_day.into());
        if placed < now { placed } else { placed - TimeDelta::days(1) }
    }
}

/// One merchant's part of an order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrderPart {
    /// Index into [`Market::merchants`].
    pub merchant: usize,
    /// No two lines have the same product.
    pub lines: Vec<OrderLine>,
    /// In order of time; empty when the merchant has not acted yet.
    pub steps: Vec<Step>,
    /// The customer's reviews of the delivered products.
    pub reviews: Vec<PastReview>,
}

impl OrderPart {
    /// The part's present status.
    #[must_use]
    pub fn status(&self) -> OrderStatus {
        self.steps.last().map_or(OrderStatus::Pending, |step| step.to)
    }
}

/// A customer's review of a product, at most one for each product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PastReview {
    /// Index into the merchant's products.
    pub product: usize,
    /// 1 to 5.
    pub rating: u8,
    /// The text.
    pub comment: &'static str,
    /// Minutes after the order was placed.
    pub minutes_after: u32,
    /// The merchant's reply, an hour later.
    pub reply: Option<&'static str>,
}

/// An order line: some units of one product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    /// Index into the merchant's products.
    pub product: usize,
    /// The number of units.
    pub quantity: u32,
}

/// Who changed an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Actor {
    /// The buyer.
    Customer,
    /// The seller.
    Merchant,
}

/// A change of an order's status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The new status.
    pub to: OrderStatus,
    /// Minutes after the order was placed.
    pub minutes_after: u32,
    /// Who changed the status.
    pub by: Actor,
    /// A note for the customer.
    pub note: Option<&'static str>,
    /// The reason of a cancellation or a return; a return always has one.
    pub reason: Option<&'static str>,
    /// The carrier's tracking number; a shipment always has one.
    pub tracking_number: Option<String>,
}

/// Generates the market of a seed.
#[must_use]
pub fn generate(seed: u64) -> Market {
    let mut merchants = merchants::make(seed);
    products::stock_the_shelves(seed, &mut merchants);
    let customers = customers::make(seed);
    let mut orders = orders::make(seed, &mut merchants, &customers);
    reviews::add(seed, &mut orders);
    let admin = Account {
        name: "Robin Ashford".to_owned(),
        email: "admin@greenstall.example".to_owned(),
        password: PASSWORD,
        phone: "(503) 555-0100".to_owned(),
    };
    Market { seed, admin, merchants, customers, orders }
}
