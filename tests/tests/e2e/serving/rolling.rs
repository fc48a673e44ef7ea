//! Tests a rolling restart of two instances behind a load balancer: no request fails.

use std::{
    net::{SocketAddr, TcpListener},
    process::Command,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use ureq::Agent;

use super::{
    balancer,
    process::{Process, Site},
};
use crate::waiting::wait_for;

const CLIENTS: usize = 6;
/// The number of answers before, between and after the restarts.
const ANSWERS: usize = 100;

#[test]
fn a_rolling_restart_fails_no_request() {
    let site = Site::open();
    let ports = free_ports();
    let mut instances = [0, 1].map(|number| start(&site, &ports, number));
    for instance in &instances {
        instance.ready();
    }
    let shop = balancer::start(&ports);
    let (stop, answers) = (AtomicBool::new(false), AtomicUsize::new(0));
    let failures: Vec<String> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(|| use_shop(shop, &stop, &answers))).collect();
        let some_answers = || {
            let before = answers.load(Ordering::Relaxed);
            wait_for("answers", || (answers.load(Ordering::Relaxed) >= before + ANSWERS).then_some(()));
        };
        some_answers();
        for (number, instance) in instances.iter_mut().enumerate() {
            instance.terminate();
            assert!(instance.wait().success(), "{}", instance.log());
            *instance = start(&site, &ports, number);
            instance.ready();
            some_answers();
        }
        stop.store(true, Ordering::Relaxed);
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect()
    });
    let answers = answers.load(Ordering::Relaxed);
    eprintln!("{} of {} requests failed", failures.len(), answers + failures.len());
    assert_eq!(failures, Vec::<String>::new());
}

fn free_ports() -> [SocketAddr; 2] {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    listeners.map(|listener| listener.local_addr().expect("an address"))
}

fn start(site: &Site, ports: &[SocketAddr; 2], number: usize) -> Process {
    let mut command: Command = site.serve();
    command
        .env("GREENSTALL_HTTP__ADDR", ports[number].to_string())
        .env("GREENSTALL_HTTP__TRUSTED_PROXIES", "127.0.0.1")
        .env("GREENSTALL_HTTP__LAME_DUCK", "2");
    Process::start(command, site.log(&format!("serve-{number}.log")))
}

/// Sends commands and queries in turn until told to stop; returns the failures.
fn use_shop(shop: SocketAddr, stop: &AtomicBool, answers: &AtomicUsize) -> Vec<String> {
    let config =
        Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(60)));
    let agent: Agent = config.max_idle_connections(0).build().into();
    let look = format!("http://{shop}/api/products/00000000-0000-4000-8000-000000000000/views");
    let mut failures = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        for read in [true, false] {
            let answer = match read {
                true => agent.get(format!("http://{shop}/api/products")).call(),
                // A POST, which a load balancer must not send twice.
                false => agent.post(&look).send_empty(),
            };
            match answer {
                Ok(answer) if answer.status().as_u16() < 500 => {
                    answers.fetch_add(1, Ordering::Relaxed);
                }
                Ok(answer) => {
                    let status = answer.status();
                    let text = answer.into_body().read_to_string().unwrap_or_default();
                    failures.push(format!("{status}: {text}"));
                }
                Err(error) => failures.push(error.to_string()),
            }
        }
    }
    failures
}
