//! A batch's product views, added to the table `products`.

use std::collections::BTreeMap;

use shared_events::events::ViewsEvent;
use uuid::Uuid;

/// The number of views of each product in a batch.
#[derive(Default)]
pub(crate) struct ProductViewChanges(pub(crate) BTreeMap<Uuid, i64>);

impl ProductViewChanges {
    pub(super) fn fold(&mut self, event: &ViewsEvent) {
        match event {
            ViewsEvent::ProductViewed { product_id, visitors } => {
                *self.0.entry(product_id.uuid()).or_default() += i64::from(*visitors);
            }
        }
    }
}
