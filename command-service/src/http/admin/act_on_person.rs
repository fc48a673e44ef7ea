//! `POST /admin/people/{id}/…`: an operator exports or erases a person's data.

use axum::{
    body::Body,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use domain::{account::erase_account::NoPerson, form::FieldRefusal};
use serde::Deserialize;
use service_kit::{
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};
use utoipa::ToSchema;

use super::operate::reason;
use crate::{
    application::{
        accounts::{AccountPorts, ErasurePorts, PasswordRefusal},
        confirm_person_act::{ConfirmRefusal, confirm_person_act},
        operations::OperationPorts,
        people::{ErasePerson, PersonRefusal, erase_person, export_person},
    },
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{parse_id, refusals},
    },
};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErasePersonRequest {
    /// The reason, for the audit: at most 500 characters.
    reason: String,
    /// The admin's password.
    #[schema(value_type = String)]
    current_password: Option<String>,
    /// Whether to erase even while there are unfinished orders, which then cannot be delivered.
    #[serde(default)]
    #[schema(required = false)]
    with_open_orders: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportPersonRequest {
    /// The reason, for the audit: at most 500 characters.
    reason: String,
    /// The admin's password.
    #[schema(value_type = String)]
    current_password: Option<String>,
}

/// Export the log's events about a person
///
/// Contains every event about the person in readable form, oldest first, without other people's data and without
/// passwords. It needs the admin's password, and counts against the admin's daily limit. The file is sent while the log is read, so an interrupted download is incomplete.
#[utoipa::path(
    post,
    path = "/admin/people/{id}/export",
    tag = "admin",
    params(("id" = String, Path, description = "The account's id")),
    request_body(content = ExportPersonRequest,
        example = json!({"reason": "Asked for on November 20.", "currentPassword": "Secret-1!"})),
    responses(
        (status = 200, body = Object, content_type = "application/json", description = "The file"),
        (status = 409, body = ProblemBody, description = "This person is forgotten already"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn export_person_data(
    State(ports): State<OperationPorts>,
    State(accounts): State<AccountPorts>,
    CommandBy(Admin(admin), provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<ExportPersonRequest>,
) -> Result<Response, Refused> {
    let ExportPersonRequest { reason: why, current_password } = request;
    let (account_id, why) = (parse_id(&id, PersonRefusal::from(NoPerson::NotFound))?, reason(&why)?);
    confirm_person_act(&accounts, admin.account, &current_password.unwrap_or_default()).await?;
    let pieces = export_person(&ports, &provenance, account_id, why).await?;
    let name = format!("attachment; filename=\"person-{account_id}.json\"");
    let head = [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((head, Body::from_stream(pieces)).into_response())
}

/// Erase a person
///
/// Personal data becomes unreadable for everybody. The account is closed, its sessions end, its products are hidden,
/// and its e-mail address can be signed up with again. Purchases and sales with their times and amounts stay. It needs the
/// admin's password, and counts against the admin's daily limit.
#[utoipa::path(
    post,
    path = "/admin/people/{id}/erase",
    tag = "admin",
    params(("id" = String, Path, description = "The account's id")),
    request_body(content = ErasePersonRequest,
        example = json!({"reason": "Asked for on November 20.", "currentPassword": "Secret-1!"})),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Forgotten",
            example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn erase_person_data(
    State(ports): State<ErasurePorts>,
    State(accounts): State<AccountPorts>,
    CommandBy(Admin(admin), provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<ErasePersonRequest>,
) -> Result<Answer<Done>, Refused> {
    let (account_id, reason) =
        (parse_id(&id, PersonRefusal::from(NoPerson::NotFound))?, reason(&request.reason)?);
    let with_open_orders = request.with_open_orders;
    confirm_person_act(&accounts, admin.account, &request.current_password.unwrap_or_default()).await?;
    let command = ErasePerson { account_id, reason, with_open_orders };
    let position = erase_person(&ports, &provenance, command).await?;
    Ok(Answer::ok(position, Done::OK))
}

refusals! {
    Refused or CROWDED, ERASED from ConfirmRefusal {
        ConfirmRefusal::PasswordMissing | ConfirmRefusal::Password(PasswordRefusal::Wrong) =>
            Invalid.in_field("currentPassword") when "The current password is missing or wrong",
        ConfirmRefusal::Password(PasswordRefusal::TooManyFailures { retry_in }) | ConfirmRefusal::TooMany { retry_in } =>
            TooMany.retry_in(*retry_in) when "Too many wrong passwords, or too many people in a day",
    }
    from PersonRefusal {
        PersonRefusal::NoPerson(NoPerson::NotFound) => NotFound when "User not found",
        PersonRefusal::OrdersUnderWay => Conflict when "Orders are under way",
        PersonRefusal::Admin(_) => Conflict when "It is an admin's account",
        PersonRefusal::NoPerson(NoPerson::Forgotten) => Conflict when "The person is forgotten already",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "The reason is empty or too long",
    }
}
