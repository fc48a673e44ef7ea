//! Searches among a merchant's sales and a customer's purchases: a page of them, and how many there are in each state.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use serde::Serialize;
use shared_events::{
    ids::AccountId,
    money::{Cents, Dollars},
    shop::OrderStatus,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{OrderRow, Period};
use crate::{
    model::{Order, Page},
    queries::Word,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn sales_by_status(
        merchant: Uuid, text: Option<&str>, from: Option<DateTime<Utc>>, before: Option<DateTime<Utc>>,
        product: Option<Uuid>, customer: Option<Uuid>,
    ) -> row StatusRow = concat!(
        include_str!("matching_sales.sql"),
        "SELECT status, count(*) AS orders FROM matching GROUP BY status"
    );
    fn sales_page(
        merchant: Uuid, text: Option<&str>, from: Option<DateTime<Utc>>, before: Option<DateTime<Utc>>,
        product: Option<Uuid>, customer: Option<Uuid>, status: Option<&str>, limit: i64, offset: i64,
    ) -> row OrderRow = concat!(
        include_str!("matching_sales.sql"),
        include_str!("select_orders.sql"),
        "JOIN (SELECT order_id, ended FROM matching WHERE $7::text IS NULL OR status = $7
               ORDER BY ended, placed_at DESC, number LIMIT $8 OFFSET $9) page USING (order_id)
         ORDER BY page.ended, o.placed_at DESC, o.number"
    );
    fn purchase_counts(
        customer: Uuid, text: Option<&str>, product: Option<Uuid>, merchant: Option<Uuid>,
    ) -> row PurchaseCounts = concat!(
        include_str!("matching_purchases.sql"),
        "SELECT count(DISTINCT parent_number) AS all,
                count(DISTINCT parent_number) FILTER (WHERE state = 'open') AS open,
                count(DISTINCT parent_number) FILTER (WHERE state = 'delivered') AS delivered,
                count(DISTINCT parent_number) FILTER (WHERE state = 'ended') AS ended
         FROM matching"
    );
    fn purchases_page(
        customer: Uuid, text: Option<&str>, product: Option<Uuid>, merchant: Option<Uuid>, state: Option<&str>,
        limit: i64, offset: i64,
    ) -> row OrderRow = concat!(
        include_str!("matching_purchases.sql"),
        include_str!("select_orders.sql"),
        "WHERE o.customer_id = $1 AND o.parent_number IN (
             SELECT parent_number FROM matching WHERE $5::text IS NULL OR state = $5
             GROUP BY parent_number ORDER BY max(placed_at) DESC, parent_number LIMIT $6 OFFSET $7)
         ORDER BY max(o.placed_at) OVER (PARTITION BY o.parent_number) DESC, o.parent_number, o.number"
    );
    fn spent(customer: Uuid) -> value i64 =
        "SELECT coalesce(sum(total), 0)::bigint FROM read.orders_orders
         WHERE customer_id = $1 AND status NOT IN ('cancelled', 'returned')";
}

/// A search among a merchant's sales. `None` does not restrict.
#[derive(Clone, Debug, Default)]
pub struct SalesSearch {
    /// A part of the number, of the customer's name or of a product's name. Case does not matter.
    pub text: Option<String>,
    /// When the order was placed.
    pub placed: Period,
    /// A product of the order.
    pub product: Option<Uuid>,
    /// The customer.
    pub customer: Option<Uuid>,
}

#[derive(Debug, FromRow)]
struct StatusRow {
    status: Word<OrderStatus>,
    orders: i64,
}

/// How many of the merchant's orders match, by status; a status without orders is left out.
pub async fn count_sales(
    pool: &Pool,
    merchant: AccountId,
    search: &SalesSearch,
) -> Result<BTreeMap<&'static str, u64>, sqlx::Error> {
    let SalesSearch { text, placed: (from, before), product, customer } = search;
    let rows: Vec<StatusRow> =
        sql::sales_by_status(merchant.uuid(), text.as_deref(), *from, *before, *product, *customer)
            .fetch_all(pool)
            .await?;
    Ok(rows.into_iter().map(|row| (row.status.0.as_str(), row.orders.unsigned_abs())).collect())
}

/// A page of the matching orders: open ones first, then the newest.
pub async fn sales_page(
    pool: &Pool,
    merchant: AccountId,
    search: &SalesSearch,
    status: Option<&str>,
    page: Page,
) -> Result<Vec<Order>, sqlx::Error> {
    let SalesSearch { text, placed: (from, before), product, customer } = search;
    let (limit, offset) = (page.limit_i64(), page.offset_i64());
    let rows: Vec<OrderRow> = sql::sales_page(
        merchant.uuid(),
        text.as_deref(),
        *from,
        *before,
        *product,
        *customer,
        status,
        limit,
        offset,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(OrderRow::seen_by_merchant).collect())
}

/// A search among a customer's purchases. `None` does not restrict.
#[derive(Clone, Debug, Default)]
pub struct PurchaseSearch {
    /// A part of the number, of the stall's name or of a product's name. Case does not matter.
    pub text: Option<String>,
    /// A product of the order.
    pub product: Option<Uuid>,
    /// The merchant.
    pub merchant: Option<Uuid>,
}

/// What became of an order, in the words of the customer's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseState {
    /// On its way.
    Open,
    /// Delivered and kept.
    Delivered,
    /// Cancelled or returned.
    Ended,
}

impl PurchaseState {
    /// The state with this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Open, Self::Delivered, Self::Ended].into_iter().find(|state| state.as_str() == name)
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Delivered => "delivered",
            Self::Ended => "ended",
        }
    }
}

/// How many purchases match. A purchase with orders in several states counts in each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, FromRow)]
pub struct PurchaseCounts {
    /// In any state.
    all: i64,
    /// With an order on its way.
    open: i64,
    /// With a delivered order.
    delivered: i64,
    /// With a cancelled or returned order.
    ended: i64,
}

impl PurchaseCounts {
    /// The number of purchases with an order in this state.
    pub const fn of(self, state: Option<PurchaseState>) -> u64 {
        match state {
            None => self.all,
            Some(PurchaseState::Open) => self.open,
            Some(PurchaseState::Delivered) => self.delivered,
            Some(PurchaseState::Ended) => self.ended,
        }
        .unsigned_abs()
    }
}

/// Counts the matching purchases.
pub async fn count_purchases(
    pool: &Pool,
    customer: AccountId,
    search: &PurchaseSearch,
) -> Result<PurchaseCounts, sqlx::Error> {
    let PurchaseSearch { text, product, merchant } = search;
    sql::purchase_counts(customer.uuid(), text.as_deref(), *product, *merchant).fetch_one(pool).await
}

/// All orders of a page of purchases with a matching order, the newest purchase first.
pub async fn purchases_page(
    pool: &Pool,
    customer: AccountId,
    search: &PurchaseSearch,
    state: Option<PurchaseState>,
    page: Page,
) -> Result<Vec<Order>, sqlx::Error> {
    let PurchaseSearch { text, product, merchant } = search;
    let state = state.map(PurchaseState::as_str);
    let (limit, offset) = (page.limit_i64(), page.offset_i64());
    let rows: Vec<OrderRow> =
        sql::purchases_page(customer.uuid(), text.as_deref(), *product, *merchant, state, limit, offset)
            .fetch_all(pool)
            .await?;
    Ok(rows.into_iter().map(OrderRow::seen_by_customer).collect())
}

/// What a customer paid for all orders that were neither cancelled nor returned.
pub async fn spent(pool: &Pool, customer: AccountId) -> Result<Dollars, sqlx::Error> {
    sql::spent(customer.uuid()).fetch_one(pool).await.map(|cents: i64| Dollars(Cents(cents)))
}
