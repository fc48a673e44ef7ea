//! A merchant lists a product.

use std::convert::Infallible;

use shared_events::{
    Personal,
    events::ProductEvent,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use super::{CheckedCertificate, CheckedProduct, Product};
use crate::Command;

/// List this product. Its fields are already checked; see [`super::ProductForm`].
#[derive(Clone, Debug)]
pub struct ListProduct {
    pub product_id: ProductId,
    pub merchant_id: AccountId,
    pub product: CheckedProduct,
}

impl Command for ListProduct {
    type Aggregate = Product;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// A product that is already listed stays as it is: a repeated command changes nothing.
    fn decide(&self, product: &Product) -> Result<Vec<ProductEvent>, Infallible> {
        if product.listing.is_some() {
            return Ok(Vec::new());
        }
        let Self { product_id, merchant_id, product } = self.clone();
        let CheckedProduct { details, price, unit, low_stock_threshold, fulfillment, certificate, .. } =
            product;
        let mut events = vec![ProductEvent::ProductListed {
            product_id,
            merchant_id,
            details,
            price,
            unit,
            low_stock_threshold,
            fulfillment,
        }];
        events.extend(certificate.map(|handed_in| submitted(product_id, merchant_id, handed_in)));
        Ok(events)
    }
}

/// A submitted certificate. Its file name is personal data of the merchant.
pub(super) fn submitted(
    product_id: ProductId,
    merchant_id: AccountId,
    certificate: CheckedCertificate,
) -> ProductEvent {
    let CheckedCertificate { url, original_name } = certificate;
    let original_name = Personal::new(merchant_id.uuid(), original_name);
    ProductEvent::OrganicCertificateSubmitted { product_id, url, original_name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{product::testing::*, testing::given};

    fn list() -> ListProduct {
        let product = tomato_form().check().unwrap();
        ListProduct { product_id: product_id(), merchant_id: merchant_id(), product }
    }

    #[test]
    fn a_product_is_listed() {
        given::<Product>(&[]).when(&list()).then(&[tomato().listed()]);
    }

    #[test]
    fn an_organic_product_is_listed_with_its_certificate() {
        let product = organic_form().check().unwrap();
        let command = ListProduct { product_id: product_id(), merchant_id: merchant_id(), product };
        given::<Product>(&[]).when(&command).then(&[organic().listed(), certificate_submitted("a")]);
    }

    #[test]
    fn the_same_command_again_changes_nothing() {
        given::<Product>(&[tomato().listed(), tomato().approved()]).when(&list()).then_nothing();
    }
}
