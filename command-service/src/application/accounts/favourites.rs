//! Use case: add a product to the favourites.

use domain::favourite::add_favourite::{self, AddFavourite};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{AccountId, ProductId},
};

use super::super::{Failure, Writer, checkout::offers};

/// Reasons not to add a favourite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FavouriteRefusal {
    /// There is no such product for sale.
    #[error("Product not found")]
    NotFound,
    /// The person already has the maximum number of favourites.
    #[error(transparent)]
    Refused(#[from] add_favourite::Refusal),
}

/// Adds a product that the public can buy to a person's favourites.
pub async fn add_favourite(
    writer: &Writer,
    provenance: &Provenance,
    account_id: AccountId,
    product_id: ProductId,
) -> Result<Position, Failure<FavouriteRefusal>> {
    if offers(writer, [product_id]).await?.is_empty() {
        return Err(Failure::Refused(FavouriteRefusal::NotFound));
    }
    let executed = writer.execute(provenance, &AddFavourite { account_id, product_id }).await;
    executed.map(|executed| executed.position).map_err(|failure| failure.map(FavouriteRefusal::from))
}
