//! Writes the customers' reviews of delivered products, and the merchants' replies.

use chrono::{DateTime, TimeDelta, Utc};
use command_service::application::reviews::{NotWritten, note_purchases, write};
use domain::review::{
    answer_review::{self, AnswerReview},
    review_of,
    write_review::{self, WriteReview},
};
use shared_events::{Actor, ids::OrderId};

use super::{
    failures::{done_or_before, failed_at},
    market_writer::MarketWriter,
};
use crate::{Outcome, demo::market::OrderPart};

/// The time from a review to the merchant's reply.
const ANSWER_DELAY: TimeDelta = TimeDelta::hours(1);

/// A delivered part of an order.
pub(super) struct Delivered<'a> {
    pub(super) writer: &'a MarketWriter<'a>,
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
    let Delivered { writer, item, order_id, customer, part, placed_at, delivered_at } = delivered;
    let (noting, at) = (format!("{item}, purchases"), *delivered_at + TimeDelta::seconds(4));
    let provenance = writer.by(Actor::system("note_purchases_when_delivered"), &noting, at);
    note_purchases(&writer.at(&noting, at).writer, &provenance, *order_id)
        .await
        .map_err(failed_at(noting))?;
    for review in &part.reviews {
        let (by, product_id) = (writer.customer(*customer), writer.product(part.merchant, review.product));
        let what = format!("{item}, review of product {}", review.product);
        let at = *placed_at + TimeDelta::minutes(review.minutes_after.into());
        let provenance = writer.by(writer.as_customer(*customer), &what, at);
        let command =
            WriteReview { by, product_id, rating: review.rating.into(), comment: review.comment.to_owned() };
        let written = write(&writer.at(&what, at).writer, &provenance, &command).await;
        done_or_before(written, &NotWritten::Refused(write_review::Refusal::AlreadyWritten), what)?;
        let Some(text) = review.reply else { continue };
        let (what, at) = (format!("{item}, answer about product {}", review.product), at + ANSWER_DELAY);
        let provenance = writer.by(writer.as_merchant(part.merchant), &what, at);
        let command = AnswerReview {
            review_id: review_of(by, product_id),
            by: writer.merchant(part.merchant),
            text: text.to_owned(),
        };
        let answered = writer.at(&what, at).writer.execute(&provenance, &command).await;
        done_or_before(answered, &answer_review::Refusal::AlreadyAnswered, what)?;
    }
    Ok(())
}
