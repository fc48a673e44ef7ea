//! `PUT /reviews/{id}/reply`: the merchant answers a review.

use axum::extract::State;
use domain::review::answer_review::{AnswerReview, Refusal};
use serde::{Deserialize, Serialize};
use service_kit::{
    caller::Merchant,
    extract::{Json, Path},
};
use utoipa::ToSchema;

use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
    },
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReplyRequest {
    /// At most 2,000 characters.
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewAnswered {
    /// Always true.
    success: bool,
}

/// Reply to a review
///
/// Possible once, by the merchant who sold the product.
#[utoipa::path(
    put,
    path = "/reviews/{id}/reply",
    tag = "reviews",
    params(("id" = Uuid, Path, description = "The review")),
    request_body(content = ReplyRequest, example = json!({"text": "Thank you, Anna!"})),
    responses(
        (status = 200, body = ReviewAnswered, headers(("Greenstall-Position" = u64)),
            description = "The reply stands below the review", example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn reply_to_review(
    State(writer): State<Writer>,
    CommandBy(Merchant(caller), provenance): CommandBy<Merchant>,
    Path(id): Path<String>,
    Json(request): Json<ReplyRequest>,
) -> Result<Answer<ReviewAnswered>, Refused> {
    let review_id = parse_id(&id, Refusal::NotFound)?;
    let command = AnswerReview { review_id, by: caller.account, text: request.text };
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, ReviewAnswered { success: true }))
}

refusals! {
    Refused or ERASED from Refusal {
        Refusal::NotFound => NotFound when "No such review, or of another merchant's product",
        Refusal::AlreadyAnswered => Conflict when "There is a reply",
        Refusal::Form(fault) => Invalid.in_fields([fault]) when "Blank or too long",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use serde_json::json;
    use uuid::Uuid;

    use crate::http::reviews::write_review::tests::{delivered, praise, review};

    const OK: StatusCode = StatusCode::OK;
    const CREATED: StatusCode = StatusCode::CREATED;
    const FORBIDDEN: StatusCode = StatusCode::FORBIDDEN;
    const CONFLICT: StatusCode = StatusCode::CONFLICT;
    const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
    const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;

    #[tokio::test]
    async fn the_merchant_replies_once() {
        let market = delivered().await;
        let reply = review(&market, &market.anna, market.tomatoes, &praise()).await;
        let path = format!("/reviews/{}/reply", reply.done(CREATED)["review"]["id"].as_str().unwrap());
        let thanks = json!({"text": "Thank you!"});
        for (person, status) in
            [(&market.anna, FORBIDDEN), (&market.admin, FORBIDDEN), (&market.ben, NOT_FOUND)]
        {
            market.shop.put(&path, Some(person), &thanks).await.refused(status);
        }
        let blank = market.shop.put(&path, Some(&market.mia), &json!({"text": " "})).await;
        assert_eq!(blank.refused(INVALID), "Reply is required");
        let done = market.shop.put(&path, Some(&market.mia), &thanks).await;
        assert_eq!(done.done(OK), &json!({"success": true}));
        let again = market.shop.put(&path, Some(&market.mia), &thanks).await;
        assert_eq!(again.refused(CONFLICT), "You have already replied to this review");
        for id in ["7".to_owned(), Uuid::nil().to_string()] {
            let reply = market.shop.put(&format!("/reviews/{id}/reply"), Some(&market.mia), &thanks).await;
            assert_eq!(reply.refused(NOT_FOUND), "Review not found");
        }
        market.shop.refuses_odd_bodies(Method::PUT, &path, Some(&market.mia)).await;
        market.shop.put(&path, Some(&market.anna), &json!("nonsense")).await.refused(FORBIDDEN);
    }
}
