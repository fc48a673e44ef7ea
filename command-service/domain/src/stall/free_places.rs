//! Places of an unapproved merchant's products are freed, because the products were deleted or never listed.

use std::{collections::BTreeSet, convert::Infallible};

use shared_events::{
    events::StallEvent,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use super::Stall;
use crate::Command;

/// Free the places of these products.
#[derive(Clone, Debug)]
pub struct FreePlaces {
    /// The merchant.
    pub merchant_id: AccountId,
    /// Products that were deleted or never listed.
    pub unused: BTreeSet<ProductId>,
}

impl Command for FreePlaces {
    type Aggregate = Stall;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.merchant_id.uuid()
    }

    /// Products without a place are ignored.
    fn decide(&self, stall: &Stall) -> Result<Vec<StallEvent>, Infallible> {
        let &Self { merchant_id, ref unused } = self;
        let free = |product_id: &ProductId| StallEvent::PlaceFreed { merchant_id, product_id: *product_id };
        Ok(stall.places.intersection(unused).map(free).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::given;

    #[test]
    fn places_of_deleted_products_are_freed_once() {
        let merchant_id = AccountId::new(Uuid::from_u128(0xa0));
        let [one, two] = [1, 2].map(|number| ProductId::new(Uuid::from_u128(number)));
        let taken = |product_id| StallEvent::PlaceTaken { merchant_id, product_id };
        let freed = StallEvent::PlaceFreed { merchant_id, product_id: one };
        let free = FreePlaces { merchant_id, unused: BTreeSet::from([one]) };
        given::<Stall>(&[taken(one), taken(two)]).when(&free).then(std::slice::from_ref(&freed));
        given::<Stall>(&[taken(one), taken(two), freed]).when(&free).then_nothing();
    }
}
