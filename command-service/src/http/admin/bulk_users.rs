//! `POST /admin/users/bulk`: an admin approves, deactivates or reactivates many users.

use axum::extract::State;
use domain::account::{
    Account,
    approve_merchant::{self, ApproveMerchant},
    deactivate_account, reactivate_account,
};
use domain::form::FieldRefusal;
use event_store::Provenance;
use serde::Deserialize;
use service_kit::{Problem, caller::Admin, extract::Json};
use shared_events::{Position, ids::AccountId};
use utoipa::ToSchema;

use super::{
    bulk::{BulkAnswer, BulkResult, selected},
    review::reason,
};
use crate::{
    application::{Executed, Failure, Writer, accounts},
    http::{answer::Answer, command::CommandBy, refusal::refusals},
    sessions::Sessions,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UsersBulkRequest {
    action: UsersAction,
    /// The ids of at most 100 users.
    ids: Vec<String>,
    /// The reason, for the audit.
    #[schema(nullable = false)]
    reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UsersAction {
    /// Approve merchants.
    Approve,
    /// Deactivate accounts.
    Deactivate,
    /// Reactivate accounts.
    Reactivate,
}

/// Approve, deactivate or reactivate many users
///
/// Each account is handled separately: some may fail while others succeed, as `results` shows. An account that is
/// already in the requested state counts as done.
#[utoipa::path(
    post,
    path = "/admin/users/bulk",
    tag = "admin",
    request_body(content = UsersBulkRequest, example = json!({
        "action": "approve", "ids": ["2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c"],
    })),
    responses(
        (status = 200, body = BulkAnswer, headers(("Greenstall-Position" = u64)),
            description = "Carried out, for all or for some",
            example = json!({"success": false, "message": "Some actions failed. Please try again.", "results": [
                {"id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "success": true},
                {"id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "success": false, "message": "User not found"},
            ]})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn bulk_users(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Json(request): Json<UsersBulkRequest>,
) -> Result<Answer<BulkAnswer>, Refused> {
    let ids = selected(request.ids)?;
    let reason = reason(request.reason.as_deref())?;
    let mut reached = Position::START;
    let mut results = Vec::with_capacity(ids.len());
    for id in ids {
        let outcome = match id.parse() {
            Ok(account) => {
                act(&writer, &sessions, &provenance, request.action, account, reason.clone()).await
            }
            Err(_) => Err("User not found".to_owned()),
        };
        results.push(BulkResult::new(id, outcome.map(|position| reached = reached.max(position))));
    }
    Ok(Answer::ok(reached, BulkAnswer::new(results)))
}

async fn act(
    writer: &Writer,
    sessions: &Sessions,
    provenance: &Provenance,
    action: UsersAction,
    id: AccountId,
    reason: Option<String>,
) -> Result<Position, String> {
    match action {
        UsersAction::Approve => {
            use approve_merchant::Refusal::AlreadyApproved;
            let command = ApproveMerchant { account_id: id, reason };
            outcome_text(writer.execute(provenance, &command).await, &AlreadyApproved)
        }
        UsersAction::Deactivate => {
            use deactivate_account::Refusal::AlreadyDeactivated;
            outcome_text(
                accounts::deactivate(writer, sessions, provenance, id, reason).await,
                &AlreadyDeactivated,
            )
        }
        UsersAction::Reactivate => {
            use reactivate_account::Refusal::AlreadyActive;
            outcome_text(accounts::reactivate(writer, sessions, provenance, id, reason).await, &AlreadyActive)
        }
    }
}

/// The result of a row for the admin. Details for operators go to the log.
fn outcome_text<R: std::fmt::Display + PartialEq>(
    outcome: Result<Executed<Account>, Failure<R>>,
    done_before: &R,
) -> Result<Position, String> {
    match outcome {
        Ok(executed) => Ok(executed.position),
        Err(Failure::Refused(refusal)) if refusal == *done_before => Ok(Position::START),
        Err(Failure::Refused(refusal)) => Err(refusal.to_string()),
        Err(failure) => Err(failure.into_problem(|refusal| Problem::internal(&refusal)).message().to_owned()),
    }
}

refusals! {
    Refused from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "Nothing or too much was selected, or there is no such action",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::json;

    use crate::http::testing::*;

    const OK: StatusCode = StatusCode::OK;
    const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

    #[tokio::test]
    async fn admins_act_on_many_users_and_each_row_has_its_result() {
        let shop = Shop::open();
        let (anna, mia, admin) = (shop.customer().await, shop.merchant().await, shop.admin().await);
        let act = async |action: &str, ids: &[&str]| {
            shop.post("/admin/users/bulk", Some(&admin), &json!({"action": action, "ids": ids})).await
        };
        let [anna_id, mia_id, admin_id] = [&anna, &mia, &admin].map(|person| person.id.to_string());
        let reply = act("approve", &[&mia_id, &anna_id, "7"]).await;
        assert_eq!((reply.status, &reply.body["success"]), (OK, &json!(false)));
        assert_eq!(
            reply.body["results"],
            json!([
                {"id": mia_id, "success": true},
                {"id": anna_id, "success": false, "message": "Only merchants can be approved or rejected"},
                {"id": "7", "success": false, "message": "User not found"},
            ])
        );
        act("deactivate", &[&mia_id, &anna_id]).await.done(OK);
        let reply = act("deactivate", &[&admin_id]).await;
        assert_eq!(reply.body["results"][0]["message"], "Admin users cannot be deactivated");
        act("reactivate", &[&mia_id, &anna_id]).await.done(OK);
        assert_eq!(act("approve", &[]).await.refused(INVALID), "Please select items first");
        act("delete", &[&mia_id]).await.refused(INVALID);
    }
}
