//! A product's row, and how events change it.

use chrono::{DateTime, Utc};
use postgres_kit::FromRow;
use serde::{Deserialize, Serialize};
use shared_events::{
    events::ProductEvent,
    shop::{Fulfillment, ProductDetails},
};
use uuid::Uuid;

/// How a batch changes a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The batch created the product.
    Listed,
    /// The product existed before the batch.
    Changed,
    /// The batch deleted the product, whether it existed before or not.
    Deleted,
}

/// The product's simple columns.
#[derive(FromRow)]
pub(crate) struct ProductColumns {
    pub(crate) merchant_id: Uuid,
    pub(crate) price: i64,
    pub(crate) unit: String,
    pub(crate) low_stock_threshold: i64,
    pub(crate) published: bool,
    pub(crate) revision: i64,
    pub(crate) approval: String,
    pub(crate) rejection_reason: Option<String>,
    pub(crate) is_active: bool,
    pub(crate) deactivated_by_admin: bool,
    pub(crate) featured: bool,
    pub(crate) certified: bool,
    pub(crate) listed_at: DateTime<Utc>,
}

/// An organic certificate, in the format of the API.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Certificate {
    status: String,
    url: String,
    filename: String,
    original_name: Option<String>,
    reason: Option<String>,
    reviewed_at: Option<DateTime<Utc>>,
}

pub(crate) struct Product {
    pub(crate) columns: ProductColumns,
    pub(crate) fulfillment: Fulfillment,
    /// The merchant's revision that waits beside an approved version.
    pub(crate) draft: Option<ProductDetails>,
    pub(crate) certificate: Option<Certificate>,
    /// The public version, or the first one while it waits for approval. `None`: unchanged in the table.
    pub(crate) details: Option<ProductDetails>,
    pub(crate) change: Change,
}

impl Product {
    /// Applies an event to a product. Events about an unknown product change nothing.
    pub(crate) fn apply(product: Option<Self>, at: DateTime<Utc>, event: ProductEvent) -> Option<Self> {
        match (product, event) {
            (
                None,
                ProductEvent::ProductListed {
                    merchant_id,
                    details,
                    price,
                    unit,
                    low_stock_threshold,
                    fulfillment,
                    ..
                },
            ) => {
                let columns = ProductColumns {
                    merchant_id: merchant_id.uuid(),
                    price: price.0,
                    unit,
                    low_stock_threshold: low_stock_threshold.into(),
                    published: false,
                    revision: 1,
                    approval: "pending".to_owned(),
                    rejection_reason: None,
                    is_active: true,
                    deactivated_by_admin: false,
                    featured: false,
                    certified: false,
                    listed_at: at,
                };
                let (details, change) = (Some(details), Change::Listed);
                Some(Self { columns, fulfillment, draft: None, certificate: None, details, change })
            }
            (None, _) => None,
            (Some(mut product), event) => {
                if product.change != Change::Deleted {
                    product.change(at, event);
                }
                Some(product)
            }
        }
    }

    fn change(&mut self, at: DateTime<Utc>, event: ProductEvent) {
        let columns = &mut self.columns;
        columns.revision += i64::from(event.revises());
        match event {
            ProductEvent::ProductListed { .. } => {}
            ProductEvent::ProductApproved { .. } => {
                if let Some(draft) = self.draft.take() {
                    self.details = Some(draft);
                }
                columns.published = true;
                self.decided("approved", None);
            }
            ProductEvent::ProductRejected { reason, .. } => {
                // A rejection is about the waiting version. When none waits, it revokes the approval.
                if columns.approval == "approved" {
                    columns.published = false;
                }
                self.decided("rejected", Some(reason));
            }
            ProductEvent::ProductRevised { details, .. } => {
                let waiting = if columns.published { &mut self.draft } else { &mut self.details };
                *waiting = Some(details);
                if columns.approval == "approved" {
                    self.decided("resubmitted", None);
                }
            }
            ProductEvent::ProductResubmitted { .. } => self.decided("resubmitted", None),
            ProductEvent::ProductRepriced { price, unit, .. } => {
                columns.price = price.0;
                columns.unit = unit;
            }
            ProductEvent::FulfillmentChanged { fulfillment, .. } => self.fulfillment = fulfillment,
            ProductEvent::LowStockThresholdSet { low_stock_threshold, .. } => {
                columns.low_stock_threshold = low_stock_threshold.into();
            }
            ProductEvent::OrganicCertificateSubmitted { url, original_name, .. } => {
                let first = self.certificate.as_ref().is_none_or(|before| before.status == "pending");
                self.certificate = Some(Certificate {
                    status: if first { "pending" } else { "resubmitted" }.to_owned(),
                    filename: url.rsplit('/').next().unwrap_or_default().to_owned(),
                    url,
                    original_name: original_name.into_inner(),
                    reason: None,
                    reviewed_at: None,
                });
            }
            ProductEvent::OrganicCertificateResubmitted { .. } => self.reviewed("resubmitted", None, None),
            ProductEvent::OrganicCertificateApproved { reason, .. } => {
                columns.certified = true;
                self.reviewed("approved", reason, Some(at));
            }
            ProductEvent::OrganicCertificateRejected { reason, .. } => {
                columns.certified = false;
                self.reviewed("rejected", Some(reason), Some(at));
            }
            ProductEvent::ProductActivated { .. } => {
                (columns.is_active, columns.deactivated_by_admin) = (true, false);
            }
            ProductEvent::ProductDeactivated { by_admin, .. } => {
                (columns.is_active, columns.deactivated_by_admin) = (false, by_admin);
            }
            ProductEvent::ProductDeleted { .. } => self.change = Change::Deleted,
            ProductEvent::ProductFeatured { .. } => columns.featured = true,
            ProductEvent::ProductUnfeatured { .. } => columns.featured = false,
        }
    }

    /// Records a decision. A rejection's reason is kept as long as the rejection.
    fn decided(&mut self, approval: &str, reason: Option<String>) {
        approval.clone_into(&mut self.columns.approval);
        self.columns.rejection_reason = reason;
    }

    fn reviewed(&mut self, status: &str, reason: Option<String>, at: Option<DateTime<Utc>>) {
        if let Some(certificate) = &mut self.certificate {
            status.clone_into(&mut certificate.status);
            certificate.reason = reason;
            certificate.reviewed_at = at;
        }
    }
}
