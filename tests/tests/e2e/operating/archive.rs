use std::{fs, path::Path};

use serde_json::{Value, json};

use super::{PRICE, Stall, lines, market};
use crate::{
    client::Client,
    instance::{Events, Instance},
};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of ours is text")
}

/// All events as the command line prints them.
fn log_of(instance: &Instance) -> Vec<Value> {
    lines(&instance.operate(&["events", "find", "--json"]))
}

#[test]
fn a_restored_shop_continues_where_its_backup_ended() {
    let mut stall = Stall::open();
    let order = stall.buy();
    let second = stall.buy();
    stall.deliver(&order);
    // A checkout that waits for its payment, so that the process managers' agenda is not empty.
    let form = market::intent(&stall.product, PRICE, 3);
    let intent = stall.customer.post("/payments/create-intent", &form).ok();
    let id = intent["paymentIntent"]["id"].as_str().expect("an id").to_owned();
    let secret = intent["clientSecret"].as_str().expect("a secret").to_owned();

    let file = stall.instance.folder().join("shop.backup");
    let written = stall.attempt(&["backup", text(&file)]);
    assert_eq!(written.status, 0, "{written:?}");
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(stall.attempt(&["backup", text(&file)]).status, 2, "a backup never replaces another");
    let before = log_of(&stall.instance);
    let (there, merchants) = (stall.customer.get("/products").ok(), stall.orders());

    // All events after the backup will be lost, except erasures.
    stall.deliver(&second);
    let email = stall.email();
    stall.instance.operate(&["person", "erase", &email, "--yes"]);
    let erasures = stall.instance.folder().join("erased.txt");
    fs::write(&erasures, stall.instance.operate(&["person", "erased"])).unwrap();
    let beside = stall.attempt(&["restore", text(&file)]);
    assert_eq!(beside.status, 1, "an instance runs here: {beside:?}");

    let restored = Instance::restored(&["restore", text(&file)]);
    assert_eq!(log_of(&restored), before, "position for position");
    assert_eq!(restored.attempt(&["views", "verify"]).status, 0);
    let mut customer = Client::of(&restored);
    customer.log_in(&email);
    assert_eq!(products(&customer.get("/products").ok()), products(&there));
    let mut merchant = Client::of(&restored);
    merchant.log_in(&format!("mara-{}@market.example", stall.instance.name()));
    assert_eq!(statuses(&merchant.get("/orders/merchant").ok()), statuses(&merchants));
    // The open checkout is paid now, and becomes exactly one order.
    assert_eq!(market::pay(&mut customer, &id, &secret).expect("an answer").ok()["status"], "succeeded");
    customer.post("/orders/create", &json!({ "paymentIntentId": id })).ok();
    merchant.has_seen_as_much_as(&customer);
    assert_eq!(statuses(&merchant.get("/orders/merchant").ok()).len(), 3);
    let after = log_of(&restored);
    assert!(after.len() > before.len());
    assert!(
        after[before.len()..]
            .iter()
            .all(|event| event["position"].as_u64() > before.last().unwrap()["position"].as_u64()),
        "what is new stands behind what was restored"
    );
    let full = restored.attempt(&["restore", text(&file)]);
    assert_eq!(full.status, 1, "{full:?}");
    drop(restored);

    let restored = Instance::restored(&["restore", text(&file), "--erasures", text(&erasures)]);
    let shown = restored.operate(&["events", "find", "--json"]);
    assert!(!shown.contains(&email) && shown.contains("AccountErased"), "who was forgotten stays forgotten");
    let mut merchant = Client::of(&restored);
    merchant.log_in(&format!("mara-{}@market.example", stall.instance.name()));
    assert_eq!(merchant.get("/orders/merchant").ok()[0]["customer"]["name"], "Deleted user");
    assert_eq!(statuses(&merchant.get("/orders/merchant").ok()), statuses(&merchants));
}

/// The number and status of each order.
fn statuses(orders: &Value) -> Vec<(Value, Value)> {
    let orders = orders.as_array().expect("a list of orders");
    orders.iter().map(|order| (order["id"].clone(), order["status"].clone())).collect()
}

/// The name and stock of each product.
fn products(answer: &Value) -> Vec<(Value, Value)> {
    let products = answer["products"].as_array().expect("a list of products");
    products.iter().map(|product| (product["name"].clone(), product["inventory"].clone())).collect()
}

#[test]
fn a_damaged_or_foreign_backup_restores_nothing() {
    let stall = Stall::open();
    let file = stall.instance.folder().join("shop.backup");
    stall.instance.operate(&["backup", text(&file)]);
    let bytes = fs::read(&file).unwrap();
    let damaged = stall.instance.folder().join("damaged.backup");
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("data");
    let restore = |file: &Path| {
        let mut command = stall.instance.command_elsewhere(&store);
        command.args(["restore", text(file)]).output().expect("the binary runs")
    };
    let mut altered = bytes.clone();
    altered[bytes.len() / 2] ^= 1;
    for (content, expected) in
        [(&bytes[..bytes.len() / 2], "backup"), (&altered, "backup"), (b"hello", "not a backup")]
    {
        fs::write(&damaged, content).unwrap();
        let output = restore(&damaged);
        let error_output = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{error_output}");
        assert!(error_output.contains(expected), "{error_output}");
    }
    assert_eq!(restore(&folder.path().join("nothing.backup")).status.code(), Some(2));
    // The refused files had no effect: the intact file can still be restored.
    let output = restore(&file);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_backup_of_a_kurrentdb_log_is_restored_only_into_postgres() {
    let mut stall = Stall::on(Events::in_kurrentdb());
    let order = stall.buy();
    let file = stall.instance.folder().join("shop.backup");
    stall.instance.operate(&["backup", text(&file)]);
    let folder = tempfile::tempdir().unwrap();
    let mut command = stall.instance.command_elsewhere(&folder.path().join("data"));
    let refused = command.args(["restore", text(&file)]).output().expect("the binary runs");
    let error_output = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{error_output}");
    assert!(
        error_output.contains("KurrentDB")
            && error_output.contains("Restore a backup of KurrentDB's own there"),
        "{error_output}"
    );

    let restored = Instance::restored(&["restore", text(&file)]);
    let mut merchant = Client::of(&restored);
    merchant.log_in(&format!("mara-{}@market.example", stall.instance.name()));
    assert_eq!(merchant.get("/orders/merchant").ok()[0]["id"], order.as_str());
    for status in ["confirmed", "preparing", "ready-for-pickup", "delivered"] {
        merchant.put(&format!("/orders/{order}/status"), &json!({ "status": status })).ok();
    }
    assert_eq!(merchant.get("/orders/merchant").ok()[0]["status"], "delivered");
    assert_eq!(restored.attempt(&["views", "verify"]).status, 0);
}
