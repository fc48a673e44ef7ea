//! `PUT /admin/users/{id}/approve`: an admin approves a merchant, or rejects one with a reason.

use axum::extract::State;
use domain::account::{
    approve_merchant::{ApproveMerchant, Refusal as NotApproved},
    reject_merchant::{Refusal as NotRejected, RejectMerchant},
};
use domain::form::FieldRefusal;
use service_kit::{
    caller::Admin,
    extract::{Json, Path},
};

use super::review::{Decided, ReviewRequest, Verdict};
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
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
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn review_merchant(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<ReviewRequest>,
) -> Result<Answer<Decided>, Refused> {
    let verdict = request.verdict()?;
    let account_id = parse_id(&id, NotApproved::NotFound)?;
    let executed = match verdict {
        Verdict::Approved { note } => {
            let command = ApproveMerchant { account_id, reason: note };
            writer.execute(&provenance, &command).await?
        }
        Verdict::Rejected { reason } => {
            let command = RejectMerchant { account_id, reason };
            writer.execute(&provenance, &command).await?
        }
    };
    Ok(Answer::ok(executed.position, Decided::OK))
}

refusals! {
    Refused from NotApproved {
        NotApproved::NotFound => NotFound when "No such user",
        NotApproved::AlreadyApproved => Conflict when "Somebody decided before",
        NotApproved::NotAMerchant => Conflict when "Not a merchant",
    }
    from NotRejected {
        NotRejected::NotFound => NotFound when "No such user",
        NotRejected::AlreadyReviewed => Conflict when "Somebody decided before",
        NotRejected::NotAMerchant => Conflict when "Not a merchant",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "A rejection without a reason",
    }
}
