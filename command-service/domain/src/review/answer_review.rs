//! A merchant answers a review, once.

use shared_events::{
    Personal,
    events::ReviewEvent,
    ids::{AccountId, ReviewId},
};

use super::Review;
use crate::form::{FieldRefusal, at_most};

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

/// Returns the events to append, or the refusal.
pub fn decide(review: &Review, command: &AnswerReview) -> Result<Vec<ReviewEvent>, Refusal> {
    let purchase =
        review.purchase.filter(|purchase| review.rating.is_some() && purchase.merchant_id == command.by);
    let merchant_id = purchase.ok_or(Refusal::NotFound)?.merchant_id;
    let text = command.text.trim();
    if text.is_empty() {
        return Err(FieldRefusal::new("text", "Reply is required").into());
    }
    at_most("text", "Reply", text, LONGEST_ANSWER)?;
    if review.answered {
        return Err(Refusal::AlreadyAnswered);
    }
    let text = Personal::new(merchant_id.uuid(), text.to_owned());
    Ok(vec![ReviewEvent::ReviewAnswered { review_id: command.review_id, merchant_id, text }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{review::testing::*, testing::given};

    #[test]
    fn the_merchant_answers_once() {
        given::<Review>(&[delivered(), written()])
            .when(|review| decide(review, &answer()))
            .then(&[answered()]);
        given::<Review>(&[delivered(), written(), answered()])
            .when(|review| decide(review, &answer()))
            .then_refused(Refusal::AlreadyAnswered);
    }

    #[test]
    fn a_missing_review_or_one_of_another_shop_is_not_found() {
        for history in [vec![], vec![delivered()], vec![delivered(), written(), returned(), withdrawn()]] {
            given::<Review>(&history)
                .when(|review| decide(review, &answer()))
                .then_refused(Refusal::NotFound);
        }
        let stranger = AnswerReview { by: customer_id(), ..answer() };
        given::<Review>(&[delivered(), written()])
            .when(|review| decide(review, &stranger))
            .then_refused(Refusal::NotFound);
    }

    #[test]
    fn an_answer_is_neither_empty_nor_too_long() {
        for (text, expected) in [
            (" ".to_owned(), "Reply is required"),
            ("x".repeat(2_001), "Reply is too long: at most 2000 characters"),
        ] {
            let command = AnswerReview { text, ..answer() };
            let refusal = given::<Review>(&[delivered(), written()]);
            refusal
                .when(|review| decide(review, &command).map_err(|refusal| refusal.to_string()))
                .then_refused(expected.to_owned());
        }
    }
}
