use serde_json::{Value, json};

use super::{Shape, Stall};
use crate::waiting::wait_for;

#[test]
fn an_operator_pauses_rolls_back_and_verifies_views_beside_one_process() {
    watched_and_steered(Stall::in_shape(Shape::AllInOne));
}

#[test]
fn an_operator_pauses_rolls_back_and_verifies_views_beside_three_processes() {
    watched_and_steered(Stall::in_shape(Shape::Split));
}

fn watched_and_steered(mut stall: Stall) {
    let order = stall.buy();
    let state = |stall: &Stall, name: &str, member: &str| {
        let views = stall.printed(&["views", "status", "--json"]);
        let serving = views.iter().find(|view| view["name"] == name && view["state"] == "serving");
        serving.expect("every view serves")[member].clone()
    };

    // A paused view stands still while the others follow.
    stall.instance.operate(&["views", "pause", "orders"]);
    assert!(state(&stall, "orders", "paused").is_string());
    let stands = state(&stall, "orders", "position");
    stall.deliver(&order);
    stall.customer.has_seen_as_much_as(&stall.merchant);
    assert_eq!(state(&stall, "orders", "position"), stands);
    assert_eq!(stall.attempt(&["views", "rebuild", "orders"]).status, 1, "it is paused");
    stall.instance.operate(&["views", "resume", "orders"]);
    wait_for("the order to be shown as delivered", || {
        (stall.orders()[0]["status"] == "delivered").then_some(())
    });

    // The serving generation matches the log, and a new build and a rollback show the same rows.
    let all = stall.attempt(&["views", "verify"]);
    assert_eq!(all.status, 0, "{all:?}");
    assert!(
        all.output.contains("orders.orders") && all.output.contains("catalog.products"),
        "{}",
        all.output
    );
    let generation = state(&stall, "orders", "generation").as_i64();
    stall.instance.operate(&["views", "rebuild", "orders"]);
    assert!(state(&stall, "orders", "generation").as_i64() > generation);
    stall.instance.operate(&["views", "rollback", "orders"]);
    assert_eq!(state(&stall, "orders", "generation").as_i64(), generation);
    assert_eq!(stall.orders()[0]["status"], "delivered");

    let nothing = stall.instance.operate(&["views", "cancel", "orders"]);
    assert!(nothing.contains("nothing to cancel"), "{nothing}");
    for command in ["rebuild", "verify", "pause", "resume", "rollback", "cancel"] {
        let unknown = stall.attempt(&["views", command, "order"]);
        assert_eq!(unknown.status, 2, "{unknown:?}");
        assert!(
            unknown.error_output.contains("there is no view called \"order\"; there are accounts"),
            "{}",
            unknown.error_output
        );
    }
}

#[test]
fn a_view_that_differs_from_the_log_is_detected_and_repaired() {
    let stall = Stall::open();
    super::parked::sql(&stall.instance, "UPDATE read.catalog_products SET name = 'Spoilt Spinach'");
    let found = stall.attempt(&["views", "verify", "catalog"]);
    assert_eq!(found.status, 1, "{found:?}");
    assert!(found.output.contains("2 differ") && found.output.contains("Spoilt Spinach"), "{}", found.output);
    assert!(
        found.error_output.contains("catalog shows something else than the log says"),
        "{}",
        found.error_output
    );
    stall.instance.operate(&["views", "rebuild", "catalog"]);
    assert_eq!(stall.attempt(&["views", "verify", "catalog"]).status, 0);
}

#[test]
fn a_build_is_reviewed_before_it_serves_at_the_terminal_and_on_the_screen() {
    let mut stall = Stall::in_shape(Shape::Split);
    super::parked::sql(&stall.instance, "UPDATE read.catalog_products SET price = 1");
    super::parked::sql(
        &stall.instance,
        "UPDATE read.accounts_users SET name = 'Spoilt Name' WHERE role = 'admin'",
    );
    let generation = |stall: &Stall, name: &str| {
        let views = stall.printed(&["views", "list", "--json"]);
        let serving = views.iter().find(|view| view["name"] == name && view["state"] == "serving");
        serving.expect("it serves")["generation"].as_i64()
    };
    let before = generation(&stall, "catalog");
    let review = stall.attempt(&["views", "rebuild", "catalog", "--review", "--reason", "Odd prices"]);
    assert_eq!(review.status, 0, "{review:?}");
    assert!(
        review.output.contains("price: 1 -> ") && review.output.contains("1 changed"),
        "{}",
        review.output
    );
    assert_eq!(generation(&stall, "catalog"), before, "it does not serve by itself");
    let path = |view: &str, act: &str| format!("/admin/views/{view}/{act}");
    let why = |reason: &str| json!({ "reason": reason });
    let shown = stall.admin.get(&path("catalog", "review")).ok();
    let printed = stall.printed(&["views", "review", "catalog", "--json"]).remove(0);
    assert_eq!(shown, printed, "the screen and the command tell the same");
    assert_eq!(stall.admin.post(&path("catalog", "rebuild"), &why("Again")).status, 409, "it waits");
    assert_eq!(stall.admin.post(&path("catalog", "review"), &why("Again")).status, 409, "it waits");
    stall.instance.operate(&["views", "swap", "catalog", "--reason", "They are right"]);
    assert!(generation(&stall, "catalog") > before);
    assert_eq!(stall.admin.get(&path("catalog", "review")).status, 404);
    assert_eq!(stall.attempt(&["views", "review", "catalog"]).status, 2);
    assert_eq!(stall.attempt(&["views", "swap", "catalog"]).status, 1);

    // Now over HTTP, where names are masked.
    let before = generation(&stall, "accounts");
    assert_eq!(stall.admin.post(&path("accounts", "review"), &why("Names are odd")).status, 202);
    let shown = wait_for("the review", || {
        let reply = stall.admin.get(&path("accounts", "review"));
        (reply.status == 200).then(|| reply.ok())
    });
    let users = shown["tables"].as_array().expect("a list").iter().find(|one| one["table"] == "users");
    assert_eq!(users.expect("it is among them")["changed"], 1, "{shown}");
    assert!(!shown.to_string().contains("Spoilt Name"), "{shown}");
    assert_eq!(stall.admin.post(&path("accounts", "swap"), &why("Better")).status, 202);
    wait_for("the build to serve", || (generation(&stall, "accounts") > before).then_some(()));
    assert_eq!(stall.admin.post(&path("accounts", "swap"), &why("Better")).status, 409);

    // Dropping a build leaves the serving generation unchanged.
    let before = generation(&stall, "reviews");
    assert_eq!(stall.admin.post(&path("reviews", "review"), &why("Once more")).status, 202);
    wait_for("the review", || (stall.admin.get(&path("reviews", "review")).status == 200).then_some(()));
    assert_eq!(stall.admin.post(&path("reviews", "cancel"), &why("Not today")).status, 200);
    assert_eq!(generation(&stall, "reviews"), before);
    let entries = wait_for("the audit", || {
        let found = stall.admin.get("/admin/audit?type=view").ok();
        let entries: Vec<Value> = found["entries"].as_array().expect("a list").clone();
        entries.iter().any(|one| one["reason"] == "Not today").then_some(entries)
    });
    let acts: Vec<&Value> = entries.iter().map(|one| &one["action"]).collect();
    for act in ["review", "swap", "cancel"] {
        assert!(acts.contains(&&json!(act)), "{acts:?}");
    }
}

#[test]
fn admins_watch_and_rebuild_views_over_http() {
    let mut stall = Stall::in_shape(Shape::Split);
    let admin = stall.admin.get("/auth/me").ok()["id"].clone();
    let reviews = |stall: &mut Stall| {
        let views = stall.admin.get("/admin/views").ok();
        let all = views["views"].as_array().expect("a list").iter();
        all.clone().find(|view| view["name"] == "reviews").expect("it is among them").clone()
    };
    let before = reviews(&mut stall);
    assert_eq!((&before["state"], &before["askedBy"]), (&json!("serving"), &Value::Null), "{before}");
    let path = "/admin/views/reviews/rebuild";
    assert_eq!(stall.merchant.post(path, &json!({})).status, 403);
    assert_eq!(stall.admin.post("/admin/views/views/rebuild", &json!({})).status, 404);
    assert_eq!(stall.admin.get("/admin/views/views/parked").status, 404);
    assert_eq!(stall.admin.get("/admin/views/reviews/parked").ok(), json!({ "parked": [] }));
    stall.instance.operate(&["views", "pause", "reviews"]);
    assert_eq!(reviews(&mut stall)["state"], "paused");
    assert_eq!(stall.admin.post(path, &json!({})).status, 409);
    stall.instance.operate(&["views", "resume", "reviews"]);

    assert_eq!(stall.admin.post(path, &json!({})).status, 202);
    let built = wait_for("the build to serve", || {
        let now = reviews(&mut stall);
        (now["generation"].as_i64() > before["generation"].as_i64()).then_some(now)
    });
    let states: Vec<&str> = built["generations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["state"].as_str().expect("a word"))
        .collect();
    assert_eq!(states, ["previous", "serving"], "{built}");
    assert_eq!(built["generations"][1]["number"], built["generation"]);
    assert_eq!(built["generations"][1]["builtAt"], built["builtAt"]);
    assert_eq!(built["askedBy"], admin);
    assert!(built.get("rebuild").is_none(), "{built}");
}

#[test]
fn operator_actions_over_http_and_at_the_terminal_are_in_the_audit() {
    let mut stall = Stall::in_shape(Shape::Split);
    let path = |act: &str| format!("/admin/views/reviews/{act}");
    let why = |reason: &str| json!({ "reason": reason });
    assert_eq!(stall.admin.post(&path("pause"), &why(" ")).status, 422);
    assert_eq!(stall.merchant.post(&path("pause"), &why("Mine")).status, 403);
    assert_eq!(stall.admin.post(&path("pause"), &why("The sale")).status, 200);
    assert_eq!(stall.admin.post(&path("rebuild"), &why("Again")).status, 409, "it is paused");
    stall.instance.operate(&["views", "resume", "reviews", "--reason", "It is over"]);
    assert_eq!(stall.admin.post(&path("rollback"), &why("Back")).status, 409, "there is no build before");
    assert_eq!(stall.admin.post(&path("cancel"), &why("Not now")).status, 409, "nobody builds it");

    let name = stall.admin.get("/auth/me").ok()["name"].clone();
    let entries = wait_for("the audit", || {
        let found = stall.admin.get("/admin/audit?type=view").ok();
        let entries: Vec<Value> =
            found["entries"].as_array().expect("a list").iter().rev().cloned().collect();
        (entries.len() == 8).then_some(entries)
    });
    let short: Vec<(&str, &str)> = entries
        .iter()
        .map(|one| (one["action"].as_str().expect("a word"), one["reason"].as_str().expect("a text")))
        .collect();
    assert_eq!(
        short,
        [
            ("pause", "The sale"),
            ("rebuild", "Again"),
            ("rebuild-failed", "This view is paused"),
            ("resume", "It is over"),
            ("rollback", "Back"),
            (
                "rollback-failed",
                "This view cannot be rolled back: there is no generation before the one that serves"
            ),
            ("cancel", "Not now"),
            ("cancel-failed", "This view is not being built"),
        ]
    );
    assert_eq!((&entries[0]["actor"]["name"], &entries[0]["subject"]["name"]), (&name, &json!("reviews")));
    assert!(
        entries[3]["actor"]["name"].as_str().is_some_and(|by| by.starts_with("operator ")),
        "{}",
        entries[3]
    );
}
