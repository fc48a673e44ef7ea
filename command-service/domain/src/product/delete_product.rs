//! A merchant or an admin deletes a product permanently.

use shared_events::{events::ProductEvent, ids::ProductId};
use uuid::Uuid;

use super::{Product, switch_product::Switcher};
use crate::Command;

/// Delete this product. Orders keep their copy of its details.
#[derive(Clone, Debug)]
pub struct DeleteProduct {
    pub product_id: ProductId,
    /// The caller.
    pub by: Switcher,
    pub reason: Option<String>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such product, or it is another merchant's.
    #[error("Product not found")]
    NotFound,
}

impl Command for DeleteProduct {
    type Aggregate = Product;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    fn decide(&self, product: &Product) -> Result<Vec<ProductEvent>, Refusal> {
        let present = match self.by {
            Switcher::Merchant(merchant) => product.owned_by(merchant),
            Switcher::Admin => product.present(),
        };
        present.ok_or(Refusal::NotFound)?;
        let (product_id, reason) = (self.product_id, self.reason.clone());
        Ok(vec![ProductEvent::ProductDeleted { product_id, reason }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{product::testing::*, testing::given};

    fn delete(by: Switcher) -> DeleteProduct {
        DeleteProduct { product_id: product_id(), by, reason: None }
    }

    #[test]
    fn a_product_is_deleted_by_its_merchant_or_an_admin() {
        for by in [Switcher::Merchant(merchant_id()), Switcher::Admin] {
            given::<Product>(&[tomato().listed(), tomato().approved()])
                .when(&delete(by))
                .then(&[tomato().deleted()]);
        }
    }

    #[test]
    fn a_missing_or_another_merchants_product_is_not_found() {
        for (history, by) in [
            (vec![], Switcher::Admin),
            (vec![tomato().listed(), tomato().deleted()], Switcher::Admin),
            (vec![tomato().listed()], Switcher::Merchant(stranger_id())),
        ] {
            given::<Product>(&history).when(&delete(by)).then_refused(Refusal::NotFound);
        }
    }
}
