//! Merchants: offers that change, orders that are made ready, and the dashboard.

use rand::{RngExt, rngs::StdRng};
use serde_json::{Value, json};

use crate::{
    fault::{Done, Fault},
    world::{Offer, PlacedOrder, World},
};

/// Changes a price or a stock, and expects it on the product's page.
pub(super) async fn offer(world: &World, dice: &mut StdRng) -> Result<Done, Fault> {
    let offer = world.offers.take().ok_or(Fault::Overload)?;
    let outcome = change(world, dice, &offer).await;
    world.offers.put(offer);
    outcome.map(|()| Done::Yes)
}

async fn change(world: &World, dice: &mut StdRng, offer: &Offer) -> Result<(), Fault> {
    let merchant = &world.merchants[offer.merchant].person;
    let path = format!("/products/{}", offer.product);
    let (form, pointer, expected) = if dice.random_bool(0.5) {
        let price = f64::from(dice.random_range(200..900)) / 100.0;
        (json!({ "price": price }), "/price", json!(price))
    } else {
        let units = dice.random_range(10..1_000);
        (json!({ "inventory": { "quantity": units, "unit": "pound" } }), "/inventory/quantity", json!(units))
    };
    let changed = world.shop.put(merchant, &path, &form).await?;
    let visitor = world.visitor(dice);
    let has_it = |body: &Value| body.pointer(pointer) == Some(&expected);
    world.read_own_write(&visitor, &path, changed.position, has_it).await.map(drop)
}

/// Takes the oldest order as far as the shelf for pickup. The customer sees that it is ready.
pub(super) async fn fulfilment(world: &World) -> Result<Done, Fault> {
    let Some(PlacedOrder { id, merchant, customer }) = world.orders.take() else { return Ok(Done::Nothing) };
    let merchant = &world.merchants[merchant].person;
    let mut position = 0;
    for status in ["confirmed", "preparing", "ready-for-pickup"] {
        let path = format!("/orders/{id}/status");
        position = world.shop.put(merchant, &path, &json!({ "status": status })).await?.position;
    }
    let is_ready = |body: &Value| body["status"] == "ready-for-pickup";
    world.read_own_write(&customer, &format!("/orders/{id}"), position, is_ready).await?;
    Ok(Done::Yes)
}

pub(super) async fn desk(world: &World, dice: &mut StdRng) -> Result<(), Fault> {
    let merchant = &world.merchants[dice.random_range(0..world.merchants.len())].person;
    for path in ["/orders/merchant?limit=20", "/products/my-products", "/notifications?limit=20"] {
        world.shop.get(merchant, path).await?;
    }
    Ok(())
}
