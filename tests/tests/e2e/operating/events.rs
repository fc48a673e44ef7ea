use std::io::{BufRead, BufReader};

use serde_json::Value;

use super::Stall;

#[test]
fn events_are_found_by_each_filter() {
    let mut stall = Stall::open();
    let order = stall.buy();
    stall.deliver(&order);
    let placed = stall.printed(&["events", "find", "--type", "OrderPlaced", "--json"]);
    assert_eq!(placed.len(), 1);
    assert_eq!(placed[0]["stream"], format!("order-{order}"));

    let correlation = placed[0]["correlationId"].as_str().expect("an id");
    let together = stall.printed(&["events", "find", "--correlation", correlation, "--json"]);
    assert!(together.iter().any(|event| event["type"] == "CheckoutCompleted"), "{together:?}");
    assert!(together.iter().all(|event| event["correlationId"] == correlation));

    let at = placed[0]["recordedAt"].as_str().expect("a time");
    let since = stall.printed(&["events", "find", "--since", at, "--category", "order", "--json"]);
    let types: Vec<&str> = since.iter().filter_map(|event| event["type"].as_str()).collect();
    assert_eq!(
        types,
        ["OrderPlaced", "OrderConfirmed", "PreparationStarted", "OrderMadeReady", "OrderDelivered"]
    );
    assert_eq!(
        stall.printed(&["events", "find", "--until", at, "--category", "order", "--json"]),
        Vec::<Value>::new()
    );
    assert_eq!(stall.printed(&["events", "find", "--limit", "3", "--json"]).len(), 3);

    let wrong = stall.attempt(&["events", "find", "--category", "ordr"]);
    assert_eq!(wrong.status, 2);
    assert!(
        wrong.error_output.contains("there is no category ordr; there are: account, apikey, checkout"),
        "{}",
        wrong.error_output
    );
    assert_eq!(stall.attempt(&["events", "find", "--since", "yesterday"]).status, 2);
    assert_eq!(stall.attempt(&["events", "show", "order-00000000-0000-0000-0000-000000000000"]).status, 1);
}

#[test]
fn admins_search_the_log_and_see_no_personal_data() {
    let mut stall = Stall::open();
    let order = stall.buy();
    stall.deliver(&order);
    let stream = format!("order-{order}");
    let types = |page: &Value| -> Vec<String> {
        let events = page["events"].as_array().expect("a list").iter();
        events.map(|event| event["type"].as_str().expect("a text").to_owned()).collect()
    };
    let all = stall.admin.get(&format!("/admin/events?stream={stream}")).ok();
    let newest_first =
        ["OrderDelivered", "OrderMadeReady", "PreparationStarted", "OrderConfirmed", "OrderPlaced"];
    assert_eq!((types(&all), &all["end"]), (newest_first.map(str::to_owned).to_vec(), &Value::from(true)));
    let first = stall.admin.get(&format!("/admin/events?stream={stream}&limit=2")).ok();
    let rest = format!("/admin/events?stream={stream}&before={}", first["scannedTo"]);
    assert_eq!(types(&stall.admin.get(&rest).ok()), newest_first[2..]);

    let placed = &stall.admin.get("/admin/events?type=OrderPlaced").ok()["events"][0];
    assert_eq!(placed["stream"], stream);
    let at = |filter: &str| format!("/admin/events?category=order&{filter}={}", placed["position"]);
    assert_eq!(types(&stall.admin.get(&at("after")).ok()), newest_first[..4]);
    assert!(types(&stall.admin.get(&at("before")).ok()).is_empty());
    let correlation = placed["correlationId"].as_str().expect("an id");
    let together = stall.admin.get(&format!("/admin/events?correlation={correlation}")).ok();
    let mut same = stall.printed(&["events", "find", "--correlation", correlation, "--json"]);
    same.reverse();
    let printed: Vec<&Value> = same.iter().map(|event| &event["position"]).collect();
    let shown = together["events"].as_array().expect("a list").iter().map(|event| &event["position"]);
    assert_eq!(shown.collect::<Vec<_>>(), printed, "the screen and the command tell the same");

    let shown = stall.admin.get(&format!("/admin/events/{}", placed["position"])).ok();
    assert_eq!((&shown["event"], &shown["links"]["previous"]), (placed, &Value::Null));
    assert_eq!(shown["data"]["customerName"]["$masked"], shown["data"]["customerId"], "{shown}");
    assert!(shown["masked"].as_u64() >= Some(2), "{shown}");
    assert_eq!(shown["links"]["correlation"]["events"], printed.len());
    for name in ["Cora", "Field Road", "market.example"] {
        assert!(!shown.to_string().contains(name), "{name}: {shown}");
    }
    let steps = stall.admin.get(&format!("/admin/streams/{stream}")).ok();
    let states: Vec<&Value> = steps["events"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|step| &step["state"]["placed"]["status"])
        .collect();
    assert_eq!(states, ["pending", "confirmed", "preparing", "ready-for-pickup", "delivered"], "{steps}");
    let rest = stall.admin.get(&format!("/admin/streams/{stream}?after=4")).ok();
    assert_eq!((&rest["events"][0], &rest["end"]), (&steps["events"][4], &Value::from(true)));
    let account = shown["data"]["customerId"].as_str().expect("an id");
    let person = stall.admin.get(&format!("/admin/streams/account-{account}")).ok();
    let name = &person["events"][0]["state"]["profile"]["name"];
    assert_eq!(name["$masked"], account, "{person}");
    assert!(!person.to_string().contains("Cora"), "{person}");
    assert_eq!(stall.merchant.get("/admin/events").status, 403);
    assert_eq!(stall.admin.get("/admin/events/999999999").status, 404);
}

#[test]
fn events_are_printed_as_they_happen() {
    let mut stall = Stall::open();
    let arguments = ["events", "tail", "--from", "0", "--category", "order", "--json"];
    let mut tail = stall.instance.begin(&arguments);
    let mut lines = BufReader::new(tail.stdout.take().expect("output is piped")).lines();
    let mut next = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    let order = stall.buy();
    assert_eq!(next()["type"], "OrderPlaced");
    stall.deliver(&order);
    let then: Vec<_> = (0..4).map(|_| next()["type"].clone()).collect();
    assert_eq!(then, ["OrderConfirmed", "PreparationStarted", "OrderMadeReady", "OrderDelivered"]);
    let pid = nix::unistd::Pid::from_raw(i32::try_from(tail.id()).unwrap());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).unwrap();
    assert!(tail.wait().unwrap().success(), "Ctrl-C is how it ends");
}
