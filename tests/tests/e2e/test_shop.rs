//! Fills a shop with people, products and orders through the public interface, for tests that call every operation.

use std::{cell::Cell, net::Ipv4Addr};

use serde_json::{Value, json};

use crate::{
    client::{Client, PASSWORD},
    instance::Instance,
    market,
    operations::Operation,
    waiting::wait_for,
    wire,
};

/// The price of every product.
pub(crate) const PRICE: f64 = 4.5;

/// A shop with callers of each role.
pub(crate) struct TestShop<'a> {
    pub(crate) instance: &'a Instance,
    pub(crate) admin: Client,
    /// The merchant who owns the products and orders that the operations are called with.
    pub(crate) merchant: Client,
    pub(crate) merchant_id: String,
    pub(crate) other_merchant: Client,
    /// A customer of this merchant.
    pub(crate) customer: Client,
    pub(crate) stranger: Client,
    pub(crate) deactivated: Client,
    /// Whether an account can be deactivated.
    pub(crate) deactivates: bool,
    count: Cell<u32>,
    seen: Cell<u64>,
}

impl<'a> TestShop<'a> {
    pub(crate) fn of(instance: &'a Instance, operations: &[Operation]) -> Self {
        let mut admin = market::admin(instance);
        let merchant = market::merchant(instance, &mut admin);
        let mut other_merchant = Client::of(instance);
        other_merchant.sign_up(&merchant_form(&format!("other-{}", instance.name())));
        let (customer, stranger) = (market::customer(instance, 1), market::customer(instance, 2));
        let mut deactivated = Client::of(instance);
        let user = deactivated.sign_up(&customer_form(&format!("deactivated-{}", instance.name())));
        let can = operations.iter().any(|operation| operation.name() == "DELETE /admin/users/{id}");
        if can {
            let path = format!("/admin/users/{}", text(&user["id"]));
            let (token, body) = (Some(admin.token()), b"{\"reason\":\"A test\"}");
            let headers: &[&[u8]] = &[b"content-type: application/json"];
            let request = wire::Request { method: "DELETE", path: &path, token, headers, body };
            let status = wire::send(instance.commands(), &request);
            assert_eq!(status, Ok(200), "the admin deactivates somebody");
            // Not `/auth/me`: the view of the accounts may know it before the view of the sessions does.
            let audit = wire::Request {
                method: "GET",
                path: "/admin/audit",
                token: Some(deactivated.token()),
                headers: &[],
                body: b"",
            };
            wait_for("queries to know it", || {
                (wire::send(instance.queries(), &audit) == Ok(401)).then_some(())
            });
        }
        let merchant_id = merchant_id(instance, &merchant);
        Self {
            instance,
            admin,
            merchant,
            merchant_id,
            other_merchant,
            customer,
            stranger,
            deactivated,
            deactivates: can,
            count: Cell::new(0),
            seen: Cell::new(0),
        }
    }

    /// The log's position after the shop was filled, for readers to wait for.
    pub(crate) fn seen(&self) -> u64 {
        self.seen.get()
    }

    fn saw(&self, who: &Client) {
        self.seen.set(self.seen.get().max(who.seen()));
    }

    fn number(&self) -> u32 {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    fn again(&self, who: &Client) -> Client {
        Client::with_token(self.instance, who.token())
    }

    /// Creates an approved product of the merchant.
    pub(crate) fn product(&self) -> String {
        let name = format!("Turnips {}", self.number());
        let (mut merchant, mut admin) = (self.again(&self.merchant), self.again(&self.admin));
        let product = market::product(&mut merchant, &mut admin, &name, PRICE, 20);
        self.saw(&admin);
        product
    }

    /// Creates a payment intent that waits for a card; returns its id and secret.
    pub(crate) fn intent(&self) -> (String, String) {
        let product = self.product();
        let body = market::intent(&product, PRICE, 1);
        let intent = self.again(&self.customer).post("/payments/create-intent", &body).ok();
        (text(&intent["paymentIntent"]["id"]), text(&intent["clientSecret"]))
    }

    /// Creates a paid order of the customer with the merchant.
    pub(crate) fn order(&self) -> String {
        let (intent, secret) = self.intent();
        let mut customer = self.again(&self.customer);
        market::pay(&mut customer, &intent, &secret).expect("an answer").ok();
        let order = customer.post("/orders/create", &json!({ "paymentIntentId": intent })).ok();
        self.saw(&customer);
        let orders = customer.get("/orders/customer").ok();
        let number = text(&order["order"]["orderNumber"]);
        let mine = orders.as_array().expect("orders").iter();
        let mut found =
            mine.filter(|one| text(&one["orderNumber"]).starts_with(&number)).map(|one| text(&one["id"]));
        found.next_back().expect("the order is there")
    }

    /// Creates a conversation of the customer with the merchant.
    pub(crate) fn conversation(&self) -> String {
        let body = json!({
            "merchantId": self.merchant_id, "productId": self.product(), "subject": "Turnips",
            "initialMessage": "Are they fresh?",
        });
        let mut customer = self.again(&self.customer);
        customer.post("/messages/start", &body).ok();
        self.saw(&customer);
        text(&customer.get("/messages").ok()[0]["id"])
    }

    /// Signs up a merchant who waits for approval. The address is new, because sign-ups are limited by address.
    pub(crate) fn new_merchant(&self) -> String {
        let number = self.number();
        let form = merchant_form(&format!("new{number}-{}", self.instance.name())).to_string();
        let [_, _, high, low] = number.to_be_bytes();
        let headers: &[&[u8]] = &[b"content-type: application/json"];
        let request = wire::Request {
            method: "POST",
            path: "/auth/signup",
            token: None,
            headers,
            body: form.as_bytes(),
        };
        let answer =
            wire::send_from(self.instance.commands(), Ipv4Addr::new(127, 9, high, low.max(1)), &request);
        let (status, body) = answer.expect("an answer");
        assert_eq!(status, 201, "{body}");
        let body: Value = serde_json::from_str(&body).expect("JSON");
        text(&body["user"]["id"])
    }

    /// Creates an entry in the customer's address book.
    fn address(&self) -> String {
        let body = json!({
            "name": "Work", "firstName": "Cora", "lastName": "Customer", "address": "3 Market Street",
            "city": "San Francisco", "state": "CA", "zipCode": "94110",
        });
        let answer = self.again(&self.customer).post("/users/addresses", &body).ok();
        text(&answer["address"]["id"])
    }

    /// A value for a path parameter: the id of a resource that belongs to the merchant or the customer. Every parameter
    /// of every operation needs a line here.
    pub(crate) fn parameter(&self, operation: &Operation, name: &str) -> String {
        let path = operation.path.as_str();
        match (path, name) {
            (path, _) if path.starts_with("/products/{id}") || path.starts_with("/admin/products/{id}") => {
                self.product()
            }
            (_, "productId") => self.product(),
            (path, _) if path.starts_with("/orders/{id}") => self.order(),
            (path, _) if path.starts_with("/messages/{id}") => self.conversation(),
            ("/users/{id}", _) => self.merchant_id.clone(),
            // Pausing and rebuilding a view would disturb each other, so they use different views.
            ("/admin/views/{name}/pause" | "/admin/views/{name}/resume", "name") => "moderation".to_owned(),
            // No other operation uses this view.
            ("/admin/views/{name}/review", "name") => "conversations".to_owned(),
            // A view that no other operation rebuilds: otherwise the answer would depend on whether that build is
            // finished.
            (
                "/admin/views/{name}/cancel" | "/admin/views/{name}/rollback" | "/admin/views/{name}/swap",
                "name",
            ) => "audit".to_owned(),
            (path, "name") if path.starts_with("/admin/managers/") => "make_good_when_cancelled".to_owned(),
            (path, "name") if path.starts_with("/admin/views/") => "reviews".to_owned(),
            (path, "id") if path.starts_with("/admin/users/{id}") => self.new_merchant(),
            (path, _) if path.starts_with("/admin/people/") => self.new_merchant(),
            (path, _) if path.starts_with("/users/addresses/{id}") => self.address(),
            ("/admin/why/{kind}/{id}", "kind") => "product".to_owned(),
            ("/admin/why/{kind}/{id}", _) => self.product(),
            (_, "stream") => format!("account-{}", self.merchant_id),
            (_, "position") => "1".to_owned(),
            (_, "intentId") => self.intent().0,
            (_, "zip") => "94110".to_owned(),
            // No caller owns such a resource, so every caller gets 404.
            (path, "id")
                if ["/notifications/", "/reviews/", "/auth/sessions/", "/api-keys/", "/webhooks/"]
                    .iter()
                    .any(|one| path.starts_with(one)) =>
            {
                "6b1f0c9e-7a53-4f0e-9d55-3c6a1f0e2b4d".to_owned()
            }
            // An id that nothing has: the merchant of the test has no API key, and its webhook has no delivery.
            (_, "key" | "delivery") => "6b1f0c9e-7a53-4f0e-9d55-3c6a1f0e2b4d".to_owned(),
            (_, "filename" | "file" | "kind" | "owner" | "name") => "nothing".to_owned(),
            _ => panic!("{} has a parameter {name}: say in test_shop.rs how to make one", operation.name()),
        }
    }

    /// The example body, with ids of existing resources.
    pub(crate) fn body(&self, operation: &Operation) -> Option<Value> {
        let mut body = operation.example.clone()?;
        let id_of = |name: &str| match name {
            "merchantId" => Some(self.merchant_id.clone()),
            "productId" => Some(self.product()),
            "conversationId" => Some(self.conversation()),
            "paymentIntentId" => Some(self.intent().0),
            "currentPassword"
                if ["/api-keys", "/webhooks", "/webhooks/{id}/rotate-secret"]
                    .contains(&operation.path.as_str())
                    || operation.path.starts_with("/admin/people/") =>
            {
                Some(PASSWORD.to_owned())
            }
            "email" if operation.path == "/auth/signup" => {
                Some(format!("example{}-{}@market.example", self.number(), self.instance.name()))
            }
            _ => None,
        };
        for (name, value) in body.as_object_mut().into_iter().flatten() {
            if let Some(id) = id_of(name) {
                *value = json!(id);
            }
        }
        if operation.path == "/payments/create-intent" {
            body = market::intent(&self.product(), PRICE, 1);
        }
        Some(body)
    }
}

fn merchant_id(instance: &Instance, merchant: &Client) -> String {
    text(&Client::with_token(instance, merchant.token()).get("/auth/me").ok()["id"])
}

fn customer_form(name: &str) -> Value {
    json!({
        "name": name, "email": format!("{name}@market.example"), "password": PASSWORD, "role": "customer",
    })
}

fn merchant_form(name: &str) -> Value {
    json!({
        "name": name, "email": format!("{name}@market.example"), "password": PASSWORD, "role": "merchant",
        "phone": "(415) 555-0134", "businessName": "Meadow Farm", "businessDescription": "Vegetables.",
        "address": { "street": "1 Field Road", "city": "San Francisco", "state": "CA", "zipCode": "94110" },
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}
