//! The checkout aggregate: one payment for the orders of any number of merchants.

pub mod abandon_checkout;
pub mod complete_checkout;
pub mod decide_refund;
mod delivery_fee;
mod delivery_radius;
pub mod issue_refund;
mod money_back;
mod number;
mod offer;
#[cfg(test)]
mod properties;
mod quote;
pub mod receive_payment;
pub mod record_dispute;
pub mod record_elsewhere;
pub mod record_refund_failure;
mod refund;
pub mod request_payment;
mod same_day_cutoff;
pub mod shipping_form;
pub mod start_checkout;
mod state;
mod tax;
#[cfg(test)]
pub(crate) mod testing;

pub use delivery_fee::FeePolicy;
pub use money_back::MoneyBack;
pub use number::{checkout_id, new_number};
pub use offer::{Offer, Seller, some_left};
pub use quote::{MINIMUM_TOTAL, NotOffered, Quote, Wanted, quote};
pub use refund::{Elsewhere, Refund};
pub use state::{Checkout, Disputed, Ending, Intent, Payment, Started};
