//! Queries over the view `moderation`. Whether an account is active comes from `accounts`.

mod listed;

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use shared_events::{
    money::{Cents, Dollars},
    shop::{Fulfillment, ProductDetails},
};
use sqlx::types::Json;
use uuid::Uuid;

pub use listed::{ProductFilter, ProductStatus, Search, count_products, product_ids, search};

use super::{Word, accounts::UserRow};
use crate::model::{
    ApprovalStatus, DELETED_USER, OrganicCertificate, Page, PendingProduct, PendingProductMerchant,
    RenamedMerchant, User,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn pending_merchants(limit: i64, offset: i64) -> row UserRow = include_str!("pending_merchants.sql");
    fn renamed_merchants(limit: i64, offset: i64) -> row RenamedRow = include_str!("renamed_merchants.sql");
    fn pending_products(limit: i64, offset: i64) -> row PendingRow = include_str!("pending_products.sql");
    fn pending_certificates(limit: i64, offset: i64) -> row PendingRow =
        include_str!("pending_certificates.sql");
    fn totals() -> row Totals = include_str!("totals.sql");
}

/// The view's name.
pub const VIEW: &str = "moderation";

/// A page of the active merchants that wait for a decision, oldest first.
pub async fn pending_merchants(pool: &Pool, page: Page) -> Result<Vec<User>, sqlx::Error> {
    let rows: Vec<UserRow> =
        sql::pending_merchants(page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(User::from).collect())
}

#[derive(Debug, FromRow)]
struct RenamedRow {
    merchant_id: Uuid,
    name: Option<String>,
    email: Option<String>,
    business_name: String,
    approved_name: String,
    renamed_at: DateTime<Utc>,
}

/// A page of the active merchants whose business name has changed since its approval, the latest change first.
pub async fn renamed_merchants(pool: &Pool, page: Page) -> Result<Vec<RenamedMerchant>, sqlx::Error> {
    let rows: Vec<RenamedRow> =
        sql::renamed_merchants(page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    let renamed = rows.into_iter().map(|row| RenamedMerchant {
        underscore_id: row.merchant_id,
        id: row.merchant_id,
        name: row.name.unwrap_or_else(|| DELETED_USER.to_owned()),
        email: row.email.unwrap_or_default(),
        business_name: row.business_name,
        approved_name: row.approved_name,
        renamed_at: row.renamed_at,
    });
    Ok(renamed.collect())
}

#[derive(Debug, FromRow)]
struct PendingRow {
    product_id: Uuid,
    merchant_id: Uuid,
    details: Json<ProductDetails>,
    revision: i64,
    certificate: Option<Json<OrganicCertificate>>,
    price: i64,
    unit: String,
    fulfillment: Json<Fulfillment>,
    approval: Word<ApprovalStatus>,
    listed_at: DateTime<Utc>,
    merchant_name: Option<String>,
    merchant_email: Option<String>,
    business_name: String,
    merchant_approved: bool,
}

impl From<PendingRow> for PendingProduct {
    fn from(row: PendingRow) -> Self {
        let details = row.details.0;
        let fulfillment = row.fulfillment.0.instructed_by(&details);
        Self {
            underscore_id: row.product_id,
            id: row.product_id,
            name: details.name,
            description: details.description,
            price: Dollars(Cents(row.price)),
            category: details.category,
            subcategory: details.subcategory,
            images: details.images.into_iter().map(Into::into).collect(),
            inventory: row.unit.into(),
            is_organic: details.is_organic,
            organic_certificate: row.certificate.map(|Json(certificate)| certificate),
            is_locally_sourced: details.is_locally_sourced,
            harvest_date: details.harvest_date,
            tags: details.tags,
            fulfillment: fulfillment.into(),
            revision: row.revision,
            approval_status: row.approval.0,
            created_at: row.listed_at,
            merchant: PendingProductMerchant::new(
                row.merchant_id,
                row.merchant_name.unwrap_or_else(|| DELETED_USER.to_owned()),
                row.merchant_email.unwrap_or_default(),
                row.business_name,
                row.merchant_approved,
            ),
        }
    }
}

/// A page of the new or resubmitted products of active merchants. Merchants take turns: the oldest product of each,
/// then the second of each.
pub async fn pending_products(pool: &Pool, page: Page) -> Result<Vec<PendingProduct>, sqlx::Error> {
    let rows: Vec<PendingRow> =
        sql::pending_products(page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(PendingProduct::from).collect())
}

/// A page of the products of active merchants with an undecided organic certificate. Merchants take turns: the oldest
/// product of each, then the second of each.
pub async fn pending_certificates(pool: &Pool, page: Page) -> Result<Vec<PendingProduct>, sqlx::Error> {
    let rows: Vec<PendingRow> =
        sql::pending_certificates(page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(PendingProduct::from).collect())
}

/// The numbers of merchants, products and certificates that wait for a decision, and of all products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Totals {
    /// Merchants that wait for a decision.
    pub merchants: i64,
    /// Products that are new or were resubmitted.
    pub products: i64,
    /// Organic certificates that wait for a decision.
    pub certificates: i64,
    /// Merchants whose business name has changed since its approval.
    pub renamed: i64,
    /// All products, decided or not.
    pub all_products: i64,
}

/// Counts everything that waits for a decision.
pub async fn totals(pool: &Pool) -> Result<Totals, sqlx::Error> {
    sql::totals().fetch_one(pool).await
}
