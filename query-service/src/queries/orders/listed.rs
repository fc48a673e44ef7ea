//! The list of orders for admins.

use postgres_kit::Pool;
use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

use super::OrderRow;
use crate::model::{DisputeStatus, Order, Page};

/// The filter of the list. All members apply together; `None` is no restriction.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// A prefix of the number of an order or a purchase. Case does not matter.
    pub number: Option<String>,
    /// Orders whose payment is or was disputed.
    pub disputed: Option<Disputed>,
    /// Orders of this merchant.
    pub merchant: Option<Uuid>,
    /// Orders that are neither delivered nor cancelled.
    pub open: bool,
}

/// The state of a dispute to filter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disputed {
    /// In any state.
    Any,
    /// In this state.
    As(DisputeStatus),
}

/// Counts the matching orders.
pub async fn count(pool: &Pool, filter: &OrderFilter) -> Result<u64, sqlx::Error> {
    let mut query = QueryBuilder::new("SELECT count(*)");
    push_those(&mut query, filter);
    let found: i64 = query.build_query_scalar().fetch_one(pool).await?;
    Ok(found.unsigned_abs())
}

/// A page of the matching orders, newest first.
pub async fn listed(pool: &Pool, filter: &OrderFilter, page: Page) -> Result<Vec<Order>, sqlx::Error> {
    let mut query = QueryBuilder::new(include_str!("select_orders.sql"));
    // The page's ids are selected first, so that the joins are not evaluated for the orders before it.
    query.push(" WHERE o.order_id IN (SELECT o.order_id");
    push_those(&mut query, filter);
    query.push(" ORDER BY o.placed_at DESC, o.number LIMIT ").push_bind(page.limit_i64());
    query.push(" OFFSET ").push_bind(page.offset_i64());
    query.push(") ORDER BY o.placed_at DESC, o.number");
    let rows: Vec<OrderRow> = query.build_query_as().fetch_all(pool).await?;
    Ok(rows.into_iter().map(OrderRow::seen_by_admin).collect())
}

/// Pushes the tables and conditions of the matching orders.
fn push_those(query: &mut QueryBuilder<Postgres>, filter: &OrderFilter) {
    query.push(" FROM read.orders_orders o");
    if filter.disputed.is_some() {
        query.push(" JOIN read.orders_checkouts c USING (checkout_id)");
    }
    query.push(" WHERE true");
    if let Some(number) = &filter.number {
        query.push(" AND o.number LIKE ").push_bind(beginning(number));
    }
    if let Some(merchant) = filter.merchant {
        query.push(" AND o.merchant_id = ").push_bind(merchant);
    }
    if filter.open {
        query.push(" AND o.status NOT IN ('delivered', 'cancelled', 'returned')");
    }
    match filter.disputed {
        None => query,
        Some(Disputed::Any) => query.push(" AND c.dispute_status IS NOT NULL"),
        Some(Disputed::As(status)) => query.push(" AND c.dispute_status = ").push_bind(status.as_str()),
    };
}

/// A `LIKE` pattern for numbers with this prefix. Numbers contain digits, capitals and hyphens. With any other
/// character the pattern matches nothing.
fn beginning(typed: &str) -> String {
    let number = typed.to_ascii_uppercase();
    match number.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        true => number + "%",
        false => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_contains_no_typed_wildcards() {
        assert_eq!(beginning("gs-261121-7k"), "GS-261121-7K%");
        for typed in ["%", "GS_", "GS-2\\", "Käse", "GS 2"] {
            assert_eq!(beginning(typed), "", "{typed}");
        }
    }
}
