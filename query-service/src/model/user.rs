//! An account as shown to its owner and to admins.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared_events::{Role, shop};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ApprovalStatus, BusinessPhoto, RoleName};

/// An account, with everything that its owner may see.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// The account's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The number of the settings' last change: an edit names the one that was read. Only shown to the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<i64>,
    /// The person's name.
    pub name: String,
    /// The e-mail address; empty after the erasure of the person.
    pub email: String,
    /// Whether the owner has used a link mailed to the address; only shown to the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub email_verified: Option<bool>,
    /// The requested new address, until the link mailed to it is used; only shown to the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pending_email: Option<String>,
    /// The account's role.
    #[schema(value_type = RoleName)]
    pub role: Role,
    /// The phone number, as it was typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub phone: Option<String>,
    /// The photo of a merchant's business; null if there is none.
    #[schema(required)]
    pub avatar: Option<Avatar>,
    /// Whether the account is active: an admin may deactivate it.
    pub is_active: bool,
    /// The day of the sign-up.
    pub created_at: DateTime<Utc>,
    /// A merchant's address, where customers collect orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub address: Option<Address>,
    /// Merchants only: the business name, as in `businessInfo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_name: Option<String>,
    /// Merchants only: the description, as in `businessInfo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_description: Option<String>,
    /// Merchants only: the business.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_info: Option<OwnBusinessInfo>,
    /// The owner's preferences; only shown to the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub preferences: Option<Preferences>,
}

/// A picture that represents an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Avatar {
    /// The path on this site.
    pub url: String,
}

/// The preferences of an account's owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Preferences {
    /// The types of notifications that are mailed.
    pub email: EmailPreferences,
    /// The number of the last choice: a later choice names the one that was read.
    pub revision: i64,
}

/// For each type of notification, whether it is mailed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EmailPreferences {
    product_approved: bool,
    product_rejected: bool,
    organic_approved: bool,
    organic_rejected: bool,
    order_status: bool,
    merchant_approved: bool,
    merchant_rejected: bool,
    message: bool,
}

impl Preferences {
    /// All types of notifications with the account's choices. A type without a choice is mailed.
    pub fn new(chosen: &BTreeMap<String, bool>, revision: i64) -> Self {
        let wanted = |name: &str| chosen.get(name).copied().unwrap_or(true);
        Self {
            email: EmailPreferences {
                product_approved: wanted("product_approved"),
                product_rejected: wanted("product_rejected"),
                organic_approved: wanted("organic_approved"),
                organic_rejected: wanted("organic_rejected"),
                order_status: wanted("order_status"),
                merchant_approved: wanted("merchant_approved"),
                merchant_rejected: wanted("merchant_rejected"),
                message: wanted("message"),
            },
            revision,
        }
    }
}

/// A postal address with its coordinates.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// Street and number.
    pub street: String,
    /// The city.
    pub city: String,
    /// The state, as two letters.
    pub state: String,
    /// The ZIP code.
    pub zip_code: String,
    /// Country name.
    pub country: String,
    /// The latitude in degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub latitude: Option<f64>,
    /// The longitude in degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub longitude: Option<f64>,
}

impl From<shop::Address> for Address {
    fn from(address: shop::Address) -> Self {
        Self {
            street: address.street,
            city: address.city,
            state: address.state,
            zip_code: address.zip_code,
            country: address.country,
            latitude: address.latitude,
            longitude: address.longitude,
        }
    }
}

/// A merchant's business, with the decision of an admin.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnBusinessInfo {
    /// The name of the business.
    pub business_name: String,
    /// The type of business, from the shop's list.
    pub business_type: String,
    /// The description: a few sentences.
    pub business_description: String,
    /// The photo, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_photo: Option<BusinessPhoto>,
    /// Customers may collect orders.
    pub offers_pickup: bool,
    /// The merchant delivers orders.
    pub offers_delivery: bool,
    /// The merchant also delivers on the same day.
    pub same_day_delivery: bool,
    /// How far the merchant delivers, in miles.
    pub delivery_radius: u32,
    /// The latest order time for delivery on the same day, in the merchant's time zone.
    #[schema(example = "14:00")]
    pub same_day_cutoff: String,
    /// Whether the merchant may sell.
    pub is_approved: bool,
    /// The approval of the merchant: pending, approved or rejected.
    pub approval_status: ApprovalStatus,
    /// The reason of the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub approval_reason: Option<String>,
    /// The address of the business's website.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub website: Option<String>,
    /// The number of the license; only shown to the owner and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_license: Option<String>,
    /// The tax number; only shown to the owner and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub tax_id: Option<String>,
}

impl OwnBusinessInfo {
    /// Creates the business of a merchant with this approval.
    pub fn new(profile: shop::BusinessProfile, status: ApprovalStatus, reason: Option<String>) -> Self {
        Self {
            business_name: profile.business_name,
            business_type: profile.business_type,
            business_description: profile.business_description,
            business_photo: profile.photo_url.map(BusinessPhoto::at),
            offers_pickup: profile.offers_pickup,
            offers_delivery: profile.offers_delivery,
            same_day_delivery: profile.same_day_delivery,
            delivery_radius: profile.delivery_radius,
            same_day_cutoff: profile.same_day_cutoff,
            is_approved: status == ApprovalStatus::Approved,
            approval_status: status,
            approval_reason: reason,
            website: None,
            business_license: None,
            tax_id: None,
        }
    }
}
