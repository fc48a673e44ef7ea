//! Generates the demo market as plain data from a seed. The same seed gives the same market at any time and place.
//!
//! Nothing here reads the clock. Times are days and minutes before "now"; the writer of the market decides when "now"
//! is.

mod catalog;
mod cities;
mod customers;
mod dice;
mod merchants;
mod model;
mod orders;
mod people;
mod products;
mod reviews;
#[cfg(test)]
mod tests;
mod trades;

pub(super) use dice::derived_seed;
pub use model::{
    Account, Actor, Approval, Customer, Market, Merchant, OrderLine, OrderPart, PASSWORD, PastOrder,
    PastReview, Product, Step,
};

/// The seed to use when the caller has no other one.
pub const DEFAULT_SEED: u64 = 20_261_121;

/// Generates the market of a seed.
#[must_use]
pub fn generate(seed: u64) -> Market {
    let mut merchants = merchants::make(seed);
    products::add_products(seed, &mut merchants);
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
