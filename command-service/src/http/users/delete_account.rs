//! `DELETE /users/me`: deletes the caller's account and erases the personal data.

use axum::extract::State;
use domain::form::FieldRefusal;
use serde::Deserialize;
use service_kit::{caller::Caller, extract::Json};
use utoipa::ToSchema;

use crate::{
    application::accounts::{self, AccountPorts, DeleteRefusal, ErasurePorts},
    http::{answer::Answer, command::CommandBy, done::DoneWithMessage, refusal::refusals},
};

#[derive(Deserialize, ToSchema)]
pub(crate) struct DeleteAccountRequest {
    #[schema(value_type = String)]
    password: Option<String>,
}

/// Delete the account and erase its personal data
///
/// The account is closed, its sessions end, and all personal data becomes unreadable, in the log and in every view.
#[utoipa::path(
    delete,
    path = "/users/me",
    tag = "users",
    request_body(content = DeleteAccountRequest, example = json!({"password": "Secret-1!"})),
    responses(
        (status = 200, body = DoneWithMessage, headers(("Greenstall-Position" = u64)), description = "Forgotten",
            example = json!({"success": true, "message": "Your account has been deleted."})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn delete_account(
    State(ports): State<AccountPorts>,
    State(erasure): State<ErasurePorts>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<DeleteAccountRequest>,
) -> Result<Answer<DoneWithMessage>, Refused> {
    let password = request.password.unwrap_or_default();
    if password.is_empty() {
        return Err(FieldRefusal::new("password", "Password is required").into());
    }
    let position = accounts::delete_account(&ports, &erasure, &caller, &provenance, &password).await?;
    Ok(Answer::ok(position, DoneWithMessage::saying("Your account has been deleted.")))
}

refusals! {
    Refused or CROWDED from DeleteRefusal {
        DeleteRefusal::WrongPassword => Invalid.in_field("password") when "The password is missing or wrong",
        DeleteRefusal::TooManyFailures { retry_in } =>
            TooMany.retry_in(*retry_in) when "Too many wrong passwords; `Retry-After` says how long to wait",
        DeleteRefusal::OrdersUnderWay => Conflict when "Orders are under way",
        DeleteRefusal::Admin(_) => Conflict when "It is an admin's account",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "The password is missing or wrong",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use serde_json::json;

    use crate::http::{market::Market, testing::*};

    const OK: StatusCode = StatusCode::OK;
    const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
    const CONFLICT: StatusCode = StatusCode::CONFLICT;

    #[tokio::test]
    async fn an_account_with_unfinished_orders_is_not_deleted() {
        let market = Market::open().await;
        let shop = &market.shop;
        let delete = async |who: &Person| {
            shop.call(Method::DELETE, "/users/me", Some(who), &json!({"password": PASSWORD})).await
        };
        let payment = market.intent(&market.anna, &market.cart()).await;
        market.pays(&payment).await;
        let orders = market.orders().await;
        let text = "You have orders that are not finished. Please try again when they are.";
        for who in [&market.anna, &market.mia, &market.ben] {
            assert_eq!(delete(who).await.refused(CONFLICT), text);
        }
        let of = |merchant: &Person| orders.iter().find(|(_, id)| id.uuid() == merchant.id).unwrap().0;
        let move_on = async |merchant: &Person, status: &str| {
            let path = format!("/orders/{}/status", of(merchant));
            shop.put(&path, Some(merchant), &json!({"status": status})).await.done(OK);
        };
        // Ben's order ends, Mia's continues: Anna and Mia must wait, Ben need not.
        move_on(&market.ben, "cancelled").await;
        delete(&market.ben).await.done(OK);
        for status in ["confirmed", "preparing", "ready-for-pickup"] {
            move_on(&market.mia, status).await;
            assert_eq!(delete(&market.anna).await.refused(CONFLICT), text, "{status}");
            assert_eq!(delete(&market.mia).await.refused(CONFLICT), text, "{status}");
        }
        move_on(&market.mia, "delivered").await;
        delete(&market.anna).await.done(OK);
        delete(&market.mia).await.done(OK);
    }

    #[tokio::test]
    async fn deleting_an_account_needs_the_password() {
        let shop = Shop::open();
        let (anna, admin) = (shop.customer().await, shop.admin().await);
        let delete = async |who: &Person, password: &str| {
            shop.call(Method::DELETE, "/users/me", Some(who), &json!({"password": password})).await
        };
        assert_eq!(delete(&anna, "").await.refused(INVALID), "Password is required");
        assert_eq!(delete(&anna, "wrong").await.refused(INVALID), "Password is incorrect");
        assert_eq!(delete(&admin, PASSWORD).await.refused(CONFLICT), "Admin accounts cannot be deleted here");
        delete(&anna, PASSWORD).await.done(OK);
        delete(&anna, PASSWORD).await.refused(StatusCode::UNAUTHORIZED);
        let history = shop.history("account", anna.id).await;
        assert_eq!(history, ["AccountOpened", "EmailVerificationRequested", "AccountErased"]);
        shop.sign_up(&customer_form("anna@example.com")).await;
    }
}
