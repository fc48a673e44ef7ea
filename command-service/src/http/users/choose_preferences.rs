//! `PUT /users/preferences`: choose which notifications are mailed.

use std::collections::BTreeMap;

use axum::extract::State;
use domain::{
    account::choose_email_preferences::{ChooseEmailPreferences, Refusal},
    revision::Changed,
};
use serde::{Deserialize, Serialize};
use service_kit::{caller::Caller, extract::Json};
use utoipa::ToSchema;

use crate::{
    application::Writer,
    http::{answer::Answer, auth::user::Preferences, command::CommandBy, refusal::refusals},
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PreferencesRequest {
    /// By type of notification. Types that are not named stay unchanged.
    email: BTreeMap<String, bool>,
    /// The `revision` of the preferences that was read. If they have another one by now, nothing is changed, and the
    /// answer is a 409 whose `current` are the present ones. When left out, the last choice wins.
    #[schema(nullable = false)]
    revision: Option<u64>,
}

/// The present choices.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PreferencesAnswer {
    /// Always true.
    success: bool,
    preferences: Preferences,
}

/// Choose which notifications are mailed
#[utoipa::path(
    put,
    path = "/users/preferences",
    tag = "users",
    request_body(content = PreferencesRequest, example = json!({"email": {"message": false}})),
    responses(
        (status = 200, body = PreferencesAnswer, headers(("Greenstall-Position" = u64)), description = "Chosen",
            example = json!({"success": true, "preferences": {"email": {
                "product_approved": true, "product_rejected": true, "organic_approved": true,
                "organic_rejected": true, "order_status": true, "merchant_approved": true,
                "merchant_rejected": true, "message": false,
            }, "revision": 2}})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn choose_preferences(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<PreferencesRequest>,
) -> Result<Answer<PreferencesAnswer>, Refused> {
    let command = ChooseEmailPreferences {
        account_id: caller.account,
        revision: request.revision,
        chosen: request.email,
    };
    let chosen = writer.execute(&provenance, &command).await?;
    let profile = chosen.state.profile.ok_or(Refusal::NotFound)?;
    let preferences = Preferences::of(&profile);
    Ok(Answer::ok(chosen.position, PreferencesAnswer { success: true, preferences }))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such account",
        Refusal::Changed(Changed(profile)) => Conflict.with_current(Preferences::of(profile)) when
            "Another choice was made since the revision that was read; `current` are the present ones",
        Refusal::UnknownType(_) => Invalid.in_field("email") when "There is no such type of notification",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use serde_json::json;

    use crate::http::testing::*;

    const OK: StatusCode = StatusCode::OK;
    const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

    #[tokio::test]
    async fn preferences_are_stored() {
        let shop = Shop::open();
        let anna = shop.customer().await;
        let reply = shop.put("/users/preferences", Some(&anna), &json!({"email": {"message": false}})).await;
        let chosen = &reply.done(OK)["preferences"]["email"];
        assert_eq!((&chosen["message"], &chosen["order_status"]), (&json!(false), &json!(true)));
        let reply = shop.put("/users/preferences", Some(&anna), &json!({"email": {"weather": true}})).await;
        assert_eq!(reply.refused(INVALID), "There are no notifications of the type \"weather\"");
        shop.refuses_odd_bodies(Method::PUT, "/users/preferences", Some(&anna)).await;
    }

    #[tokio::test]
    async fn two_editors_of_the_preferences_lose_no_update() {
        let shop = Shop::open();
        let anna = shop.customer().await;
        let choose = async |revision: u64, kind: &str| {
            let body = json!({"email": {kind: false}, "revision": revision});
            shop.put("/users/preferences", Some(&anna), &body).await
        };
        let read = shop.put("/users/preferences", Some(&anna), &json!({"email": {}})).await.done(OK).clone();
        let read = read["preferences"]["revision"].as_u64().unwrap();
        let saved = choose(read, "message").await.done(OK)["preferences"].clone();
        let reply = choose(read, "order_status").await;
        reply.refused(StatusCode::CONFLICT);
        assert_eq!(reply.body["current"], saved);
        choose(saved["revision"].as_u64().unwrap(), "order_status").await.done(OK);
    }
}
