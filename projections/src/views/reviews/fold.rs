//! Folds events into changes to the table.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ReviewEvent},
};
use uuid::Uuid;

use crate::{engine::ApplyError, views::decode::read};

/// A review that this batch added.
pub(super) struct Written {
    pub(super) review_id: Uuid,
    pub(super) product_id: Uuid,
    pub(super) merchant_id: Uuid,
    pub(super) customer_id: Uuid,
    pub(super) rating: u8,
    pub(super) comment: Option<String>,
    pub(super) at: DateTime<Utc>,
}

/// The review's id, the text of the merchant's reply, and its time.
pub(super) type Reply = (Uuid, Option<String>, DateTime<Utc>);

/// A batch's changes to one review.
#[derive(Default)]
pub(super) struct Change {
    /// Whether the batch withdraws a review that existed before.
    pub(super) withdrawn: bool,
    pub(super) written: Option<Written>,
    pub(super) reply: Option<Reply>,
}

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) reviews: BTreeMap<Uuid, Change>,
    pub(super) erased: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            ReviewEvent::CATEGORY => changes.review(recorded.recorded_at, read(recorded)?),
            AccountEvent::CATEGORY => {
                if let AccountEvent::AccountErased { account_id } = read(recorded)? {
                    changes.erased.push(account_id.uuid());
                }
            }
            _ => {}
        }
    }
    Ok(changes)
}

impl Changes {
    fn review(&mut self, at: DateTime<Utc>, event: ReviewEvent) {
        match event {
            ReviewEvent::PurchaseDelivered { .. } | ReviewEvent::PurchaseReturned { .. } => {}
            ReviewEvent::ProductReviewed {
                review_id,
                customer_id,
                product_id,
                merchant_id,
                rating,
                comment,
            } => {
                let written = Written {
                    review_id: review_id.uuid(),
                    product_id: product_id.uuid(),
                    merchant_id: merchant_id.uuid(),
                    customer_id: customer_id.uuid(),
                    rating,
                    comment: comment.into_inner(),
                    at,
                };
                self.reviews.entry(review_id.uuid()).or_default().written = Some(written);
            }
            ReviewEvent::ReviewWithdrawn { review_id, .. } => {
                let gone = Change { withdrawn: true, written: None, reply: None };
                self.reviews.insert(review_id.uuid(), gone);
            }
            ReviewEvent::ReviewAnswered { review_id, merchant_id: _, text } => {
                let reply = (review_id.uuid(), text.into_inner(), at);
                self.reviews.entry(review_id.uuid()).or_default().reply = Some(reply);
            }
        }
    }
}
