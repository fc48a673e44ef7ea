//! A batch's changes to the table `products`.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use postgres_kit::FromRow;
use serde::{Deserialize, Serialize};
use shared_events::{
    RawEvent, Recorded,
    events::ProductEvent,
    shop::{Fulfillment, ProductDetails},
};
use uuid::Uuid;

use super::totals::Kind;
use crate::views::columns::{json, optional_json};

/// A product in its merchant's latest version, with admins' decisions about it.
#[derive(FromRow)]
pub(crate) struct Product {
    pub(crate) product_id: Uuid,
    pub(crate) merchant_id: Uuid,
    #[row(with = json)]
    pub(crate) details: ProductDetails,
    pub(crate) revision: i64,
    pub(crate) price: i64,
    pub(crate) unit: String,
    #[row(with = json)]
    pub(crate) fulfillment: Fulfillment,
    pub(crate) approval: String,
    pub(crate) waits_since: Option<DateTime<Utc>>,
    #[row(with = optional_json)]
    pub(crate) certificate: Option<Certificate>,
    pub(crate) certificate_waits_since: Option<DateTime<Utc>>,
    pub(crate) is_active: bool,
    pub(crate) listed_at: DateTime<Utc>,
}

/// An organic certificate, in the format of the API.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Certificate {
    status: String,
    url: String,
    filename: String,
    original_name: Option<String>,
    reason: Option<String>,
    reviewed_at: Option<DateTime<Utc>>,
}

impl Product {
    pub(crate) fn kind(&self) -> Kind {
        let ProductDetails { category, is_organic, .. } = &self.details;
        (category.clone(), self.is_active, *is_organic, self.approval.clone())
    }

    fn apply(&mut self, at: DateTime<Utc>, event: ProductEvent) {
        self.revision += i64::from(event.revises());
        match event {
            ProductEvent::ProductApproved { .. } => self.decided("approved", None),
            ProductEvent::ProductRejected { .. } => self.decided("rejected", None),
            ProductEvent::ProductRevised { details, .. } => {
                self.details = details;
                if self.approval == "approved" {
                    self.decided("resubmitted", Some(at));
                }
            }
            ProductEvent::ProductResubmitted { .. } => self.decided("resubmitted", Some(at)),
            ProductEvent::ProductRepriced { price, unit, .. } => {
                self.price = price.0;
                self.unit = unit;
            }
            ProductEvent::FulfillmentChanged { fulfillment, .. } => self.fulfillment = fulfillment,
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
        if let Some(certificate) = &mut self.certificate {
            status.clone_into(&mut certificate.status);
            certificate.reason = reason;
            certificate.reviewed_at = at;
        }
        self.certificate_waits_since = None;
    }
}

/// A batch's product events, in order.
#[derive(Default)]
pub(crate) struct ProductChanges(Vec<(Uuid, DateTime<Utc>, ProductEvent)>);

impl ProductChanges {
    /// The products that the events are about.
    pub(crate) fn products(&self) -> BTreeSet<Uuid> {
        self.0.iter().map(|(id, ..)| *id).collect()
    }

    /// Applies the events to these products, and returns the deleted ones.
    pub(crate) fn apply(self, products: &mut BTreeMap<Uuid, Product>) -> Vec<Uuid> {
        let mut deleted = Vec::new();
        for (id, at, event) in self.0 {
            if let ProductEvent::ProductDeleted { .. } = event {
                products.remove(&id);
                deleted.push(id);
            } else if let Some(product) = products.get_mut(&id) {
                product.apply(at, event);
            } else if let Some(listed) = listed(at, event) {
                products.insert(id, listed);
            }
        }
        deleted
    }

    pub(super) fn collect(&mut self, recorded: &Recorded<RawEvent>, event: ProductEvent) {
        self.0.push((recorded.stream.id, recorded.recorded_at, event));
    }
}

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
        details,
        revision: 1,
        price: price.0,
        unit,
        fulfillment,
        approval: "pending".to_owned(),
        waits_since: Some(at),
        certificate: None,
        certificate_waits_since: None,
        is_active: true,
        listed_at: at,
    })
}
