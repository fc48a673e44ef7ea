//! A merchant who changes a price that visitors watch, and lists each new product once.

use std::{sync::Arc, time::Duration};

use rand::RngExt;
use serde_json::{Value, json};

use super::{
    audit::BrokenPromise,
    board::SharedState,
    client::{Client, Method},
    shopper::{PASSWORD, PRICE},
};

const MAX_PAUSE_MILLIS: u64 = 700;

pub(crate) struct Merchant {
    pub(crate) client: Client,
    /// The ids of the merchant and of the product whose price changes.
    pub(crate) id: String,
    pub(crate) watched: String,
    /// The product that customers buy. Its price does not change.
    pub(crate) product: String,
    /// A product without stock.
    pub(crate) sold_out: String,
    /// The watched price in cents.
    price: u64,
    listed: u32,
}

impl Merchant {
    /// Signs up, gets approved and lists products.
    pub(crate) fn open(mut client: Client, admin: &mut Client) -> Option<Self> {
        let form = json!({
            "name": "Mara Meadows", "email": format!("{}@market.example", client.name()), "password": PASSWORD,
            "role": "merchant", "phone": "(415) 555-0134", "businessName": "Meadow Farm",
            "businessDescription": "Vegetables from the valley.",
            "address": { "street": "1 Field Road", "city": "San Francisco", "state": "CA", "zipCode": "94110" },
        });
        let answer = client.done(Method::Post, "/auth/signup", &form)?;
        client.hold(answer.text("/token"));
        let id = answer.text("/user/id");
        admin.done(Method::Put, &format!("/admin/users/{id}/approve"), &json!({ "approved": true }))?;
        let mut list = |name: &str, quantity| {
            let listed = client.done(Method::Post, "/products", &product(name, quantity))?;
            let id = listed.text("/product/id");
            admin.done(
                Method::Put,
                &format!("/admin/products/{id}/approve"),
                &json!({ "approved": true }),
            )?;
            Some(id)
        };
        let (sold, watched, sold_out) =
            (list("Steady Spinach", 900_000)?, list("Pricey Peas", 10)?, list("Rare Radish", 0)?);
        client.seen = client.seen.max(admin.seen);
        let price = 250;
        client.board.book().price = (price, client.seen);
        Some(Self { client, id, watched, product: sold, sold_out, price, listed: 0 })
    }

    /// The same merchant in another part of the run.
    pub(crate) fn again(&self, board: &Arc<SharedState>, name: &str) -> Self {
        let [id, watched, product, sold_out] =
            [&self.id, &self.watched, &self.product, &self.sold_out].map(String::clone);
        let (client, price) = (self.client.again(board, name), self.price);
        Self { client, id, watched, product, sold_out, price, listed: self.listed }
    }

    /// Works until the market is closed.
    pub(crate) fn work(mut self) -> Self {
        while !self.client.board.is_closing() {
            let done = if self.client.percent(60) { self.reprice() } else { self.list() };
            if done.is_none() {
                self.client.board.offence(BrokenPromise::Refused, "a merchant's command".to_owned());
            }
            let breath = self.client.dice.random_range(0..MAX_PAUSE_MILLIS);
            std::thread::sleep(Duration::from_millis(breath));
        }
        self
    }

    /// Raises the price. It never falls, so that visitors can recognize an older one.
    fn reprice(&mut self) -> Option<()> {
        self.price += 1;
        let dollars = self.price as f64 / 100.0;
        let path = format!("/products/{}", self.watched);
        self.client.done(Method::Put, &path, &json!({ "price": dollars }))?;
        self.client.board.book().price = (self.price, self.client.seen);
        Some(())
    }

    fn list(&mut self) -> Option<()> {
        self.listed += 1;
        let name = format!("Crate {} of {}", self.listed, self.client.name());
        self.client.board.book().promises.products.insert(name.clone(), false);
        self.client.done(Method::Post, "/products", &product(&name, 3))?;
        self.client.board.book().promises.products.insert(name, true);
        Some(())
    }
}

fn product(name: &str, quantity: u32) -> Value {
    json!({
        "name": name, "description": "Picked this morning.", "price": PRICE, "category": "produce",
        "subcategory": "Vegetables", "inventory": { "quantity": quantity, "unit": "pound" }, "tags": ["fresh"],
        "images": [], "isOrganic": false,
        "fulfillment": { "method": "both", "deliveryOptions": { "localDelivery": true, "deliveryRadius": 50 } },
    })
}
