//! `POST /auth/login`: log in with e-mail address and password.

use axum::{extract::State, http::HeaderMap};
use domain::form::FieldRefusal;
use serde::{Deserialize, Serialize};
use service_kit::extract::Json;
use utoipa::ToSchema;

use super::{
    device_cookie::{self, DeviceCookies},
    user::User,
    user_agent,
};
use crate::{
    application::{
        CommandAttempt,
        accounts::{self, AccountPorts, LogIn, LogInRefusal},
    },
    client_address::ClientAddress,
    http::{answer::Answer, refusal::refusals},
};

/// Path of the endpoint, below `/api`.
pub(in crate::http) const PATH: &str = "/auth/login";

#[derive(Deserialize, ToSchema)]
pub(crate) struct LogInRequest {
    #[schema(value_type = String)]
    email: Option<String>,
    #[schema(value_type = String)]
    password: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LoggedIn {
    /// Always true.
    success: bool,
    /// A text for people.
    message: &'static str,
    /// The access token: to be sent as `Authorization: Bearer …` with every call, valid for 12 hours.
    token: String,
    user: User,
}

/// Log in
///
/// After 10 failures for an account within 15 minutes, further attempts from the same network address are refused
/// until the oldest failure is 15 minutes old. Beyond 10 failures from all addresses, attempts for that account wait
/// longer and longer. A browser that sends the cookie of an earlier log-in to the account is counted separately. A
/// network address has 300 attempts a minute and 100 failures in 15 minutes.
#[utoipa::path(
    post,
    path = "/auth/login",
    extensions(("x-no-idempotency-key" = json!(true))),
    tag = "auth",
    request_body(content = LogInRequest, example = json!({"email": "anna@example.com", "password": "Secret-1!"})),
    responses(
        (status = 200, body = LoggedIn, headers(("Greenstall-Position" = u64)),
            description = "Logged in",
            example = json!({"success": true, "message": "Login successful", "token": "eyJ0eXAiOiJKV1Qi…", "user": {
                "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d",
                "name": "Anna Smith", "email": "anna@example.com", "emailVerified": true, "role": "customer",
                "revision": 1, "isActive": true, "createdAt": "2026-09-21T14:13:20Z",
            }})),
    ),
)]
pub(crate) async fn log_in(
    State(ports): State<AccountPorts>,
    State(cookies): State<DeviceCookies>,
    attempt: CommandAttempt,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(request): Json<LogInRequest>,
) -> Result<Answer<LoggedIn>, Refused> {
    let email = request.email.unwrap_or_default();
    let password = request.password.unwrap_or_default();
    for (field, value) in [("email", &email), ("password", &password)] {
        if value.trim().is_empty() {
            return Err(FieldRefusal::new(field, "Email and password are required").into());
        }
    }
    let device = device_cookie::device(&headers);
    let agent = user_agent::of(&headers);
    let command = LogIn { email: &email, password: &password, address, device: device.as_ref(), agent };
    let logged_in = accounts::log_in(&ports, &attempt, &command).await?;
    let user = User::new(logged_in.profile, logged_in.opened_at);
    let body = LoggedIn { success: true, message: "Login successful", token: logged_in.token, user };
    let cookie = cookies.remember(device, &*attempt.ids, logged_in.claim);
    Ok(Answer::ok(logged_in.position, body).secret().with(cookie))
}

refusals! {
    Refused or CROWDED from LogInRefusal {
        LogInRefusal::WrongPassword => Unauthenticated when "No such account, or another password",
        LogInRefusal::Deactivated => Forbidden when "The password is right, but the account was deactivated",
        LogInRefusal::TooManyFailures { retry_in } =>
            TooMany.retry_in(*retry_in) when "Too many failures; `Retry-After` says how long to wait",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "A field is missing, wrong or of the wrong type",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use chrono::TimeDelta;
    use serde_json::{Value, json};

    use crate::http::testing::*;

    fn login(email: &str, password: &str) -> Value {
        json!({"email": email, "password": password})
    }

    #[tokio::test]
    async fn the_password_logs_in_from_anywhere() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        shop.clock.advance(TimeDelta::hours(3));
        let reply = shop.post("/auth/login", None, &login("MIA@example.com", PASSWORD)).await;
        let answer = reply.done(StatusCode::OK);
        assert_eq!(answer["message"], "Login successful");
        let user = &answer["user"];
        assert_eq!((&user["id"], &user["_id"]), (&json!(merchant.id), &json!(merchant.id)));
        assert_eq!(user["createdAt"], "2026-09-21T14:13:20Z");
        assert_eq!(user["businessInfo"]["isApproved"], false);
        let token = answer["token"].as_str().unwrap();
        let claims = shop.app.tokens.verify(token).unwrap();
        assert_eq!(claims.sub.uuid(), merchant.id);
        assert_ne!(claims.sid, shop.app.tokens.verify(&merchant.token).unwrap().sid);
        let history = shop.history("credential", merchant.id).await;
        assert_eq!(history, ["PasswordSet"]);
        assert_eq!(shop.history("session", claims.sid.uuid()).await, ["SessionOpened"]);
    }

    #[tokio::test]
    async fn an_unknown_address_and_a_wrong_password_look_alike() {
        let shop = Shop::open();
        shop.customer().await;
        for (email, password) in [
            ("anna@example.com", "Secret-2!"),
            ("anna@example.com", "secret-1!"),
            ("ben@example.com", PASSWORD),
            ("no address", PASSWORD),
        ] {
            let reply = shop.post("/auth/login", None, &login(email, password)).await;
            assert_eq!(reply.refused(StatusCode::UNAUTHORIZED), "Invalid email or password");
        }
    }

    #[tokio::test]
    async fn both_fields_are_required() {
        let shop = Shop::open();
        for body in [json!({}), login("", PASSWORD), login("anna@example.com", ""), json!({"email": null})] {
            let reply = shop.post("/auth/login", None, &body).await;
            assert_eq!(reply.refused(StatusCode::UNPROCESSABLE_ENTITY), "Email and password are required");
        }
        shop.refuses_odd_bodies(Method::POST, "/auth/login", None).await;
    }

    #[tokio::test]
    async fn ten_failures_block_an_account_for_a_while() {
        let shop = Shop::open();
        shop.customer().await;
        shop.merchant().await;
        for minute in 0..10 {
            shop.clock.set(opening_time() + TimeDelta::minutes(minute));
            // All spellings of an address count for one account.
            let email = if minute % 2 == 0 { "anna@example.com" } else { "ANNA@EXAMPLE.COM" };
            let reply = shop.post("/auth/login", None, &login(email, "wrong")).await;
            reply.refused(StatusCode::UNAUTHORIZED);
        }
        let right = login("anna@example.com", PASSWORD);
        let reply = shop.post("/auth/login", None, &right).await;
        assert_eq!(
            reply.refused(StatusCode::TOO_MANY_REQUESTS),
            "Too many failed sign-ins. Please try again later."
        );
        assert_eq!(reply.headers["retry-after"], "360", "nine minutes ago the first failure was");
        shop.post("/auth/login", None, &login("mia@example.com", PASSWORD)).await.done(StatusCode::OK);
        shop.clock.set(opening_time() + TimeDelta::minutes(15));
        shop.post("/auth/login", None, &right).await.done(StatusCode::OK);
    }

    #[tokio::test]
    async fn a_success_resets_the_failures() {
        let shop = Shop::open();
        shop.customer().await;
        for _ in 0..3 {
            for _ in 0..9 {
                let reply = shop.post("/auth/login", None, &login("anna@example.com", "wrong")).await;
                reply.refused(StatusCode::UNAUTHORIZED);
            }
            shop.post("/auth/login", None, &login("anna@example.com", PASSWORD)).await.done(StatusCode::OK);
        }
    }

    #[tokio::test]
    async fn an_erased_person_cannot_log_in() {
        let shop = Shop::open();
        let customer = shop.customer().await;
        shop.app.writer.log.keyring().erase(customer.id).await.unwrap();
        let reply = shop.post("/auth/login", None, &login("anna@example.com", PASSWORD)).await;
        assert_eq!(reply.refused(StatusCode::UNAUTHORIZED), "Invalid email or password");
    }
}
