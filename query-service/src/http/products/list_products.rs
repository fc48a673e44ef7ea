//! `GET /products`: the catalog, searched, filtered, sorted and paged.

use axum::extract::State;
use serde::Serialize;
use service_kit::{
    Problem,
    extract::{Json, Query},
    problem::ProblemBody,
};
use sqlx::PgPool;
use utoipa::ToSchema;
use uuid::Uuid;

use super::product_query::{ProductQuery, Whereabouts};
use crate::{
    App,
    http::shapes::{Merchant, Product, ProductPagination},
    queries::{
        catalog::{self, Filter, Nearby, Point},
        failed,
    },
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW];

/// More merchants than this are not listed as nearby.
const MOST_NEARBY: usize = 20;

/// A page of the catalog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductPage {
    /// In the wanted order.
    products: Vec<Product>,
    /// Which page of how many.
    pagination: ProductPagination,
    /// What is near the shopper's place.
    location_info: LocationInfo,
}

/// What is near the shopper's place.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LocationInfo {
    /// Nearest first; the nearest there are when none sells within the radius; empty without a place.
    nearby_merchants: Vec<Merchant>,
    /// For people, when nobody sells within the radius or the place is not known.
    #[schema(required)]
    message: Option<String>,
    /// Nobody sells within the radius: the products are those of the nearest merchants.
    fallback_results: bool,
}

/// Search the catalog
#[utoipa::path(
    get,
    path = "/products",
    tag = "products",
    params(ProductQuery),
    responses((status = 200, body = ProductPage), (status = 400, body = ProblemBody)),
)]
pub(crate) async fn list_products(
    State(app): State<App>,
    Query(query): Query<ProductQuery>,
) -> Result<Json<ProductPage>, Problem> {
    answer(&app.pool, &query).await.map(Json).map_err(failed)
}

async fn answer(pool: &PgPool, query: &ProductQuery) -> Result<ProductPage, sqlx::Error> {
    let whereabouts = query.whereabouts();
    let mut filter = query.filter();
    filter.terms = catalog::search_terms(pool, query.search.as_deref().unwrap_or_default()).await?;
    let sorts = query.sorts(filter.terms.as_ref(), whereabouts);
    let location_info = locate(pool, query, whereabouts, &mut filter).await?;

    let page = query.page();
    let total = catalog::count(pool, &filter).await?;
    let products = if page.limit == 0 || page.offset() >= total {
        Vec::new()
    } else {
        catalog::page(pool, &filter, &sorts, page, place_of(whereabouts)).await?
    };
    Ok(ProductPage { products, pagination: ProductPagination::new(page, total), location_info })
}

/// Finds who is near, and restricts the filter to them.
async fn locate(
    pool: &PgPool,
    query: &ProductQuery,
    whereabouts: Whereabouts,
    filter: &mut Filter,
) -> Result<LocationInfo, sqlx::Error> {
    let place = match whereabouts {
        Whereabouts::Unset => return Ok(LocationInfo::default()),
        Whereabouts::Unknown => {
            let message = Some("Could not find location for this zip code".to_owned());
            return Ok(LocationInfo { message, ..LocationInfo::default() });
        }
        // Whoever looks at one merchant's products has chosen it, however far away.
        Whereabouts::At(_) if filter.merchant.is_some() => return Ok(LocationInfo::default()),
        Whereabouts::At(place) => place,
    };
    let radius = query.radius();
    let around = catalog::around(pool, place, radius).await?;
    if around.iter().any(|merchant| merchant.product_count > 0) {
        let nearby_merchants = listed(pool, &around, place).await?;
        filter.merchants = Some(around);
        return Ok(LocationInfo { nearby_merchants, ..LocationInfo::default() });
    }
    let nearest = catalog::nearest(pool, place).await?;
    let message = Some(format!("No local merchants found within {radius} miles"));
    let fallback_results = !nearest.is_empty();
    let nearby_merchants = listed(pool, if around.is_empty() { &nearest } else { &around }, place).await?;
    filter.merchants = Some(nearest);
    Ok(LocationInfo { nearby_merchants, message, fallback_results })
}

async fn listed(pool: &PgPool, nearby: &[Nearby], place: Point) -> Result<Vec<Merchant>, sqlx::Error> {
    let ids: Vec<Uuid> = nearby.iter().take(MOST_NEARBY).map(|near| near.merchant_id).collect();
    catalog::by_ids(pool, &ids, place).await
}

const fn place_of(whereabouts: Whereabouts) -> Option<Point> {
    match whereabouts {
        Whereabouts::At(place) => Some(place),
        Whereabouts::Unset | Whereabouts::Unknown => None,
    }
}
