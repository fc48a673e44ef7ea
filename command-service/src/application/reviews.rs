//! Use cases of reviews, which only buyers write. Each delivered purchase is noted in the stream of the review that it
//! permits, so that writing a review reads only that stream.

use std::{collections::BTreeSet, convert::Infallible};

use domain::{
    order::Order,
    product::Product,
    review::{
        Purchase,
        note_purchase::NotePurchase,
        note_return::NoteReturn,
        write_review::{self, WriteReview},
    },
};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{OrderId, ReviewId},
    shop::OrderStatus,
};

use super::{Failure, Writer, load};

/// For each product of a delivered order, notes that its customer may review it; for each product of a returned
/// order, that this order no longer permits a review. Can be repeated.
///
/// # Errors
/// Never [`Failure::Refused`]. After a failure, the next call continues where this one stopped.
pub async fn note_purchases(
    writer: &Writer,
    provenance: &Provenance,
    order_id: OrderId,
) -> Result<(), Failure<Infallible>> {
    let order: Order = load::<_, Infallible>(&writer.log, order_id.uuid()).await?.state;
    let Some(placed) = order.placed else { return Ok(()) };
    let products: BTreeSet<_> = placed.lines.iter().map(|line| line.product_id).collect();
    for product_id in products {
        let purchase =
            Purchase { customer_id: placed.customer_id, product_id, merchant_id: placed.merchant_id };
        match placed.status {
            OrderStatus::Delivered => {
                writer.execute(provenance, &NotePurchase { purchase, order_id }).await?;
            }
            OrderStatus::Returned => {
                writer.execute(provenance, &NoteReturn { purchase, order_id }).await?;
            }
            _ => return Ok(()),
        }
    }
    Ok(())
}

#[derive(Clone, Copy, Debug)]
pub struct Written {
    pub review_id: ReviewId,
    /// A position in the log: a view that has reached it contains the review.
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
    writer: &Writer,
    provenance: &Provenance,
    command: &WriteReview,
) -> Result<Written, Failure<NotWritten>> {
    let product: Product = load::<_, NotWritten>(&writer.log, command.product_id.uuid()).await?.state;
    if product.listing.is_none() {
        return Err(Failure::Refused(NotWritten::NoSuchProduct));
    }
    let written = writer.execute(provenance, command).await;
    let written = written.map_err(|failure| failure.map(NotWritten::from))?;
    Ok(Written { review_id: command.review_id(), position: written.position })
}
