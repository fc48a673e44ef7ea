//! The list of accounts for admins.

use postgres_kit::Pool;
use shared_events::Role;
use sqlx::{Postgres, QueryBuilder};

use super::row::UserRow;
use crate::{
    model::{Page, User},
    queries::words::beginnings,
};

/// Up to this number of matches are filtered first and then sorted.
const MAX_SORTED_IN_MEMORY: u64 = 10_000;

/// The filter of the list. All members apply together; `None` is no restriction.
#[derive(Clone, Debug, Default)]
pub struct UserFilter {
    /// Prefixes of words of the name, the e-mail address or the business name.
    pub search: Option<String>,
    pub role: Option<Role>,
    /// Accounts in this state.
    pub status: Option<UserStatus>,
}

/// A state to filter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserStatus {
    /// Not deactivated.
    Active,
    /// Deactivated or erased.
    Inactive,
    /// A merchant that no admin has decided about.
    Pending,
    /// A merchant that was approved.
    Approved,
    /// A merchant that was rejected.
    Rejected,
}

/// Counts the matching accounts.
pub async fn count_users(pool: &Pool, filter: &UserFilter) -> Result<u64, sqlx::Error> {
    let mut query = QueryBuilder::new("SELECT count(*) FROM read.accounts_users u WHERE true");
    push_conditions(&mut query, filter);
    let found: i64 = query.build_query_scalar().fetch_one(pool).await?;
    Ok(found.unsigned_abs())
}

/// A page of the matching accounts, newest first; `total` is their count.
pub async fn users(
    pool: &Pool,
    filter: &UserFilter,
    total: u64,
    page: Page,
) -> Result<Vec<User>, sqlx::Error> {
    let mut query = QueryBuilder::new(include_str!("select_users.sql"));
    push_conditions(&mut query, filter);
    if filter.search.is_some() && total <= MAX_SORTED_IN_MEMORY {
        // With few matches, a subquery filters first (`OFFSET 0` keeps it separate), and the result is sorted.
        // Otherwise Postgres scans all accounts by age, because it cannot know how rare a word is.
        query.push(" OFFSET 0").push(include_str!("join_homes.sql"));
        push_page(&mut query, page);
    } else {
        query.push(" ORDER BY u.opened_at DESC, u.account_id");
        push_page(&mut query, page);
        query.push(include_str!("join_homes.sql"));
    }
    let rows: Vec<UserRow> = query.build_query_as().fetch_all(pool).await?;
    Ok(rows.into_iter().map(User::from).collect())
}

fn push_page(query: &mut QueryBuilder<Postgres>, page: Page) {
    query.push(" LIMIT ").push_bind(page.limit_i64()).push(" OFFSET ").push_bind(page.offset_i64());
}

fn push_conditions(query: &mut QueryBuilder<Postgres>, filter: &UserFilter) {
    if let Some(search) = &filter.search {
        query.push(" AND u.search @@ to_tsquery('simple', ").push_bind(beginnings(search)).push(")");
    }
    if let Some(role) = filter.role {
        query.push(" AND u.role = ").push_bind(role.as_str());
    }
    match filter.status {
        Some(UserStatus::Active) => query.push(" AND u.is_active"),
        Some(UserStatus::Inactive) => query.push(" AND NOT u.is_active"),
        Some(UserStatus::Pending) => query.push(" AND u.approval = 'pending'"),
        Some(UserStatus::Approved) => query.push(" AND u.approval = 'approved'"),
        Some(UserStatus::Rejected) => query.push(" AND u.approval = 'rejected'"),
        None => query,
    };
}
