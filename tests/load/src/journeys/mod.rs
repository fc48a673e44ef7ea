//! What people do: one function for each journey. A journey fails with the first request that fails, or when the shop
//! does not show what it has acknowledged.

mod accounts;
mod admin;
mod merchant;
mod shopping;
mod visiting;

use std::sync::Arc;

use rand::rngs::StdRng;

use crate::{
    fault::{Done, Fault},
    profile::Kind,
    world::World,
};

/// Makes a journey of this kind. Delays are no journeys.
pub(crate) async fn make(
    kind: Kind,
    number: usize,
    world: &Arc<World>,
    dice: &mut StdRng,
) -> Result<Done, Fault> {
    match kind {
        Kind::NearList => visiting::near_list(world, dice).await?,
        Kind::List => visiting::list(world, dice).await?,
        Kind::ProductPage => visiting::product_page(world, dice).await?,
        Kind::Search => visiting::search(world, dice).await?,
        Kind::Cart => shopping::cart(world, dice).await?,
        Kind::Checkout => shopping::checkout(world, dice).await?,
        Kind::Message => shopping::message(world, number, dice).await?,
        Kind::Offer => return merchant::offer(world, dice).await,
        Kind::Fulfilment => return merchant::fulfilment(world).await,
        Kind::Desk => merchant::desk(world, dice).await?,
        Kind::Listing => admin::listing(world, number, dice).await?,
        Kind::Audit => admin::audit(world).await?,
        Kind::SignUp => accounts::sign_up(world, number, dice).await?,
        Kind::LogIn => accounts::log_in(world).await?,
        Kind::OrderStreamed | Kind::MessageStreamed => return Ok(Done::Nothing),
    }
    Ok(Done::Yes)
}
