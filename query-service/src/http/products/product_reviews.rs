//! `GET /products/{id}/reviews`: the reviews of a product.

use axum::extract::State;
use serde::Serialize;
use service_kit::{
    Code, Problem,
    caller::Visitor,
    extract::{Json, Path, Query},
    problem::ProblemBody,
};
use shared_events::{Role, ids::ProductId};
use utoipa::ToSchema;

use crate::{
    App,
    http::page_query::PageQuery,
    model::{Rating, Review},
    queries::{accounts, catalog, failed, reviews},
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW, catalog::INDEX, reviews::VIEW, accounts::VIEW];

/// The reviews of a product.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductReviews {
    /// The reviews, newest first.
    reviews: Vec<Review>,
    /// The rating over all reviews.
    rating: Rating,
}

/// List the reviews of a product, newest first
#[utoipa::path(
    get,
    path = "/products/{id}/reviews",
    tag = "reviews",
    params(("id" = String, Path, description = "The product's id"), PageQuery),
    responses((status = 200, body = ProductReviews), (status = 404, body = ProblemBody)),
)]
pub(crate) async fn product_reviews(
    State(app): State<App>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Json<ProductReviews>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "Product not found");
    let id: ProductId = id.parse().map_err(|_| not_found())?;
    let owns = |owner| caller.is_some_and(|caller| caller.role == Role::Admin || caller.account == owner);
    let product = app.catalog.product(id, owns).await?.ok_or_else(not_found)?;
    let reviews = reviews::of_product(&app.pool, id, query.page()).await.map_err(failed)?;
    Ok(Json(ProductReviews { reviews, rating: product.product().rating }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn reviews_come_newest_first_with_their_average() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let product = market.product(&farm, Goods::default()).await;
        let path = format!("/products/{product}/reviews");
        let none = json!({"reviews": [], "rating": {"average": 0.0, "count": 0}});
        assert_eq!(market.get(&path).await.ok(), none);
        let ada = market.customer("Ada").await;
        let (bob, cleo) = (market.customer("Bob").await, market.customer("Cleo").await);
        for (customer, rating) in [(&ada, 5), (&bob, 4), (&cleo, 4)] {
            let comment = format!("{} says {rating}", customer.name);
            let review = market.review(customer, &farm, product, (rating, &comment)).await;
            if customer.name == "Bob" {
                market.answer(&farm, &review, "Thank you").await;
            }
        }
        let answer = market.get(&path).await.ok();
        assert_eq!(pluck(&answer["reviews"], "comment"), ["Cleo says 4", "Bob says 4", "Ada says 5"]);
        assert_eq!(answer["rating"], json!({"average": 4.33, "count": 3}));
        assert_eq!(answer["reviews"][1]["reply"]["text"], "Thank you");
        assert_eq!(answer["reviews"][0]["reply"], json!(null));
        assert_eq!(answer["reviews"][2]["customer"]["name"], "Ada");
        let shown = market.get(&format!("/products/{product}")).await.ok();
        assert_eq!(shown["rating"], json!({"average": 4.33, "count": 3}));
        assert_eq!(shown["merchant"]["rating"], json!({"average": 4.33, "count": 3}));
        let known = market.get_as(&ada, "/users/me/export").await.ok();
        assert_eq!(pluck(&known["reviews"], "comment"), ["Ada says 5"]);
        let second = market.get(&format!("{path}?limit=1&page=2")).await.ok();
        assert_eq!(pluck(&second["reviews"], "comment"), ["Bob says 4"]);
    }

    #[tokio::test]
    async fn an_erased_customers_review_keeps_its_rating_without_the_name() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let product = market.product(&farm, Goods::default()).await;
        let ada = market.customer("Ada").await;
        market.review(&ada, &farm, product, (3, "Ada says 3")).await;
        market.erase(&ada).await;
        let answer = market.get(&format!("/products/{product}/reviews")).await.ok();
        assert_eq!(answer["reviews"][0]["customer"]["name"], "Deleted user");
        assert_eq!(
            (&answer["reviews"][0]["comment"], &answer["reviews"][0]["rating"]),
            (&json!(""), &json!(3))
        );
        assert_eq!(answer["rating"], json!({"average": 3.0, "count": 1}));
    }

    #[tokio::test]
    async fn a_product_that_is_not_public_has_no_reviews() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let waiting = market.new_product(&farm, Goods::default()).await;
        let path = format!("/products/{waiting}/reviews");
        assert_eq!(market.get(&path).await.refusal(), (404, "Product not found"));
        market.get_as(&farm, &path).await.ok();
        for id in ["x", "%00", "00000000-0000-0000-0000-000000000000"] {
            assert_eq!(
                market.get(&format!("/products/{id}/reviews")).await.refusal(),
                (404, "Product not found")
            );
        }
    }
}
