use serde_json::{Value, json};

use super::Stall;
use crate::waiting::wait_for;

#[test]
fn a_request_is_shown_with_everything_it_caused() {
    let mut stall = Stall::open();
    let order = stall.buy();
    stall.customer.put(&format!("/orders/{order}/cancel"), &json!({ "reason": "Hail" })).ok();
    let cancelled = stall.printed(&["events", "find", "--type", "OrderCancelled", "--json"]);
    let path = format!("/admin/story?position={}", cancelled[0]["position"]);
    let is_over = |story: &Value| {
        let current = |view: &Value| view["applied"] == view["reads"];
        let refunded = story["events"].as_array()?.iter().any(|one| one["event"]["type"] == "OrderRefunded");
        let done = story["managers"].as_array()?.iter().all(|one| one["state"] == "done");
        (refunded && done && story["views"].as_array()?.iter().all(current)).then_some(())
    };
    let story = wait_for("the refund, the letters and the views", || {
        let story = stall.admin.get(&path).ok();
        is_over(&story).map(|()| story)
    });
    assert_eq!((&story["complete"], &story["more"]), (&json!(true), &json!(false)));
    assert_eq!(story["correlationId"], cancelled[0]["correlationId"]);
    assert_eq!(story["actor"]["role"], "customer");
    let events = story["events"].as_array().expect("a list");
    let sentences: Vec<_> = events
        .iter()
        .map(|one| (one["sentence"].as_str().unwrap(), one["depth"].as_u64().unwrap()))
        .collect();
    assert_eq!(sentences[0], ("The customer cancelled the order.", 0));
    let refund = "The process manager “make good when cancelled” had the payment provider refund ";
    assert!(
        sentences.iter().any(|(sentence, depth)| sentence.starts_with(refund) && *depth > 0),
        "{sentences:?}"
    );
    let named = |list: &str, name: &str| -> Value {
        let all = story[list].as_array().expect("a list");
        all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {all:?}")).clone()
    };
    assert!(named("views", "orders")["reads"].as_u64() >= Some(2), "{story}");
    assert!(!named("managers", "make_good_when_cancelled")["made"].as_array().unwrap().is_empty(), "{story}");
    assert_eq!(named("managers", "mail_when_order_changes")["made"], json!([]));
    for name in ["Cora", "Field Road", "market.example", "Hail"] {
        assert!(!story.to_string().contains(name), "{name}: {story}");
    }

    let correlation = story["correlationId"].as_str().expect("an id");
    let by_id = stall.admin.get(&format!("/admin/story?correlation={correlation}")).ok();
    assert_eq!(by_id["events"], story["events"]);
    let printed = &stall.printed(&["events", "story", correlation, "--json"])[0];
    assert_eq!(printed["events"], story["events"], "the screen and the command tell the same");
    let text = stall.instance.operate(&["events", "story", &cancelled[0]["position"].to_string()]);
    assert!(text.starts_with(&format!("Request {correlation} by customer ")), "{text}");
    assert!(
        text.contains("    orders: ") && text.contains("make_good_when_cancelled: nothing left to do"),
        "{text}"
    );

    assert_eq!(stall.admin.get("/admin/story?position=99999999").status, 404);
    assert_eq!(stall.admin.get("/admin/story").status, 422);
    assert_eq!(stall.merchant.get(&path).status, 403);
    assert_eq!(stall.attempt(&["events", "story", "99999999"]).status, 1);
    assert_eq!(stall.attempt(&["events", "story", "yesterday"]).status, 2);
}
