//! A person adds a product to the favourites.

use shared_events::{
    events::FavouriteEvent,
    ids::{AccountId, ProductId},
};

use super::Favourites;

/// The most favourites of one person.
pub const MOST: usize = 1_000;

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The person already has [`MOST`] favourites.
    #[error("You can have at most {MOST} favorites")]
    TooMany,
}

/// Returns the events to append, or the refusal. Adding a favourite twice changes nothing.
pub fn decide(
    favourites: &Favourites,
    account_id: AccountId,
    product_id: ProductId,
) -> Result<Vec<FavouriteEvent>, Refusal> {
    if favourites.products.contains(&product_id) {
        return Ok(Vec::new());
    }
    if favourites.products.len() >= MOST {
        return Err(Refusal::TooMany);
    }
    Ok(vec![FavouriteEvent::FavouriteAdded { account_id, product_id }])
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

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
        given::<Favourites>(&[]).when(|liked| decide(liked, CUSTOMER, product(1))).then(&[added(1)]);
        given::<Favourites>(&[added(1)]).when(|liked| decide(liked, CUSTOMER, product(1))).then_nothing();
    }

    #[test]
    fn favourites_are_limited() {
        let history: Vec<_> = (0..MOST as u128).map(added).collect();
        let liked = Favourites::fold(&history);
        assert_eq!(decide(&liked, CUSTOMER, product(0)), Ok(vec![]));
        assert_eq!(decide(&liked, CUSTOMER, product(MOST as u128)), Err(Refusal::TooMany));
    }
}
