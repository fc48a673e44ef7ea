//! An admin shows a product on the home page, or stops showing it there.

use shared_events::{events::ProductEvent, ids::ProductId};
use uuid::Uuid;

use super::Product;
use crate::Command;

/// Show this product on the home page, or stop showing it there.
#[derive(Clone, Copy, Debug)]
pub struct FeatureProduct {
    pub product_id: ProductId,
    /// On (true) or off (false).
    pub featured: bool,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such product.
    #[error("Product not found")]
    NotFound,
}

impl Command for FeatureProduct {
    type Aggregate = Product;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// A setting that does not change causes no event.
    fn decide(&self, product: &Product) -> Result<Vec<ProductEvent>, Refusal> {
        let listing = product.present().ok_or(Refusal::NotFound)?;
        let product_id = self.product_id;
        Ok(match (listing.featured, self.featured) {
            (false, true) => vec![ProductEvent::ProductFeatured { product_id }],
            (true, false) => vec![ProductEvent::ProductUnfeatured { product_id }],
            (true, true) | (false, false) => Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{product::testing::*, testing::given};

    fn feature(featured: bool) -> FeatureProduct {
        FeatureProduct { product_id: product_id(), featured }
    }

    fn on() -> ProductEvent {
        ProductEvent::ProductFeatured { product_id: product_id() }
    }

    fn off() -> ProductEvent {
        ProductEvent::ProductUnfeatured { product_id: product_id() }
    }

    #[test]
    fn a_product_is_featured_and_unfeatured() {
        given::<Product>(&[tomato().listed()]).when(&feature(true)).then(&[on()]);
        given::<Product>(&[tomato().listed(), on()]).when(&feature(false)).then(&[off()]);
    }

    #[test]
    fn an_unchanged_setting_causes_no_event() {
        given::<Product>(&[tomato().listed(), on()]).when(&feature(true)).then_nothing();
        given::<Product>(&[tomato().listed(), on(), off()]).when(&feature(false)).then_nothing();
    }

    #[test]
    fn a_product_that_was_never_listed_is_not_found() {
        given::<Product>(&[]).when(&feature(true)).then_refused(Refusal::NotFound);
    }
}
