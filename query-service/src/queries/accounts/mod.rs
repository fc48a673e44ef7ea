//! Queries over the view `accounts`.

mod listed;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::Pool;
use shared_events::{
    Role,
    ids::AccountId,
    shop::{self, Address, BusinessProfile},
};
use sqlx::{FromRow, types::Json};
use uuid::Uuid;

pub use listed::{UserFilter, UserStatus, count_users, users};

use super::Word;
use crate::http::shapes::{
    ApprovalStatus, Avatar, DELETED_USER, OwnBusinessInfo, Preferences, SavedAddress, User,
};

/// The view's name.
pub const VIEW: &str = "accounts";

/// An account, joined from the tables of `accounts` and `moderation`.
#[derive(Debug, FromRow)]
pub(super) struct UserRow {
    account_id: Uuid,
    role: Word<Role>,
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    address: Option<Json<Address>>,
    business: Option<Json<BusinessProfile>>,
    approval: Option<Word<ApprovalStatus>>,
    approval_reason: Option<String>,
    is_active: bool,
    opened_at: DateTime<Utc>,
    #[sqlx(flatten)]
    own: OwnRow,
}

/// The columns that only the view `accounts` has.
#[derive(Debug, Default, FromRow)]
#[sqlx(default)]
struct OwnRow {
    website: Option<String>,
    business_license: Option<String>,
    tax_id: Option<String>,
    email_wanted: Option<Json<BTreeMap<String, bool>>>,
    email_verified: Option<bool>,
    pending_email: Option<String>,
}

impl From<UserRow> for User {
    fn from(row: UserRow) -> Self {
        let approval = row.approval.map_or(ApprovalStatus::Pending, |Word(approval)| approval);
        let business = row.business.map(|Json(profile)| OwnBusinessInfo {
            website: row.own.website,
            business_license: row.own.business_license,
            tax_id: row.own.tax_id,
            ..OwnBusinessInfo::new(profile, approval, row.approval_reason)
        });
        Self {
            underscore_id: row.account_id,
            id: row.account_id,
            name: row.name.unwrap_or_else(|| DELETED_USER.to_owned()),
            email: row.email.unwrap_or_default(),
            email_verified: row.own.email_verified,
            pending_email: row.own.pending_email,
            role: row.role.0,
            phone: row.phone,
            avatar: business
                .as_ref()
                .and_then(|business| business.business_photo.as_ref())
                .map(|photo| Avatar { url: photo.url.clone() }),
            is_active: row.is_active,
            created_at: row.opened_at,
            address: row.address.map(|Json(address)| address.into()),
            business_name: business.as_ref().map(|business| business.business_name.clone()),
            business_description: business.as_ref().map(|business| business.business_description.clone()),
            business_info: business,
            preferences: row.own.email_wanted.map(|Json(chosen)| Preferences::new(&chosen)),
        }
    }
}

/// One account.
pub async fn user(pool: &Pool, id: AccountId) -> Result<Option<User>, sqlx::Error> {
    let row: Option<UserRow> =
        sqlx::query_as(include_str!("user.sql")).bind(id.uuid()).fetch_optional(pool).await?;
    Ok(row.map(User::from))
}

/// The account with this e-mail address; case does not matter.
pub async fn id_of(pool: &Pool, email: &str) -> Result<Option<AccountId>, sqlx::Error> {
    // Postgres refuses a text that contains a zero byte.
    if email.contains('\0') {
        return Ok(None);
    }
    let id: Option<Uuid> =
        sqlx::query_scalar("SELECT account_id FROM read.accounts_users WHERE lower(email) = lower($1)")
            .bind(email)
            .fetch_optional(pool)
            .await?;
    Ok(id.map(AccountId::new))
}

#[derive(Debug, FromRow)]
struct AddressRow {
    address_id: Uuid,
    entry: Json<shop::SavedAddress>,
    is_home: bool,
    owner: Option<String>,
}

/// An account's address book: the home address first, then oldest first.
pub async fn addresses(pool: &Pool, id: AccountId) -> Result<Vec<SavedAddress>, sqlx::Error> {
    let rows: Vec<AddressRow> =
        sqlx::query_as(include_str!("addresses.sql")).bind(id.uuid()).fetch_all(pool).await?;
    let shown = |row: AddressRow| {
        SavedAddress::new(row.address_id, row.entry.0, row.is_home, &row.owner.unwrap_or_default())
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// Numbers of accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Totals {
    /// All accounts.
    pub users: i64,
    /// Merchants.
    pub merchants: i64,
    /// Customers.
    pub customers: i64,
}

/// Counts the accounts by role.
pub async fn totals(pool: &Pool) -> Result<Totals, sqlx::Error> {
    sqlx::query_as(include_str!("totals.sql")).fetch_one(pool).await
}
