//! Visitors look around: lists, search and product pages.

use bench_support::catalog::{LISTS, PLACES, searches};
use rand::{RngExt, rngs::StdRng};
use serde_json::json;

use crate::{fault::Fault, world::World};

pub(super) async fn near_list(world: &World, dice: &mut StdRng) -> Result<(), Fault> {
    let place = PLACES[dice.random_range(0..PLACES.len())];
    read_list(world, dice, place).await
}

pub(super) async fn list(world: &World, dice: &mut StdRng) -> Result<(), Fault> {
    let query = LISTS[dice.random_range(0..LISTS.len())];
    read_list(world, dice, query).await
}

async fn read_list(world: &World, dice: &mut StdRng, query: &str) -> Result<(), Fault> {
    let visitor = world.visitor(dice);
    let answer = world.shop.get(&visitor, &format!("/products?{query}")).await?;
    match answer.body["products"].is_array() {
        true => Ok(()),
        false => Err(Fault::Broken(format!("/products?{query} has no products"))),
    }
}

/// Types the first letters, and then the whole text.
pub(super) async fn search(world: &World, dice: &mut StdRng) -> Result<(), Fault> {
    let visitor = world.visitor(dice);
    let all: Vec<String> = searches().collect();
    let words = &all[dice.random_range(0..all.len())];
    let typed: String = words.chars().take_while(char::is_ascii_alphanumeric).take(4).collect();
    if typed.len() > 1 {
        world.shop.get(&visitor, &format!("/products/suggest?q={typed}")).await?;
    }
    read_list(world, dice, &format!("search={words}")).await
}

pub(super) async fn product_page(world: &World, dice: &mut StdRng) -> Result<(), Fault> {
    let visitor = world.visitor(dice);
    let id = world.catalog.draw(dice);
    let answer = world.shop.get(&visitor, &format!("/products/{id}")).await?;
    if answer.body["id"] != json!(id) {
        return Err(Fault::Broken(format!("/products/{id} is another product")));
    }
    world.shop.get(&visitor, &format!("/products/{id}/reviews")).await?;
    world.shop.tell(&visitor, &format!("/products/{id}/views")).await.map(drop)
}
