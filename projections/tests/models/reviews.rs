use std::{collections::BTreeMap, sync::Arc};

use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    RawEvent, Recorded,
    events::{AccountEvent, ReviewEvent},
    ids::ReviewId,
};

use crate::model::{Answer, Model, answer, moment, read, readable};

const REVIEWS: &str = "SELECT review_id, product_id, merchant_id, customer_id, rating, comment, reviewed_at, \
     reply, replied_at FROM read.reviews_reviews";

#[derive(Default)]
pub(crate) struct Reviews(BTreeMap<ReviewId, Value>);

impl Model for Reviews {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::reviews::Reviews)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        match read::<ReviewEvent>(recorded) {
            Some(ReviewEvent::ProductReviewed {
                review_id,
                customer_id,
                product_id,
                merchant_id,
                rating,
                comment,
            }) => {
                let review = json!({
                    "review_id": review_id, "product_id": product_id, "merchant_id": merchant_id,
                    "customer_id": customer_id, "rating": rating, "comment": readable(&comment),
                    "reviewed_at": moment(recorded.recorded_at), "reply": null, "replied_at": null,
                });
                self.0.insert(review_id, review);
            }
            Some(ReviewEvent::ReviewAnswered { review_id, text, .. }) => {
                let review = self.0.get_mut(&review_id).expect("what is answered was written");
                review["reply"] = json!(readable(&text));
                review["replied_at"] = moment(recorded.recorded_at);
            }
            Some(ReviewEvent::ReviewWithdrawn { review_id, .. }) => {
                self.0.remove(&review_id).expect("what is withdrawn was written");
            }
            Some(ReviewEvent::PurchaseDelivered { .. } | ReviewEvent::PurchaseReturned { .. }) | None => {}
        }
        if let Some(AccountEvent::AccountErased { account_id }) = read(recorded) {
            for review in self.0.values_mut() {
                for (writer, text) in [("customer_id", "comment"), ("merchant_id", "reply")] {
                    if review[writer] == json!(account_id) {
                        review[text] = Value::Null;
                    }
                }
            }
        }
    }

    fn answers(&self) -> Vec<Answer> {
        vec![answer(REVIEWS, self.0.values().cloned())]
    }
}

#[test]
fn reviews_agree_with_their_model() {
    crate::folding::agrees::<Reviews>();
}
