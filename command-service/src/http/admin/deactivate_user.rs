//! `DELETE /admin/users/{id}`: an admin deactivates an account.

use std::convert::Infallible;

use axum::extract::State;
use domain::{account::deactivate_account::Refusal, form::FieldRefusal};
use serde::Serialize;
use service_kit::{
    caller::Admin,
    extract::{JsonOrNothing, Path},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::note::NoteRequest;
use crate::{
    application::{Writer, accounts},
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
    },
    sessions::Sessions,
};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserDeactivated {
    /// Always true.
    success: bool,
    /// The merchant's orders that are neither delivered nor cancelled.
    open_orders: Vec<OpenOrder>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenOrder {
    id: Uuid,
    /// For example `GS-261121-7K2QF-1`.
    number: String,
    /// The order's status.
    status: String,
}

/// Deactivate a user
///
/// The account's sessions end at once, it cannot log in, and a merchant's products disappear. A checkout that is paid
/// from now on is refunded. A merchant's open orders are listed: an admin completes or cancels them. The body is optional.
#[utoipa::path(
    delete,
    path = "/admin/users/{id}",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The account")),
    request_body(content = Option<NoteRequest>, example = json!({"reason": "Asked for it by phone."})),
    responses(
        (status = 200, body = UserDeactivated, headers(("Greenstall-Position" = u64)), description = "Done",
            example = json!({"success": true, "openOrders": [
                {"id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "number": "GS-261121-7K2QF-1", "status": "confirmed"},
            ]})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn deactivate_user(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    JsonOrNothing(note): JsonOrNothing<NoteRequest>,
) -> Result<Answer<UserDeactivated>, Refused> {
    let reason = note.reason()?;
    let id = parse_id(&id, Refusal::NotFound)?;
    let done = accounts::deactivate(&writer, &sessions, &provenance, id, reason).await?;
    let open_orders = match done.state.merchant() {
        Some(_) => accounts::open_sales::<Infallible>(&writer, id).await?,
        None => Vec::new(),
    };
    let open_orders = open_orders.into_iter().map(OpenOrder::from).collect();
    Ok(Answer::ok(done.position, UserDeactivated { success: true, open_orders }))
}

impl From<accounts::OpenOrder> for OpenOrder {
    fn from(accounts::OpenOrder { id, number, status }: accounts::OpenOrder) -> Self {
        Self { id: id.uuid(), number, status: status.as_str().to_owned() }
    }
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such user",
        Refusal::Admin => Conflict when "It is an admin",
        Refusal::AlreadyDeactivated => Conflict when "Was deactivated before",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "The reason is too long",
    }
}
