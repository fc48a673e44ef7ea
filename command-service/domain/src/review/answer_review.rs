//! A merchant answers a review, once.

use shared_events::{
    Personal,
    events::ReviewEvent,
    ids::{AccountId, ReviewId},
};
use uuid::Uuid;

use super::Review;
use crate::{
    Command,
    form::{FieldRefusal, at_most},
};

/// The most characters of an answer.
const LONGEST_ANSWER: usize = 2_000;

#[derive(Clone, Debug)]
pub struct AnswerReview {
    pub review_id: ReviewId,
    /// The caller.
    pub by: AccountId,
    pub text: String,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such review, or it is about another merchant's product.
    #[error("Review not found")]
    NotFound,
    #[error("You have already replied to this review")]
    AlreadyAnswered,
    /// The text is not acceptable.
    #[error(transparent)]
    Form(#[from] FieldRefusal),
}

impl Command for AnswerReview {
    type Aggregate = Review;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.review_id.uuid()
    }

    fn decide(&self, review: &Review) -> Result<Vec<ReviewEvent>, Refusal> {
        let purchase =
            review.purchase.filter(|purchase| review.rating.is_some() && purchase.merchant_id == self.by);
        let merchant_id = purchase.ok_or(Refusal::NotFound)?.merchant_id;
        let text = self.text.trim();
        if text.is_empty() {
            return Err(FieldRefusal::new("text", "Reply is required").into());
        }
        at_most("text", "Reply", text, LONGEST_ANSWER)?;
        if review.answered {
            return Err(Refusal::AlreadyAnswered);
        }
        let text = Personal::new(merchant_id.uuid(), text.to_owned());
        Ok(vec![ReviewEvent::ReviewAnswered { review_id: self.review_id, merchant_id, text }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{review::testing::*, testing::given};

    #[test]
    fn the_merchant_answers_once() {
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().written(5, "Sweet and firm."),
        ])
        .when(&answer())
        .then(&[the_review().answered("Thank you!")]);
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().written(5, "Sweet and firm."),
            the_review().answered("Thank you!"),
        ])
        .when(&answer())
        .then_refused(Refusal::AlreadyAnswered);
    }

    #[test]
    fn a_review_that_is_written_again_is_answered_again() {
        let history = [
            the_review().purchase_delivered(order_id()),
            the_review().written(5, "Sweet and firm."),
            the_review().answered("Thank you!"),
            the_review().purchase_returned(order_id()),
            the_review().withdrawn(5),
            the_review().purchase_delivered(another_order_id()),
            the_review().written(5, "Sweet and firm."),
        ];
        given::<Review>(&history).when(&answer()).then(&[the_review().answered("Thank you!")]);
    }

    #[test]
    fn a_missing_review_or_one_of_another_shop_is_not_found() {
        for history in [
            vec![],
            vec![the_review().purchase_delivered(order_id())],
            vec![
                the_review().purchase_delivered(order_id()),
                the_review().written(5, "Sweet and firm."),
                the_review().purchase_returned(order_id()),
                the_review().withdrawn(5),
            ],
        ] {
            given::<Review>(&history).when(&answer()).then_refused(Refusal::NotFound);
        }
        let stranger = AnswerReview { by: customer_id(), ..answer() };
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().written(5, "Sweet and firm."),
        ])
        .when(&stranger)
        .then_refused(Refusal::NotFound);
    }

    #[test]
    fn an_answer_is_neither_empty_nor_too_long() {
        for (text, expected) in [
            (" ".to_owned(), "Reply is required"),
            ("x".repeat(2_001), "Reply is too long: at most 2000 characters"),
        ] {
            let command = AnswerReview { text, ..answer() };
            given::<Review>(&[
                the_review().purchase_delivered(order_id()),
                the_review().written(5, "Sweet and firm."),
            ])
            .when(&command)
            .then_refused(FieldRefusal::new("text", expected).into());
        }
    }
}
