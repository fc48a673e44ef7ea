//! `GET /reports/pick-list`: the goods that a merchant has to fetch for all orders that are not packed yet, summed by
//! product.

use axum::{extract::State, response::Response};
use serde::Serialize;
use service_kit::{Problem, caller::Merchant, extract::Query};
use utoipa::ToSchema;

use super::format::{FormatQuery, answer};
use crate::{
    App,
    http::csv::Csv,
    model::PickListEntry,
    queries::{failed, orders},
};

/// The goods to fetch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PickList {
    /// The entries, sorted by the products' names.
    pick_list: Vec<PickListEntry>,
}

/// List the goods to fetch, by product
///
/// Sums the units of all orders that are not packed yet: pending, confirmed and preparing ones. A product that was
/// ordered in two units has two entries. With `format=csv`, the answer is a file with the columns `product`, `unit`,
/// `quantity`, `orders` and `product_id`.
#[utoipa::path(
    get,
    path = "/reports/pick-list",
    tag = "reports",
    params(FormatQuery),
    responses(
        (status = 200, content((PickList = "application/json"), (String = "text/csv"))),
    ),
    security(("bearer" = []), ("apiKey" = ["orders:read"])),
)]
pub(crate) async fn pick_list(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<FormatQuery>,
) -> Result<Response, Problem> {
    let pick_list = orders::to_pick(&app.pool, merchant.account).await.map_err(failed)?;
    Ok(answer(PickList { pick_list }, query.format.as_deref(), "pick-list.csv", table))
}

fn table(PickList { pick_list }: &PickList) -> Csv {
    let mut table = Csv::with_columns(&["product", "unit", "quantity", "orders", "product_id"]);
    for PickListEntry { product, quantity, orders } in pick_list {
        let numbers = [quantity.to_string(), orders.to_string(), product.id.to_string()];
        let [quantity, orders, id] = numbers.each_ref().map(String::as_str);
        table.row([&product.name, &product.unit, quantity, orders, id]);
    }
    table
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::{events::OrderEvent, ids::ProductId};
    use uuid::Uuid;

    use crate::{
        http::csv::{quoted, quoted_head},
        testing::Market,
    };

    #[tokio::test]
    async fn units_of_all_orders_to_be_packed_are_summed() {
        let mut market = Market::open().await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        let (green, river) =
            (market.merchant("Green Farm", "05401").await, market.merchant("River Farm", "05404").await);
        let [pear, kale] = [1, 2].map(|number| ProductId::new(Uuid::from_u128(number)));
        let first = market.sale(&ada, &green, &[(pear, "Pear", 2), (kale, "kale", 1)]).await;
        market.sale(&bob, &green, &[(pear, "Sweet Pear", 3)]).await;
        let packed = market.sale(&bob, &green, &[(pear, "Pear", 50)]).await;
        market.sale(&bob, &river, &[(pear, "Pear", 70)]).await;
        for order_id in [first, packed] {
            market.order_event(&green, order_id, OrderEvent::OrderConfirmed { order_id, note: None }).await;
        }
        market.order_event(&green, packed, OrderEvent::OrderMadeReady { order_id: packed, note: None }).await;
        let list = market.get_as(&green, "/reports/pick-list").await.ok();
        let product = |id: ProductId, name: &str| json!({"_id": id, "id": id, "name": name, "unit": "pound"});
        assert_eq!(
            list,
            json!({ "pickList": [
                { "product": product(kale, "kale"), "quantity": 1, "orders": 1 },
                { "product": product(pear, "Sweet Pear"), "quantity": 5, "orders": 2 },
            ]})
        );
        let file = market.get_as(&green, "/reports/pick-list?format=csv").await;
        assert_eq!(file.headers["content-disposition"], "attachment; filename=\"pick-list.csv\"");
        let lines = [
            quoted_head("product|unit|quantity|orders|product_id"),
            quoted(&format!("kale|pound|1|1|{kale}")),
            quoted(&format!("Sweet Pear|pound|5|2|{pear}")),
        ];
        assert_eq!(file.ok(), json!(lines.map(|line| line + "\r\n").concat()));
    }

    #[tokio::test]
    async fn only_merchants_may_read_reports() {
        let mut market = Market::open().await;
        let (ada, root) = (market.customer("Ada").await, market.admin().await);
        let farm = market.merchant("Green Farm", "05401").await;
        for path in ["/reports/sales", "/reports/pick-list", "/reports/packing-list"] {
            assert_eq!(market.get(path).await.refusal().0, 401);
            for other in [&ada, &root] {
                assert_eq!(market.get_as(other, path).await.refusal().0, 403);
            }
            for format in ["csv", "json", ""] {
                assert_eq!(market.get_as(&farm, &format!("{path}?format={format}")).await.status, 200);
            }
        }
    }
}
