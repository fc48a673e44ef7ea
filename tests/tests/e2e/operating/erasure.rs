//! Tests that no trace of an erased person is left.
//!
//! People use every feature and are erased. Then a dump of the database, the data folder and the logs are searched for
//! everything that they have typed.

use std::net::Ipv4Addr;

use serde_json::{Value, json};

use super::{
    PRICE, Stall, market,
    parked::sql,
    places::{Places, forms_of},
};
use crate::{client::PASSWORD, instance::Instance, waiting::wait_for, wire};

const JSON: &[u8] = b"content-type: application/json";
const AGENT: &[u8] = b"user-agent: Quibblefox/7.1 (Zephyrine)";

/// The texts that a customer types, by kind.
const CUSTOMER: &[(&str, &str)] = &[
    ("name", "Zephyrine Quibbleworth"),
    ("last name", "Quibbleworth"),
    ("phone", "(415) 555-0187"),
    ("street", "77 Wobblesmith Lane"),
    ("street in the book", "19 \"Crooked\" Thistleback Mews"),
    ("apartment", "Loft Ünterholz 9"),
    ("name in the book", "Quillfeather den"),
    ("shipping first name", "Zephy-Ann"),
    ("shipping e-mail", "zq.parcels@wobble.example"),
    ("shipping phone", "(628) 555-0145"),
    ("delivery instructions", "Leave it behind the purple gnome"),
    ("billing street", "3 Ledgerwick Court"),
    ("cancellation reason", "My aunt Brunhilde bought the same"),
    ("message subject", "Spinach for my wobbly party"),
    ("message", "I am allergic to glimmernuts, please"),
    ("second message", "Call my brother Thaddeus instead"),
    ("review", "As tender as grandmother Ottilie's"),
    ("contact name", "Z. Quibble-Contact"),
    ("contact e-mail", "zq.contact@wobble.example"),
    ("contact subject", "My snorkelberry subscription"),
    ("contact message", "I live above the flibbertigibbet bakery"),
    ("the merchant's note on an order", "Packed by uncle Ferdibrand himself"),
    ("user agent", "Quibblefox/7.1"),
    ("new e-mail", "zephyrine.new@wobble.example"),
    ("new name", "Zephyrine Marmalade-Quibble"),
];

/// The texts that a merchant types, by kind.
const MERCHANT: &[(&str, &str)] = &[
    ("name", "Bartholomew Snickerdoodle"),
    ("phone", "(510) 555-0199"),
    ("street", "5 Grumblethorpe Way"),
    ("licence", "LIC-90210-GRUMBLE"),
    ("tax id", "98-7654321"),
    ("name of a certificate's file", "snickerdoodle-organic-2026.pdf"),
    ("reply to a review", "Regards from Bartholo and the goats"),
    ("message", "My goats send their snorty love"),
];

/// Sends a request with an idempotency key and a user agent; returns status and body.
fn keyed(
    instance: &Instance,
    method: &str,
    path: &str,
    token: Option<&str>,
    key: &str,
    body: &Value,
) -> (u16, String) {
    let (key, body) = (format!("idempotency-key: {key}"), body.to_string());
    let headers: &[&[u8]] = &[JSON, AGENT, key.as_bytes()];
    let request = wire::Request { method, path, token, headers, body: body.as_bytes() };
    wire::send_from(instance.commands(), Ipv4Addr::LOCALHOST, &request).expect("an answer")
}

fn parsed(body: &str) -> Value {
    let (from, to) = (body.find('{').expect("JSON"), body.rfind('}').expect("JSON"));
    serde_json::from_str(&body[from..=to]).expect("JSON")
}

fn upload(instance: &Instance, token: &str, path: &str, field: &str, name: &str, bytes: &[u8]) -> Value {
    let head = format!(
        "--form\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    );
    let body = [head.as_bytes(), bytes, b"\r\n--form--\r\n"].concat();
    let headers: &[&[u8]] = &[b"content-type: multipart/form-data; boundary=form"];
    let request = wire::Request { method: "POST", path, token: Some(token), headers, body: &body };
    let (status, answer) =
        wire::send_from(instance.commands(), Ipv4Addr::LOCALHOST, &request).expect("an answer");
    assert_eq!(status, 201, "{answer}");
    parsed(&answer)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// A person's keyed requests with their answers.
struct KeyedRequests {
    email: String,
    account: String,
    signed_up: Value,
    logged_in: Value,
}

/// Creates a customer who uses every feature. No order is open at the end.
fn customer(stall: &mut Stall) -> KeyedRequests {
    let email = format!("zephyrine-{}@wobble.example", stall.instance.name());
    let signed_up = json!({
        "name": "Zephyrine Quibbleworth", "email": email, "password": PASSWORD, "role": "customer",
        "phone": "(415) 555-0187",
        "address": { "street": "77 Wobblesmith Lane", "city": "San Francisco", "state": "CA", "zipCode": "94110" },
    });
    let (status, answer) = keyed(&stall.instance, "POST", "/auth/signup", None, "zephyrine-1", &signed_up);
    assert_eq!(status, 201, "{answer}");
    let account = text(&parsed(&answer)["user"]["id"]);
    let logged_in = json!({ "email": email, "password": PASSWORD });
    let (status, answer) = keyed(&stall.instance, "POST", "/auth/login", None, "zephyrine-2", &logged_in);
    assert_eq!(status, 200, "{answer}");
    stall.customer = crate::client::Client::with_token(&stall.instance, &text(&parsed(&answer)["token"]));
    let product = stall.product.clone();
    stall.customer.has_seen_as_much_as(&stall.admin);

    let book = json!({
        "name": "Quillfeather den", "firstName": "Zephyrine", "lastName": "Quibbleworth",
        "address": "19 \"Crooked\" Thistleback Mews", "apartment": "Loft Ünterholz 9", "city": "San Francisco",
        "state": "CA", "zipCode": "94110", "country": "US", "phone": "(415) 555-0187",
    });
    stall.customer.post("/users/addresses", &book).ok();
    stall.customer.post(&format!("/users/favorites/{product}"), &json!({})).ok();
    stall.customer.post(&format!("/products/{product}/views"), &json!({})).ok();
    let inquiry = json!({
        "name": "Z. Quibble-Contact", "email": "zq.contact@wobble.example", "type": "customer",
        "subject": "My snorkelberry subscription", "message": "I live above the flibbertigibbet bakery",
    });
    stall.customer.post("/contact", &inquiry).ok();
    stall.customer.post("/auth/forgot-password", &json!({ "email": email })).ok();
    let merchant = text(&stall.merchant.get("/auth/me").ok()["id"]);
    let started = stall.customer.post(
        "/messages/start",
        &json!({
            "merchantId": merchant, "productId": product, "subject": "Spinach for my wobbly party",
            "initialMessage": "I am allergic to glimmernuts, please",
        }),
    );
    let conversation = text(&started.ok()["conversation"]["id"]);
    let content = json!({ "conversationId": conversation, "content": "Call my brother Thaddeus instead" });
    stall.customer.post("/messages/send", &content).ok();

    let cancelled = buy(stall, "first");
    let reason = json!({ "reason": "My aunt Brunhilde bought the same" });
    stall.customer.put(&format!("/orders/{cancelled}/cancel"), &reason).ok();
    let delivered = buy(stall, "second");
    for status in ["confirmed", "preparing", "ready-for-pickup", "delivered"] {
        let moved = json!({ "status": status, "note": "Packed by uncle Ferdibrand himself" });
        stall.merchant.put(&format!("/orders/{delivered}/status"), &moved).ok();
    }
    stall.customer.has_seen_as_much_as(&stall.merchant);
    let review = json!({ "rating": 5, "comment": "As tender as grandmother Ottilie's" });
    stall.customer.post(&format!("/products/{product}/reviews"), &review).ok();
    stall.customer.put("/users/preferences", &json!({ "email": { "message": false } })).ok();
    stall.customer.put("/users/profile", &json!({ "name": "Zephyrine Marmalade-Quibble" })).ok();
    let moved = json!({ "email": "zephyrine.new@wobble.example", "currentPassword": PASSWORD });
    stall.customer.put("/users/profile", &moved).ok();
    let left = stall.customer.get("/auth/me").ok();
    KeyedRequests { email: text(&left["email"]), account, signed_up, logged_in }
}

/// Buys one unit; returns the order's id.
fn buy(stall: &mut Stall, key: &str) -> String {
    let mut form = market::intent(&stall.product, PRICE, 1);
    form["shipping"] = json!({
        "firstName": "Zephy-Ann", "lastName": "Quibbleworth", "email": "zq.parcels@wobble.example",
        "phone": "(628) 555-0145", "address": "77 Wobblesmith Lane", "apartment": "Loft Ünterholz 9",
        "city": "San Francisco", "state": "CA", "zipCode": "94110", "country": "US", "deliveryMethod": "pickup",
        "deliveryInstructions": "Leave it behind the purple gnome",
    });
    form["billing"] = json!({
        "sameAsShipping": false, "firstName": "Zephyrine", "lastName": "Quibbleworth",
        "address": "3 Ledgerwick Court", "apartment": "", "city": "San Francisco", "state": "CA",
        "zipCode": "94110", "country": "US",
    });
    let token = stall.customer.token().to_owned();
    let path = "/payments/create-intent";
    let (status, answer) =
        keyed(&stall.instance, "POST", path, Some(&token), &format!("intent-{key}"), &form);
    assert!((200..300).contains(&status), "{answer}");
    let intent = parsed(&answer);
    let (id, secret) = (text(&intent["paymentIntent"]["id"]), text(&intent["clientSecret"]));
    market::pay(&mut stall.customer, &id, &secret).expect("an answer").ok();
    stall.customer.post("/orders/create", &json!({ "paymentIntentId": id })).ok();
    stall.merchant.has_seen_as_much_as(&stall.customer);
    text(&stall.orders()[0]["id"])
}

/// Creates a merchant who uses every feature that customers do not have, and sells to the stall's customer.
fn merchant(stall: &mut Stall) -> String {
    let email = format!("bartholomew-{}@grumble.example", stall.instance.name());
    let mut merchant = crate::client::Client::of(&stall.instance);
    let user = merchant.sign_up(&json!({
        "name": "Bartholomew Snickerdoodle", "email": email, "password": PASSWORD, "role": "merchant",
        "phone": "(510) 555-0199", "businessName": "Valley Goods", "businessDescription": "Cheese.",
        "address": { "street": "5 Grumblethorpe Way", "city": "San Francisco", "state": "CA", "zipCode": "94110" },
    }));
    let approve = format!("/admin/users/{}/approve", text(&user["id"]));
    stall.admin.put(&approve, &json!({ "approved": true })).ok();
    merchant
        .put(
            "/users/profile",
            &json!({ "businessInfo": {
        "businessLicense": "LIC-90210-GRUMBLE", "taxId": "98-7654321",
    } }),
        )
        .ok();
    let pdf = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n";
    let name = "snickerdoodle-organic-2026.pdf";
    let certificate =
        upload(&stall.instance, merchant.token(), "/upload/organic-certificate", "certificate", name, pdf);
    let listed = merchant.post(
        "/products",
        &json!({
            "name": "Goat Cheese", "description": "From the valley.", "price": PRICE, "category": "dairy",
            "subcategory": "Cheese", "inventory": { "quantity": 9, "unit": "piece" }, "isOrganic": true,
            "organicCertificate": { "url": certificate["url"], "originalName": name },
            "fulfillment": { "method": "pickup-only" },
        }),
    );
    let product = text(&listed.ok()["product"]["id"]);
    stall.admin.put(&format!("/admin/products/{product}/approve"), &json!({ "approved": true })).ok();

    // The customer here is the stall's, who buys, writes and reviews; the answers are this merchant's.
    let mut shopper = market::customer(&stall.instance, 7);
    shopper.has_seen_as_much_as(&stall.admin);
    let started = shopper.post("/messages/start", &json!({
        "merchantId": user["id"], "productId": product, "subject": "Cheese", "initialMessage": "Is it soft?",
    }));
    let conversation = text(&started.ok()["conversation"]["id"]);
    let content = json!({ "conversationId": conversation, "content": "My goats send their snorty love" });
    merchant.post("/messages/send", &content).ok();
    let intent = shopper.post("/payments/create-intent", &market::intent(&product, PRICE, 1)).ok();
    let (id, secret) = (text(&intent["paymentIntent"]["id"]), text(&intent["clientSecret"]));
    market::pay(&mut shopper, &id, &secret).expect("an answer").ok();
    shopper.post("/orders/create", &json!({ "paymentIntentId": id })).ok();
    merchant.has_seen_as_much_as(&shopper);
    let order = text(&merchant.get("/orders/merchant").ok()[0]["id"]);
    for status in ["confirmed", "preparing", "ready-for-pickup", "delivered"] {
        merchant.put(&format!("/orders/{order}/status"), &json!({ "status": status })).ok();
    }
    let review =
        shopper.post(&format!("/products/{product}/reviews"), &json!({ "rating": 4, "comment": "Good." }));
    let review = text(&review.ok()["review"]["id"]);
    let reply = json!({ "text": "Regards from Bartholo and the goats" });
    merchant.put(&format!("/reviews/{review}/reply"), &reply).ok();
    email
}

/// Leaves data as an earlier version of the program would have: error texts with an e-mail address in them, and a build
/// of a view that is no longer updated.
fn leave_as_before(stall: &Stall, account: &str, email: &str) {
    let failure = format!("\"{email}\" is not an e-mail address");
    sql(
        &stall.instance,
        format!(
            "INSERT INTO automation.agenda (manager, subject, due_at, cause, correlation, last_failure, parked_at)
             VALUES ('mail_when_order_changes', '{account}', now(), gen_random_uuid(), gen_random_uuid(), '{failure}',
                     now());
             INSERT INTO automation.skips (manager, subject, cause, failures, failure, skipped_by, skipped_at)
             VALUES ('mail_when_order_changes', '{account}', gen_random_uuid(), 20, '{failure}', 'root', now());
             INSERT INTO projections.skipped VALUES ('accounts', 0, 'account-{account}', 2, 2, 'Odd', '{failure}', now());
             INSERT INTO projections.generations
                 (view, generation, code_version, state, stage, position, last_error, created_at, updated_at)
             VALUES ('accounts', 0, 0, 'previous', 'indexed', 9, '{failure}', now(), now());
             CREATE SCHEMA rm_accounts_v0;
             CREATE TABLE rm_accounts_v0.people AS SELECT '{email}'::text AS email, 'Zephyrine Quibbleworth'::text AS name;"
        ),
    );
}

#[test]
fn no_trace_of_an_erased_person_is_left() {
    let mut stall = Stall::open();
    let sent = customer(&mut stall);
    let seller = merchant(&mut stall);
    leave_as_before(&stall, &sent.account, &sent.email);
    let first_email = text(&sent.signed_up["email"]);
    let mut strings: Vec<(&str, &str)> = CUSTOMER.iter().chain(MERCHANT).copied().collect();
    strings.extend([("e-mail", first_email.as_str()), ("e-mail of the merchant", seller.as_str())]);

    // Before the erasure the search must find the people: nearly every text is in some view.
    wait_for("mail to the people and to support", || {
        let mail = stall.instance.operate(&["mail", "--json"]);
        [first_email.as_str(), seller.as_str(), "flibbertigibbet"]
            .iter()
            .all(|one| mail.contains(one))
            .then_some(())
    });
    let before = wait_for("the views to show everything", || {
        let found = Places::of(&stall.instance).search(&strings);
        (found.strings() >= strings.len() - 6).then_some(found)
    });
    println!("before: {before}");

    let token = stall.customer.token().to_owned();
    let deleted =
        keyed(&stall.instance, "DELETE", "/users/me", Some(&token), "bye", &json!({ "password": PASSWORD }));
    assert_eq!(deleted.0, 200, "{}", deleted.1);
    stall.instance.operate(&["person", "erase", &seller, "--yes"]);
    let after = wait_for("the last view to drop the people", || {
        let places = Places::of(&stall.instance);
        let found = places.search(&strings);
        (found.strings() == 0).then_some((places, found))
    });
    println!(
        "searched {} strings in {} forms in {}: {} found",
        strings.len(),
        strings.iter().map(|(_, one)| forms_of(one).len()).sum::<usize>(),
        after.0,
        after.1.strings()
    );

    // Sign-up and log-in, sent again with the same keys, open and tell nothing.
    for (path, key, body, refused) in [
        ("/auth/signup", "zephyrine-1", &sent.signed_up, 409),
        ("/auth/login", "zephyrine-2", &sent.logged_in, 401),
    ] {
        let (status, answer) = keyed(&stall.instance, "POST", path, None, key, body);
        assert_eq!(status, refused, "{answer}");
        assert!(!answer.contains("Zephyrine") && !answer.contains("555-0187"), "{answer}");
    }
    // Erase the person once more, by id: every step can be repeated.
    assert_eq!(stall.attempt(&["person", "erase", &sent.account, "--yes"]).status, 0);
    assert_eq!(stall.attempt(&["views", "verify"]).status, 0);
    let again = Places::of(&stall.instance).search(&strings);
    assert_eq!(again.strings(), 0, "{again}");
}
