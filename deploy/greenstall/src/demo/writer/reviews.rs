//! Writes the customers' reviews of delivered products, and the merchants' replies.

use chrono::{DateTime, TimeDelta, Utc};
use command_service::application::reviews::{NotWritten, answer, note_purchases, write};
use domain::review::{
    answer_review::{self, AnswerReview},
    review_of,
    write_review::{self, WriteReview},
};
use shared_events::{Actor, ids::OrderId};

use super::{
    desk::Desk,
    failures::{done_or_before, told},
};
use crate::{Outcome, demo::market::OrderPart};

/// Merchants answer after an hour.
const ANSWERING: TimeDelta = TimeDelta::hours(1);

/// A delivered part of an order.
pub(super) struct Delivered<'a> {
    pub(super) desk: &'a Desk<'a>,
    /// The name of the item.
    pub(super) item: &'a str,
    pub(super) order_id: OrderId,
    pub(super) customer: usize,
    pub(super) part: &'a OrderPart,
    pub(super) placed_at: DateTime<Utc>,
    pub(super) delivered_at: DateTime<Utc>,
}

/// Lets the customer review the delivered products, as the process manager does in a running shop, and writes the
/// reviews.
pub(super) async fn reviews(delivered: &Delivered<'_>) -> Outcome<()> {
    let Delivered { desk, item, order_id, customer, part, placed_at, delivered_at } = delivered;
    let (noting, at) = (format!("{item}, purchases"), *delivered_at + TimeDelta::seconds(4));
    let provenance = desk.by(Actor::system("note_purchases_when_delivered"), &noting, at);
    note_purchases(&desk.at(&noting, at), &provenance, *order_id).await.map_err(told(noting))?;
    for review in &part.reviews {
        let (by, product_id) = (desk.customer(*customer), desk.product(part.merchant, review.product));
        let what = format!("{item}, review of product {}", review.product);
        let at = *placed_at + TimeDelta::minutes(review.minutes_after.into());
        let provenance = desk.by(desk.as_customer(*customer), &what, at);
        let command =
            WriteReview { by, product_id, rating: review.rating.into(), comment: review.comment.to_owned() };
        let written = write(&desk.at(&what, at), &provenance, &command).await;
        done_or_before(written, &NotWritten::Refused(write_review::Refusal::AlreadyWritten), what)?;
        let Some(text) = review.reply else { continue };
        let (what, at) = (format!("{item}, answer about product {}", review.product), at + ANSWERING);
        let provenance = desk.by(desk.as_merchant(part.merchant), &what, at);
        let command = AnswerReview {
            review_id: review_of(by, product_id),
            by: desk.merchant(part.merchant),
            text: text.to_owned(),
        };
        let answered = answer(&desk.at(&what, at), &provenance, &command).await;
        done_or_before(answered, &answer_review::Refusal::AlreadyAnswered, what)?;
    }
    Ok(())
}
