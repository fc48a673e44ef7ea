//! The accounts as admins list them.

use postgres_kit::Pool;
use shared_events::Role;
use sqlx::{Postgres, QueryBuilder};

use super::UserRow;
use crate::{
    http::shapes::{Page, User},
    queries::words::beginnings,
};

/// So many accounts are sorted in no time.
const FEW: u64 = 10_000;

/// Which accounts are wanted. All members together; none means no restriction.
#[derive(Clone, Debug, Default)]
pub struct UserFilter {
    /// Words that name, e-mail address or business name begin with.
    pub search: Option<String>,
    /// With this role.
    pub role: Option<Role>,
    /// In this state.
    pub status: Option<UserStatus>,
}

/// A state that admins look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserStatus {
    /// Not deactivated.
    Active,
    /// Deactivated or erased.
    Inactive,
    /// A merchant that nobody has decided about.
    Pending,
    /// A merchant that may sell.
    Approved,
    /// A merchant that may not.
    Rejected,
}

/// How many accounts fit.
///
/// # Errors
/// Those of the database.
pub async fn count_users(pool: &Pool, filter: &UserFilter) -> Result<u64, sqlx::Error> {
    let mut query = QueryBuilder::new("SELECT count(*) FROM read.accounts_users u WHERE true");
    push_conditions(&mut query, filter);
    let found: i64 = query.build_query_scalar().fetch_one(pool).await?;
    Ok(found.unsigned_abs())
}

/// A page of the accounts that fit, of which there are `total`, newest first.
///
/// # Errors
/// Those of the database.
pub async fn users(
    pool: &Pool,
    filter: &UserFilter,
    total: u64,
    page: Page,
) -> Result<Vec<User>, sqlx::Error> {
    let mut query = QueryBuilder::new(include_str!("select_users.sql"));
    push_conditions(&mut query, filter);
    if filter.search.is_some() && total <= FEW {
        // Few are found by their words, apart (`OFFSET 0`), and sorted then. Left to itself, Postgres walks through all
        // accounts by their age, since it cannot know how rare a word is.
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
