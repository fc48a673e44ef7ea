//! Queries for the merchants' reports: sales, and orders that are not packed yet.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use postgres_kit::{FromRow, Pool, statements};
use shared_events::ids::AccountId;
use uuid::Uuid;

use super::OrderRow;
use crate::{
    model::{DELETED_USER, Order, PickListEntry, SalesCustomer, SalesFigures, SalesProduct, SalesRow},
    queries::catalog::Calendar,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn sales_by_day(
        merchant: Uuid, from: Option<DateTime<Utc>>, before: Option<DateTime<Utc>>,
    ) -> row DayRow = concat!(
        include_str!("sold.sql"),
        "SELECT hour",
        include_str!("figures.sql"),
        "GROUP BY GROUPING SETS ((hour), ())"
    );
    fn sales_by_product(
        merchant: Uuid, from: Option<DateTime<Utc>>, before: Option<DateTime<Utc>>,
    ) -> row ProductRow = concat!(
        include_str!("sold.sql"),
        "SELECT product_id, unit, (array_agg(name ORDER BY placed_at DESC))[1] AS name",
        include_str!("figures.sql"),
        "GROUP BY GROUPING SETS ((product_id, unit), ())
         ORDER BY sum(amount) FILTER (WHERE NOT refunded) DESC NULLS LAST, product_id, unit"
    );
    fn sales_by_customer(
        merchant: Uuid, from: Option<DateTime<Utc>>, before: Option<DateTime<Utc>>,
    ) -> row CustomerRow = concat!(
        include_str!("sold.sql"),
        "SELECT customer_id, (array_agg(customer_name ORDER BY placed_at DESC))[1] AS name",
        include_str!("figures.sql"),
        "GROUP BY GROUPING SETS ((customer_id), ())
         ORDER BY sum(amount) FILTER (WHERE NOT refunded) DESC NULLS LAST, customer_id"
    );
    fn to_pack(merchant: Uuid) -> row OrderRow = concat!(
        include_str!("select_orders.sql"),
        "WHERE o.merchant_id = $1 AND o.status IN ('pending', 'confirmed', 'preparing')
         ORDER BY o.placed_at, o.number"
    );
    fn to_pick(merchant: Uuid) -> row PickRow = include_str!("pick_list.sql");
}

/// The half-open time span in which orders were placed; `None`: no bound.
pub type Period = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

/// The rows of a report, and the figures over all of them.
pub type Sales = (Vec<SalesRow>, SalesFigures);

#[derive(Debug, FromRow)]
struct DayRow {
    hour: Option<DateTime<Utc>>,
    #[row(flatten)]
    figures: SalesFigures,
}

/// A merchant's sales by local day, the latest first; days without sales are left out.
pub async fn sales_by_day(
    pool: &Pool,
    merchant: AccountId,
    (from, before): Period,
    calendar: &Calendar,
) -> Result<Sales, sqlx::Error> {
    let rows: Vec<DayRow> = sql::sales_by_day(merchant.uuid(), from, before).fetch_all(pool).await?;
    let (mut days, mut totals) = (BTreeMap::<NaiveDate, SalesFigures>::new(), SalesFigures::default());
    for DayRow { hour, figures } in rows {
        match hour {
            // Local days begin on a full hour, so every hour belongs to one day.
            Some(hour) => *days.entry(calendar.day_of(hour)).or_default() += figures,
            None => totals = figures,
        }
    }
    let rows = days.into_iter().rev().map(|(day, figures)| SalesRow::of_day(day, figures));
    Ok((rows.collect(), totals))
}

#[derive(Debug, FromRow)]
struct ProductRow {
    product_id: Option<Uuid>,
    unit: Option<String>,
    name: Option<String>,
    #[row(flatten)]
    figures: SalesFigures,
}

/// A merchant's sales by product, the highest revenue first. A product that was sold in two units has two rows.
pub async fn sales_by_product(
    pool: &Pool,
    merchant: AccountId,
    (from, before): Period,
) -> Result<Sales, sqlx::Error> {
    let rows: Vec<ProductRow> = sql::sales_by_product(merchant.uuid(), from, before).fetch_all(pool).await?;
    let (mut sales, mut totals) = (Vec::new(), SalesFigures::default());
    for ProductRow { product_id, unit, name, figures } in rows {
        match product_id {
            Some(id) => {
                let (name, unit) = (name.unwrap_or_default(), unit.unwrap_or_default());
                sales.push(SalesRow::of_product(SalesProduct::new(id, name, unit), figures));
            }
            None => totals = figures,
        }
    }
    Ok((sales, totals))
}

#[derive(Debug, FromRow)]
struct CustomerRow {
    customer_id: Option<Uuid>,
    name: Option<String>,
    #[row(flatten)]
    figures: SalesFigures,
}

/// A merchant's sales by customer, the highest revenue first.
pub async fn sales_by_customer(
    pool: &Pool,
    merchant: AccountId,
    (from, before): Period,
) -> Result<Sales, sqlx::Error> {
    let rows: Vec<CustomerRow> =
        sql::sales_by_customer(merchant.uuid(), from, before).fetch_all(pool).await?;
    let (mut sales, mut totals) = (Vec::new(), SalesFigures::default());
    for CustomerRow { customer_id, name, figures } in rows {
        match customer_id {
            Some(id) => {
                let name = name.unwrap_or_else(|| DELETED_USER.to_owned());
                sales.push(SalesRow::of_customer(SalesCustomer::new(id, name), figures));
            }
            None => totals = figures,
        }
    }
    Ok((sales, totals))
}

/// A merchant's orders that are not packed yet, oldest first: pending, confirmed and preparing ones.
pub async fn to_pack(pool: &Pool, merchant: AccountId) -> Result<Vec<Order>, sqlx::Error> {
    let rows: Vec<OrderRow> = sql::to_pack(merchant.uuid()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(OrderRow::seen_by_merchant).collect())
}

#[derive(Debug, FromRow)]
struct PickRow {
    product_id: Uuid,
    name: String,
    unit: String,
    quantity: i64,
    orders: i64,
}

/// The units of the orders that are not packed yet, by product.
pub async fn to_pick(pool: &Pool, merchant: AccountId) -> Result<Vec<PickListEntry>, sqlx::Error> {
    let rows: Vec<PickRow> = sql::to_pick(merchant.uuid()).fetch_all(pool).await?;
    let entry = |row: PickRow| PickListEntry {
        product: SalesProduct::new(row.product_id, row.name, row.unit),
        quantity: row.quantity,
        orders: row.orders,
    };
    Ok(rows.into_iter().map(entry).collect())
}
