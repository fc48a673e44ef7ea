//! `POST /products/{id}/reviews`: a buyer reviews a product.

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::review::write_review::{Refusal, WriteReview};
use serde::{Deserialize, Serialize};
use service_kit::{
    Code, Problem,
    caller::Caller,
    extract::{Json, Path},
    problem::ProblemBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    App,
    application::reviews::{self, NotWritten},
    http::{
        answer::Answer,
        refusal::{id_in_path, invalid, problem},
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
/// For customers to whom an order with the product was delivered and who have not returned it, once each.
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
        (status = 403, body = ProblemBody, description = "Not bought, not delivered yet, or returned"),
        (status = 404, body = ProblemBody, description = "No such product"),
        (status = 409, body = ProblemBody, description = "The caller has reviewed it already"),
        (status = 422, body = ProblemBody, description = "No such rating, or a comment that is blank or too long"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn write_review(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(request): Json<WriteReviewRequest>,
) -> Result<Answer<ReviewWritten>, Problem> {
    let WriteReviewRequest { rating, comment } = request;
    let product_id = id_in_path(&id, "Product not found")?;
    let command = WriteReview { by: caller.account, product_id, rating, comment };
    let provenance = app.command_by(caller.actor());
    let written = reviews::write(&app, &provenance, &command).await;
    let written = written.map_err(|failure| failure.into_problem(refused))?;
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

fn refused(refusal: NotWritten) -> Problem {
    match refusal {
        NotWritten::NoSuchProduct => problem(Code::NotFound, &refusal),
        NotWritten::Refused(Refusal::NotBought | Refusal::Returned) => problem(Code::Forbidden, &refusal),
        NotWritten::Refused(Refusal::AlreadyWritten) => problem(Code::Conflict, &refusal),
        NotWritten::Refused(Refusal::Form(faults)) => invalid(&faults),
    }
}
