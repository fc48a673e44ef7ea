//! Loads the offers for a cart's products from their streams.

use std::collections::{BTreeMap, BTreeSet};

use domain::{account::Account, checkout::Offer, product::Product};
use futures_util::future::try_join_all;
use shared_events::ids::{AccountId, ProductId};

use crate::application::{Failure, Writer, load};

/// The offers for the products that the public can buy. Other products are left out.
pub(in crate::application) async fn offers<R>(
    writer: &Writer,
    products: impl IntoIterator<Item = ProductId>,
) -> Result<BTreeMap<ProductId, Offer>, Failure<R>> {
    let loading = products.into_iter().map(async |id| {
        let product = load::<Product, R>(&writer.log, id.uuid()).await?.state;
        Ok::<_, Failure<R>>((id, product))
    });
    let products = try_join_all(loading).await?;
    let sellers: BTreeSet<AccountId> =
        products.iter().filter_map(|(_, product)| Some(product.listing.as_ref()?.merchant_id)).collect();
    let loading = sellers.into_iter().map(async |id| {
        let account = load::<Account, R>(&writer.log, id.uuid()).await?.state;
        Ok::<_, Failure<R>>((id, account))
    });
    let sellers: BTreeMap<AccountId, Account> = try_join_all(loading).await?.into_iter().collect();
    let offer = |(id, product): &(ProductId, Product)| {
        let seller = sellers.get(&product.listing.as_ref()?.merchant_id)?;
        Some((*id, Offer::of(*id, product, seller)?))
    };
    Ok(products.iter().filter_map(offer).collect())
}
