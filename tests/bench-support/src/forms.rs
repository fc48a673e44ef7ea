//! What people of a shop under load send: the bodies of requests.

use serde_json::{Value, json};

/// Everybody's password.
pub const PASSWORD: &str = "Correct#Horse1";

/// A city in which shoppers and merchants are: its name, state and ZIP code.
pub type City = [&'static str; 3];

/// Where the people of most benchmarks are.
pub const SAN_FRANCISCO: City = ["San Francisco", "CA", "94110"];

/// The sign-up of a customer.
pub fn customer(name: &str, email: &str) -> Value {
    json!({ "name": name, "email": email, "password": PASSWORD, "role": "customer" })
}

/// The sign-up of a merchant.
pub fn merchant(name: &str, email: &str, business: &str, [city, state, zip]: City) -> Value {
    json!({
        "name": name, "email": email, "password": PASSWORD, "role": "merchant", "phone": "(415) 555-0134",
        "businessName": business, "businessDescription": "Vegetables from the valley.",
        "address": { "street": "1 Field Road", "city": city, "state": state, "zipCode": zip },
    })
}

/// The listing of a product at this price in dollars.
pub fn product(name: &str, price: f64, units: u32) -> Value {
    json!({
        "name": name, "description": "Picked this morning.", "price": price, "category": "produce",
        "subcategory": "Vegetables", "inventory": { "quantity": units, "unit": "pound" },
        "fulfillment": { "method": "both" },
    })
}

/// A line of a cart.
#[derive(Clone, Debug)]
pub struct Line {
    pub product: String,
    /// In cents.
    pub price: u32,
    pub quantity: u32,
}

/// The request for the payment of a cart that the customer collects.
pub fn intent(lines: &[Line]) -> Value {
    let subtotal: u32 = lines.iter().map(|line| line.price * line.quantity).sum();
    // 8%, rounded half up.
    let total = subtotal + (subtotal * 8 + 50) / 100;
    let [city, state, zip] = SAN_FRANCISCO;
    let item = |line: &Line| json!({ "id": line.product, "name": "?", "price": f64::from(line.price) / 100.0, "quantity": line.quantity });
    json!({
        "amount": f64::from(total) / 100.0, "currency": "usd",
        "shipping": {
            "firstName": "Cora", "lastName": "Customer", "email": "cora@market.example", "phone": "",
            "address": "2 Market Street", "city": city, "state": state, "zipCode": zip, "country": "US",
            "deliveryMethod": "pickup", "deliveryInstructions": "",
        },
        "billing": { "sameAsShipping": true },
        "items": lines.iter().map(item).collect::<Vec<_>>(),
    })
}

/// The payment of an intent with a card that the sandbox accepts.
pub fn card(client_secret: &Value) -> Value {
    let card = json!({ "number": "4242 4242 4242 4242", "expMonth": 12, "expYear": 2035, "cvc": "123" });
    json!({ "clientSecret": client_secret, "card": card })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_amount_is_the_sum_with_tax() {
        let line = |price, quantity| Line { product: "p".to_owned(), price, quantity };
        assert_eq!(intent(&[line(450, 1)])["amount"], 4.86);
        assert_eq!(intent(&[line(250, 2), line(119, 1)])["amount"], 6.69);
    }
}
