//! A person removes a product from the favourites.

use std::convert::Infallible;

use shared_events::{
    events::FavouriteEvent,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use super::Favourites;
use crate::Command;

/// Remove a product from the favourites.
#[derive(Clone, Copy, Debug)]
pub struct RemoveFavourite {
    /// The person.
    pub account_id: AccountId,
    /// Id of the product.
    pub product_id: ProductId,
}

impl Command for RemoveFavourite {
    type Aggregate = Favourites;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Returns the events to append: none if the product is not a favourite.
    fn decide(&self, favourites: &Favourites) -> Result<Vec<FavouriteEvent>, Infallible> {
        let Self { account_id, product_id } = *self;
        if !favourites.products.contains(&product_id) {
            return Ok(Vec::new());
        }
        Ok(vec![FavouriteEvent::FavouriteRemoved { account_id, product_id }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::CUSTOMER, testing::given};

    const PEAR: ProductId = ProductId::new(Uuid::from_u128(1));
    const ADDED: FavouriteEvent = FavouriteEvent::FavouriteAdded { account_id: CUSTOMER, product_id: PEAR };
    const REMOVED: FavouriteEvent =
        FavouriteEvent::FavouriteRemoved { account_id: CUSTOMER, product_id: PEAR };

    #[test]
    fn a_favourite_is_removed_once() {
        given::<Favourites>(&[ADDED])
            .when(&RemoveFavourite { account_id: CUSTOMER, product_id: PEAR })
            .then(&[REMOVED]);
        for history in [vec![], vec![ADDED, REMOVED]] {
            given::<Favourites>(&history)
                .when(&RemoveFavourite { account_id: CUSTOMER, product_id: PEAR })
                .then_nothing();
        }
    }
}
