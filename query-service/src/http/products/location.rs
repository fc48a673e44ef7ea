//! Finds the merchants near a shopper and restricts the catalog to them.

use serde::Serialize;
use shared_events::Position;
use utoipa::ToSchema;

use super::product_query::{ProductQuery, Whereabouts};
use crate::{App, model::Merchant, queries::catalog::Filter};

/// The merchants near the shopper.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LocationInfo {
    /// The merchants within the radius, nearest first; or the nearest ones when none is within it; empty without a
    /// place.
    nearby_merchants: Vec<Merchant>,
    /// A text for people, when no merchant is within the radius or the place is unknown.
    #[schema(required)]
    message: Option<String>,
    /// Whether no merchant is within the radius, so that the products are those of the nearest merchants.
    fallback_results: bool,
}

/// Finds the merchants near the shopper and restricts the filter to them.
pub(super) async fn locate(
    app: &App,
    query: &ProductQuery,
    whereabouts: Whereabouts,
    least: Option<Position>,
    filter: &mut Filter,
) -> Result<LocationInfo, sqlx::Error> {
    let place = match whereabouts {
        Whereabouts::Unset => return Ok(LocationInfo::default()),
        Whereabouts::Unknown => {
            let message = Some("Could not find location for this zip code".to_owned());
            return Ok(LocationInfo { message, ..LocationInfo::default() });
        }
        // A shopper who filters by a merchant has chosen it, at any distance.
        Whereabouts::At(_) if filter.merchant.is_some() => return Ok(LocationInfo::default()),
        Whereabouts::At(place) => place,
    };
    let radius = query.radius();
    let around = app.catalog.around(place, radius, least).await?;
    filter.nearby = Some(around.merchants.clone());
    let message = format!("No local merchants found within {radius} miles");
    Ok(LocationInfo {
        nearby_merchants: around.shown.clone(),
        message: (!around.is_within_radius).then_some(message),
        fallback_results: !around.is_within_radius && !around.merchants.is_empty(),
    })
}
