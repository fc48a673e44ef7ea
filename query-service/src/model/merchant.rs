//! A merchant as shown to the public.

use serde::Serialize;
use shared_events::shop::BusinessProfile;
use utoipa::ToSchema;
use uuid::Uuid;

/// The public data of a merchant in products, lists and profiles: never e-mail address, phone number or street.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Merchant {
    /// The account's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The person's name.
    pub name: String,
    /// The business.
    pub business_info: BusinessInfo,
    /// The merchant's public address.
    pub address: PublicAddress,
    /// The number of public products.
    pub product_count: i64,
    /// The rating over all of the merchant's products.
    pub rating: Rating,
}

/// The public data of a merchant's business.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessInfo {
    /// The name of the business.
    pub business_name: String,
    /// The type of business, from the shop's list.
    pub business_type: String,
    /// The description: a few sentences.
    pub business_description: String,
    /// The photo, if there is one.
    #[schema(required)]
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
}

impl From<BusinessProfile> for BusinessInfo {
    fn from(profile: BusinessProfile) -> Self {
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
        }
    }
}

/// The photo of a business.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BusinessPhoto {
    /// The path on this site.
    pub url: String,
    /// The last part of the path.
    pub filename: String,
}

impl BusinessPhoto {
    /// Creates the photo at this path.
    pub fn at(url: String) -> Self {
        let filename = url.rsplit('/').next().unwrap_or_default().to_owned();
        Self { url, filename }
    }
}

/// The part of a merchant's address that is public.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicAddress {
    /// The state, as two letters.
    pub city: String,
    /// The state, as two letters.
    pub state: String,
    /// The ZIP code.
    pub zip_code: String,
    /// Miles from the shopper's place, to a tenth; null when no place is set or the merchant's place is unknown.
    #[schema(required)]
    pub distance: Option<f64>,
}

/// The average of reviews.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Rating {
    /// 1 to 5, to two decimal places; 0 without reviews.
    pub average: f64,
    /// The number of reviews.
    pub count: i64,
}

impl Rating {
    /// Creates a rating with this average of this many reviews.
    pub fn new(average: f64, count: i64) -> Self {
        Self { average: (average * 100.0).round() / 100.0, count }
    }
}
