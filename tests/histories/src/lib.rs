//! Builds event histories of a shop for tests and benchmarks: people, products, checkouts, orders, reviews and
//! conversations with typical values, the events that happen to them, and a log that records them.
//!
//! Everything is plain data. Ids, names and times follow from numbers, so that a test reads the same in every run:
//!
//! ```
//! use histories::{History, merchant, product};
//!
//! let (farm, kale) = (merchant(1), product(1).named("Kale"));
//! let mut shop = History::default();
//! shop.by(&farm, farm.opened()).admin(farm.approved());
//! shop.by(&farm, kale.listed()).admin(kale.approved()).by(&farm, kale.counted(3));
//! assert_eq!(shop.events().len(), 5);
//! ```

mod checkout;
mod conversation;
mod delivery;
mod history;
mod order;
mod person;
mod product;
mod review;

pub use self::{
    checkout::{Checkout, REFUND_FAILURE, billing, shipping},
    conversation::{Conversation, conversation_id},
    delivery::{Delivery, delivery, webhook_id},
    history::{History, at, stream_of},
    order::{Order, checkout_id, order_id},
    person::{Person, account_id, address, admin, api_key_id, business, customer, merchant, session_id},
    product::{Product, product, product_id},
    review::{Review, review_id},
};
