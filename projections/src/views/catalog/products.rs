//! A batch's changes to the tables `products` and `decisions`. They depend on existing rows, so the rows are read
//! first.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use service_kit::words::folded;
use shared_events::{
    RawEvent, Recorded,
    events::ProductEvent,
    shop::{Fulfillment, FulfillmentMethod, ProductDetails},
};
use sqlx::{FromRow, PgConnection, types::Json};
use uuid::Uuid;

use super::{
    super::columns::{column, json_column},
    product::{Change, Known, Product, Wording},
    vocabulary::Vocabulary,
};
use crate::engine::ApplyError;

/// One decision about a product.
struct Decision {
    product_id: Uuid,
    version: i64,
    status: &'static str,
    reason: Option<String>,
    notes: Option<String>,
    at: DateTime<Utc>,
}

/// An event about a product.
struct Happening {
    product_id: Uuid,
    version: u64,
    at: DateTime<Utc>,
    event: ProductEvent,
}

impl Happening {
    /// The decision in the event, if it is one.
    fn decision(&self) -> Option<Decision> {
        let (status, reason, notes) = match &self.event {
            ProductEvent::ProductApproved { reason, .. } => ("approved", None, reason.clone()),
            ProductEvent::ProductRejected { reason, .. } => ("rejected", Some(reason.clone()), None),
            _ => return None,
        };
        let version = i64::try_from(self.version).expect("a stream has fewer than 2^63 events");
        Some(Decision { product_id: self.product_id, version, status, reason, notes, at: self.at })
    }
}

/// A batch's events about products, in order.
#[derive(Default)]
pub(super) struct ProductChanges(Vec<Happening>);

impl ProductChanges {
    pub(super) fn collect(&mut self, recorded: &Recorded<RawEvent>, event: ProductEvent) {
        let (product_id, version, at) = (recorded.stream.id, recorded.version, recorded.recorded_at);
        self.0.push(Happening { product_id, version, at, event });
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        if self.0.is_empty() {
            return Ok(());
        }
        // In primary key order: neighbouring rows share pages.
        let mut products = load(tx, &self.0).await?;
        let mut decisions = Vec::new();
        for happening in self.0 {
            let id = happening.product_id;
            let product = products.remove(&id);
            // Deleted products keep no decisions.
            if product.as_ref().is_some_and(|product| product.change != Change::Deleted) {
                decisions.extend(happening.decision());
            }
            products
                .extend(Product::fold(product, happening.at, happening.event).map(|product| (id, product)));
        }
        let (gone, kept): (Vec<_>, Vec<_>) =
            products.into_iter().partition(|(_, product)| product.change == Change::Deleted);
        let (new, changed): (Vec<_>, Vec<_>) =
            kept.into_iter().partition(|(_, product)| product.change == Change::Listed);
        let mut vocabulary = Vocabulary::default();
        for (_, product) in gone.iter().chain(&new).chain(&changed) {
            vocabulary.fold(product);
        }
        vocabulary.write(tx).await?;
        insert(tx, &new).await?;
        update(tx, &changed).await?;
        insert_decisions(tx, &decisions).await?;
        delete(tx, &gone.into_iter().map(|(id, _)| id).collect::<Vec<_>>()).await
    }
}

#[derive(FromRow)]
struct LoadedRow {
    product_id: Uuid,
    #[sqlx(flatten)]
    known: Known,
    #[sqlx(flatten)]
    wording: Wording,
    fulfillment: Json<Fulfillment>,
    draft: Option<Json<ProductDetails>>,
    certificate: Option<Json<super::product::Certificate>>,
}

/// Loads the existing products of these events.
async fn load(
    tx: &mut PgConnection,
    happenings: &[Happening],
) -> Result<BTreeMap<Uuid, Product>, ApplyError> {
    let listed: BTreeSet<Uuid> = happenings
        .iter()
        .filter(|happening| matches!(happening.event, ProductEvent::ProductListed { .. }))
        .map(|happening| happening.product_id)
        .collect();
    let ids: BTreeSet<Uuid> =
        happenings.iter().map(|happening| happening.product_id).filter(|id| !listed.contains(id)).collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<LoadedRow> = sqlx::query_as(include_str!("sql/load_products.sql"))
        .bind(ids.into_iter().collect::<Vec<_>>())
        .fetch_all(tx)
        .await?;
    let product = |row: LoadedRow| Product {
        known: row.known,
        wording: Some(row.wording),
        fulfillment: row.fulfillment.0,
        draft: row.draft.map(|Json(draft)| draft),
        certificate: row.certificate.map(|Json(certificate)| certificate),
        details: None,
        change: Change::Changed,
    };
    Ok(rows.into_iter().map(|row| (row.product_id, product(row))).collect())
}

/// The keywords, which weigh less in a search than the name.
fn keywords(details: &ProductDetails) -> String {
    let ProductDetails { tags, category, subcategory, .. } = details;
    folded(&format!("{} {category} {subcategory}", tags.join(" ")))
}

type Rows = [(Uuid, Product)];

async fn insert(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    write(tx, rows, include_str!("sql/insert_products.sql")).await
}

async fn update(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    write(tx, rows, include_str!("sql/update_products.sql")).await
}

/// Runs the statement with all columns of these rows; unchanged details are null.
async fn write(tx: &mut PgConnection, rows: &Rows, statement: &'static str) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(statement)
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, row)| row.known.merchant_id))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.name.as_str())))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.description.as_str())))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.category.as_str())))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.subcategory.as_str())))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| Json(&details.tags))))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| Json(&details.images))))
        .bind(column(rows, |(_, row)| row.known.price))
        .bind(column(rows, |(_, row)| row.known.unit.as_str()))
        .bind(column(rows, |(_, row)| row.known.low_stock_threshold))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.is_organic)))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(|details| details.is_locally_sourced)))
        .bind(column(rows, |(_, row)| row.details.as_ref().and_then(|details| details.harvest_date)))
        .bind(json_column(rows, |(_, row)| &row.fulfillment))
        .bind(column(rows, |(_, row)| row.known.approval.as_str()))
        .bind(column(rows, |(_, row)| row.known.rejection_reason.as_deref()))
        .bind(column(rows, |(_, row)| row.known.featured))
        .bind(column(rows, |(_, row)| row.known.listed_at))
        .bind(column(rows, |(_, row)| row.details.as_ref().map(keywords)))
        .bind(column(rows, |(_, row)| row.known.published))
        .bind(column(rows, |(_, row)| row.draft.as_ref().map(Json)))
        .bind(column(rows, |(_, row)| row.known.revision))
        .bind(column(rows, |(_, row)| row.known.is_active))
        .bind(column(rows, |(_, row)| row.certificate.as_ref().map(Json)))
        .bind(column(rows, |(_, row)| row.known.certified))
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
    sqlx::query(include_str!("sql/insert_decisions.sql"))
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

async fn delete(tx: &mut PgConnection, gone: &[Uuid]) -> Result<(), ApplyError> {
    if gone.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/delete_products.sql")).bind(gone).execute(&mut *tx).await?;
    sqlx::query("DELETE FROM decisions WHERE product_id = ANY($1)").bind(gone).execute(tx).await?;
    Ok(())
}
