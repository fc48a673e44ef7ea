//! Writes the tables `products` and `decisions`.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use postgres_kit::{FromRow, statements};
use shared_events::shop::{Fulfillment, FulfillmentMethod, Image, ProductDetails};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        catalog::fold::{
            product::{Certificate, Change, Product, ProductColumns},
            products::{Decision, ProductChanges, ProductRows},
        },
        columns::{column, json, json_column, optional_json},
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn load_products(ids: &[Uuid]) -> row ProductRow = include_str!("../sql/load_products.sql");
    fn insert_products(
        ids: Vec<Uuid>, merchants: Vec<Uuid>, names: Vec<Option<&str>>, descriptions: Vec<Option<&str>>,
        categories: Vec<Option<&str>>, subcategories: Vec<Option<&str>>,
        tags: Vec<Option<Json<&Vec<String>>>>, images: Vec<Option<Json<&Vec<Image>>>>, prices: Vec<i64>,
        units: Vec<&str>, low_stock_thresholds: Vec<i64>, organic: Vec<Option<bool>>,
        local: Vec<Option<bool>>, harvest_dates: Vec<Option<NaiveDate>>,
        fulfillment: Vec<Json<&Fulfillment>>, approvals: Vec<&str>, rejection_reasons: Vec<Option<&str>>,
        featured: Vec<bool>, listed_at: Vec<DateTime<Utc>>,
        published: Vec<bool>, drafts: Vec<Option<Json<&ProductDetails>>>, revisions: Vec<i64>,
        active: Vec<bool>, certificates: Vec<Option<Json<&Certificate>>>, certified: Vec<bool>,
        for_pickup: Vec<bool>, for_delivery: Vec<bool>, pickup_instructions: Vec<Option<&str>>, deactivated_by_admin: Vec<bool>,
    ) =
        concat!(include_str!("../sql/new_products.sql"), include_str!("../sql/insert_products.sql"));
    fn update_products(
        ids: Vec<Uuid>, merchants: Vec<Uuid>, names: Vec<Option<&str>>, descriptions: Vec<Option<&str>>,
        categories: Vec<Option<&str>>, subcategories: Vec<Option<&str>>,
        tags: Vec<Option<Json<&Vec<String>>>>, images: Vec<Option<Json<&Vec<Image>>>>, prices: Vec<i64>,
        units: Vec<&str>, low_stock_thresholds: Vec<i64>, organic: Vec<Option<bool>>,
        local: Vec<Option<bool>>, harvest_dates: Vec<Option<NaiveDate>>,
        fulfillment: Vec<Json<&Fulfillment>>, approvals: Vec<&str>, rejection_reasons: Vec<Option<&str>>,
        featured: Vec<bool>, listed_at: Vec<DateTime<Utc>>,
        published: Vec<bool>, drafts: Vec<Option<Json<&ProductDetails>>>, revisions: Vec<i64>,
        active: Vec<bool>, certificates: Vec<Option<Json<&Certificate>>>, certified: Vec<bool>,
        for_pickup: Vec<bool>, for_delivery: Vec<bool>, pickup_instructions: Vec<Option<&str>>, deactivated_by_admin: Vec<bool>,
    ) =
        concat!(include_str!("../sql/new_products.sql"), include_str!("../sql/update_products.sql"));
    fn insert_decisions(
        products: Vec<Uuid>, versions: Vec<i64>, statuses: Vec<&str>, reasons: Vec<Option<&str>>,
        notes: Vec<Option<&str>>, at: Vec<DateTime<Utc>>,
    ) = include_str!("../sql/insert_decisions.sql");
    fn delete_products(ids: &[Uuid]) = include_str!("../sql/delete_products.sql");
    fn delete_decisions(products: &[Uuid]) = include_str!("../sql/delete_decisions.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: ProductChanges) -> Result<(), ApplyError> {
    if changes.is_empty() {
        return Ok(());
    }
    let products = load(tx, changes.products_to_load()).await?;
    let ProductRows { listed, changed, deleted, decisions } = changes.apply(products);
    insert(tx, &listed).await?;
    update(tx, &changed).await?;
    insert_decisions(tx, &decisions).await?;
    delete(tx, &deleted).await
}

async fn load(tx: &mut PgConnection, ids: Vec<Uuid>) -> Result<BTreeMap<Uuid, Product>, ApplyError> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = sql::load_products(&ids).fetch_all(tx).await?;
    Ok(rows.into_iter().map(|row| (row.product_id, row.into_product())).collect())
}

#[derive(FromRow)]
struct ProductRow {
    product_id: Uuid,
    #[row(flatten)]
    columns: ProductColumns,
    #[row(with = json)]
    fulfillment: Fulfillment,
    #[row(with = optional_json)]
    draft: Option<ProductDetails>,
    #[row(with = optional_json)]
    certificate: Option<Certificate>,
}

impl ProductRow {
    fn into_product(self) -> Product {
        let Self { product_id: _, columns, fulfillment, draft, certificate } = self;
        Product { columns, fulfillment, draft, certificate, details: None, change: Change::Changed }
    }
}

type Rows = [(Uuid, Product)];

async fn insert(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    write_rows(tx, rows, true).await
}

async fn update(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    write_rows(tx, rows, false).await
}

/// Runs the statement with all columns of these rows. Unchanged details are null.
async fn write_rows(tx: &mut PgConnection, rows: &Rows, are_new: bool) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    let statement = if are_new { sql::insert_products } else { sql::update_products };
    statement(
        column(rows, |(id, _)| *id),
        column(rows, |(_, row)| row.columns.merchant_id),
        column(rows, |(_, row)| row.details.as_ref().map(|details| details.name.as_str())),
        column(rows, |(_, row)| row.details.as_ref().map(|details| details.description.as_str())),
        column(rows, |(_, row)| row.details.as_ref().map(|details| details.category.as_str())),
        column(rows, |(_, row)| row.details.as_ref().map(|details| details.subcategory.as_str())),
        column(rows, |(_, row)| row.details.as_ref().map(|details| Json(&details.tags))),
        column(rows, |(_, row)| row.details.as_ref().map(|details| Json(&details.images))),
        column(rows, |(_, row)| row.columns.price),
        column(rows, |(_, row)| row.columns.unit.as_str()),
        column(rows, |(_, row)| row.columns.low_stock_threshold),
        column(rows, |(_, row)| row.details.as_ref().map(|details| details.is_organic)),
        column(rows, |(_, row)| row.details.as_ref().map(|details| details.is_locally_sourced)),
        column(rows, |(_, row)| row.details.as_ref().and_then(|details| details.harvest_date)),
        json_column(rows, |(_, row)| &row.fulfillment),
        column(rows, |(_, row)| row.columns.approval.as_str()),
        column(rows, |(_, row)| row.columns.rejection_reason.as_deref()),
        column(rows, |(_, row)| row.columns.featured),
        column(rows, |(_, row)| row.columns.listed_at),
        column(rows, |(_, row)| row.columns.published),
        column(rows, |(_, row)| row.draft.as_ref().map(Json)),
        column(rows, |(_, row)| row.columns.revision),
        column(rows, |(_, row)| row.columns.is_active),
        column(rows, |(_, row)| row.certificate.as_ref().map(Json)),
        column(rows, |(_, row)| row.columns.certified),
        column(rows, |(_, row)| row.fulfillment.method != FulfillmentMethod::DeliveryOnly),
        column(rows, |(_, row)| row.fulfillment.method != FulfillmentMethod::PickupOnly),
        column(rows, |(_, row)| {
            row.details.as_ref().and_then(|details| details.pickup_instructions.as_deref())
        }),
        column(rows, |(_, row)| row.columns.deactivated_by_admin),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn insert_decisions(tx: &mut PgConnection, rows: &[Decision]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::insert_decisions(
        column(rows, |decision| decision.product_id),
        column(rows, |decision| decision.version),
        column(rows, |decision| decision.status),
        column(rows, |decision| decision.reason.as_deref()),
        column(rows, |decision| decision.notes.as_deref()),
        column(rows, |decision| decision.at),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn delete(tx: &mut PgConnection, deleted: &[Uuid]) -> Result<(), ApplyError> {
    if deleted.is_empty() {
        return Ok(());
    }
    sql::delete_products(deleted).execute(&mut *tx).await?;
    sql::delete_decisions(deleted).execute(tx).await?;
    Ok(())
}
