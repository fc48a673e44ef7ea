//! A merchant offers a product.

use shared_events::{
    events::ProductEvent,
    ids::{AccountId, ProductId},
};

use super::{CheckedProduct, Product};

/// Offer this product. What is in it was checked before; see [`super::ProductDraft`].
#[derive(Clone, Debug)]
pub struct ListProduct {
    /// Which product.
    pub product_id: ProductId,
    /// Whose.
    pub merchant_id: AccountId,
    /// What it is.
    pub product: CheckedProduct,
}

/// Decides. A product that is listed already stays as it is: the same command was sent twice.
pub fn decide(product: &Product, command: &ListProduct) -> Vec<ProductEvent> {
    if product.listing.is_some() {
        return Vec::new();
    }
    let CheckedProduct { details, price, unit, low_stock_threshold, fulfillment, .. } =
        command.product.clone();
    vec![ProductEvent::ProductListed {
        product_id: command.product_id,
        merchant_id: command.merchant_id,
        details,
        price,
        unit,
        low_stock_threshold,
        fulfillment,
    }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::domain::{product::testing::*, testing::given};

    fn list() -> ListProduct {
        let product = tomatoes().check().unwrap();
        ListProduct { product_id: product_id(), merchant_id: merchant_id(), product }
    }

    #[test]
    fn a_product_is_listed() {
        given::<Product>(&[]).when(|product| Ok::<_, Infallible>(decide(product, &list()))).then(&[listed()]);
    }

    #[test]
    fn the_same_command_again_changes_nothing() {
        given::<Product>(&[listed(), approved()])
            .when(|product| Ok::<_, Infallible>(decide(product, &list())))
            .then_nothing();
    }
}
