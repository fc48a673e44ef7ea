//! `PUT /admin/users/{id}/approve`: an admin approves a merchant, or rejects one with a reason.

use axum::extract::State;
use domain::account::{
    approve_merchant::{self, ApproveMerchant},
    reject_merchant::{self, RejectMerchant},
};
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};

use super::review::{Decided, ReviewRequest, Verdict};
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{id_in_path, problem},
    },
};

/// Approve or reject a merchant
///
/// A rejected merchant can still be approved. Approving a merchant who is listed as renamed accepts the new name.
#[utoipa::path(
    put,
    path = "/admin/users/{id}/approve",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The merchant's account")),
    request_body(content = ReviewRequest, examples(
        ("approve" = (value = json!({"approved": true}))),
        ("reject" = (value = json!({"approved": false, "reason": "The business address does not exist."}))),
    )),
    responses(
        (status = 200, body = Decided, headers(("Greenstall-Position" = u64)),
            description = "Decided",
            example = json!({"success": true})),
        (status = 404, body = ProblemBody, description = "No such user"),
        (status = 409, body = ProblemBody, description = "Somebody decided before, or it is no merchant"),
        (status = 422, body = ProblemBody, description = "A rejection without a reason"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn review_merchant(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<ReviewRequest>,
) -> Result<Answer<Decided>, Problem> {
    let verdict = request.verdict()?;
    let account_id = id_in_path(&id, "User not found")?;
    let executed = match verdict {
        Verdict::Approved { note } => {
            let command = ApproveMerchant { account_id, reason: note };
            let approved = writer.execute(&provenance, &command).await;
            approved.map_err(|failure| failure.into_problem(not_approved))?
        }
        Verdict::Rejected { reason } => {
            let command = RejectMerchant { account_id, reason };
            let rejected = writer.execute(&provenance, &command).await;
            rejected.map_err(|failure| failure.into_problem(not_rejected))?
        }
    };
    Ok(Answer::ok(executed.position, Decided::OK))
}

fn not_approved(refusal: approve_merchant::Refusal) -> Problem {
    use approve_merchant::Refusal;
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::NotAMerchant | Refusal::AlreadyApproved => problem(Code::Conflict, &refusal),
    }
}

fn not_rejected(refusal: reject_merchant::Refusal) -> Problem {
    use reject_merchant::Refusal;
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::NotAMerchant | Refusal::AlreadyReviewed => problem(Code::Conflict, &refusal),
    }
}
