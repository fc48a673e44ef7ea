//! An account as shown to its owner and to admins.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared_events::{Role, shop};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ApprovalStatus, BusinessPhoto, RoleName};

/// An account with all that its owner may see of it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// The account.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// The person's name.
    pub name: String,
    /// Empty when the person has been erased.
    pub email: String,
    /// The owner has used a link that was mailed to the address; only its owner sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub email_verified: Option<bool>,
    /// The address that the owner wants instead, until the link that was mailed to it is used; only its owner sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pending_email: Option<String>,
    /// What it may do.
    #[schema(value_type = RoleName)]
    pub role: Role,
    /// As it was typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub phone: Option<String>,
    /// The photo of a merchant's business; null where there is none.
    #[schema(required)]
    pub avatar: Option<Avatar>,
    /// Not deactivated.
    pub is_active: bool,
    /// The day of the sign-up.
    pub created_at: DateTime<Utc>,
    /// Merchants have one; where customers collect.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub address: Option<Address>,
    /// Merchants only: the name over the shop, as in `businessInfo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_name: Option<String>,
    /// Merchants only: a few sentences, as in `businessInfo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_description: Option<String>,
    /// Merchants only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_info: Option<OwnBusinessInfo>,
    /// What its owner has chosen; only its owner sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub preferences: Option<Preferences>,
}

/// A picture that stands for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Avatar {
    /// Path on this site.
    pub url: String,
}

/// What an account's owner has chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Preferences {
    /// Which types of notifications are mailed.
    pub email: EmailPreferences,
}

/// The types of notifications, and whether each is mailed.
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
    pub fn new(chosen: &BTreeMap<String, bool>) -> Self {
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
        }
    }
}

/// A postal address with its place on the map.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// Street and number.
    pub street: String,
    /// City.
    pub city: String,
    /// Two letters.
    pub state: String,
    /// ZIP code.
    pub zip_code: String,
    /// Country name.
    pub country: String,
    /// Degrees north.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub latitude: Option<f64>,
    /// Degrees east.
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

/// A merchant's business with what an admin decided about it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnBusinessInfo {
    /// The name over the shop.
    pub business_name: String,
    /// One of the shop's kinds of business.
    pub business_type: String,
    /// A few sentences.
    pub business_description: String,
    /// The photo, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_photo: Option<BusinessPhoto>,
    /// Customers may collect.
    pub offers_pickup: bool,
    /// The merchant delivers.
    pub offers_delivery: bool,
    /// Also on the same day.
    pub same_day_delivery: bool,
    /// How far the merchant delivers, in miles.
    pub delivery_radius: u32,
    /// The latest order time for delivery on the same day, in the merchant's time zone.
    #[schema(example = "14:00")]
    pub same_day_cutoff: String,
    /// The merchant may sell.
    pub is_approved: bool,
    /// Pending, approved or rejected.
    pub approval_status: ApprovalStatus,
    /// What the admin wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub approval_reason: Option<String>,
    /// The business's own page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub website: Option<String>,
    /// The number of the licence. Nobody else sees it but admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub business_license: Option<String>,
    /// The number under which the business pays taxes. Nobody else sees it but admins.
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
