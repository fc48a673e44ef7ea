//! Creates a small market through the public interface: an admin, a merchant, products and customers.

use serde_json::{Value, json};

use crate::{
    client::{Client, NoAnswer, PASSWORD},
    instance::Instance,
};

pub(crate) fn admin(instance: &Instance) -> Client {
    let email = format!("admin-{}@market.example", instance.name());
    instance.operate(&["admin", "create", "--email", &email, "--name", "Ada Admin", "--password", PASSWORD]);
    let mut admin = Client::of(instance);
    admin.log_in(&email);
    admin
}

/// An approved merchant with pickup and delivery.
pub(crate) fn merchant(instance: &Instance, admin: &mut Client) -> Client {
    let mut merchant = Client::of(instance);
    let user = merchant.sign_up(&json!({
        "name": "Mara Meadows", "email": format!("mara-{}@market.example", instance.name()), "password": PASSWORD, "role": "merchant",
        "phone": "(415) 555-0134", "businessName": "Meadow Farm", "businessDescription": "Vegetables from the valley.",
        "address": { "street": "1 Field Road", "city": "San Francisco", "state": "CA", "zipCode": "94110" },
    }));
    let path = format!("/admin/users/{}/approve", user["id"].as_str().expect("an id"));
    admin.put(&path, &json!({ "approved": true })).ok();
    merchant
}

/// Creates an approved product; returns its id.
pub(crate) fn product(
    merchant: &mut Client,
    admin: &mut Client,
    name: &str,
    price: f64,
    quantity: u32,
) -> String {
    let listed = merchant.post("/products", &json!({
        "name": name, "description": "Picked this morning.", "price": price, "category": "produce",
        "subcategory": "Vegetables", "inventory": { "quantity": quantity, "unit": "pound" }, "tags": ["fresh"],
        "images": [], "isOrganic": false,
        "fulfillment": { "method": "both", "deliveryOptions": { "localDelivery": true, "deliveryRadius": 50 } },
    }));
    let id = listed.ok()["product"]["id"].as_str().expect("an id").to_owned();
    admin.put(&format!("/admin/products/{id}/approve"), &json!({ "approved": true })).ok();
    id
}

pub(crate) fn customer(instance: &Instance, number: usize) -> Client {
    let mut customer = Client::of(instance);
    customer.sign_up(&json!({
        "name": format!("Customer {number}"), "email": format!("customer{number}-{}@market.example", instance.name()),
        "password": PASSWORD, "role": "customer",
    }));
    customer
}

/// The body of a request for a payment intent: pickup of `quantity` units of a product.
pub(crate) fn intent(product: &str, price: f64, quantity: u32) -> Value {
    let subtotal = price * f64::from(quantity);
    let tax = (subtotal * 8.0).round() / 100.0;
    json!({
        "amount": ((subtotal + tax) * 100.0).round() / 100.0, "currency": "usd",
        "shipping": {
            "firstName": "Cora", "lastName": "Customer", "email": "cora@market.example", "phone": "",
            "address": "2 Market Street", "city": "San Francisco", "state": "CA", "zipCode": "94110", "country": "US",
            "deliveryMethod": "pickup", "deliveryInstructions": "",
        },
        "billing": { "sameAsShipping": true },
        "items": [{ "id": product, "name": "?", "price": price, "quantity": quantity }],
    })
}

/// Pays for an intent with the card that always succeeds.
pub(crate) fn pay(
    customer: &mut Client,
    intent: &str,
    secret: &str,
) -> Result<crate::client::Answer, NoAnswer> {
    let card = json!({ "number": "4242 4242 4242 4242", "expMonth": 12, "expYear": 2035, "cvc": "123" });
    let path = format!("/payments/sandbox/{intent}/confirm");
    customer.try_post(&path, &json!({ "clientSecret": secret, "card": card }))
}
