//! `GET /admin/why/{kind}/{id}`: the events that led to the present state of an order or a product.

use axum::extract::State;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};

use crate::{
    App,
    operations::{Why, WhyKind},
};

/// Explain the state of an order or a product
///
/// The events that led to the present state, oldest first, each as a sentence and with the fields that it set.
/// Personal data is masked.
#[utoipa::path(
    get,
    path = "/admin/why/{kind}/{id}",
    tag = "admin",
    params(
        ("kind" = WhyKind, Path, description = "`order` or `product`"),
        ("id" = String, Path, description = "The id of the order or product"),
    ),
    responses(
        (status = 200, body = Why),
        (status = 404, body = ProblemBody, description = "The order or product does not exist"),
        (status = 503, body = ProblemBody, description = "The log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn why(
    State(app): State<App>,
    Admin(_admin): Admin,
    Path((kind, id)): Path<(String, String)>,
) -> Result<Json<Why>, Problem> {
    let (kind, missing) = match kind.as_str() {
        "order" => (WhyKind::Order, "Order not found"),
        "product" => (WhyKind::Product, "Product not found"),
        _ => return Err(Problem::new(Code::NotFound, "This can be asked about an order or a product")),
    };
    let not_found = || Problem::new(Code::NotFound, missing);
    let id = id.parse().map_err(|_| not_found())?;
    let found = app.operations.why(kind, id).await.map_err(|failure| Problem::unavailable(&failure))?;
    found.map(Json).ok_or_else(not_found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn a_thing_is_explained_by_its_events() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let id = |number: u8| format!("00000000-0000-0000-0000-00000000000{number}");
        let found = market.get_as(&root, &format!("/admin/why/product/{}", id(1))).await.ok();
        assert_eq!((&found["kind"], &found["leftOut"]), (&json!("product"), &json!(0)));
        let reason = &found["reasons"][0];
        assert_eq!(reason["sentence"], "The merchant listed the product.");
        let price = json!({ "name": "Price", "before": null, "after": "$4.50", "masked": false });
        assert_eq!((&reason["event"]["position"], &reason["fields"][0]), (&json!(12), &price));
        for (path, text) in [
            (format!("product/{}", id(2)), "Product not found"),
            (format!("order/{}", id(2)), "Order not found"),
            ("order/GS-1".to_owned(), "Order not found"),
            (format!("account/{}", id(1)), "This can be asked about an order or a product"),
        ] {
            let refused = market.get_as(&root, &format!("/admin/why/{path}")).await;
            assert_eq!(refused.refusal(), (404, text), "{path}");
        }
    }
}
