//! Writes the tables `products` and `decisions`.

use std::collections::BTreeMap;

use service_kit::words::folded;
use shared_events::shop::{FulfillmentMethod, ProductDetails};
use sqlx::{FromRow, PgConnection, Row as _, postgres::PgRow, types::Json};
use uuid::Uuid;

use super::vocabulary;
use crate::{
    engine::ApplyError,
    views::{
        catalog::fold::{
            product::{Change, Product, ProductColumns, Wording},
            products::{Decision, ProductChanges, ProductRows},
        },
        columns::{column, json, json_column, optional_json},
    },
};

pub(super) async fn write(tx: &mut PgConnection, changes: ProductChanges) -> Result<(), ApplyError> {
    if changes.is_empty() {
        return Ok(());
    }
    let products = load(tx, changes.products_to_load()).await?;
    let ProductRows { listed, changed, deleted, decisions, vocabulary } = changes.apply(products);
    vocabulary::write(tx, vocabulary).await?;
    insert(tx, &listed).await?;
    update(tx, &changed).await?;
    insert_decisions(tx, &decisions).await?;
    delete(tx, &deleted).await
}

async fn load(tx: &mut PgConnection, ids: Vec<Uuid>) -> Result<BTreeMap<Uuid, Product>, ApplyError> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = sqlx::query(include_str!("../sql/load_products.sql")).bind(ids).fetch_all(tx).await?;
    rows.iter().map(|row| Ok((row.try_get("product_id")?, Product::from_row(row)?))).collect()
}

impl FromRow<'_, PgRow> for Product {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            columns: ProductColumns {
                merchant_id: row.try_get("merchant_id")?,
                price: row.try_get("price")?,
                unit: row.try_get("unit")?,
                low_stock_threshold: row.try_get("low_stock_threshold")?,
                published: row.try_get("published")?,
                revision: row.try_get("revision")?,
                approval: row.try_get("approval")?,
                rejection_reason: row.try_get("rejection_reason")?,
                is_active: row.try_get("is_active")?,
                featured: row.try_get("featured")?,
                certified: row.try_get("certified")?,
                listed_at: row.try_get("listed_at")?,
            },
            wording: Some(Wording {
                name: row.try_get("name")?,
                category: row.try_get("category")?,
                subcategory: row.try_get("subcategory")?,
                tags: json(row, "tags")?,
            }),
            fulfillment: json(row, "fulfillment")?,
            draft: optional_json(row, "draft")?,
            certificate: optional_json(row, "certificate")?,
            details: None,
            change: Change::Changed,
        })
    }
}

/// The words of tags and category, which weigh less in a search than those of the name.
fn keywords(details: &ProductDetails) -> String {
    let ProductDetails { tags, category, subcategory, .. } = details;
    folded(&format!("{} {category} {subcategory}", tags.join(" ")))
}

type Rows = [(Uuid, Product)];

const INSERT: &str =
    concat!(include_str!("../sql/new_products.sql"), include_str!("../sql/insert_products.sql"));
const UPDATE: &str =
    concat!(include_str!("../sql/new_products.sql"), include_str!("../sql/update_products.sql"));

async fn insert(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    write_rows(tx, rows, INSERT).await
}

async fn update(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    write_rows(tx, rows, UPDATE).await
}

/// Runs the statement with all columns of these rows. Unchanged details are null.
async fn write_rows(tx: &mut PgConnection, rows: &Rows, statement: &'static str) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(statement)
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, row)| row.columns.merchant_id))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.name.as_str())))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.description.as_str())))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.category.as_str())))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.subcategory.as_str())))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| Json(&details.tags))))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| Json(&details.images))))
        .bind(column(rows, |(_, row)| row.columns.price))
        .bind(column(rows, |(_, row)| row.columns.unit.as_str()))
        .bind(column(rows, |(_, row)| row.columns.low_stock_threshold))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.is_organic)))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.is_locally_sourced)))
        .bind(column(rows, |(_, row)| row.details.as_ref().and_then(|details| details.harvest_date)))
        .bind(json_column(rows, |(_, row)| &row.fulfillment))
        .bind(column(rows, |(_, row)| row.columns.approval.as_str()))
        .bind(column(rows, |(_, row)| row.columns.rejection_reason.as_deref()))
        .bind(column(rows, |(_, row)| row.columns.featured))
        .bind(column(rows, |(_, row)| row.columns.listed_at))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(keywords)))
        .bind(column(rows, |(_, row)| row.columns.published))
        .bind(column(rows, |(_, row)| row.draft.as_ref().map(Json)))
        .bind(column(rows, |(_, row)| row.columns.revision))
        .bind(column(rows, |(_, row)| row.columns.is_active))
        .bind(column(rows, |(_, row)| row.certificate.as_ref().map(Json)))
        .bind(column(rows, |(_, row)| row.columns.certified))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| folded(&details.name))))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| folded(&details.description))))
        .bind(column(rows, |(_, row)| row.fulfillment.method != FulfillmentMethod::DeliveryOnly))
        .bind(column(rows, |(_, row)| row.fulfillment.method != FulfillmentMethod::PickupOnly))
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert_decisions(tx: &mut PgConnection, rows: &[Decision]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/insert_decisions.sql"))
        .bind(column(rows, |decision| decision.product_id))
        .bind(column(rows, |decision| decision.version))
        .bind(column(rows, |decision| decision.status))
        .bind(column(rows, |decision| decision.reason.as_deref()))
        .bind(column(rows, |decision| decision.notes.as_deref()))
        .bind(column(rows, |decision| decision.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn delete(tx: &mut PgConnection, deleted: &[Uuid]) -> Result<(), ApplyError> {
    if deleted.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/delete_products.sql")).bind(deleted).execute(&mut *tx).await?;
    sqlx::query(include_str!("../sql/delete_decisions.sql")).bind(deleted).execute(tx).await?;
    Ok(())
}
