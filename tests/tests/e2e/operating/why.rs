use serde_json::{Value, json};

use super::Stall;

fn sentences(reasons: &[Value]) -> Vec<&str> {
    reasons.iter().filter_map(|reason| reason["sentence"].as_str()).collect()
}

#[test]
fn an_order_and_a_product_are_explained_by_their_events() {
    let mut stall = Stall::open();
    let order = stall.buy();
    let product = stall.product.clone();
    stall.merchant.put(&format!("/orders/{order}/status"), &json!({ "status": "confirmed" })).ok();

    let explanation = stall.admin.get(&format!("/admin/why/order/{order}")).ok();
    assert_eq!(
        (&explanation["kind"], &explanation["id"], &explanation["leftOut"]),
        (&json!("order"), &json!(order), &json!(0))
    );
    let reasons = explanation["reasons"].as_array().expect("a list");
    let sentences_of_order = sentences(reasons);
    assert!(
        sentences_of_order[0].starts_with("The customer started the checkout GS-"),
        "{sentences_of_order:?}"
    );
    assert_eq!(*sentences_of_order.last().unwrap(), "The merchant confirmed the order.");
    let status = json!({ "name": "Status", "before": "pending", "after": "confirmed", "masked": false });
    assert_eq!(reasons.last().unwrap()["fields"], json!([status]));
    let started = reasons[0]["fields"].as_array().expect("a list");
    let shipping = json!({ "name": "Shipping", "before": null, "after": null, "masked": true });
    assert!(started.contains(&shipping), "{started:?}");
    for name in ["Cora", "Field Road", "market.example"] {
        assert!(!explanation.to_string().contains(name), "{name}: {explanation}");
    }
    assert_eq!(&stall.printed(&["events", "why", "order", &order, "--json"]), reasons);

    let explanation = stall.admin.get(&format!("/admin/why/product/{product}")).ok();
    let reasons = explanation["reasons"].as_array().expect("a list");
    let all = sentences(reasons);
    for expected in [
        "The merchant listed “Steady Spinach” at $2.50 a pound.",
        "The merchant counted 40 units in stock.",
        "An admin approved the product",
        "The customer held 2 units for a checkout.",
    ] {
        assert!(all.iter().any(|sentence| sentence.starts_with(expected)), "{expected}: {all:?}");
    }
    let printed = stall.instance.operate(&["events", "why", "product", &product]);
    let mut rest = printed.as_str();
    for sentence in all {
        let found = rest.find(sentence).unwrap_or_else(|| panic!("{sentence} is missing:\n{printed}"));
        rest = &rest[found..];
    }

    let nobody = "00000000-0000-0000-0000-000000000000";
    assert_eq!(stall.admin.get(&format!("/admin/why/order/{nobody}")).status, 404);
    assert_eq!(stall.merchant.get(&format!("/admin/why/order/{order}")).status, 403);
    assert_eq!(stall.attempt(&["events", "why", "order", nobody]).status, 1);
    assert_eq!(stall.attempt(&["events", "why", "account", nobody]).status, 2);
}

#[test]
fn a_stream_is_printed_as_it_was_at_a_time() {
    let mut stall = Stall::open();
    let order = stall.buy();
    stall.deliver(&order);
    let stream = format!("order-{order}");
    let all = stall.printed(&["events", "show", &stream, "--json"]);
    let confirmed = all[1]["recordedAt"].as_str().expect("a time");
    let then = stall.instance.operate(&["events", "show", &stream, "--as-of", confirmed]);
    assert!(then.contains("OrderConfirmed") && !then.contains("PreparationStarted"), "{then}");
    assert!(then.contains("The state behind it:") && then.contains("\"status\": \"confirmed\""), "{then}");
    let before = stall.attempt(&["events", "show", &stream, "--as-of", "2020-01-01"]);
    assert_eq!(before.status, 1);
    assert!(before.error_output.contains("had no events at 2020-01-01"), "{}", before.error_output);
}
