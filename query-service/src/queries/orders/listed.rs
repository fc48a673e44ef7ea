//! The orders as admins list them.

use postgres_kit::Pool;
use sqlx::{Postgres, QueryBuilder};

use super::OrderRow;
use crate::http::shapes::{DisputeStatus, Order, Page};

/// Which orders are wanted. All members together; none means no restriction.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// The number of an order or a purchase, or its beginning, in any case.
    pub number: Option<String>,
    /// Orders whose payment the customer's bank wants back, or wanted.
    pub disputed: Option<Disputed>,
}

/// How a dispute must stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disputed {
    /// In any way.
    Any,
    /// In this one.
    As(DisputeStatus),
}

/// How many orders fit.
///
/// # Errors
/// Those of the database.
pub async fn count(pool: &Pool, filter: &OrderFilter) -> Result<u64, sqlx::Error> {
    let mut query = QueryBuilder::new("SELECT count(*)");
    push_those(&mut query, filter);
    let found: i64 = query.build_query_scalar().fetch_one(pool).await?;
    Ok(found.unsigned_abs())
}

/// A page of the orders that fit, newest first.
///
/// # Errors
/// Those of the database.
pub async fn listed(pool: &Pool, filter: &OrderFilter, page: Page) -> Result<Vec<Order>, sqlx::Error> {
    let mut query = QueryBuilder::new(include_str!("select_orders.sql"));
    // First which: what an order needs beside its row is not put together for those before the page.
    query.push(" WHERE o.order_id IN (SELECT o.order_id");
    push_those(&mut query, filter);
    query.push(" ORDER BY o.placed_at DESC, o.number LIMIT ").push_bind(page.limit_i64());
    query.push(" OFFSET ").push_bind(page.offset_i64());
    query.push(") ORDER BY o.placed_at DESC, o.number");
    let rows: Vec<OrderRow> = query.build_query_as().fetch_all(pool).await?;
    Ok(rows.into_iter().map(OrderRow::seen_by_admin).collect())
}

/// Where the orders that fit are.
fn push_those(query: &mut QueryBuilder<Postgres>, filter: &OrderFilter) {
    query.push(" FROM read.orders_orders o");
    if filter.disputed.is_some() {
        query.push(" JOIN read.orders_checkouts c USING (checkout_id)");
    }
    query.push(" WHERE true");
    if let Some(number) = &filter.number {
        query.push(" AND o.number LIKE ").push_bind(beginning(number));
    }
    match filter.disputed {
        None => query,
        Some(Disputed::Any) => query.push(" AND c.dispute_status IS NOT NULL"),
        Some(Disputed::As(status)) => query.push(" AND c.dispute_status = ").push_bind(status.as_str()),
    };
}

/// A pattern for numbers that begin like this text. Numbers have digits, capitals and hyphens; with any other character the
/// pattern matches none.
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
    fn a_pattern_has_no_signs_but_its_own() {
        assert_eq!(beginning("gs-261121-7k"), "GS-261121-7K%");
        for typed in ["%", "GS_", "GS-2\\", "Käse", "GS 2"] {
            assert_eq!(beginning(typed), "", "{typed}");
        }
    }
}
