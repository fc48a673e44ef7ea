//! Use cases of reviews, which only buyers write. Delivered purchases are noted in the stream of the review
//! that they permit, so that writing a review reads only that stream.

use std::{collections::BTreeSet, convert::Infallible};

use domain::{
    order::Order,
    product::Product,
    review::{
        Purchase, Review,
        answer_review::{self, AnswerReview},
        note_purchase, note_return, review_of,
        write_review::{self, WriteReview},
    },
};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{OrderId, ReviewId},
    shop::OrderStatus,
};

use super::{Executed, Failure, execute, load};
use crate::App;

/// For each product of a delivered order, notes that its customer may review it; for each product of a returned
/// order, that this order no longer permits a review. Can be repeated.
///
/// # Errors
/// Never [`Failure::Refused`]. After a failure, the next call continues where this one stopped.
pub async fn note_purchases(
    app: &App,
    provenance: &Provenance,
    order_id: OrderId,
) -> Result<(), Failure<Infallible>> {
    let order: Order = load::<_, Infallible>(&app.log, order_id.uuid()).await?.state;
    let Some(placed) = order.placed else { return Ok(()) };
    let note = match placed.status {
        OrderStatus::Delivered => note_purchase::decide,
        OrderStatus::Returned => note_return::decide,
        _ => return Ok(()),
    };
    let products: BTreeSet<_> = placed.lines.iter().map(|line| line.product_id).collect();
    for product_id in products {
        let purchase =
            Purchase { customer_id: placed.customer_id, product_id, merchant_id: placed.merchant_id };
        let decide = |review: &Review| Ok::<_, Infallible>(note(review, purchase, order_id));
        execute(app, provenance, review_of(placed.customer_id, product_id).uuid(), decide).await?;
    }
    Ok(())
}

#[derive(Clone, Copy, Debug)]
pub struct Written {
    pub review_id: ReviewId,
    /// Position in the log: a view that has reached it shows the review.
    pub position: Position,
}

/// Reasons not to write a review.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotWritten {
    /// There is no such product.
    #[error("Product not found")]
    NoSuchProduct,
    /// The decision refused it.
    #[error(transparent)]
    Refused(#[from] write_review::Refusal),
}

/// A buyer reviews a product.
pub async fn write(
    app: &App,
    provenance: &Provenance,
    command: &WriteReview,
) -> Result<Written, Failure<NotWritten>> {
    let product: Product = load::<_, NotWritten>(&app.log, command.product_id.uuid()).await?.state;
    if product.listing.is_none() {
        return Err(Failure::Refused(NotWritten::NoSuchProduct));
    }
    let review_id = review_of(command.by, command.product_id);
    let decide = |review: &Review| write_review::decide(review, command).map_err(NotWritten::from);
    let Executed { position, .. } = execute(app, provenance, review_id.uuid(), decide).await?;
    Ok(Written { review_id, position })
}

/// The merchant answers a review.
pub async fn answer(
    app: &App,
    provenance: &Provenance,
    command: &AnswerReview,
) -> Result<Position, Failure<answer_review::Refusal>> {
    let decide = |review: &Review| answer_review::decide(review, command);
    execute(app, provenance, command.review_id.uuid(), decide).await.map(|executed| executed.position)
}
