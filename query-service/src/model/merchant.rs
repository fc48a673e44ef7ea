//! A merchant as shown to the public.

use serde::Serialize;
use shared_events::shop::BusinessProfile;
use utoipa::ToSchema;
use uuid::Uuid;

/// What a product, a list or a profile shows of a merchant: never e-mail, phone or street.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Merchant {
    /// The account.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// The person's name.
    pub name: String,
    /// The business.
    pub business_info: BusinessInfo,
    /// Where it is.
    pub address: PublicAddress,
    /// Public products.
    pub product_count: i64,
    /// Over all its products.
    pub rating: Rating,
}

/// What a merchant tells the public about the business.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessInfo {
    /// The name over the shop.
    pub business_name: String,
    /// One of the shop's kinds of business.
    pub business_type: String,
    /// A few sentences.
    pub business_description: String,
    /// The photo, if there is one.
    #[schema(required)]
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
    /// Path on this site.
    pub url: String,
    /// The last part of the path.
    pub filename: String,
}

impl BusinessPhoto {
    /// The photo at this path.
    pub fn at(url: String) -> Self {
        let filename = url.rsplit('/').next().unwrap_or_default().to_owned();
        Self { url, filename }
    }
}

/// Where a merchant is, as far as the public may know.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicAddress {
    /// City.
    pub city: String,
    /// Two letters.
    pub state: String,
    /// ZIP code.
    pub zip_code: String,
    /// Miles from the shopper's place, to a tenth; null when no place is set or the merchant's is not known.
    #[schema(required)]
    pub distance: Option<f64>,
}

/// What buyers think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Rating {
    /// 1 to 5, to two places; 0 when there is none.
    pub average: f64,
    /// How many.
    pub count: i64,
}

impl Rating {
    /// Creates a rating with this average of this many reviews.
    pub fn new(average: f64, count: i64) -> Self {
        Self { average: (average * 100.0).round() / 100.0, count }
    }
}
