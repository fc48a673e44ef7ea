//! `GET /reviews/received`: a page of the reviews of the calling merchant's products, and how many wait for a reply.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Problem,
    caller::Merchant,
    extract::{Json, Query},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    App,
    http::{
        lenient::NumberOrText,
        page_query::{DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, given},
    },
    model::{Page, Review, ReviewPagination},
    queries::{
        accounts, catalog, failed,
        reviews::{self, ReviewCounts, ReviewFilter},
    },
};

pub(super) const VIEWS: &[&str] = &[reviews::VIEW, catalog::VIEW, accounts::VIEW];

/// All parameters are optional. Invalid values are ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReceivedQuery {
    /// `unanswered`: reviews without a reply; `critical`: those with three stars or fewer.
    show: Option<String>,
    /// A part of the comment, of the author's or of the product's name.
    search: Option<String>,
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 0 to 100, 20 by default. With 0, only the counts are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

/// A page of the reviews of a merchant's products.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReceivedReviews {
    /// Newest first.
    reviews: Vec<Review>,
    /// The number of matching reviews, whatever `show` was requested.
    counts: ReviewCounts,
    /// The page's place in the list.
    pagination: ReviewPagination,
}

/// List the reviews of the calling merchant's products
#[utoipa::path(
    get,
    path = "/reviews/received",
    tag = "reviews",
    params(ReceivedQuery),
    responses((status = 200, body = ReceivedReviews)),
    security(("bearer" = [])),
)]
pub(crate) async fn received_reviews(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<ReceivedQuery>,
) -> Result<Json<ReceivedReviews>, Problem> {
    let (merchant, text) = (merchant.account, given(&query.search));
    let filter = given(&query.show).and_then(ReviewFilter::named);
    let counts = reviews::count_received(&app.pool, merchant, text).await.map_err(failed)?;
    let total = counts.of(filter);
    let page = Page::read(query.page.as_deref(), query.limit.as_deref(), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
        .within(total);
    let reviews = reviews::received(&app.pool, merchant, text, filter, page).await.map_err(failed)?;
    Ok(Json(ReceivedReviews { reviews, counts, pagination: ReviewPagination::new(page, total) }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Goods, Market, pluck};

    const PATH: &str = "/reviews/received";

    #[tokio::test]
    async fn a_merchant_finds_reviews_that_wait_for_a_reply() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let other = market.merchant("Other Farm", "05401").await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        let tomato = market.product(&farm, Goods::default()).await;
        let kale = market.product(&farm, Goods::named("Kale")).await;
        let pear = market.product(&other, Goods::named("Pear")).await;
        let answered = market.review(&ada, &farm, tomato, (5, "Sweet")).await;
        market.answer(&farm, &answered, "Thank you").await;
        market.review(&bob, &farm, kale, (2, "Wilted")).await;
        market.review(&bob, &other, pear, (1, "Hard")).await;
        let found = market.get_as(&farm, PATH).await.ok();
        assert_eq!(pluck(&found["reviews"], "comment"), ["Wilted", "Sweet"]);
        assert_eq!(found["reviews"][0]["product"]["name"], "Kale");
        assert_eq!(found["reviews"][1]["reply"]["text"], "Thank you");
        assert_eq!(found["counts"], json!({ "all": 2, "unanswered": 1, "critical": 1 }));
        for (query, expected) in [
            ("show=unanswered", vec!["Wilted"]),
            ("show=critical", vec!["Wilted"]),
            ("show=what", vec!["Wilted", "Sweet"]),
            ("search=hEIRLOOM", vec!["Sweet"]),
            ("search=bob", vec!["Wilted"]),
            ("search=%25", vec![]),
            ("limit=1&page=2", vec!["Sweet"]),
            ("limit=1&page=9", vec!["Sweet"]),
        ] {
            let found = market.get_as(&farm, &format!("{PATH}?{query}")).await.ok();
            assert_eq!(pluck(&found["reviews"], "comment"), expected, "{query}");
        }
        assert_eq!(market.get(PATH).await.refusal().0, 401);
        assert_eq!(market.get_as(&ada, PATH).await.refusal().0, 403);
    }
}
