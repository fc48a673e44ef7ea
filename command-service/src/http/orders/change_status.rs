//! `PUT /orders/{id}/status`: a merchant, or an admin in the merchant's place, changes the status of an order.

use axum::extract::State;
use domain::order::change_status::{ChangeStatus, Refusal};
use serde::{Deserialize, Serialize};
use service_kit::{
    caller::Seller,
    extract::{Json, Path},
};
use shared_events::shop::{OrderStatus, Tracking};
use utoipa::ToSchema;

use crate::{
    application::{Writer, orders},
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
    },
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChangeStatusRequest {
    /// The new status: `confirmed`, `preparing`, `ready-for-pickup`, `out-for-delivery`, `shipped`, `delivered`,
    /// `cancelled` or `returned`.
    #[schema(value_type = String)]
    status: OrderStatus,
    /// The reason. Required for a return, and for every step of an admin: customer and merchant read it.
    #[schema(nullable = false)]
    reason: Option<String>,
    /// A merchant's note for the customer. Ignored for an admin, whose reason is the note.
    #[schema(nullable = false)]
    note: Option<String>,
    #[serde(default)]
    shipping: Option<TrackingForm>,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrackingForm {
    /// Required to ship by carrier.
    #[schema(nullable = false)]
    tracking_number: Option<String>,
    /// The carrier's page: `http://` or `https://`.
    #[schema(nullable = false)]
    tracking_url: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatusChanged {
    /// Always true.
    success: bool,
}

/// Change the status of an order
///
/// The permitted transitions: pending → confirmed or cancelled; confirmed → preparing; preparing → ready-for-pickup,
/// or out-for-delivery or shipped (with a tracking number); each of these → delivered; delivered → returned (with a
/// reason). An admin may make each of them with a reason, and may cancel every order that is not delivered yet.
#[utoipa::path(
    put,
    path = "/orders/{id}/status",
    tag = "orders",
    params(("id" = Uuid, Path, description = "The order")),
    request_body(content = ChangeStatusRequest, examples(
        ("confirm" = (value = json!({"status": "confirmed"}))),
        ("ship" = (value = json!({"status": "shipped", "shipping": {"trackingNumber": "1Z999AA10123456784"}}))),
        ("return" = (value = json!({"status": "returned", "reason": "Arrived bruised."}))),
    )),
    responses(
        (status = 200, body = StatusChanged, headers(("Greenstall-Position" = u64)),
            description = "The order has moved", example = json!({"success": true})),
    ),
    security(("bearer" = []), ("apiKey" = ["orders:write"])),
)]
pub(crate) async fn change_status(
    State(writer): State<Writer>,
    CommandBy(Seller(caller), provenance): CommandBy<Seller>,
    Path(id): Path<String>,
    Json(request): Json<ChangeStatusRequest>,
) -> Result<Answer<StatusChanged>, Refused> {
    let TrackingForm { tracking_number, tracking_url } = request.shipping.unwrap_or_default();
    let command = ChangeStatus {
        order_id: parse_id(&id, Refusal::NotFound)?,
        by: caller.account,
        role: caller.role,
        to: request.status,
        reason: request.reason,
        note: request.note,
        tracking: Tracking { tracking_number, tracking_url },
        customer_is_forgotten: false,
    };
    let position = orders::change_status(&writer, &provenance, &command).await?;
    Ok(Answer::ok(position, StatusChanged { success: true }))
}

refusals! {
    Refused or ERASED from Refusal {
        Refusal::NotFound => NotFound when "No such order, or another merchant's",
        Refusal::Forbidden => Forbidden when "A customer",
        Refusal::NotPossible { .. } => Conflict when "The table has no such step (the order is unchanged)",
        Refusal::ReasonMissing | Refusal::AdminsReasonMissing =>
            Invalid.in_field("reason") when "A return, or an admin's step, without a reason",
        Refusal::TrackingNumberMissing =>
            Invalid.in_field("shipping.trackingNumber") when "A shipment without a tracking number",
        Refusal::Form(fault) => Invalid.in_fields([fault]) when "An invalid link, or a text that is too long",
    }
}
