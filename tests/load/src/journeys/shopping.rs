//! Customers: carts, whole checkouts, and messages to merchants.

use std::{sync::Arc, time::Instant};

use bench_support::forms::{self, Line};
use rand::{RngExt, rngs::StdRng};
use serde_json::{Value, json};

use crate::{
    client::Answer,
    fault::Fault,
    profile::Kind,
    streams,
    world::{Customer, PlacedOrder, World},
};

/// Orders that a list of the customer shows.
const LISTED: usize = 20;

/// Adds two products, changes a quantity and removes one. The cart itself is in the browser: the shop is asked for the
/// products, and for the price of each version of the cart. The next checkout of the customer replaces the last one.
pub(super) async fn cart(world: &World, dice: &mut StdRng) -> Result<(), Fault> {
    let (_, mut lines) = world.cart(dice, 2);
    world
        .as_customer(async |customer| {
            for line in &lines {
                world.shop.get(&customer.person, &format!("/products/{}", line.product)).await?;
            }
            price(world, customer, &lines).await?;
            lines[0].quantity += 1;
            price(world, customer, &lines).await?;
            lines.pop();
            price(world, customer, &lines).await.map(drop)
        })
        .await
}

async fn price(world: &World, customer: &Customer, lines: &[Line]) -> Result<Answer, Fault> {
    world.shop.post(&customer.person, "/payments/create-intent", &forms::intent(lines)).await
}

/// Buys one or two products of a merchant, sees the order in the list, and opens it.
pub(super) async fn checkout(world: &Arc<World>, dice: &mut StdRng) -> Result<(), Fault> {
    let products = dice.random_range(1..3);
    let (merchant, lines) = world.cart(dice, products);
    world
        .as_customer(async |customer| {
            let person = &customer.person;
            let intent = price(world, customer, &lines).await?;
            let id = intent.text("/paymentIntent/id")?;
            let card = forms::card(&intent.body["clientSecret"]);
            let paid = world.shop.post(person, &format!("/payments/sandbox/{id}/confirm"), &card).await?;
            if paid.body["status"] != "succeeded" {
                return Err(Fault::Broken(format!("the payment {id} is {}", paid.body["status"])));
            }
            let placed = world.shop.post(person, "/orders/create", &json!({ "paymentIntentId": id })).await?;
            let acknowledged = Instant::now();
            let number = placed.text("/order/orderNumber")?;
            world.expect_on_stream(Kind::OrderStreamed, streams::order(&number), acknowledged);
            let path = format!("/orders/customer?limit={LISTED}");
            let has_it = |body: &Value| find(body, &number).is_some();
            let list = world.read_own_write(person, &path, placed.position, has_it).await?;
            let id = find(&list.body, &number).unwrap_or_default();
            world.shop.get(person, &format!("/orders/{id}")).await?;
            world.orders.put(PlacedOrder { id, merchant, customer: person.clone() });
            Ok(())
        })
        .await
}

/// The id of the first order of the checkout with this number.
fn find(orders: &Value, number: &str) -> Option<String> {
    let belongs = |order: &&Value| order["orderNumber"].as_str().map(streams::checkout_of) == Some(number);
    orders.as_array()?.iter().find(belongs)?["_id"].as_str().map(str::to_owned)
}

pub(super) async fn message(world: &Arc<World>, number: usize, dice: &mut StdRng) -> Result<(), Fault> {
    let (merchant, lines) = world.cart(dice, 1);
    let merchant = &world.merchants[merchant];
    let content = format!("Are the turnips fresh? (question {number})");
    let question = json!({
        "merchantId": merchant.id, "productId": lines[0].product, "subject": "Turnips", "initialMessage": content,
    });
    let sent = world
        .as_customer(async |customer| world.shop.post(&customer.person, "/messages/start", &question).await)
        .await?;
    world.expect_on_stream(Kind::MessageStreamed, streams::message(&content), Instant::now());
    let has_it = |body: &Value| {
        let mut conversations = body.as_array().into_iter().flatten();
        conversations.any(|one| one["lastMessage"]["content"] == *content)
    };
    let list = world.shop.get_after(&merchant.person, "/messages?limit=20", sent.position).await?;
    if !has_it(&list.body) && !list.stale {
        return Err(Fault::Broken(format!("the message {number} is not in the merchant's list")));
    }
    Ok(())
}
