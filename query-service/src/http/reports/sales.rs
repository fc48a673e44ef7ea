//! `GET /reports/sales`: a merchant's sales by day, product or customer.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use service_kit::{Problem, caller::Merchant, extract::Query, problem::ProblemBody};
use shared_events::money::Dollars;
use utoipa::{IntoParams, ToSchema};

use super::format::answer;
use crate::{
    App,
    http::csv::Csv,
    model::SalesRow,
    queries::{catalog, failed, orders},
};

/// The grouping of a report's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grouping {
    /// One row per day on which orders were placed.
    #[default]
    Day,
    /// One row per product.
    Product,
    /// One row per customer.
    Customer,
}

/// The parameters of the report.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct SalesQuery {
    /// The grouping of the rows; `day` by default.
    #[param(inline)]
    by: Option<Grouping>,
    /// The first day of the report, in the merchant's time zone; by default the first day with orders.
    #[param(example = "2026-11-01")]
    from: Option<NaiveDate>,
    /// The last day of the report; by default the last day with orders.
    #[param(example = "2026-11-30")]
    to: Option<NaiveDate>,
    /// `csv` for a file; any other value for JSON.
    format: Option<String>,
}

/// A merchant's sales.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SalesReport {
    /// The grouping of the rows.
    by: Grouping,
    /// The first day, if one was requested.
    #[schema(required)]
    from: Option<NaiveDate>,
    /// The last day, if one was requested.
    #[schema(required)]
    to: Option<NaiveDate>,
    /// The rows: days with the latest first; products and customers with the highest revenue first.
    sales: Vec<SalesRow>,
    /// The totals of all rows. An order of two products counts once.
    totals: SalesRow,
}

/// Report a merchant's sales
///
/// Every order counts on the day on which it was placed, in the merchant's time zone. Amounts are the prices of the
/// goods, without tax and delivery. `gross` contains every paid order. An order that is cancelled or returned later
/// counts as refunded, on the day on which it was placed: its goods are in `refunds`, and `net` is `gross` minus
/// `refunds`. So the net of a day can still shrink, and reports by day, product and customer have the same totals.
/// Other refunds, such as those made at the payment provider, belong to a whole payment and are not included.
///
/// With `format=csv`, the answer is a file with the columns `day`, or `product`, `unit`, `product_id`, or `customer`,
/// `customer_id`, followed by `orders`, `units`, `gross`, `refunded_orders`, `refunded_units`, `refunds` and `net`.
#[utoipa::path(
    get,
    path = "/reports/sales",
    tag = "reports",
    params(SalesQuery),
    responses(
        (status = 200, content((SalesReport = "application/json"), (String = "text/csv"))),
        (status = 400, body = ProblemBody, description = "`by` or a day is invalid"),
    ),
    security(("bearer" = []), ("apiKey" = ["orders:read"])),
)]
pub(crate) async fn sales(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<SalesQuery>,
) -> Result<Response, Problem> {
    let SalesQuery { by, from, to, format } = query;
    let (by, merchant) = (by.unwrap_or_default(), merchant.account);
    let calendar = catalog::calendar(&app.pool, merchant).await.map_err(failed)?;
    let period = (from.map(|day| calendar.start_of(day)), to.map(|day| calendar.end_of(day)));
    let report = match by {
        Grouping::Day => orders::sales_by_day(&app.pool, merchant, period, &calendar).await,
        Grouping::Product => orders::sales_by_product(&app.pool, merchant, period).await,
        Grouping::Customer => orders::sales_by_customer(&app.pool, merchant, period).await,
    };
    let (sales, totals) = report.map_err(failed)?;
    let report = SalesReport { by, from, to, sales, totals: totals.into() };
    Ok(answer(report, format.as_deref(), "sales.csv", table))
}

fn table(SalesReport { by, sales, .. }: &SalesReport) -> Csv {
    let keys: &[&str] = match by {
        Grouping::Day => &["day"],
        Grouping::Product => &["product", "unit", "product_id"],
        Grouping::Customer => &["customer", "customer_id"],
    };
    let figures = ["orders", "units", "gross", "refunded_orders", "refunded_units", "refunds", "net"];
    let mut table = Csv::with_columns(&[keys, &figures].concat());
    for row in sales {
        let mut cells = Vec::new();
        cells.extend(row.day.map(|day| day.to_string()));
        if let Some(product) = &row.product {
            cells.extend([product.name.clone(), product.unit.clone(), product.id.to_string()]);
        }
        if let Some(customer) = &row.customer {
            cells.extend([customer.name.clone(), customer.id.to_string()]);
        }
        cells.extend([row.orders, row.units].map(|count| count.to_string()));
        cells.push(amount(row.gross));
        cells.extend([row.refunded_orders, row.refunded_units].map(|count| count.to_string()));
        cells.extend([row.refunds, row.net].map(amount));
        table.row(cells.iter().map(String::as_str));
    }
    table
}

/// Formats an amount for spreadsheets.
fn amount(Dollars(cents): Dollars) -> String {
    format!("{:.2}", cents.dollars())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use shared_events::{events::OrderEvent, ids::ProductId};
    use uuid::Uuid;

    use crate::{
        http::csv::{quoted, quoted_head},
        testing::{Market, Person},
    };

    fn product(number: u128) -> ProductId {
        ProductId::new(Uuid::from_u128(number))
    }

    async fn report(market: &Market, merchant: &Person, query: &str) -> Value {
        market.get_as(merchant, &format!("/reports/sales?{query}")).await.ok()
    }

    /// The orders, units, gross, refunded orders, refunded units, refunds and net of a row.
    fn figures(row: &Value) -> [f64; 7] {
        ["orders", "units", "gross", "refundedOrders", "refundedUnits", "refunds", "net"]
            .map(|member| row[member].as_f64().expect("a number"))
    }

    #[tokio::test]
    async fn days_are_in_the_merchants_time_zone() {
        let mut market = Market::open().await;
        let (ada, green) = (market.customer("Ada").await, market.merchant("Green Farm", "94110").await);
        // California is seven hours behind UTC.
        for moment in ["2026-10-01T06:58:00Z", "2026-10-01T07:00:00Z", "2026-10-02T06:58:00Z"] {
            market.wait_until(moment.parse().unwrap());
            market.sale(&ada, &green, &[(product(1), "Pear", 1)]).await;
        }
        let all = report(&market, &green, "").await;
        assert_eq!((&all["by"], &all["from"]), (&json!("day"), &json!(null)));
        let days: Vec<(&str, i64)> = all["sales"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["day"].as_str().unwrap(), row["orders"].as_i64().unwrap()))
            .collect();
        assert_eq!(days, [("2026-10-01", 2), ("2026-09-30", 1)]);
        for (query, orders) in [
            ("from=2026-10-01", 2),
            ("to=2026-09-30", 1),
            ("from=2026-09-30&to=2026-10-01", 3),
            ("from=2026-10-02", 0),
            ("from=2026-10-01&to=2026-09-30", 0),
            ("from=-262143-01-01&to=%2B262142-12-31", 3),
        ] {
            for by in ["day", "product", "customer"] {
                let report = report(&market, &green, &format!("by={by}&{query}")).await;
                assert_eq!(report["totals"]["orders"], orders, "{by} {query}");
            }
        }
    }

    #[tokio::test]
    async fn cancelled_and_returned_orders_count_as_refunded_in_every_grouping() {
        let mut market = Market::open().await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        let (green, river) =
            (market.merchant("Green Farm", "05401").await, market.merchant("River Farm", "05404").await);
        let (pear, kale) = (product(1), product(2));
        market.sale(&ada, &green, &[(pear, "Pear", 2), (kale, "Kale", 1)]).await;
        let cancelled = market.sale(&ada, &green, &[(kale, "Curly Kale", 3)]).await;
        let returned = market.sale(&bob, &green, &[(pear, "Pear", 1)]).await;
        market.sale(&bob, &river, &[(pear, "Pear", 100)]).await;
        let gone = OrderEvent::OrderCancelled { order_id: cancelled, reason: None };
        market.order_event(&ada, cancelled, gone).await;
        let back = OrderEvent::OrderReturned {
            order_id: returned,
            reason: shared_events::Personal::new(bob.id.uuid(), "Bruised".to_owned()),
        };
        market.order_event(&green, returned, back).await;

        let totals = [3.0, 7.0, 31.5, 2.0, 4.0, 18.0, 13.5];
        let products = report(&market, &green, "by=product").await;
        assert_eq!(figures(&products["totals"]), totals);
        let [first, second] = [&products["sales"][0], &products["sales"][1]];
        assert_eq!((&first["product"]["name"], &first["product"]["unit"]), (&json!("Pear"), &json!("pound")));
        assert_eq!(figures(first), [2.0, 3.0, 13.5, 1.0, 1.0, 4.5, 9.0]);
        assert_eq!(second["product"]["name"], "Curly Kale", "as it was called last");
        assert_eq!(figures(second), [2.0, 4.0, 18.0, 1.0, 3.0, 13.5, 4.5]);

        let customers = report(&market, &green, "by=customer").await;
        assert_eq!(figures(&customers["totals"]), totals);
        let [first, second] = [&customers["sales"][0], &customers["sales"][1]];
        assert_eq!((&first["customer"]["name"], &second["customer"]["name"]), (&json!("Ada"), &json!("Bob")));
        assert_eq!(figures(first), [2.0, 6.0, 27.0, 1.0, 3.0, 13.5, 13.5]);
        assert_eq!(figures(second), [1.0, 1.0, 4.5, 1.0, 1.0, 4.5, 0.0]);

        let days = report(&market, &green, "by=day").await;
        assert_eq!(figures(&days["totals"]), totals);
        assert_eq!(figures(&days["sales"][0]), totals);

        market.erase(&bob).await;
        let customers = report(&market, &green, "by=customer").await;
        assert_eq!(customers["sales"][1]["customer"]["name"], "Deleted user");
        assert_eq!(figures(&customers["totals"]), totals);
    }

    #[tokio::test]
    async fn files_have_a_line_for_each_row() {
        let mut market = Market::open().await;
        let (ada, green) =
            (market.customer("Ada, Countess").await, market.merchant("Green Farm", "05401").await);
        market.wait_until("2026-11-21T12:00:00Z".parse().unwrap());
        market.sale(&ada, &green, &[(product(1), "Pear", 2)]).await;
        for (by, columns, cells) in [
            ("day", "day", "2026-11-21".to_owned()),
            ("product", "product|unit|product_id", format!("Pear|pound|{}", product(1))),
            ("customer", "customer|customer_id", format!("Ada, Countess|{}", ada.id)),
        ] {
            let head = format!("{columns}|orders|units|gross|refunded_orders|refunded_units|refunds|net");
            let row = format!("{cells}|1|2|9.00|0|0|0.00|9.00");
            let file = market.get_as(&green, &format!("/reports/sales?by={by}&format=csv")).await;
            assert_eq!(file.headers["content-disposition"], "attachment; filename=\"sales.csv\"");
            assert_eq!(file.ok(), json!(format!("{}\r\n{}\r\n", quoted_head(&head), quoted(&row))));
        }
    }

    #[tokio::test]
    async fn invalid_parameters_are_malformed() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for query in ["by=week", "by=", "from=yesterday", "to=2026-02-30", "from=2026-01-01&from=2026-01-02"]
        {
            assert_eq!(
                market.get_as(&farm, &format!("/reports/sales?{query}")).await.refusal().0,
                400,
                "{query}"
            );
        }
        assert_eq!(report(&market, &farm, "").await["sales"], json!([]));
    }
}
