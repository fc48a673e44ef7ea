//! Places of an unapproved merchant's products are freed, because the products were deleted or never listed.

use std::collections::BTreeSet;

use shared_events::{
    events::StallEvent,
    ids::{AccountId, ProductId},
};

use super::Stall;

/// Returns the events to append. Products without a place are ignored.
pub fn decide(stall: &Stall, merchant_id: AccountId, unused: &BTreeSet<ProductId>) -> Vec<StallEvent> {
    let free = |product_id: &ProductId| StallEvent::PlaceFreed { merchant_id, product_id: *product_id };
    stall.places.intersection(unused).map(free).collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use uuid::Uuid;

    use super::*;
    use crate::testing::given;

    #[test]
    fn places_of_deleted_products_are_freed_once() {
        let merchant_id = AccountId::new(Uuid::from_u128(0xa0));
        let [one, two] = [1, 2].map(|number| ProductId::new(Uuid::from_u128(number)));
        let taken = |product_id| StallEvent::PlaceTaken { merchant_id, product_id };
        let freed = StallEvent::PlaceFreed { merchant_id, product_id: one };
        let free = |stall: &Stall| Ok::<_, Infallible>(decide(stall, merchant_id, &BTreeSet::from([one])));
        given::<Stall>(&[taken(one), taken(two)]).when(free).then(std::slice::from_ref(&freed));
        given::<Stall>(&[taken(one), taken(two), freed]).when(free).then_nothing();
    }
}
