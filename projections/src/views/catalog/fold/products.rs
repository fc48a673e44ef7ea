//! A batch's changes to the tables `products` and `decisions`.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use postgres_kit::bigint;
use shared_events::{RawEvent, Recorded, events::ProductEvent};
use uuid::Uuid;

use super::product::{Change, Product};

/// One decision about a product.
pub(crate) struct Decision {
    pub(crate) product_id: Uuid,
    pub(crate) version: i64,
    pub(crate) status: &'static str,
    pub(crate) reason: Option<String>,
    pub(crate) notes: Option<String>,
    pub(crate) at: DateTime<Utc>,
}

/// One event about a product.
struct Collected {
    product_id: Uuid,
    version: u64,
    at: DateTime<Utc>,
    event: ProductEvent,
}

impl Collected {
    /// The decision that the event records, if it is one.
    fn decision(&self) -> Option<Decision> {
        let (status, reason, notes) = match &self.event {
            ProductEvent::ProductApproved { reason, .. } => ("approved", None, reason.clone()),
            ProductEvent::ProductRejected { reason, .. } => ("rejected", Some(reason.clone()), None),
            _ => return None,
        };
        let version = bigint(self.version);
        Some(Decision { product_id: self.product_id, version, status, reason, notes, at: self.at })
    }
}

/// The rows that a batch writes about products.
pub(crate) struct ProductRows {
    pub(crate) listed: Vec<(Uuid, Product)>,
    pub(crate) changed: Vec<(Uuid, Product)>,
    pub(crate) deleted: Vec<Uuid>,
    pub(crate) decisions: Vec<Decision>,
}

/// A batch's product events, in order.
#[derive(Default)]
pub(crate) struct ProductChanges(Vec<Collected>);

impl ProductChanges {
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The products that the events are about and that were listed before the batch. In primary key order, because
    /// neighboring rows share pages.
    pub(crate) fn products_to_load(&self) -> Vec<Uuid> {
        let listed: BTreeSet<Uuid> = self
            .0
            .iter()
            .filter(|collected| matches!(collected.event, ProductEvent::ProductListed { .. }))
            .map(|collected| collected.product_id)
            .collect();
        let touched: BTreeSet<Uuid> = self.0.iter().map(|collected| collected.product_id).collect();
        touched.difference(&listed).copied().collect()
    }

    /// Applies the events to these products.
    pub(crate) fn apply(self, mut products: BTreeMap<Uuid, Product>) -> ProductRows {
        let mut decisions = Vec::new();
        for collected in self.0 {
            let id = collected.product_id;
            let product = products.remove(&id);
            // Deleted products keep no decisions.
            if product.as_ref().is_some_and(|product| product.change != Change::Deleted) {
                decisions.extend(collected.decision());
            }
            products
                .extend(Product::apply(product, collected.at, collected.event).map(|product| (id, product)));
        }
        let (deleted, kept): (Vec<_>, Vec<_>) =
            products.into_iter().partition(|(_, product)| product.change == Change::Deleted);
        let (listed, changed): (Vec<_>, Vec<_>) =
            kept.into_iter().partition(|(_, product)| product.change == Change::Listed);
        let deleted = deleted.into_iter().map(|(id, _)| id).collect();
        ProductRows { listed, changed, deleted, decisions }
    }

    pub(super) fn collect(&mut self, recorded: &Recorded<RawEvent>, event: ProductEvent) {
        let (product_id, version, at) = (recorded.stream.id, recorded.version, recorded.recorded_at);
        self.0.push(Collected { product_id, version, at, event });
    }
}
