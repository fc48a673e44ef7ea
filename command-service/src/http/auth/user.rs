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
    /// The number of the settings' last change: an edit names the one that was read.
    revision: u64,
    /// The person's name.
    name: String,
    /// The e-mail address as it was typed.
    email: String,
    /// Whether the owner has used a link mailed to the address. Until then, messages are not announced by mail.
    email_verified: bool,
    /// The requested new address, until the link mailed to it is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pending_email: Option<String>,
    /// The account's role.
    #[schema(schema_with = role_schema)]
    role: Role,
    /// The phone number, if it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    phone: Option<String>,
    /// Whether the account is active.
    is_active: bool,
    /// When the account was opened.
    created_at: DateTime<Utc>,
    /// The address, if it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    address: Option<Address>,
    /// Merchants only: the business name, as in `businessInfo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_name: Option<String>,
    /// Merchants only: the description, as in `businessInfo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_description: Option<String>,
    /// Merchants only: the business.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_info: Option<BusinessInfo>,
    /// The owner's preferences.
    preferences: Preferences,
}

/// What the owner can change about an account, as it is now.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditableAccount {
    revision: u64,
    name: String,
    email: String,
    pending_email: Option<String>,
    phone: Option<String>,
    address: Option<Address>,
    business_info: Option<BusinessInfo>,
}

/// A postal address, with its coordinates if they are known.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Address {
    street: String,
    city: String,
    /// The state, as two letters.
    state: String,
    /// Five digits, or five plus four.
    zip_code: String,
    country: String,
    /// The latitude in degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    latitude: Option<f64>,
    /// The longitude in degrees.
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
    /// The delivery radius in miles.
    delivery_radius: u32,
    /// The photo, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_photo: Option<BusinessPhoto>,
    /// Whether the merchant may sell.
    is_approved: bool,
    /// `pending`, `approved` or `rejected`.
    approval_status: &'static str,
    /// The reason of the decision, or the admin's note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    approval_reason: Option<String>,
    /// The address of the business's website.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    website: Option<String>,
    /// The number of the license; only shown to the owner and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    business_license: Option<String>,
    /// The tax number; only shown to the owner and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tax_id: Option<String>,
}

/// The preferences of the account's owner.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Preferences {
    /// For each type of notification, whether it is mailed.
    #[schema(example = json!({"order_status": true, "message": false}))]
    email: BTreeMap<&'static str, bool>,
    /// The number of the last choice: a later choice names the one that was read.
    revision: u64,
}

impl Preferences {
    /// The setting of every notification type; a type that was never chosen is switched on.
    pub(crate) fn of(profile: &Profile) -> Self {
        let wanted = |name: &'static str| (name, profile.email_wanted.get(name).copied().unwrap_or(true));
        Self {
            email: NOTIFICATION_TYPES.into_iter().map(wanted).collect(),
            revision: profile.email_wanted_revision,
        }
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
        let preferences = Preferences::of(&profile);
        let Profile {
            account_id,
            revision,
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
            revision,
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

impl From<&Profile> for EditableAccount {
    fn from(profile: &Profile) -> Self {
        let Profile {
            revision, name, email, pending_email, phone, address, business, approval, papers, ..
        } = profile.clone();
        Self {
            revision,
            name: name.into_inner().unwrap_or_default(),
            email: email.into_inner().unwrap_or_default(),
            pending_email: pending_email.and_then(|pending| pending.email.into_inner()),
            phone: phone.and_then(Personal::into_inner),
            address: address.and_then(Personal::into_inner).map(Address::from),
            business_info: business.map(|business| BusinessInfo::new(business, approval, papers)),
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
