//! The contents of mail: one letter per file, built of blocks. Text and HTML are rendered from the same blocks, so
//! that both have the same content.

mod block;
pub mod email_change;
pub mod email_verification;
mod html;
pub mod inquiry;
mod letter;
pub mod merchant_reviewed;
pub mod message;
pub mod new_access;
pub mod new_order;
mod one_line;
pub mod order_confirmation;
pub mod order_status;
pub mod password_changed;
pub mod password_reset;
pub mod person_acted_on;
pub mod product_reviewed;
pub mod refund;
#[cfg(test)]
mod tests;
mod text;

pub use self::{block::Block, letter::Letter};
use self::{
    block::{delivery_facts, facts, link, paragraph, reason, sums, sums_with_delivery},
    one_line::shortened,
};
