//! A buyer reviews a product, once.

use shared_events::{
    Personal,
    events::ReviewEvent,
    ids::{AccountId, ProductId, ReviewId},
};
use uuid::Uuid;

use super::{Purchase, Review, review_of};
use crate::{
    Command,
    form::{FieldRefusal, at_most, first_text},
};

/// The most characters of a comment.
const LONGEST_COMMENT: usize = 2_000;

/// Review this product.
#[derive(Clone, Debug)]
pub struct WriteReview {
    /// The caller.
    pub by: AccountId,
    pub product_id: ProductId,
    /// 1 to 5.
    pub rating: f64,
    /// The buyer's comment.
    pub comment: String,
}

impl WriteReview {
    /// Id of the review.
    pub fn review_id(&self) -> ReviewId {
        review_of(self.by, self.product_id)
    }
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The product was never delivered to the caller.
    #[error("Only customers who have received this product can review it")]
    NotBought,
    /// All purchases were returned.
    #[error("You have returned this product, so you cannot review it")]
    Returned,
    /// The caller has already reviewed the product.
    #[error("You have already reviewed this product")]
    AlreadyWritten,
    /// Rating or comment is not acceptable.
    #[error("{}", first_text(.0))]
    Form(Vec<FieldRefusal>),
}

impl Command for WriteReview {
    type Aggregate = Review;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.review_id().uuid()
    }

    fn decide(&self, review: &Review) -> Result<Vec<ReviewEvent>, Refusal> {
        let Purchase { customer_id, product_id, merchant_id } = review.purchase.ok_or(Refusal::NotBought)?;
        if review.kept.is_empty() {
            return Err(Refusal::Returned);
        }
        let (rating, comment) = checked(self).map_err(Refusal::Form)?;
        if review.rating.is_some() {
            return Err(Refusal::AlreadyWritten);
        }
        Ok(vec![ReviewEvent::ProductReviewed {
            review_id: review_of(customer_id, product_id),
            customer_id,
            product_id,
            merchant_id,
            rating,
            comment: Personal::new(customer_id.uuid(), comment),
        }])
    }
}

fn checked(command: &WriteReview) -> Result<(u8, String), Vec<FieldRefusal>> {
    let mut faults = Vec::new();
    let rating = (1..=5).find(|rating| f64::from(*rating) == command.rating);
    if rating.is_none() {
        faults.push(FieldRefusal::new("rating", "Rating must be a whole number from 1 to 5"));
    }
    let comment = command.comment.trim();
    if comment.is_empty() {
        faults.push(FieldRefusal::new("comment", "Comment is required"));
    }
    faults.extend(at_most("comment", "Comment", comment, LONGEST_COMMENT).err());
    match rating {
        Some(rating) if faults.is_empty() => Ok((rating, comment.to_owned())),
        _ => Err(faults),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{review::testing::*, testing::given};

    #[test]
    fn a_buyer_reviews_a_delivered_product_once() {
        given::<Review>(&[the_review().purchase_delivered(order_id())])
            .when(&write())
            .then(&[the_review().written(5, "Sweet and firm.")]);
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().written(5, "Sweet and firm."),
        ])
        .when(&write())
        .then_refused(Refusal::AlreadyWritten);
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().written(5, "Sweet and firm."),
            the_review().answered("Thank you!"),
        ])
        .when(&write())
        .then_refused(Refusal::AlreadyWritten);
    }

    #[test]
    fn only_buyers_write_reviews() {
        given::<Review>(&[]).when(&write()).then_refused(Refusal::NotBought);
    }

    #[test]
    fn a_returned_product_is_reviewed_only_after_another_delivery() {
        given::<Review>(&[the_review().purchase_returned(order_id())])
            .when(&write())
            .then_refused(Refusal::NotBought);
        for history in [
            vec![the_review().purchase_delivered(order_id()), the_review().purchase_returned(order_id())],
            vec![
                the_review().purchase_delivered(order_id()),
                the_review().written(5, "Sweet and firm."),
                the_review().purchase_returned(order_id()),
                the_review().withdrawn(5),
            ],
        ] {
            given::<Review>(&history).when(&write()).then_refused(Refusal::Returned);
            given::<Review>(&[history, vec![the_review().purchase_delivered(another_order_id())]].concat())
                .when(&write())
                .then(&[the_review().written(5, "Sweet and firm.")]);
        }
    }

    #[test]
    fn a_rating_is_one_of_five_numbers() {
        for rating in [0.0, 6.0, -1.0, 4.5, 0.999, f64::NAN, f64::INFINITY, 1e300] {
            let refusal = WriteReview { rating, ..write() }.decide(&bought()).unwrap_err();
            assert_eq!(refusal.to_string(), "Rating must be a whole number from 1 to 5", "{rating}");
        }
        for (rating, stars) in [(1.0, 1), (2.0, 2), (3.0, 3), (4.0, 4), (5.0, 5)] {
            let events = WriteReview { rating, ..write() }.decide(&bought()).unwrap();
            assert!(matches!(events[0], ReviewEvent::ProductReviewed { rating, .. } if rating == stars));
        }
    }

    #[test]
    fn a_comment_is_neither_empty_nor_too_long() {
        let refusal = |comment: &str| {
            WriteReview { comment: comment.to_owned(), ..write() }.decide(&bought()).unwrap_err().to_string()
        };
        assert_eq!(refusal(" \n"), "Comment is required");
        assert_eq!(refusal(&"x".repeat(2_001)), "Comment is too long: at most 2000 characters");
        assert!(WriteReview { comment: "x".repeat(2_000), ..write() }.decide(&bought()).is_ok());
    }

    #[test]
    fn all_faults_are_reported() {
        let command = WriteReview { rating: 0.0, comment: String::new(), ..write() };
        let Err(Refusal::Form(faults)) = command.decide(&bought()) else { panic!("it is refused") };
        assert_eq!(faults.iter().map(|fault| fault.field).collect::<Vec<_>>(), ["rating", "comment"]);
    }
}
