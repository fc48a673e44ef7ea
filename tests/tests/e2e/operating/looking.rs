//! Tests the reports about a running instance, for admins and operators.

use serde_json::{Value, json};

use super::{Shape, Stall, parked::sql};
use crate::waiting::wait_for;

fn manager(stall: &mut Stall, name: &str) -> Value {
    let all = stall.admin.get("/admin/managers").ok();
    let managers = all["managers"].as_array().expect("a list");
    managers.iter().find(|one| one["name"] == name).expect("it is among them").clone()
}

#[test]
fn the_overview_and_the_leases_follow_events() {
    let mut stall = Stall::in_shape(Shape::Split);
    stall.buy();
    let well = wait_for("all views to be current", || {
        let overview = stall.admin.get("/admin/operations").ok();
        (overview["sentence"] == "All views current").then_some(overview)
    });
    assert_eq!(well["views"]["total"], well["views"]["current"]);
    let leases = well["leases"].as_array().expect("a list");
    assert_eq!(
        (&leases[0]["kind"], &leases[0]["name"]),
        (&json!("managers"), &json!("process managers")),
        "{well}"
    );
    assert_eq!(leases.len() as u64, 1 + well["views"]["total"].as_u64().expect("a number"), "{well}");
    for lease in leases {
        let pid = lease["process"].as_u64().expect("a process");
        assert!(std::path::Path::new(&format!("/proc/{pid}")).exists(), "{lease}");
    }
    assert_ne!(leases[0]["process"], leases[1]["process"], "commands and projections are two processes");

    stall.instance.operate(&["views", "pause", "reviews"]);
    let total = well["views"]["total"].as_u64().expect("a number");
    let overview = stall.admin.get("/admin/operations").ok();
    assert_eq!(overview["sentence"], format!("{} of {total} views current (1 paused)", total - 1));
    let printed = stall.printed(&["operations", "--json"]);
    assert_eq!((&printed[0]["sentence"], &printed[0]["views"]), (&overview["sentence"], &overview["views"]));
    let text = stall.instance.operate(&["operations"]);
    assert!(text.contains("(1 paused)") && text.contains("process managers: process "), "{text}");
}

#[test]
fn a_waiting_refund_is_reported_with_its_amount_and_without_names() {
    let mut stall = Stall::open();
    let order = stall.buy();
    let quiet = wait_for("the managers to have read the purchase", || {
        let one = manager(&mut stall, "make_good_when_cancelled");
        (one["lag"] == 0).then_some(one)
    });
    assert_eq!((&quiet["state"], &quiet["entries"]), (&json!("running"), &json!(0)), "{quiet}");

    // The provider refuses the refund: the order is cancelled, and the refund step fails.
    sql(
        &stall.instance,
        "CREATE FUNCTION automation.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             NEW.parked_at := now(); NEW.failures := 3; NEW.failing_since := now(); NEW.due_at := now();
             NEW.last_failure := 'no card of <cora@market.example>: \"Cora Customer\" has closed it';
             RETURN NEW;
         END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON automation.agenda FOR EACH ROW
         WHEN (NEW.manager = 'make_good_when_cancelled') EXECUTE FUNCTION automation.refuse();",
    );
    stall.customer.put(&format!("/orders/{order}/cancel"), &json!({ "reason": "Frost" })).ok();
    let failing = wait_for("the refund", || {
        let one = manager(&mut stall, "make_good_when_cancelled");
        (one["parked"] == 1).then_some(one)
    });
    let subject = &failing["subjects"][0];
    assert_eq!((&failing["state"], &subject["tries"]), (&json!("failing"), &json!(3)), "{failing}");
    assert_eq!(subject["stream"], format!("order-{order}"));
    assert_eq!(subject["error"], "no card of <…>: \"…\" has closed it");
    assert_eq!(subject["money"]["kind"], "refund");
    let paid = stall.orders()[0]["total"].clone();
    assert_eq!(subject["money"]["amount"], paid);

    let overview = stall.admin.get("/admin/operations").ok();
    assert_eq!(
        (&overview["refunds"]["waiting"], &overview["refunds"]["amount"]),
        (&json!(1), &paid),
        "{overview}"
    );
    let sentence = overview["sentence"].as_str().expect("a text");
    assert!(sentence.ends_with("; 1 step parked; 1 refund waits for the provider"), "{sentence}");
    let printed = stall.printed(&["managers", "--json"]);
    let same =
        printed.iter().find(|one| one["name"] == "make_good_when_cancelled").expect("it is among them");
    assert_eq!(same["subjects"], failing["subjects"], "the screen and the command tell the same");
    let groups = stall.admin.get("/admin/parked").ok();
    let item = &groups["groups"][0]["items"][0];
    assert_eq!((&item["kind"], &item["event"]), (&json!("manager"), &json!("OrderCancelled")), "{groups}");
    a_step_is_decided_about(&mut stall, subject);
}

/// Decides through the calls that the screen uses. The step cannot be skipped while money is at stake, and succeeds
/// when it is run now.
fn a_step_is_decided_about(stall: &mut Stall, subject: &Value) {
    const MANAGER: &str = "make_good_when_cancelled";
    let step = subject["id"].as_str().expect("an id");
    let unknown = "00000000-0000-4000-8000-000000000000";
    let none = stall.attempt(&["managers", "run-now", MANAGER, unknown, "--reason", "A guess."]);
    assert_eq!(none.status, 2, "{none:?}");
    assert!(none.error_output.contains("This step is not on the agenda"), "{}", none.error_output);
    let skip = ["managers", "skip", MANAGER, step, "--yes", "--reason", "Enough."];
    let refused = stall.attempt(&skip);
    assert_eq!(refused.status, 1, "{refused:?}");
    assert!(refused.error_output.contains("would never be refunded"), "{}", refused.error_output);

    sql(&stall.instance, "DROP TRIGGER refuse ON automation.agenda");
    let output =
        stall.instance.operate(&["managers", "run-now", MANAGER, step, "--reason", "The card works."]);
    assert!(output.contains("is done now where the process managers run"), "{output}");
    wait_for("the refund to be made", || (manager(stall, MANAGER)["entries"] == 0).then_some(()));
    let overview = stall.admin.get("/admin/operations").ok();
    assert_eq!(
        (&overview["sentence"], &overview["refunds"]["waiting"]),
        (&json!("All views current"), &json!(0))
    );
    wait_for("the audit", || {
        let found = stall.admin.get("/admin/audit?type=parked-step").ok();
        found.to_string().contains("The card works.").then_some(())
    });
}
