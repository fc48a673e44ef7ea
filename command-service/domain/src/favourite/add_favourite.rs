//! A person adds a product to the favourites.

use shared_events::{
    events::FavouriteEvent,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use super::Favourites;
use crate::Command;

/// The most favourites of one person.
pub const MAX_FAVOURITES: usize = 1_000;

/// Add a product to the favourites.
#[derive(Clone, Copy, Debug)]
pub struct AddFavourite {
    /// The person.
    pub account_id: AccountId,
    /// Id of the product.
    pub product_id: ProductId,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The person already has [`MAX_FAVOURITES`] favourites.
    #[error("You can have at most {MAX_FAVOURITES} favorites")]
    TooMany,
}

impl Command for AddFavourite {
    type Aggregate = Favourites;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Adding a favourite twice changes nothing.
    fn decide(&self, favourites: &Favourites) -> Result<Vec<FavouriteEvent>, Refusal> {
        let Self { account_id, product_id } = *self;
        if favourites.products.contains(&product_id) {
            return Ok(Vec::new());
        }
        if favourites.products.len() >= MAX_FAVOURITES {
            return Err(Refusal::TooMany);
        }
        Ok(vec![FavouriteEvent::FavouriteAdded { account_id, product_id }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aggregate, account::testing::CUSTOMER, testing::given};

    fn added(number: u128) -> FavouriteEvent {
        FavouriteEvent::FavouriteAdded { account_id: CUSTOMER, product_id: product(number) }
    }

    fn product(number: u128) -> ProductId {
        ProductId::new(Uuid::from_u128(number))
    }

    #[test]
    fn a_favourite_is_added_once() {
        given::<Favourites>(&[])
            .when(&AddFavourite { account_id: CUSTOMER, product_id: product(1) })
            .then(&[added(1)]);
        given::<Favourites>(&[added(1)])
            .when(&AddFavourite { account_id: CUSTOMER, product_id: product(1) })
            .then_nothing();
    }

    #[test]
    fn favourites_are_limited() {
        let history: Vec<_> = (0..MAX_FAVOURITES as u128).map(added).collect();
        let liked = Favourites::fold(&history);
        assert_eq!(AddFavourite { account_id: CUSTOMER, product_id: product(0) }.decide(&liked), Ok(vec![]));
        assert_eq!(
            AddFavourite { account_id: CUSTOMER, product_id: product(MAX_FAVOURITES as u128) }.decide(&liked),
            Err(Refusal::TooMany)
        );
    }
}
