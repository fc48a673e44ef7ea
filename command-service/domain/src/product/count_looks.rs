//! People look at a product, which counts their looks. A plain function: the events have a stream of their own, which is
//! never read.

use chrono::TimeDelta;
use shared_events::{
    events::ViewsEvent,
    ids::{AccountId, ProductId},
};

use super::Product;

/// A second look by the same person within this time is not counted.
pub const COUNT_ONCE_WITHIN: TimeDelta = TimeDelta::hours(1);

/// The event that counts these people's looks, each person once; `None` stands for a visitor. The merchant's own looks
/// are not counted, nor those at a product that is not on sale.
pub fn count_looks(
    product_id: ProductId,
    product: &Product,
    lookers: &[Option<AccountId>],
) -> Option<ViewsEvent> {
    let listing = product.listing.as_ref().filter(|listing| listing.on_sale().is_some())?;
    let others = lookers.iter().filter(|looker| **looker != Some(listing.merchant_id)).count();
    let visitors = u32::try_from(others).ok().filter(|visitors| *visitors > 0)?;
    Some(ViewsEvent::ProductViewed { product_id, visitors })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aggregate, product::testing::*};

    #[test]
    fn visitors_and_others_are_counted_but_not_the_merchant() {
        let product = Product::fold(&[tomato().listed(), tomato().approved()]);
        let counted = |lookers: &[_]| count_looks(product_id(), &product, lookers);
        let (owner, other) = (Some(merchant_id()), Some(stranger_id()));
        let viewed = |visitors| Some(ViewsEvent::ProductViewed { product_id: product_id(), visitors });
        assert_eq!(counted(&[None, owner, other]), viewed(2));
        assert_eq!(counted(&[owner]), None);
    }

    #[test]
    fn looks_at_a_product_that_is_not_on_sale_are_not_counted() {
        for history in [
            vec![],
            vec![tomato().listed()],
            vec![tomato().listed(), tomato().approved(), tomato().deactivated()],
        ] {
            assert_eq!(count_looks(product_id(), &Product::fold(&history), &[None]), None);
        }
    }
}
