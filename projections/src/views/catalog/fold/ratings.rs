//! A batch's ratings, added to the tables `products` and `merchants`.

use std::collections::HashMap;

use shared_events::events::ReviewEvent;
use uuid::Uuid;

/// A batch's sums of stars and numbers of reviews, by product and merchant.
#[derive(Default)]
pub(crate) struct RatingChanges {
    pub(crate) products: HashMap<Uuid, (i64, i64)>,
    pub(crate) merchants: HashMap<Uuid, (i64, i64)>,
}

impl RatingChanges {
    pub(super) fn fold(&mut self, event: &ReviewEvent) {
        let counted = match event {
            ReviewEvent::ProductReviewed { product_id, merchant_id, rating, .. } => {
                Some((product_id, merchant_id, i64::from(*rating), 1))
            }
            ReviewEvent::ReviewWithdrawn { product_id, merchant_id, rating, .. } => {
                Some((product_id, merchant_id, -i64::from(*rating), -1))
            }
            _ => None,
        };
        if let Some((product_id, merchant_id, more_stars, more_reviews)) = counted {
            for (ratings, id) in
                [(&mut self.products, product_id.uuid()), (&mut self.merchants, merchant_id.uuid())]
            {
                let (stars, reviews) = ratings.entry(id).or_default();
                *stars += more_stars;
                *reviews += more_reviews;
            }
        }
    }
}
