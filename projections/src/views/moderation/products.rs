//! A batch's changes to the table `products`. They depend on its rows, so the rows are read first.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared_events::{
    RawEvent, Recorded,
    events::ProductEvent,
    shop::{Fulfillment, ProductDetails},
};
use sqlx::{FromRow, PgConnection, types::Json};
use uuid::Uuid;

use super::{
    super::columns::{column, json_column},
    totals::{Kind, Totals},
};
use crate::engine::ApplyError;

/// A product in its merchant's latest version, with the decisions about it.
#[derive(FromRow)]
struct Product {
    product_id: Uuid,
    merchant_id: Uuid,
    details: Json<ProductDetails>,
    revision: i64,
    price: i64,
    unit: String,
    fulfillment: Json<Fulfillment>,
    approval: String,
    waits_since: Option<DateTime<Utc>>,
    certificate: Option<Json<Certificate>>,
    certificate_waits_since: Option<DateTime<Utc>>,
    is_active: bool,
    listed_at: DateTime<Utc>,
}

/// An organic certificate, in the format that queries return.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Certificate {
    status: String,
    url: String,
    filename: String,
    original_name: Option<String>,
    reason: Option<String>,
    reviewed_at: Option<DateTime<Utc>>,
}

impl Product {
    fn kind(&self) -> Kind {
        let ProductDetails { category, is_organic, .. } = &self.details.0;
        (category.clone(), self.is_active, *is_organic, self.approval.clone())
    }

    fn fold(&mut self, at: DateTime<Utc>, event: ProductEvent) {
        match event {
            ProductEvent::ProductApproved { .. } => self.decided("approved", None),
            ProductEvent::ProductRejected { .. } => self.decided("rejected", None),
            ProductEvent::ProductRevised { details, .. } => {
                self.details = Json(details);
                self.revision += 1;
                if self.approval == "approved" {
                    self.decided("resubmitted", Some(at));
                }
            }
            ProductEvent::ProductResubmitted { .. } => self.decided("resubmitted", Some(at)),
            ProductEvent::ProductRepriced { price, unit, .. } => {
                self.price = price.0;
                self.unit = unit;
            }
            ProductEvent::FulfillmentChanged { fulfillment, .. } => self.fulfillment = Json(fulfillment),
            ProductEvent::OrganicCertificateSubmitted { url, original_name, .. } => {
                let first = self.certificate.as_ref().is_none_or(|before| before.status == "pending");
                self.certificate = Some(Json(Certificate {
                    status: if first { "pending" } else { "resubmitted" }.to_owned(),
                    filename: url.rsplit('/').next().unwrap_or_default().to_owned(),
                    url,
                    original_name: original_name.into_inner(),
                    reason: None,
                    reviewed_at: None,
                }));
                self.certificate_waits_since = self.certificate_waits_since.or(Some(at));
            }
            ProductEvent::OrganicCertificateResubmitted { .. } => {
                self.reviewed("resubmitted", None, None);
                self.certificate_waits_since = Some(at);
            }
            ProductEvent::OrganicCertificateApproved { reason, .. } => {
                self.reviewed("approved", reason, Some(at));
            }
            ProductEvent::OrganicCertificateRejected { reason, .. } => {
                self.reviewed("rejected", Some(reason), Some(at));
            }
            ProductEvent::ProductActivated { .. } => self.is_active = true,
            ProductEvent::ProductDeactivated { .. } => self.is_active = false,
            ProductEvent::ProductListed { .. }
            | ProductEvent::LowStockThresholdSet { .. }
            | ProductEvent::ProductDeleted { .. }
            | ProductEvent::ProductFeatured { .. }
            | ProductEvent::ProductUnfeatured { .. } => {}
        }
    }

    fn decided(&mut self, approval: &str, waits_since: Option<DateTime<Utc>>) {
        approval.clone_into(&mut self.approval);
        self.waits_since = waits_since;
    }

    fn reviewed(&mut self, status: &str, reason: Option<String>, at: Option<DateTime<Utc>>) {
        if let Some(Json(certificate)) = &mut self.certificate {
            status.clone_into(&mut certificate.status);
            certificate.reason = reason;
            certificate.reviewed_at = at;
        }
        self.certificate_waits_since = None;
    }
}

/// A batch's events about products, in order.
#[derive(Default)]
pub(super) struct ProductChanges(Vec<(Uuid, DateTime<Utc>, ProductEvent)>);

impl ProductChanges {
    pub(super) fn collect(&mut self, recorded: &Recorded<RawEvent>, event: ProductEvent) {
        self.0.push((recorded.stream.id, recorded.recorded_at, event));
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let ids: BTreeSet<Uuid> = self.0.iter().map(|(id, ..)| *id).collect();
        let rows: Vec<Product> = sqlx::query_as(include_str!("sql/load_products.sql"))
            .bind(ids.into_iter().collect::<Vec<_>>())
            .fetch_all(&mut *tx)
            .await?;
        let mut totals = Totals::default();
        totals.count(rows.iter().map(Product::kind), -1);
        let mut products: BTreeMap<Uuid, Product> =
            rows.into_iter().map(|row| (row.product_id, row)).collect();
        let mut gone = Vec::new();
        for (id, at, event) in self.0 {
            if let ProductEvent::ProductDeleted { .. } = event {
                products.remove(&id);
                gone.push(id);
            } else if let Some(product) = products.get_mut(&id) {
                product.fold(at, event);
            } else if let Some(listed) = listed(at, event) {
                products.insert(id, listed);
            }
        }
        totals.count(products.values().map(Product::kind), 1);
        store(tx, &products.into_values().collect::<Vec<_>>()).await?;
        if !gone.is_empty() {
            sqlx::query("DELETE FROM products WHERE product_id = ANY($1)")
                .bind(gone)
                .execute(&mut *tx)
                .await?;
        }
        totals.write(tx).await
    }
}

/// The product that was listed with this event.
fn listed(at: DateTime<Utc>, event: ProductEvent) -> Option<Product> {
    let ProductEvent::ProductListed {
        product_id,
        merchant_id,
        details,
        price,
        unit,
        low_stock_threshold: _,
        fulfillment,
    } = event
    else {
        return None;
    };
    Some(Product {
        product_id: product_id.uuid(),
        merchant_id: merchant_id.uuid(),
        details: Json(details),
        revision: 1,
        price: price.0,
        unit,
        fulfillment: Json(fulfillment),
        approval: "pending".to_owned(),
        waits_since: Some(at),
        certificate: None,
        certificate_waits_since: None,
        is_active: true,
        listed_at: at,
    })
}

async fn store(tx: &mut PgConnection, rows: &[Product]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/upsert_products.sql"))
        .bind(column(rows, |row| row.product_id))
        .bind(column(rows, |row| row.merchant_id))
        .bind(json_column(rows, |row| &row.details.0))
        .bind(column(rows, |row| row.revision))
        .bind(column(rows, |row| row.price))
        .bind(column(rows, |row| row.unit.as_str()))
        .bind(json_column(rows, |row| &row.fulfillment.0))
        .bind(column(rows, |row| row.approval.as_str()))
        .bind(column(rows, |row| row.waits_since))
        .bind(column(rows, |row| row.certificate.as_ref().map(|Json(certificate)| Json(certificate))))
        .bind(column(rows, |row| row.certificate_waits_since))
        .bind(column(rows, |row| row.is_active))
        .bind(column(rows, |row| row.listed_at))
        .execute(tx)
        .await?;
    Ok(())
}
