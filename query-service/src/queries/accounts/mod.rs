//! Queries over the view `accounts`.

mod listed;
mod row;

use postgres_kit::{FromRow, Pool, statements};
use shared_events::{ids::AccountId, shop};
use sqlx::types::Json;
use uuid::Uuid;

pub use listed::{UserFilter, UserStatus, count_users, users};

pub(super) use self::row::UserRow;
use crate::model::{SavedAddress, User};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn user(id: Uuid) -> row UserRow = include_str!("user.sql");
    fn id_of(email: &str) -> value Uuid =
        "SELECT account_id FROM read.accounts_users WHERE lower(email) = lower($1)";
    fn addresses(account: Uuid) -> row AddressRow = include_str!("addresses.sql");
    fn totals() -> row Totals = include_str!("totals.sql");
}

/// The view's name.
pub const VIEW: &str = "accounts";

pub async fn user(pool: &Pool, id: AccountId) -> Result<Option<User>, sqlx::Error> {
    let row: Option<UserRow> = sql::user(id.uuid()).fetch_optional(pool).await?;
    Ok(row.map(User::from))
}

/// The account with this e-mail address; case does not matter.
pub async fn id_of(pool: &Pool, email: &str) -> Result<Option<AccountId>, sqlx::Error> {
    // Postgres refuses a text that contains a zero byte.
    if email.contains('\0') {
        return Ok(None);
    }
    let id: Option<Uuid> = sql::id_of(email).fetch_optional(pool).await?;
    Ok(id.map(AccountId::new))
}

#[derive(Debug, FromRow)]
struct AddressRow {
    address_id: Uuid,
    entry: Json<shop::SavedAddress>,
    is_home: bool,
    revision: i64,
    owner: Option<String>,
}

/// An account's address book: the home address first, then oldest first.
pub async fn addresses(pool: &Pool, id: AccountId) -> Result<Vec<SavedAddress>, sqlx::Error> {
    let rows: Vec<AddressRow> = sql::addresses(id.uuid()).fetch_all(pool).await?;
    let shown = |row: AddressRow| {
        SavedAddress::new(
            row.address_id,
            row.entry.0,
            row.is_home,
            row.revision,
            &row.owner.unwrap_or_default(),
        )
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// Numbers of accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Totals {
    pub users: i64,
    pub merchants: i64,
    pub customers: i64,
}

/// Counts the accounts by role.
pub async fn totals(pool: &Pool) -> Result<Totals, sqlx::Error> {
    sql::totals().fetch_one(pool).await
}
