//! Tests starts while views stand still: the port opens, and answers say that they are stale.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use super::process::{Process, Site};
use crate::{client::PASSWORD, instance::Attempt, waiting::wait_for};

/// A start that waits for no view takes a few seconds, and more on a loaded machine.
const SOON: Duration = Duration::from_secs(60);

fn process(site: &Site, name: &str, roles: &[&str]) -> Process {
    let mut command = site.serve();
    for role in roles {
        command.args(["--roles", role]);
    }
    Process::start(command, site.log(name))
}

fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().into()
}

/// Signs somebody up; returns the token and the position of the sign-up.
fn sign_up(address: &str, name: &str) -> (String, String) {
    let form = json!({
        "name": "Cora Customer", "email": format!("{name}@market.example"), "password": PASSWORD, "role": "customer",
    });
    let answer =
        agent().post(format!("http://{address}/api/auth/signup")).send_json(form).expect("an answer");
    let position = answer.headers()["greenstall-position"].to_str().expect("a number").to_owned();
    let body: Value = answer.into_body().read_json().expect("JSON");
    (body["token"].as_str().expect("a token").to_owned(), position)
}

/// The status of a read that has seen this position, and whether the answer is stale.
fn read(address: &str, path: &str, (token, position): &(String, String)) -> (u16, bool) {
    let mut request = agent().get(format!("http://{address}/api{path}"));
    if !token.is_empty() {
        request = request.header("Authorization", format!("Bearer {token}"));
    }
    let answer = request.header("Greenstall-After", position).call().expect("an answer");
    (answer.status().as_u16(), answer.headers().contains_key("greenstall-stale"))
}

#[test]
fn a_start_waits_for_no_view_that_stands_still() {
    let site = Site::open();
    let whole = process(&site, "whole.log", &[]);
    sign_up(&whole.ready(), "before");
    let paused = Attempt::of(site.command("views").args(["pause", "catalog"]));
    assert_eq!(paused.status, 0, "{paused:?}");
    drop(whole);

    // The log grows while no process writes the views.
    let commands = process(&site, "commands.log", &["command"]);
    let seen = sign_up(&commands.ready(), "after");
    drop(commands);
    let began = Instant::now();
    let queries = process(&site, "queries.log", &["query"]);
    let address = queries.ready();
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    assert_eq!(read(&address, "/products", &(String::new(), seen.1.clone())), (200, true));
    let served = "serving what there is of the views that stand still: ";
    let log = queries.log();
    let line = log.lines().find(|line| line.contains(served)).expect("one line about it");
    assert!(line.contains("catalog is at") && line.contains("sessions is at"), "{line}");
    drop(queries);

    // Only the paused view stands still now.
    let began = Instant::now();
    let whole = process(&site, "again.log", &[]);
    let address = whole.ready();
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    assert_eq!(read(&address, "/auth/me", &seen), (200, false));
    assert_eq!(read(&address, "/products", &seen), (200, true));
    let log = whole.log();
    let line = log.lines().find(|line| line.contains(served)).expect("one line about it");
    assert!(line.contains("paused until `views resume catalog`") && !line.contains("sessions"), "{line}");
    let health = agent().get(format!("http://{address}/health/ready")).call().expect("an answer");
    assert_eq!(health.status().as_u16(), 200);
    let (_, position) = sign_up(&address, "later");
    let resumed = Attempt::of(site.command("views").args(["resume", "catalog"]));
    assert_eq!(resumed.status, 0, "{resumed:?}");
    let later = (seen.0, position);
    wait_for("the catalog to follow", || (read(&address, "/products", &later) == (200, false)).then_some(()));
}
