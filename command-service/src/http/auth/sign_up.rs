//! `POST /auth/signup`: open an account and log in to it.

use axum::{extract::State, http::HeaderMap};
use domain::account::sign_up_form::SignUpForm;
use serde::Serialize;
use service_kit::extract::Json;
use shared_events::Actor;
use utoipa::ToSchema;

use super::{
    device_cookie::{self, DeviceCookies},
    forms::SignUpRequest,
    user::User,
    user_agent,
};
use crate::{
    application::{
        CommandAttempt,
        accounts::{self, AccountPorts, SignUpRefusal},
    },
    client_address::ClientAddress,
    http::{
        answer::Answer,
        refusal::{TooMany, refusals},
    },
    passwords::Asker,
};

#[derive(Serialize, ToSchema)]
pub(crate) struct SignedUp {
    /// Always true.
    success: bool,
    /// The access token: to be sent as `Authorization: Bearer …` with every call, valid for 12 hours.
    token: String,
    user: User,
}

/// Sign up
///
/// The rules are checked in this order, and the first broken one is reported: the password's, its repetition, the
/// account type, the merchant's fields, name and e-mail address.
#[utoipa::path(
    post,
    path = "/auth/signup",
    tag = "auth",
    request_body(content = SignUpRequest, examples(
        ("customer" = (value = json!({
            "name": "Anna Smith", "email": "anna@example.com", "password": "Secret-1!", "role": "customer",
        }))),
        ("merchant" = (value = json!({
            "name": "Mia Hill", "email": "mia@example.com", "password": "Secret-1!", "confirmPassword": "Secret-1!",
            "role": "merchant", "phone": "802-555-0100", "businessName": "Green Hill Farm",
            "businessDescription": "Vegetables from the hill.",
            "address": {"street": "1 Hill Road", "city": "Burlington", "state": "VT", "zipCode": "05401"},
            "businessInfo": {"businessType": "Farm", "deliveryRadius": 15},
        }))),
    )),
    responses(
        (status = 201, body = SignedUp, headers(("Greenstall-Position" = u64)),
            description = "The account is open and logged in",
            example = json!({"success": true, "token": "eyJ0eXAiOiJKV1Qi…", "user": {
                "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d",
                "name": "Anna Smith", "email": "anna@example.com", "emailVerified": false, "role": "customer",
                "revision": 1, "isActive": true, "createdAt": "2026-09-21T14:13:20Z",
            }})),
    ),
)]
pub(crate) async fn sign_up(
    State(ports): State<AccountPorts>,
    State(cookies): State<DeviceCookies>,
    attempt: CommandAttempt,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(request): Json<SignUpRequest>,
) -> Result<Answer<SignedUp>, Refused> {
    if let Some(address) = address {
        let admitted = ports.limits.sign_ups.admit(address, ports.clock.now());
        admitted.map_err(TooMany::saying("Too many sign-ups. Please try again in a minute."))?;
    }
    let form = SignUpForm::from(request);
    let agent = user_agent::of(&headers);
    let provenance = attempt.by(Actor::system("sign-up"));
    let signed_up = accounts::sign_up(&ports, &provenance, Asker::Stranger(address), &form, agent).await?;
    let user = User::new(signed_up.profile, signed_up.opened_at);
    let device = device_cookie::device(&headers);
    let cookie = cookies.remember(device, &*attempt.ids, signed_up.claim);
    let body = SignedUp { success: true, token: signed_up.token, user };
    Ok(Answer::created(signed_up.position, body).secret().with(cookie))
}

refusals! {
    Refused or CROWDED, ERASED from SignUpRefusal {
        SignUpRefusal::Form(fault) => Invalid.in_fields([fault]) when "A rule is broken (`message` is the first one)",
        SignUpRefusal::Email(_) => Conflict.in_field("email") when "The e-mail address belongs to another account",
    }
    from TooMany {
        limit =>
            TooMany.retry_in(limit.retry_in) when "More than 100 sign-ups from one network address within a minute",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use serde_json::{Value, json};
    use service_kit::token::Claims;
    use shared_events::Role;

    use crate::http::testing::*;

    const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

    #[tokio::test]
    async fn a_customer_gets_a_token_and_the_account() {
        let shop = Shop::open();
        let reply = shop.post("/auth/signup", None, &customer_form(" Anna@Example.com ")).await;
        let answer = reply.done(StatusCode::CREATED);
        let id = &answer["user"]["id"];
        assert_eq!(
            answer["user"],
            json!({
                "_id": id, "id": id, "name": "Anna Smith", "email": "Anna@Example.com",
                "emailVerified": false, "role": "customer",
                "isActive": true, "createdAt": "2026-09-21T14:13:20Z", "revision": 1,
                "preferences": {"revision": 1, "email": {
                    "product_approved": true, "product_rejected": true, "organic_approved": true,
                    "organic_rejected": true, "order_status": true, "merchant_approved": true,
                    "merchant_rejected": true, "message": true,
                }},
            })
        );
        let claims: Claims = shop.app.tokens.verify(answer["token"].as_str().unwrap()).unwrap();
        assert_eq!((claims.sub, claims.role), (id_in(id), Role::Customer));
        assert_eq!(
            shop.history("account", claims.sub.uuid()).await,
            ["AccountOpened", "EmailVerificationRequested"]
        );
        assert_eq!(shop.history("credential", claims.sub.uuid()).await, ["PasswordSet"]);
        assert_eq!(shop.history("session", claims.sid.uuid()).await, ["SessionOpened"]);
    }

    #[tokio::test]
    async fn a_merchant_waits_for_approval_with_a_place_on_the_map() {
        let shop = Shop::open();
        let mut form = merchant_form("mia@example.com");
        form["businessInfo"] = json!({"businessType": "Farm", "offersDelivery": false, "deliveryRadius": 15});
        form["address"]["zipCode"] = json!("05401-1234");
        let reply = shop.post("/auth/signup", None, &form).await;
        let user = &reply.done(StatusCode::CREATED)["user"];
        assert_eq!(
            user["address"],
            json!({
                "street": "1 Hill Road", "city": "Burlington", "state": "VT", "zipCode": "05401",
                "country": "United States", "latitude": 44.484, "longitude": -73.2199,
            })
        );
        assert_eq!(
            user["businessInfo"],
            json!({
                "businessName": "Green Hill Farm", "businessType": "Farm",
                "businessDescription": "Vegetables from the hill.", "offersPickup": true, "offersDelivery": false,
                "sameDayDelivery": false, "sameDayCutoff": "14:00", "deliveryRadius": 15, "isApproved": false, "approvalStatus": "pending",
            })
        );
        assert_eq!(
            (&user["role"], &user["phone"], &user["businessName"]),
            (&json!("merchant"), &json!("802-555-0100"), &json!("Green Hill Farm"))
        );
    }

    #[tokio::test]
    async fn broken_rules_have_the_prescribed_texts() {
        let shop = Shop::open();
        for (field, value, text) in [
            ("password", json!("Short1!"), "Password must be at least 8 characters long"),
            ("password", Value::Null, "Password must be at least 8 characters long"),
            ("password", json!("secret-1!"), "Password must contain at least one uppercase letter"),
            ("password", json!("SECRET-1!"), "Password must contain at least one lowercase letter"),
            ("password", json!("Secret-!!"), "Password must contain at least one number"),
            (
                "password",
                json!("Secret123"),
                r#"Password must contain at least one special character (!@#$%^&*(),.?":{}|<>)"#,
            ),
            ("confirmPassword", json!("Secret-2!"), "Passwords do not match"),
            ("role", json!(""), "Please select your account type"),
            ("role", json!("admin"), "Admin accounts cannot be created by signing up"),
            ("name", json!("  "), "Name is required"),
            ("email", Value::Null, "Email is required"),
            ("email", json!("anna@example"), "Please enter a valid email address"),
        ] {
            let mut form = customer_form("anna@example.com");
            form[field] = value;
            let reply = shop.post("/auth/signup", None, &form).await;
            assert_eq!(reply.refused(INVALID), text);
            assert_eq!(reply.body["errors"], json!([{"field": field, "message": text}]));
        }
        let required = "Business name, phone number, and business description are required for merchants";
        for field in ["businessName", "phone", "businessDescription"] {
            let mut form = merchant_form("mia@example.com");
            form[field] = Value::Null;
            assert_eq!(shop.post("/auth/signup", None, &form).await.refused(INVALID), required);
        }
        for (field, text) in [
            ("street", "Street address is required"),
            ("zipCode", "ZIP code is required"),
            ("city", "City is required"),
            ("state", "State is required"),
        ] {
            let mut form = merchant_form("mia@example.com");
            form["address"][field] = json!("");
            assert_eq!(shop.post("/auth/signup", None, &form).await.refused(INVALID), text);
        }
    }

    #[tokio::test]
    async fn all_spellings_of_an_address_have_one_account() {
        let shop = Shop::open();
        shop.sign_up(&customer_form("anna@example.com")).await;
        for email in ["anna@example.com", "ANNA@example.COM", "  anna@Example.com\n"] {
            let reply = shop.post("/auth/signup", None, &merchant_form(email)).await;
            let taken = "An account with this email already exists";
            assert_eq!(reply.refused(StatusCode::CONFLICT), taken);
            assert_eq!(reply.body["errors"], json!([{"field": "email", "message": taken}]));
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn one_of_many_concurrent_sign_ups_gets_the_address() {
        let shop = std::sync::Arc::new(Shop::open());
        let calls = (0..32).map(|_| {
            let shop = shop.clone();
            tokio::spawn(async move {
                shop.post("/auth/signup", None, &customer_form("anna@example.com")).await.status
            })
        });
        let mut statuses = Vec::new();
        for call in calls.collect::<Vec<_>>() {
            statuses.push(call.await.unwrap());
        }
        assert_eq!(statuses.iter().filter(|status| **status == StatusCode::CREATED).count(), 1);
        assert_eq!(statuses.iter().filter(|status| **status == StatusCode::CONFLICT).count(), 31);
    }

    #[tokio::test]
    async fn a_network_address_signs_up_a_hundred_times_a_minute() {
        let shop = Shop::open();
        let [here, there] = ["192.0.2.1:1", "192.0.2.2:1"].map(|address| address.parse().unwrap());
        let broken = json!({});
        for _ in 0..100 {
            shop.send(sign_up_from(here, &broken)).await.refused(INVALID);
        }
        let reply = shop.send(sign_up_from(here, &broken)).await;
        assert_eq!(
            reply.refused(StatusCode::TOO_MANY_REQUESTS),
            "Too many sign-ups. Please try again in a minute."
        );
        assert_eq!(reply.headers["retry-after"], "60");
        shop.send(sign_up_from(there, &broken)).await.refused(INVALID);
        shop.clock.advance(chrono::TimeDelta::minutes(1));
        shop.send(sign_up_from(here, &broken)).await.refused(INVALID);
    }

    #[tokio::test]
    async fn malformed_bodies_are_refused() {
        let shop = Shop::open();
        shop.refuses_odd_bodies(Method::POST, "/auth/signup", None).await;
        for (field, value) in [
            ("name", json!(7)),
            ("password", json!(["Secret-1!"])),
            ("address", json!("1 Hill Road")),
            ("businessInfo", json!({"deliveryRadius": -1})),
            ("name", json!("Anna\u{0}")),
        ] {
            let mut form = merchant_form("mia@example.com");
            form[field] = value;
            shop.post("/auth/signup", None, &form).await.refused(INVALID);
        }
    }

    #[tokio::test]
    async fn no_name_or_address_is_stored_in_plain_text() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        shop.app.writer.log.keyring().erase(merchant.id).await.unwrap();
        let stream = shared_events::StreamId::new("account", merchant.id);
        let raw = shop.app.writer.log.load_raw(&stream).await.unwrap();
        let text = raw[0].event.data.to_string();
        for private in ["Mia", "mia@", "555", "Hill Road"] {
            assert!(!text.contains(private), "{private} in {text}");
        }
        assert!(text.contains("Green Hill Farm"), "the business is public: {text}");
    }
}
