use std::io::{BufRead, BufReader};

use serde_json::Value;

use super::Stall;

#[test]
fn events_are_found_by_what_is_known_of_them() {
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
    assert!(wrong.told.contains("there is no category ordr; there are: account, checkout"), "{}", wrong.told);
    assert_eq!(stall.attempt(&["events", "find", "--since", "yesterday"]).status, 2);
    assert_eq!(stall.attempt(&["events", "show", "order-00000000-0000-0000-0000-000000000000"]).status, 1);
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
