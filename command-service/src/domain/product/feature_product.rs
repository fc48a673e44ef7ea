//! An admin puts a product on the home page, or takes it off.

use shared_events::{events::ProductEvent, ids::ProductId};

use super::Product;

/// Put this product on the home page, or take it off.
#[derive(Clone, Copy, Debug)]
pub struct FeatureProduct {
    /// Which product.
    pub product_id: ProductId,
    /// On (true) or off (false).
    pub featured: bool,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such product.
    #[error("Product not found")]
    NotFound,
}

/// Decides. Nothing happens when it is so already.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(product: &Product, command: &FeatureProduct) -> Result<Vec<ProductEvent>, Refusal> {
    let listing = product.present().ok_or(Refusal::NotFound)?;
    let product_id = command.product_id;
    Ok(match (listing.featured, command.featured) {
        (false, true) => vec![ProductEvent::ProductFeatured { product_id }],
        (true, false) => vec![ProductEvent::ProductUnfeatured { product_id }],
        (true, true) | (false, false) => Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{product::testing::*, testing::given};

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
    fn a_product_goes_on_the_home_page_and_off_again() {
        given::<Product>(&[listed()]).when(|product| decide(product, &feature(true))).then(&[on()]);
        given::<Product>(&[listed(), on()]).when(|product| decide(product, &feature(false))).then(&[off()]);
    }

    #[test]
    fn what_is_so_already_stays_so() {
        given::<Product>(&[listed(), on()]).when(|product| decide(product, &feature(true))).then_nothing();
        given::<Product>(&[listed(), on(), off()])
            .when(|product| decide(product, &feature(false)))
            .then_nothing();
    }

    #[test]
    fn what_was_never_listed_is_not_found() {
        given::<Product>(&[]).when(|product| decide(product, &feature(true))).then_refused(Refusal::NotFound);
    }
}
