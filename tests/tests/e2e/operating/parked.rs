use embedded_postgres::Connection as Server;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::Stall;
use crate::{instance::Instance, waiting::wait_for};

/// Runs an SQL statement on the instance's database.
pub(super) fn sql(instance: &Instance, statement: impl Into<String>) {
    let server = Server::of(&instance.folder().join("postgres")).expect("the instance has a server");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut connection = PgConnection::connect(&server.url("greenstall")).await.expect("it runs");
        sqlx::raw_sql(AssertSqlSafe(statement.into())).execute(&mut connection).await.expect("a statement");
        connection.close().await.expect("the end");
    });
}

/// The texts in the only column of a query's result.
pub(super) fn ask(instance: &Instance, statement: &'static str) -> Vec<String> {
    let server = Server::of(&instance.folder().join("postgres")).expect("the instance has a server");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut connection = PgConnection::connect(&server.url("greenstall")).await.expect("it runs");
        let answered = sqlx::query_scalar(statement).fetch_all(&mut connection).await.expect("a statement");
        connection.close().await.expect("the end");
        answered
    })
}

/// Appends an event of a type that only a later version of the program could decode.
fn append_from_the_future(instance: &Instance, order: &str) {
    sql(
        instance,
        format!(
            "INSERT INTO event_store.events (position, version, recorded_at, stream_id, event_id, correlation_id,
                                             causation_id, schema_version, category, event_type, actor, data)
             SELECT nextval('event_store.positions'), max(version) + 1, now(), stream_id, gen_random_uuid(),
                    gen_random_uuid(), gen_random_uuid(), 1, category, 'OrderTeleported',
                    '{{\"kind\":\"system\",\"name\":\"the future\"}}', '{{\"to\":\"Mars\"}}'
             FROM event_store.events WHERE category = 'order' AND stream_id = '{order}' GROUP BY category, stream_id"
        ),
    );
}

/// The views and process managers that follow orders.
const FOLLOWERS: [&str; 8] = [
    "audit",
    "live",
    "mail_when_order_changes",
    "make_good_when_cancelled",
    "note_purchases_when_delivered",
    "notifications",
    "orders",
    "withdraw_reviews_when_returned",
];

#[test]
fn an_unreadable_event_is_parked_and_delays_no_other_stream() {
    let mut stall = Stall::open();
    let odd = stall.buy();
    let clean = stall.attempt(&["parked", "list", "--check"]);
    assert_eq!((clean.status, clean.output.as_str()), (0, "nothing is parked\n"));

    append_from_the_future(&stall.instance, &odd);
    let other = stall.buy();
    stall.deliver(&other);
    let parked = |stall: &Stall| stall.printed(&["parked", "list", "--json"]);
    let waiting = wait_for("the views and the process managers", || {
        let waiting = parked(&stall);
        (waiting.len() == FOLLOWERS.len()).then_some(waiting)
    });
    let mut owners: Vec<&str> = waiting.iter().filter_map(|item| item["owner"].as_str()).collect();
    owners.sort_unstable();
    assert_eq!(owners, FOLLOWERS);
    let stream = format!("order-{odd}");
    for item in &waiting {
        assert_eq!((&item["stream"], &item["version"]), (&Value::from(stream.as_str()), &Value::from(2)));
        assert!(item["error"].as_str().unwrap().contains("OrderTeleported"), "{item}");
    }
    let shown = stall.admin.get("/admin/views/orders/parked").ok();
    assert_eq!(shown["parked"].as_array().map(Vec::len), Some(1), "{shown}");
    let first = &shown["parked"][0];
    assert_eq!(
        (&first["stream"], &first["event"]),
        (&Value::from(stream.as_str()), &"OrderTeleported".into())
    );
    assert!(first["attempts"].as_u64() >= Some(1) && first["when"].is_string(), "{first}");
    let groups = stall.admin.get("/admin/parked").ok();
    assert_eq!(groups["total"], FOLLOWERS.len(), "{groups}");
    let grouped = stall.printed(&["parked", "list", "--grouped", "--json"]);
    assert_eq!(groups["groups"], Value::from(grouped), "the screen and the command tell the same");
    let items = groups["groups"].as_array().expect("a list").iter().flat_map(|group| {
        assert!(group["error"].as_str().is_some_and(|error| error.contains("OrderTeleported")), "{group}");
        group["items"].as_array().expect("a list")
    });
    for item in items {
        let shown = (&item["stream"], &item["event"], &item["version"], &item["waiting"], &item["moreWait"]);
        let expected = (&json!(stream), &json!("OrderTeleported"), &json!(2), &json!(0), &json!(false));
        assert_eq!(shown, expected, "{item}");
        assert!(item["position"].as_u64() > Some(0), "{item}");
    }
    let overview = stall.admin.get("/admin/operations").ok();
    assert_eq!(
        (&overview["parked"]["events"], &overview["parked"]["steps"]),
        (&json!(4), &json!(4)),
        "{overview}"
    );
    let check = stall.attempt(&["parked", "list", "--check"]);
    assert_eq!(check.status, 1, "{check:?}");
    let sum = format!("{} parked: somebody must look at it", FOLLOWERS.len());
    assert!(check.error_output.contains(&sum), "{}", check.error_output);
    assert!(
        check.output.contains(&format!("orders {stream}\n    view; event 2 OrderTeleported")),
        "{}",
        check.output
    );

    let shown = stall.instance.operate(&["parked", "show", "orders", &stream]);
    assert!(
        shown.contains("OrderPlaced") && shown.contains(&format!("parked skip orders {stream}")),
        "{shown}"
    );
    assert_eq!(stall.attempt(&["parked", "show", "orders", &format!("order-{other}")]).status, 2);
    let again = stall.attempt(&["parked", "retry", "orders", &stream]);
    assert_eq!(again.status, 1, "{again:?}");
    assert!(again.output.contains("still parked"), "{}", again.output);

    let tried = stall.attempt(&["parked", "retry", "orders", &stream, "--dry-run"]);
    assert_eq!(tried.status, 1, "{tried:?}");
    assert!(
        tried.error_output.contains("park it again at event 2")
            && tried.error_output.contains("OrderTeleported"),
        "{tried:?}"
    );
    for owner in ["orders", "make_good_when_cancelled"] {
        let run = stall.admin.get(&format!("/admin/parked/dry-run?owner={owner}&stream={stream}")).ok();
        assert_eq!((&run["outcome"], &run["version"]), (&json!("parked"), &json!(2)), "{owner}: {run}");
        assert!(run["error"].as_str().is_some_and(|error| error.contains("OrderTeleported")), "{run}");
    }
    assert_eq!(stall.attempt(&["parked", "skip", "orders", &stream]).status, 2, "nobody to ask");
    assert_eq!(parked(&stall).len(), FOLLOWERS.len());
    let by_hand =
        |owner: &str| json!({ "owner": owner, "stream": stream, "reason": "Nothing to be done about Mars" });
    for owner in ["orders", "make_good_when_cancelled"] {
        let retried = stall.admin.post("/admin/parked/retry", &by_hand(owner));
        // A process manager retries in its own process, after the answer; a view retries before the answer.
        assert_eq!(retried.status, if owner == "orders" { 409 } else { 200 }, "{retried:?}");
    }
    wait_for("the process manager", || (parked(&stall).len() == FOLLOWERS.len()).then_some(()));
    for owner in FOLLOWERS {
        match owner {
            "orders" | "make_good_when_cancelled" => {
                assert_eq!(stall.admin.post("/admin/parked/skip", &by_hand(owner)).status, 200, "{owner}");
                assert_eq!(stall.admin.post("/admin/parked/skip", &by_hand(owner)).status, 404, "{owner}");
            }
            _ => drop(stall.instance.operate(&["parked", "skip", owner, &stream, "--yes"])),
        }
    }
    assert_eq!(parked(&stall), Vec::<Value>::new());
    let skipped = stall.printed(&["parked", "list", "--skipped", "--json"]);
    assert_eq!(skipped.len(), FOLLOWERS.len());
    let refunds =
        skipped.iter().find(|one| one["owner"] == "make_good_when_cancelled").expect("it is among them");
    assert!(refunds["skippedBy"].as_str().is_some_and(|by| !by.is_empty()), "{skipped:?}");
    assert_eq!(stall.attempt(&["views", "verify", "orders"]).status, 0, "a build passes the event, too");
}
