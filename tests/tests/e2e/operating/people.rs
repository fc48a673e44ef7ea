use serde_json::{Value, json};

use super::{
    Stall, market,
    parked::{ask, sql},
};
use crate::client::{Client, PASSWORD};

#[test]
fn a_person_is_exported_and_erased_while_the_shop_runs() {
    let mut stall = Stall::open();
    let order = stall.buy();
    let email = stall.email();
    assert!(stall.orders().to_string().contains("cora@market.example"));

    // In the export the person's own data is readable, and no data of others.
    let copy: Value = serde_json::from_str(&stall.instance.operate(&["person", "export", &email])).unwrap();
    let account = copy["account"].as_str().unwrap().to_owned();
    let text = copy.to_string();
    assert!(
        text.contains(&email) && text.contains("Customer 1") && text.contains("2 Market Street"),
        "{text}"
    );
    assert!(!text.contains("1 Field Road") && !text.contains("argon2"), "{text}");
    let types: Vec<&str> =
        copy["events"].as_array().unwrap().iter().filter_map(|event| event["type"].as_str()).collect();
    for expected in ["EmailClaimed", "AccountOpened", "PasswordSet", "CheckoutStarted", "OrderPlaced"] {
        assert!(types.contains(&expected), "{expected}: {types:?}");
    }
    let file = stall.instance.folder().join("copy.json");
    stall.instance.operate(&["person", "export", &account, "--out", file.to_str().unwrap()]);
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(stall.attempt(&["person", "export", &account, "--out", file.to_str().unwrap()]).status, 2);
    assert_eq!(stall.attempt(&["person", "export", "nobody@market.example"]).status, 2);

    // The erasure is refused while an order is open, and without a confirmation.
    let open = stall.attempt(&["person", "erase", &email, "--yes"]);
    assert_eq!(open.status, 1, "{open:?}");
    assert!(
        open.error_output.contains("1 of this person's orders are not finished"),
        "{}",
        open.error_output
    );
    stall.deliver(&order);
    let unasked = stall.attempt(&["person", "erase", &email]);
    assert_eq!(unasked.status, 2, "{unasked:?}");
    assert!(
        unasked.error_output.contains("This cannot be undone.") && unasked.error_output.contains("--yes"),
        "{}",
        unasked.error_output
    );
    assert!(stall.orders().to_string().contains("cora@market.example"), "nothing has happened yet");

    let done = stall.attempt(&["person", "erase", &email, "--yes"]);
    assert_eq!(
        (done.status, done.output.as_str()),
        (0, format!("{account} is forgotten\n").as_str()),
        "{done:?}"
    );
    nothing_is_left(&mut stall, &account, &email);
    for view in ["accounts", "orders"] {
        stall.instance.operate(&["views", "rebuild", view]);
        assert_eq!(stall.attempt(&["views", "verify", view]).status, 0);
    }
    nothing_is_left(&mut stall, &account, &email);
    assert_eq!(stall.instance.operate(&["person", "erased"]), format!("{account}\n"));
    assert_eq!(stall.attempt(&["person", "erase", &account, "--yes"]).status, 0, "again, by the id, is fine");

    // The person's old token cannot buy, and the e-mail address is free for a new account.
    let refused = stall.customer.post("/payments/create-intent", &market::intent(&stall.product, 2.5, 1));
    assert_eq!((refused.status, &refused.body["message"]), (401, &json!("Please log in to continue")));
    let mut again = Client::of(&stall.instance);
    let login = again.post("/auth/login", &json!({ "email": email, "password": PASSWORD }));
    assert_eq!(login.status, 401);
    let user = again
        .sign_up(&json!({ "name": "Cora Again", "email": email, "password": PASSWORD, "role": "customer" }));
    assert_ne!(user["id"], account.as_str());
}

fn nothing_is_left(stall: &mut Stall, account: &str, email: &str) {
    let orders = stall.orders();
    let text = orders.to_string();
    assert_eq!(orders[0]["customer"]["name"], "Deleted user", "{orders}");
    for trace in ["Cora", "cora@", email, "2 Market Street"] {
        assert!(!text.contains(trace), "{trace}: {text}");
    }
    let shown = stall.instance.operate(&["events", "show", &format!("account-{account}"), "--json"]);
    assert!(shown.contains("AccountErased") && shown.contains("$erased"), "{shown}");
    assert!(!shown.contains(email) && !shown.contains("Customer 1"), "{shown}");
}

#[test]
fn an_admin_erases_a_person_and_sees_the_counts_before_and_after() {
    let mut stall = Stall::open();
    let order = stall.buy();
    let (email, account) = (stall.email(), stall.customer.get("/auth/me").ok()["id"].clone());
    let account = account.as_str().unwrap().to_owned();
    let count = |person: &Value, what: &str| {
        assert_eq!(person["log"]["end"], true, "{person}");
        let counts = person["log"]["counts"].as_array().unwrap().iter();
        counts.map(|count| count[what].as_u64().unwrap()).sum::<u64>()
    };
    stall.admin.has_seen_as_much_as(&stall.customer);
    let before = stall.admin.get(&format!("/admin/people/{email}")).ok();
    assert_eq!((&before["_id"], &before["name"]), (&json!(account), &json!("Customer 1")));
    assert_eq!(before["openOrders"].as_array().unwrap().len(), 1);
    assert!(count(&before, "readable") == 9 && count(&before, "erased") == 0, "{before}");
    // Reading in pages gives the same counts.
    let end = format!("/admin/people/{account}?after={}", before["log"]["upTo"]);
    assert_eq!(stall.admin.get(&end).ok()["log"]["counts"], json!([]));

    let (export, erase) =
        (format!("/admin/people/{account}/export"), format!("/admin/people/{account}/erase"));
    let exported = stall
        .admin
        .post(&export, &json!({ "reason": "Asked for by letter", "currentPassword": PASSWORD }))
        .ok();
    let copy: Value =
        serde_json::from_str(&stall.instance.operate(&["person", "export", &account, "--reason", "Again"]))
            .unwrap();
    let events = |document: &Value| document["events"].as_array().unwrap().clone();
    let acts = |document: &Value| {
        let acts = events(document).into_iter().filter(|event| event["type"] == "OperatorActed");
        acts.map(|event| event["data"]["reason"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(acts(&exported), ["Asked for by letter"]);
    assert_eq!(acts(&copy), ["Asked for by letter", "Again"]);
    assert_eq!(
        events(&exported)[..],
        events(&copy)[..events(&exported).len()],
        "screen and command tell the same"
    );

    let reason = json!({ "reason": "Asked for by letter", "currentPassword": PASSWORD });
    let refused = stall.admin.post(&erase, &reason);
    assert_eq!(refused.status, 409, "{refused:?}");
    stall.deliver(&order);
    stall.admin.has_seen_as_much_as(&stall.merchant);
    stall.admin.post(&erase, &reason).ok();
    let after = stall.admin.get(&format!("/admin/people/{account}")).ok();
    assert_eq!(
        (&after["name"], &after["email"], &after["openOrders"]),
        (&json!(null), &json!(null), &json!([]))
    );
    assert!(after["log"]["erasedAt"].is_string(), "{after}");
    assert_eq!(count(&after, "readable"), 0);
    assert!(count(&after, "erased") >= count(&before, "readable"), "{after}");
    nothing_is_left(&mut stall, &account, &email);
    assert_eq!(stall.admin.get(&format!("/admin/people/{email}")).status, 404);
    let audit = stall.admin.get("/admin/audit?type=person").ok();
    let column = |key: &str| {
        audit["entries"].as_array().unwrap().iter().map(|one| one[key].clone()).collect::<Vec<_>>()
    };
    assert_eq!(column("action"), ["erase", "export", "export"], "{audit}");
    assert_eq!(column("reason"), ["Asked for by letter", "Again", "Asked for by letter"]);
}

#[test]
fn an_erased_merchant_no_longer_sells_anything() {
    let mut stall = Stall::open();
    let order = stall.buy();
    stall.deliver(&order);
    let email = format!("mara-{}@market.example", stall.instance.name());
    stall.instance.operate(&["person", "erase", &email, "--yes"]);
    stall.customer.has_seen_as_much_as(&stall.merchant);
    assert_eq!(stall.customer.get(&format!("/products/{}", stall.product)).status, 404);
    let refused = stall.customer.post("/payments/create-intent", &market::intent(&stall.product, 2.5, 1));
    assert!((400..500).contains(&refused.status), "{refused:?}");
    let mine = stall.customer.get("/orders/customer").ok().to_string();
    assert!(mine.contains("Steady Spinach"), "what was bought stays: {mine}");
    for trace in ["1 Field Road", "Mara"] {
        assert!(!mine.contains(trace), "{trace}: {mine}");
    }
    assert_eq!(stall.attempt(&["views", "verify"]).status, 0);
}

#[test]
fn an_erasure_interrupted_by_a_crash_is_finished_at_the_next_start() {
    let mut stall = Stall::open();
    let account = stall.customer.get("/auth/me").ok()["id"].as_str().unwrap().to_owned();
    let email = stall.email();
    // Simulate a crash after the first step, which deletes the key.
    sql(
        &stall.instance,
        format!(
            "UPDATE event_store.subject_keys SET key = NULL, erased_at = now() WHERE subject = '{account}'"
        ),
    );
    let erased = "SELECT stream_id::text FROM event_store.events WHERE event_type = 'AccountErased'";
    assert_eq!(ask(&stall.instance, erased), Vec::<String>::new());
    stall.instance.crash_and_restart();
    assert_eq!(ask(&stall.instance, erased), [account.as_str()]);
    let form = json!({ "name": "Cora Again", "email": email, "password": PASSWORD, "role": "customer" });
    assert_ne!(Client::of(&stall.instance).sign_up(&form)["id"], account.as_str());
}
