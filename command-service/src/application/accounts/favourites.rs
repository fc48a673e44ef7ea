//! Use cases of favourites: add and remove a product.

use std::convert::Infallible;

use domain::favourite::{Favourites, add_favourite, remove_favourite};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{AccountId, ProductId},
};

use super::super::{Failure, checkout::offers, execute};
use crate::App;

/// Reasons not to add a favourite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FavouriteRefusal {
    /// There is no such product for sale.
    #[error("Product not found")]
    NotFound,
    /// The person has too many favourites.
    #[error(transparent)]
    Refused(#[from] add_favourite::Refusal),
}

/// Adds a product that the public can buy to a person's favourites.
pub async fn add_favourite(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    product_id: ProductId,
) -> Result<Position, Failure<FavouriteRefusal>> {
    if offers(app, [product_id]).await?.is_empty() {
        return Err(Failure::Refused(FavouriteRefusal::NotFound));
    }
    let decide = |liked: &Favourites| add_favourite::decide(liked, account_id, product_id);
    let executed = execute(app, provenance, account_id.uuid(), decide).await;
    executed.map(|executed| executed.position).map_err(|failure| failure.map(FavouriteRefusal::from))
}

/// Removes a product from a person's favourites.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn remove_favourite(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    product_id: ProductId,
) -> Result<Position, Failure<Infallible>> {
    let decide = |liked: &Favourites| Ok(remove_favourite::decide(liked, account_id, product_id));
    execute(app, provenance, account_id.uuid(), decide).await.map(|executed| executed.position)
}
