//! A person removes a product from the favourites.

use shared_events::{
    events::FavouriteEvent,
    ids::{AccountId, ProductId},
};

use super::Favourites;

/// Returns the events to append: none if the product is not a favourite.
pub fn decide(favourites: &Favourites, account_id: AccountId, product_id: ProductId) -> Vec<FavouriteEvent> {
    if !favourites.products.contains(&product_id) {
        return Vec::new();
    }
    vec![FavouriteEvent::FavouriteRemoved { account_id, product_id }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use uuid::Uuid;

    use super::*;
    use crate::{account::testing::CUSTOMER, testing::given};

    const PEAR: ProductId = ProductId::new(Uuid::from_u128(1));
    const ADDED: FavouriteEvent = FavouriteEvent::FavouriteAdded { account_id: CUSTOMER, product_id: PEAR };
    const REMOVED: FavouriteEvent =
        FavouriteEvent::FavouriteRemoved { account_id: CUSTOMER, product_id: PEAR };

    #[test]
    fn a_favourite_is_removed_once() {
        given::<Favourites>(&[ADDED])
            .when(|liked| Ok::<_, Infallible>(decide(liked, CUSTOMER, PEAR)))
            .then(&[REMOVED]);
        for history in [vec![], vec![ADDED, REMOVED]] {
            given::<Favourites>(&history)
                .when(|liked| Ok::<_, Infallible>(decide(liked, CUSTOMER, PEAR)))
                .then_nothing();
        }
    }
}
