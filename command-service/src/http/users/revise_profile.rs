//! `PUT /users/profile`: change the settings.

use axum::extract::State;
use domain::{
    account::{
        profile_form::{BusinessRevision, ProfileForm},
        revise_profile::Refusal,
    },
    revision::Changed,
};
use serde::Deserialize;
use service_kit::{caller::Caller, extract::Json};
use utoipa::ToSchema;

use crate::{
    application::accounts::{self, AccountPorts, ProfileRefusal},
    http::{
        answer::Answer,
        auth::{
            forms::AddressRequest,
            user::{EditableAccount, User},
        },
        command::CommandBy,
        refusal::refusals,
    },
};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProfileRequest {
    /// The `revision` of the account that was edited. If it has another one by now, nothing is changed, and the answer is
    /// a 409 whose `current` is the account as it is now. When left out, the last save wins.
    #[schema(nullable = false)]
    revision: Option<u64>,
    #[schema(nullable = false)]
    name: Option<String>,
    /// The new e-mail address. It becomes the sign-in name when the link mailed to it is used. Until then it is
    /// `pendingEmail`; sending the present address withdraws it.
    #[schema(nullable = false)]
    email: Option<String>,
    /// The current password. Required for a new e-mail address.
    #[schema(nullable = false)]
    current_password: Option<String>,
    /// The phone number. An empty text removes it.
    #[schema(nullable = false)]
    phone: Option<String>,
    /// The account's own address, which is the primary one of the address book. An empty address removes it.
    #[schema(nullable = false)]
    address: Option<AddressRequest>,
    /// Merchants only.
    #[schema(nullable = false)]
    business_info: Option<BusinessRevisionRequest>,
}

/// The public and private details of a merchant's business. The photo has operations of its own and is ignored here.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BusinessRevisionRequest {
    #[schema(nullable = false)]
    business_name: Option<String>,
    /// Farm, Market, Bakery, Restaurant, Grocery Store, Specialty Food, Craft Business or Other.
    #[schema(nullable = false)]
    business_type: Option<String>,
    #[schema(nullable = false)]
    business_description: Option<String>,
    /// The number of the license, only shown to the owner and admins. An empty text removes it.
    #[schema(nullable = false)]
    business_license: Option<String>,
    /// The website: `http://` or `https://`. An empty text removes it.
    #[schema(nullable = false)]
    website: Option<String>,
    /// The tax number, only shown to the owner and admins. An empty text removes it.
    #[schema(nullable = false)]
    tax_id: Option<String>,
    /// In miles, 1 to 50.
    #[schema(nullable = false, minimum = 1, maximum = 50)]
    delivery_radius: Option<f64>,
    #[schema(nullable = false)]
    offers_pickup: Option<bool>,
    #[schema(nullable = false)]
    offers_delivery: Option<bool>,
    #[schema(nullable = false)]
    same_day_delivery: Option<bool>,
    /// The latest order time for delivery on the same day, in the merchant's time zone: `14:00`.
    #[schema(nullable = false)]
    same_day_cutoff: Option<String>,
}

/// Change the settings
///
/// Fields that are left out stay unchanged. Returns the whole account, which replaces the client's copy.
#[utoipa::path(
    put,
    path = "/users/profile",
    tag = "users",
    request_body(content = ProfileRequest, examples(
        ("person" = (value = json!({
            "name": "Anna Smith", "phone": "802-555-0101",
            "address": {"street": "1 Hill Road", "city": "Burlington", "state": "VT", "zipCode": "05401",
                "country": "United States"},
        }))),
        ("business" = (value = json!({
            "businessInfo": {"businessName": "Green Hill Farm", "businessType": "Farm",
                "website": "https://greenhill.example", "deliveryRadius": 15, "sameDayCutoff": "12:00"},
        }))),
    )),
    responses(
        (status = 200, body = User, headers(("Greenstall-Position" = u64)), description = "The account as it is now",
            example = json!({
                "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d",
                "name": "Anna Smith", "email": "anna@example.com", "emailVerified": true, "role": "customer",
                "revision": 2, "isActive": true, "createdAt": "2026-09-21T14:13:20Z",
                "preferences": {"email": {"message": true}, "revision": 1},
            })),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn revise_profile(
    State(ports): State<AccountPorts>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(mut request): Json<ProfileRequest>,
) -> Result<Answer<User>, Refused> {
    let password = request.current_password.take();
    let revised =
        accounts::revise_profile(&ports, &provenance, caller.account, &request.into(), password.as_deref())
            .await?;
    Ok(Answer::ok(revised.position, User::new(revised.profile, revised.opened_at)))
}

refusals! {
    Refused or CROWDED, ERASED from ProfileRefusal {
        ProfileRefusal::Form(Refusal::NotFound) =>
            Unauthenticated.saying("Please log in to continue") when "Not logged in",
        ProfileRefusal::Form(Refusal::NotAMerchant) =>
            Forbidden when "Business information, and the account is no merchant's",
        ProfileRefusal::Form(Refusal::Changed(Changed(profile))) =>
            Conflict.with_current(EditableAccount::from(profile.as_ref())) when
            "The account was changed since the revision that was edited; `current` is its present state",
        ProfileRefusal::Email(_) => Conflict when "The e-mail address belongs to another account",
        ProfileRefusal::Form(Refusal::Form(fault)) => Invalid.in_fields([fault]) when "A field cannot be accepted",
        ProfileRefusal::Form(Refusal::PasswordRequired) | ProfileRefusal::WrongPassword =>
            Invalid.in_field("currentPassword") when "The current password is missing or wrong",
        ProfileRefusal::TooManyEmails { retry_in } => TooMany.retry_in(*retry_in) when
            "More than 10 other e-mail addresses tried or five links to this one within an hour",
        ProfileRefusal::TooManyFailures { retry_in } =>
            TooMany.retry_in(*retry_in) when "Too many wrong passwords; `Retry-After` says how long to wait",
    }
}

impl From<ProfileRequest> for ProfileForm {
    fn from(request: ProfileRequest) -> Self {
        Self {
            revision: request.revision,
            name: request.name,
            email: request.email,
            phone: request.phone,
            address: request.address.map(Into::into),
            business: request.business_info.map(BusinessRevision::from),
        }
    }
}

impl From<BusinessRevisionRequest> for BusinessRevision {
    fn from(request: BusinessRevisionRequest) -> Self {
        Self {
            business_name: request.business_name,
            business_type: request.business_type,
            business_description: request.business_description,
            offers_pickup: request.offers_pickup,
            offers_delivery: request.offers_delivery,
            same_day_delivery: request.same_day_delivery,
            delivery_radius: request.delivery_radius,
            same_day_cutoff: request.same_day_cutoff,
            website: request.website,
            license: request.business_license,
            tax_id: request.tax_id,
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use serde_json::{Value, json};

    use crate::http::testing::*;

    const OK: StatusCode = StatusCode::OK;
    const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

    #[tokio::test]
    async fn changed_settings_return_the_current_account() {
        let shop = Shop::open();
        let mia = shop.merchant().await;
        let reply = shop
            .put(
                "/users/profile",
                Some(&mia),
                &json!({"name": "Mia Dale", "phone": "802-555-0199",
                    "address": {"street": "2 Dale Road", "zipCode": "05401"},
                    "businessInfo": {"businessName": "Dale Farm", "website": "https://dale.example", "taxId": "12-3",
                        "sameDayCutoff": "12:00"}}),
            )
            .await;
        assert_eq!(reply.status, OK, "{reply:?}");
        assert!(reply.position() > 0);
        let user = &reply.body;
        assert_eq!((&user["name"], &user["phone"]), (&json!("Mia Dale"), &json!("802-555-0199")));
        assert_eq!(user["address"]["street"], "2 Dale Road");
        let business = &user["businessInfo"];
        assert_eq!((&business["businessName"], &business["taxId"]), (&json!("Dale Farm"), &json!("12-3")));
        assert_eq!(business["businessDescription"], "Vegetables from the hill.");
        let history = shop.history("account", mia.id).await;
        assert_eq!(
            history[2..],
            [
                "NameChanged",
                "PhoneChanged",
                "HomeAddressChanged",
                "BusinessProfileChanged",
                "BusinessPapersChanged"
            ]
        );
        for (body, text) in [
            (json!({"name": ""}), "Name is required"),
            (json!({"email": "mia"}), "Please enter a valid email address"),
            (json!({"businessInfo": {"businessName": ""}}), "Business name is required"),
            (json!({"businessInfo": {"website": "javascript:1"}}), "Please enter a valid website URL"),
        ] {
            assert_eq!(shop.put("/users/profile", Some(&mia), &body).await.refused(INVALID), text);
        }
        shop.refuses_odd_bodies(Method::PUT, "/users/profile", Some(&mia)).await;
        let anna = shop.customer().await;
        let reply = shop.put("/users/profile", Some(&anna), &json!({"businessInfo": {}})).await;
        assert_eq!(reply.refused(StatusCode::FORBIDDEN), "Only merchants have business information");
    }

    #[tokio::test]
    async fn two_editors_of_the_settings_lose_no_update() {
        let shop = Shop::open();
        let mia = shop.merchant().await;
        let read = shop.put("/users/profile", Some(&mia), &json!({})).await.body["revision"].clone();
        let edit = async |revision: &Value, changes: Value| {
            let mut body = changes;
            body["revision"] = revision.clone();
            shop.put("/users/profile", Some(&mia), &body).await
        };
        let saved = edit(&read, json!({"phone": "802-555-0199"})).await;
        assert_eq!(saved.status, OK, "{saved:?}");
        let radius = json!({"businessInfo": {"deliveryRadius": 10, "sameDayCutoff": "12:00"}});
        let reply = edit(&read, radius.clone()).await;
        reply.refused(StatusCode::CONFLICT);
        let current = &reply.body["current"];
        assert_eq!(
            (&current["revision"], &current["phone"]),
            (&saved.body["revision"], &json!("802-555-0199"))
        );
        assert_eq!(current["businessInfo"], saved.body["businessInfo"]);
        // An address of an earlier read is no reason to ask for the password.
        let reply = edit(&read, json!({"email": "old@example.com", "name": "Mia"})).await;
        reply.refused(StatusCode::CONFLICT);
        let both = edit(&saved.body["revision"], radius).await.body;
        assert_eq!(
            (&both["phone"], &both["businessInfo"]["deliveryRadius"]),
            (&json!("802-555-0199"), &json!(10))
        );
    }
}
