//! `GET /reports/packing-list`: the goods that a merchant has to pack, grouped by customer.

use axum::{extract::State, response::Response};
use serde::Serialize;
use service_kit::{Problem, caller::Merchant, extract::Query};
use utoipa::ToSchema;

use super::format::{FormatQuery, answer};
use crate::{
    App,
    http::csv::Csv,
    model::{Order, PackingListEntry, ShippingAddress},
    queries::{
        catalog::{self, Calendar},
        failed, orders,
    },
};

/// The goods to pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PackingList {
    /// The entries, sorted by the customers' names.
    packing_list: Vec<PackingListEntry>,
}

/// List the goods to pack, by customer
///
/// Contains all orders that are not packed yet: pending, confirmed and preparing ones. With `format=csv`, the answer
/// is a file with a row per item and the columns `customer`, `order`, `placed`, `status`, `delivery`, `promised`, `product`,
/// `quantity`, `unit`, `recipient`, `address`, `phone` and `instructions`; `placed` is a time in the merchant's time zone,
/// `promised` the day of a same-day delivery.
#[utoipa::path(
    get,
    path = "/reports/packing-list",
    tag = "reports",
    params(FormatQuery),
    responses(
        (status = 200, content((PackingList = "application/json"), (String = "text/csv"))),
    ),
    security(("bearer" = []), ("apiKey" = ["orders:read"])),
)]
pub(crate) async fn packing_list(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<FormatQuery>,
) -> Result<Response, Problem> {
    let packing_list = by_customer(orders::to_pack(&app.pool, merchant.account).await.map_err(failed)?);
    let calendar = catalog::calendar(&app.pool, merchant.account).await.map_err(failed)?;
    let table = |list: &PackingList| table(list, &calendar);
    Ok(answer(PackingList { packing_list }, query.format.as_deref(), "packing-list.csv", table))
}

/// Groups the orders by customer: customers sorted by name, the orders of each oldest first.
fn by_customer(mut orders: Vec<Order>) -> Vec<PackingListEntry> {
    // The sort is stable, so each customer's orders stay oldest first.
    orders.sort_by_key(|order| order.customer.id);
    let mut list: Vec<PackingListEntry> = Vec::new();
    for order in orders {
        match list.last_mut().filter(|entry| entry.customer.id == order.customer.id) {
            Some(entry) => {
                entry.customer = order.customer.clone();
                entry.orders.push(order);
            }
            None => list.push(PackingListEntry { customer: order.customer.clone(), orders: vec![order] }),
        }
    }
    list.sort_by_key(|entry| (entry.customer.name.to_lowercase(), entry.customer.id));
    list
}

fn table(PackingList { packing_list }: &PackingList, calendar: &Calendar) -> Csv {
    let mut table = Csv::with_columns(&[
        "customer",
        "order",
        "placed",
        "status",
        "delivery",
        "promised",
        "product",
        "quantity",
        "unit",
        "recipient",
        "address",
        "phone",
        "instructions",
    ]);
    for order in packing_list.iter().flat_map(|entry| &entry.orders) {
        let placed = calendar.local_time(order.created_at).format("%Y-%m-%d %H:%M").to_string();
        let promised = order.promised_for.map(|day| day.to_string()).unwrap_or_default();
        let shipping = order.shipping_address.as_ref();
        let (recipient, address) = shipping.map(label).unwrap_or_default();
        let phone = shipping.map_or("", |shipping| shipping.phone.as_str());
        for item in &order.items {
            table.row([
                order.customer.name.as_str(),
                &order.order_number,
                &placed,
                order.status.as_str(),
                order.delivery_method.as_str(),
                &promised,
                &item.name,
                &item.quantity.to_string(),
                &item.unit,
                &recipient,
                &address,
                phone,
                &order.delivery_instructions,
            ]);
        }
    }
    table
}

/// The recipient's name and the address, each on one line.
fn label(shipping: &ShippingAddress) -> (String, String) {
    let filled = |parts: &[&str], between: &str| {
        let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
        parts.join(between)
    };
    let place = filled(&[&shipping.state, &shipping.zip_code], " ");
    (
        filled(&[&shipping.first_name, &shipping.last_name], " "),
        filled(&[&shipping.address, &shipping.apartment, &shipping.city, &place], ", "),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::{events::OrderEvent, ids::ProductId};
    use uuid::Uuid;

    use crate::{
        http::csv::quoted,
        testing::{Market, pluck},
    };

    #[tokio::test]
    async fn each_customers_orders_are_listed_together() {
        let mut market = Market::open().await;
        let (ada, bob) = (market.customer("ada").await, market.customer("Bob").await);
        let (green, river) =
            (market.merchant("Green Farm", "05401").await, market.merchant("River Farm", "05404").await);
        let [pear, kale] = [1, 2].map(|number| ProductId::new(Uuid::from_u128(number)));
        let first = market.sale(&bob, &green, &[(pear, "Pear", 2), (kale, "=Kale", 1)]).await;
        let second = market.sale(&ada, &green, &[(pear, "Pear", 3)]).await;
        let third = market.sale(&bob, &green, &[(kale, "Kale", 4)]).await;
        let cancelled = market.sale(&bob, &green, &[(kale, "Kale", 9)]).await;
        market.sale(&bob, &river, &[(kale, "Kale", 9)]).await;
        let gone = OrderEvent::OrderCancelled { order_id: cancelled, reason: None };
        market.order_event(&bob, cancelled, gone).await;
        let list = market.get_as(&green, "/reports/packing-list").await.ok();
        let list = &list["packingList"];
        assert_eq!(
            (&list[0]["customer"]["name"], &list[1]["customer"]["name"]),
            (&json!("ada"), &json!("Bob"))
        );
        assert_eq!(pluck(&list[0]["orders"], "id"), [second.to_string()]);
        assert_eq!(pluck(&list[1]["orders"], "id"), [first.to_string(), third.to_string()]);
        assert_eq!(list[1]["orders"][0]["deliveryInstructions"], "Ring twice");
        assert_eq!(list.as_array().map(Vec::len), Some(2));

        let file = market.get_as(&green, "/reports/packing-list?format=csv").await.ok();
        let lines: Vec<&str> = file.as_str().unwrap().lines().collect();
        assert_eq!(lines.len(), 5, "{lines:#?}");
        assert!(lines[1].starts_with("\"ada\",\"GS-"), "{lines:#?}");
        assert!(
            lines[2].contains(&quoted("pending|pickup||Pear|2|pound|Bob|05401||Ring twice")),
            "{lines:#?}"
        );
        assert!(lines[3].contains(&quoted("'=Kale|1")), "{lines:#?}");
    }

    #[tokio::test]
    async fn orders_are_placed_at_the_merchants_time() {
        let mut market = Market::open().await;
        let (ada, farm) = (market.customer("Ada").await, market.merchant("Green Farm", "94110").await);
        // California is seven hours behind UTC.
        market.wait_until("2026-10-01T06:58:00Z".parse().unwrap());
        market.sale(&ada, &farm, &[(ProductId::new(Uuid::from_u128(1)), "Pear", 1)]).await;
        let file = market.get_as(&farm, "/reports/packing-list?format=csv").await.ok();
        assert!(file.as_str().unwrap().contains(&quoted("2026-09-30 23:59|pending")), "{file}");
    }

    #[tokio::test]
    async fn an_erased_customer_has_no_name_and_the_goods_are_still_listed() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let green = market.merchant("Green Farm", "05401").await;
        market.checkout(&ada, &[&green]).await;
        market.erase(&ada).await;
        let list = market.get_as(&green, "/reports/packing-list").await.ok();
        assert_eq!(list["packingList"][0]["customer"]["name"], "Deleted user");
        let file = market.get_as(&green, "/reports/packing-list?format=csv").await.ok();
        assert!(!file.as_str().unwrap().contains("Ada"), "{file}");
    }
}
