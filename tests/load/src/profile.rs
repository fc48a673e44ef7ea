//! The mix: which journeys people make, and how many begin each second.

use std::time::Duration;

/// A kind of latency: a journey, or a delay that journeys find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    NearList,
    List,
    ProductPage,
    Search,
    Cart,
    Checkout,
    Message,
    Offer,
    Fulfilment,
    Desk,
    Listing,
    Audit,
    SignUp,
    LogIn,
    OrderStreamed,
    MessageStreamed,
}

/// A row of the profile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) kind: Kind,
    pub(crate) name: &'static str,
    /// Journeys that begin each second at factor 1. 0 for delays, which are not begun.
    pub(crate) per_second: f64,
    pub(crate) what: &'static str,
}

const fn row(kind: Kind, name: &'static str, per_second: f64, what: &'static str) -> Row {
    Row { kind, name, per_second, what }
}

/// Every kind, in the order of the enum.
pub(crate) const PROFILE: [Row; 16] = [
    row(Kind::NearList, "list near a place", 25.0, "one page of products near a ZIP code"),
    row(Kind::List, "list", 15.0, "one page of a category, a filter or a sort"),
    row(Kind::ProductPage, "product page", 40.0, "a product by Zipf's law, its reviews, and a counted look"),
    row(Kind::Search, "search", 25.0, "suggestions for the first letters, then the results"),
    row(Kind::Cart, "cart", 2.0, "two products looked at and priced, a quantity changed, one removed"),
    row(Kind::Checkout, "checkout", 4.0, "price and hold, pay by card, order, and see the order in the list"),
    row(Kind::Message, "message", 1.0, "a customer writes to a merchant, who opens the thread"),
    row(Kind::Offer, "price or stock", 3.0, "a merchant changes a price or a stock and sees it on the page"),
    row(
        Kind::Fulfilment,
        "fulfilment",
        4.0,
        "a merchant accepts, prepares and readies an order; the customer sees it",
    ),
    row(Kind::Desk, "merchant's desk", 1.0, "orders, products and notifications of a merchant"),
    row(
        Kind::Listing,
        "listing",
        0.5,
        "a merchant lists a product, an admin approves it, a visitor finds it",
    ),
    row(Kind::Audit, "admin's desk", 0.5, "the audit, all orders and the counts"),
    row(Kind::SignUp, "sign-up", 0.2, "a new customer, who looks at the profile"),
    row(Kind::LogIn, "log-in", 0.5, "a customer logs in, lists orders and logs out"),
    row(
        Kind::OrderStreamed,
        "order on stream",
        0.0,
        "from the acknowledged order to the event on the merchant's stream",
    ),
    row(
        Kind::MessageStreamed,
        "message on stream",
        0.0,
        "from the acknowledged message to the event on the merchant's stream",
    ),
];

/// People at factor 1, and the fewest.
const MERCHANTS: (f64, u32) = (100.0, 5);
const CUSTOMERS: (f64, u32) = (400.0, 20);
/// Products of each merchant whose price never changes, so that journeys know what a cart costs; and of those whose price
/// and stock change.
pub(crate) const SOLD: u32 = 15;
pub(crate) const CHANGED: u32 = 5;

/// Streams of an account that stay open. It may have ten.
pub(crate) const STREAMS_OF_A_MERCHANT: usize = 2;
pub(crate) const STREAMS_OF_A_CUSTOMER: usize = 3;

/// Journeys of a kind that begin while as many as arrive in this time are unfinished are not made, and count as errors.
const LONGEST_QUEUE: Duration = Duration::from_secs(10);
/// The unfinished journeys that any kind may have.
const SHORTEST_QUEUE: f64 = 20.0;

/// Merchants at this factor.
pub(crate) fn merchants(factor: f64) -> u32 {
    scaled(MERCHANTS, factor)
}

/// Customers at this factor.
pub(crate) fn customers(factor: f64) -> u32 {
    scaled(CUSTOMERS, factor)
}

fn scaled((people, fewest): (f64, u32), factor: f64) -> u32 {
    ((people * factor).round() as u32).max(fewest)
}

/// The products that the load's merchants list. Merchants of the demo market cannot log in for the load.
pub(crate) fn listed(factor: f64) -> usize {
    (merchants(factor) * (SOLD + CHANGED)) as usize
}

impl Kind {
    pub(crate) fn row(self) -> &'static Row {
        PROFILE.iter().find(|row| row.kind == self).expect("every kind has a row")
    }
}

impl Row {
    /// How many journeys of this kind may be unfinished at this factor.
    pub(crate) fn most_unfinished(&self, factor: f64) -> usize {
        (self.per_second * factor * LONGEST_QUEUE.as_secs_f64()).max(SHORTEST_QUEUE).ceil() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_row() {
        let kinds: std::collections::BTreeSet<Kind> = PROFILE.iter().map(|row| row.kind).collect();
        assert_eq!(kinds.len(), PROFILE.len());
        assert!(PROFILE.iter().all(|row| row.kind.row().name == row.name));
    }

    #[test]
    fn people_scale_with_the_rates() {
        assert_eq!((merchants(1.5), customers(1.5), listed(1.5)), (150, 600, 3_000));
        assert_eq!((merchants(0.01), customers(0.01)), (5, 20));
    }

    #[test]
    fn ten_seconds_of_arrivals_may_be_unfinished_and_a_few_of_rare_kinds() {
        let of = |kind: Kind, factor| kind.row().most_unfinished(factor);
        assert_eq!(of(Kind::Search, 2.0), 500);
        assert_eq!(of(Kind::SignUp, 1.0), 20);
    }
}
