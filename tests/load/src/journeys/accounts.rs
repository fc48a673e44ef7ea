//! Sign-ups and log-ins, which cost a password's hash each.

use bench_support::forms::{self, PASSWORD};
use rand::rngs::StdRng;
use serde_json::json;

use crate::{client::Person, fault::Fault, world::World};

pub(super) async fn sign_up(world: &World, number: usize, dice: &mut StdRng) -> Result<(), Fault> {
    let mut person = world.visitor(dice);
    let email = format!("new{number}@load.example");
    let form = forms::customer(&format!("Nora Newcomer {number}"), &email);
    let entered = world.shop.post(&person, "/auth/signup", &form).await?;
    person.token = entered.text("/token")?;
    let profile = world.shop.get_after(&person, "/auth/me", entered.position).await?;
    match profile.body["email"] == *email || profile.stale {
        true => Ok(()),
        false => Err(Fault::Broken(format!("{email} signed up, and is not in the own profile"))),
    }
}

/// Opens a second session of a customer, uses it and ends it.
pub(super) async fn log_in(world: &World) -> Result<(), Fault> {
    world
        .as_customer(async |customer| {
            let mut person = Person { token: String::new(), ..customer.person.clone() };
            let form = json!({ "email": customer.email, "password": PASSWORD });
            let entered = world.shop.post(&person, "/auth/login", &form).await?;
            person.token = entered.text("/token")?;
            world.shop.get_after(&person, "/orders/customer?limit=20", entered.position).await?;
            world.shop.post(&person, "/auth/logout", &json!({})).await.map(drop)
        })
        .await
}
