//! `POST /products/{id}/reviews`: a buyer reviews a product.

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::review::write_review::{Refusal, WriteReview};
use serde::{Deserialize, Serialize};
use service_kit::{
    caller::Caller,
    extract::{Json, Path},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    application::{
        Writer,
        reviews::{self, NotWritten},
    },
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
    },
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WriteReviewRequest {
    /// A whole number from 1 to 5.
    #[schema(value_type = i64, minimum = 1, maximum = 5)]
    rating: f64,
    /// At most 2,000 characters.
    comment: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewWritten {
    /// Always true.
    success: bool,
    review: WrittenReview,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WrittenReview {
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    id: Uuid,
    product_id: Uuid,
    #[schema(value_type = i64)]
    rating: f64,
    comment: String,
    created_at: DateTime<Utc>,
}

/// Review a product
///
/// Possible once, for customers to whom an order with the product was delivered and who have not returned it.
#[utoipa::path(
    post,
    path = "/products/{id}/reviews",
    tag = "reviews",
    params(("id" = Uuid, Path, description = "The product")),
    request_body(content = WriteReviewRequest, example = json!({"rating": 5, "comment": "Sweet and firm."})),
    responses(
        (status = 201, body = ReviewWritten, headers(("Greenstall-Position" = u64)),
            description = "The review is written", example = json!({
                "success": true,
                "review": {
                    "_id": "0199c0de-0000-5000-8000-000000000022", "id": "0199c0de-0000-5000-8000-000000000022",
                    "productId": "0199c0de-0000-7000-8000-000000000004", "rating": 5, "comment": "Sweet and firm.",
                    "createdAt": "2026-11-21T10:00:00Z",
                },
            })),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn write_review(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
    Json(request): Json<WriteReviewRequest>,
) -> Result<Answer<ReviewWritten>, Refused> {
    let WriteReviewRequest { rating, comment } = request;
    let product_id = parse_id(&id, NotWritten::NoSuchProduct)?;
    let command = WriteReview { by: caller.account, product_id, rating, comment };
    let written = reviews::write(&writer, &provenance, &command).await?;
    let review = WrittenReview {
        underscore_id: written.review_id.uuid(),
        id: written.review_id.uuid(),
        product_id: product_id.uuid(),
        rating: command.rating,
        comment: command.comment.trim().to_owned(),
        created_at: provenance.at,
    };
    Ok(Answer::created(written.position, ReviewWritten { success: true, review }))
}

refusals! {
    Refused or ERASED from NotWritten {
        NotWritten::NoSuchProduct => NotFound when "No such product",
        NotWritten::Refused(Refusal::NotBought | Refusal::Returned) =>
            Forbidden when "Not bought, not delivered yet, or returned",
        NotWritten::Refused(Refusal::AlreadyWritten) => Conflict when "The caller has reviewed it already",
        NotWritten::Refused(Refusal::Form(faults)) =>
            Invalid.in_fields(faults) when "No such rating, or a comment that is blank or too long",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use axum::http::{Method, StatusCode};
    use serde_json::{Value, json};
    use shared_events::ids::ProductId;
    use uuid::Uuid;

    use crate::{
        application::reviews::note_purchases,
        http::{
            market::Market,
            testing::{Person, Reply},
        },
    };

    const OK: StatusCode = StatusCode::OK;
    const CREATED: StatusCode = StatusCode::CREATED;
    const FORBIDDEN: StatusCode = StatusCode::FORBIDDEN;
    const CONFLICT: StatusCode = StatusCode::CONFLICT;
    const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
    const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;
    const NOT_BOUGHT: &str = "Only customers who have received this product can review it";

    pub(in crate::http::reviews) async fn review(
        market: &Market,
        who: &Person,
        product: ProductId,
        form: &Value,
    ) -> Reply {
        market.shop.post(&format!("/products/{product}/reviews"), Some(who), form).await
    }

    pub(in crate::http::reviews) fn praise() -> Value {
        json!({"rating": 5, "comment": " Sweet and firm. "})
    }

    /// Anna has bought tomatoes and kale from Mia and eggs from Ben; Mia's order is delivered.
    pub(in crate::http::reviews) async fn delivered() -> Market {
        let market = Market::open().await;
        let payment = market.intent(&market.anna, &market.cart()).await;
        market.pays(&payment).await;
        let orders = market.orders().await;
        let (mias, _) = orders.iter().find(|(_, merchant)| merchant.uuid() == market.mia.id).unwrap();
        for status in ["confirmed", "preparing", "ready-for-pickup"] {
            let body = json!({"status": status});
            market.shop.put(&format!("/orders/{mias}/status"), Some(&market.mia), &body).await.done(OK);
            assert_eq!(
                review(&market, &market.anna, market.tomatoes, &praise()).await.refused(FORBIDDEN),
                NOT_BOUGHT
            );
        }
        let body = json!({"status": "delivered"});
        market.shop.put(&format!("/orders/{mias}/status"), Some(&market.mia), &body).await.done(OK);
        for _ in 0..2 {
            note_purchases(&market.shop.app.writer, &market.command(), *mias).await.unwrap();
        }
        market
    }

    #[tokio::test]
    async fn a_buyer_reviews_a_delivered_product_once() {
        let market = delivered().await;
        let reply = review(&market, &market.anna, market.tomatoes, &praise()).await;
        let body = &reply.done(CREATED)["review"];
        assert_eq!(body["_id"], body["id"]);
        assert_eq!(body["productId"], market.tomatoes.to_string());
        assert_eq!((&body["rating"], &body["comment"]), (&json!(5.0), &json!("Sweet and firm.")));
        let id: Uuid = body["id"].as_str().unwrap().parse().unwrap();
        assert_eq!(market.shop.history("review", id).await, ["PurchaseDelivered", "ProductReviewed"]);
        let again = review(&market, &market.anna, market.tomatoes, &praise()).await;
        assert_eq!(again.refused(CONFLICT), "You have already reviewed this product");
        review(&market, &market.anna, market.kale, &praise()).await.done(CREATED);
        let eggs = review(&market, &market.anna, market.eggs, &praise()).await;
        assert_eq!(eggs.refused(FORBIDDEN), NOT_BOUGHT, "Ben's part is not delivered");
    }

    #[tokio::test]
    async fn a_return_withdraws_the_review_until_another_delivery() {
        let market = delivered().await;
        let reply = review(&market, &market.anna, market.tomatoes, &praise()).await;
        let id: Uuid = reply.done(CREATED)["review"]["id"].as_str().unwrap().parse().unwrap();
        let orders = market.orders().await;
        let (mias, _) = orders.iter().find(|(_, merchant)| merchant.uuid() == market.mia.id).unwrap();
        let back = json!({"status": "returned", "reason": "Too sour"});
        let path = format!("/orders/{mias}/status");
        market.shop.put(&path, Some(&market.mia), &back).await.done(OK);
        for _ in 0..2 {
            note_purchases(&market.shop.app.writer, &market.command(), *mias).await.unwrap();
        }
        let until_then = ["PurchaseDelivered", "ProductReviewed", "PurchaseReturned", "ReviewWithdrawn"];
        assert_eq!(market.shop.history("review", id).await, until_then);
        for product in [market.tomatoes, market.kale] {
            let reply = review(&market, &market.anna, product, &praise()).await;
            assert_eq!(reply.refused(FORBIDDEN), "You have returned this product, so you cannot review it");
        }
        let thanks = json!({"text": "Thank you!"});
        let reply = market.shop.put(&format!("/reviews/{id}/reply"), Some(&market.mia), &thanks).await;
        reply.refused(NOT_FOUND);
    }

    #[tokio::test]
    async fn only_buyers_write_reviews() {
        let market = delivered().await;
        let stranger = market.another_customer(1).await;
        for person in [&stranger, &market.mia, &market.ben, &market.admin] {
            assert_eq!(
                review(&market, person, market.tomatoes, &praise()).await.refused(FORBIDDEN),
                NOT_BOUGHT
            );
        }
        for id in ["7".to_owned(), Uuid::nil().to_string()] {
            let reply =
                market.shop.post(&format!("/products/{id}/reviews"), Some(&market.anna), &praise()).await;
            assert_eq!(reply.refused(NOT_FOUND), "Product not found");
        }
    }

    #[tokio::test]
    async fn invalid_forms_are_refused() {
        let market = delivered().await;
        let stars = "Rating must be a whole number from 1 to 5";
        for (form, text) in [
            (json!({"rating": 0, "comment": "x"}), stars),
            (json!({"rating": 6, "comment": "x"}), stars),
            (json!({"rating": 4.5, "comment": "x"}), stars),
            (json!({"rating": 5, "comment": " "}), "Comment is required"),
            (
                json!({"rating": 5, "comment": "x".repeat(2_001)}),
                "Comment is too long: at most 2000 characters",
            ),
        ] {
            assert_eq!(review(&market, &market.anna, market.tomatoes, &form).await.refused(INVALID), text);
        }
        let path = format!("/products/{}/reviews", market.tomatoes);
        market.shop.refuses_odd_bodies(Method::POST, &path, Some(&market.anna)).await;
        market.shop.post(&path, None, &json!("nonsense")).await.refused(StatusCode::UNAUTHORIZED);
    }
}
