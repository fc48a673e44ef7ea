//! Admins: approvals and the audit.

use bench_support::forms;
use rand::{RngExt, rngs::StdRng};
use serde_json::{Value, json};

use crate::{fault::Fault, world::World};

/// A merchant lists a product, the admin sees and approves it, and a visitor finds it.
pub(super) async fn listing(world: &World, number: usize, dice: &mut StdRng) -> Result<(), Fault> {
    let merchant = &world.merchants[dice.random_range(0..world.merchants.len())].person;
    let form = forms::product(&format!("Radishes of crate {number}"), 2.5, 100);
    let listed = world.shop.post(merchant, "/products", &form).await?;
    let id = listed.text("/product/id")?;
    world.shop.get_after(&world.admin, "/admin/pending", listed.position).await?;
    let approval = format!("/admin/products/{id}/approve");
    let approved = world.shop.put(&world.admin, &approval, &json!({ "approved": true })).await?;
    let visitor = world.visitor(dice);
    let is_it = |body: &Value| body["id"] == *id;
    let path = format!("/products/{id}");
    world.read_own_write(&visitor, &path, approved.position, is_it).await.map(drop)
}

pub(super) async fn audit(world: &World) -> Result<(), Fault> {
    for path in ["/admin/audit", "/admin/orders", "/admin/stats"] {
        world.shop.get(&world.admin, path).await?;
    }
    Ok(())
}
