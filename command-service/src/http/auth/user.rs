//! The response body for an account, as its owner sees it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::account::{Approval, Papers, Profile, choose_email_preferences::NOTIFICATION_TYPES};
use serde::Serialize;
use shared_events::{Personal, Role, ids::AccountId, shop};
use utoipa::{
    ToSchema,
    openapi::{Object, ObjectBuilder, Type},
};

/// An account with everything that its owner may see. The same shape as `GET /auth/me`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct User {
    /// The account's id.
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    mongo_style_id: AccountId,
    /// The same id.
    #[schema(value_type = Uuid)]
    id: AccountId,
    /// The person's name.
    name: String,
    /// The e-mail address as it was typed.
    email: String,
    /// The owner has used a link that was mailed to it. Until then messages are not told by mail.
    email_verified: bool,
    /// The address that the owner wants instead, until the link that was mailed to it is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pending_email: Option<String>,
    /// What the account may do.
    #[schema(schema_with = role_schema)]
    role: Role,
    /// If it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    phone: Option<String>,
    /// The account can be used.
    is_active: bool,
    /// When it was opened.
    created_at: DateTime<Utc>,
    /// If it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    address: Option<Address>,
    /// Merchants only: the name over the shop, as in `businessInfo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_name: Option<String>,
    /// Merchants only: a few sentences, as in `businessInfo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_description: Option<String>,
    /// Merchants only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_info: Option<BusinessInfo>,
    /// What its owner has chosen.
    preferences: Preferences,
}

/// A postal address, with the place on the map when it is known.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Address {
    street: String,
    city: String,
    /// Two letters.
    state: String,
    /// Five digits, or five plus four.
    zip_code: String,
    country: String,
    /// Degrees north.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    latitude: Option<f64>,
    /// Degrees east.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    longitude: Option<f64>,
}

/// A merchant's business.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BusinessInfo {
    business_name: String,
    business_type: String,
    business_description: String,
    offers_pickup: bool,
    offers_delivery: bool,
    same_day_delivery: bool,
    /// The latest order time for delivery on the same day, `HH:MM`.
    same_day_cutoff: String,
    /// In miles.
    delivery_radius: u32,
    /// If there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_photo: Option<BusinessPhoto>,
    /// May sell.
    is_approved: bool,
    /// `pending`, `approved` or `rejected`.
    approval_status: &'static str,
    /// What an admin said on approving or rejecting.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    approval_reason: Option<String>,
    /// The business's own page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    website: Option<String>,
    /// The number of the licence. Nobody else sees it but admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_license: Option<String>,
    /// The number under which the business pays taxes. Nobody else sees it but admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tax_id: Option<String>,
}

/// What the account's owner has chosen.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Preferences {
    /// Which types of notifications are mailed.
    #[schema(example = json!({"order_status": true, "message": false}))]
    email: BTreeMap<&'static str, bool>,
}

impl Preferences {
    /// The setting of every notification type; a type that was never chosen is switched on.
    pub(crate) fn new(chosen: &BTreeMap<String, bool>) -> Self {
        let wanted = |name: &'static str| (name, chosen.get(name).copied().unwrap_or(true));
        Self { email: NOTIFICATION_TYPES.into_iter().map(wanted).collect() }
    }
}

/// A picture of the business.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct BusinessPhoto {
    /// Path on this site.
    url: String,
    /// The last part of the path.
    filename: String,
}

impl User {
    /// The account, opened at this time. Fields of an erased person are empty.
    pub(crate) fn new(profile: Profile, opened_at: DateTime<Utc>) -> Self {
        let preferences = Preferences::new(&profile.email_wanted);
        let Profile {
            account_id,
            role,
            name,
            email,
            email_verified,
            pending_email,
            phone,
            address,
            business,
            approval,
            papers,
            active,
            ..
        } = profile;
        let business_info = business.map(|business| BusinessInfo::new(business, approval, papers));
        Self {
            mongo_style_id: account_id,
            id: account_id,
            name: name.into_inner().unwrap_or_default(),
            email: email.into_inner().unwrap_or_default(),
            email_verified,
            pending_email: pending_email.and_then(|pending| pending.email.into_inner()),
            role,
            phone: phone.and_then(Personal::into_inner),
            is_active: active,
            created_at: opened_at,
            address: address.and_then(Personal::into_inner).map(Address::from),
            business_name: business_info.as_ref().map(|info| info.business_name.clone()),
            business_description: business_info.as_ref().map(|info| info.business_description.clone()),
            business_info,
            preferences,
        }
    }
}

impl From<shop::Address> for Address {
    fn from(address: shop::Address) -> Self {
        let shop::Address { street, city, state, zip_code, country, latitude, longitude } = address;
        Self { street, city, state, zip_code, country, latitude, longitude }
    }
}

impl BusinessInfo {
    fn new(business: shop::BusinessProfile, approval: Approval, papers: Papers) -> Self {
        let (approval_status, approval_reason) = match approval {
            Approval::Pending => ("pending", None),
            Approval::Approved { reason, .. } => ("approved", reason),
            Approval::Rejected { reason } => ("rejected", Some(reason)),
        };
        Self {
            business_name: business.business_name,
            business_type: business.business_type,
            business_description: business.business_description,
            offers_pickup: business.offers_pickup,
            offers_delivery: business.offers_delivery,
            same_day_delivery: business.same_day_delivery,
            same_day_cutoff: business.same_day_cutoff,
            delivery_radius: business.delivery_radius,
            business_photo: business.photo_url.map(BusinessPhoto::at),
            is_approved: approval_status == "approved",
            approval_status,
            approval_reason,
            website: papers.website,
            business_license: papers.license.and_then(Personal::into_inner),
            tax_id: papers.tax_id.and_then(Personal::into_inner),
        }
    }
}

impl BusinessPhoto {
    fn at(url: String) -> Self {
        let filename = url.rsplit('/').next().unwrap_or_default().to_owned();
        Self { url, filename }
    }
}

fn role_schema() -> Object {
    let roles = [Role::Customer, Role::Merchant, Role::Admin].map(Role::as_str);
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(roles))
        .description(Some("What the account may do."))
        .build()
}
