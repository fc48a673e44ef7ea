//! Tests clients that keep connections open without sending a request.

use std::{
    io::{Read, Write},
    net::TcpStream,
    process::Command,
    time::{Duration, Instant},
};

use super::process::{Process, Site};
use crate::{
    client::Client,
    instance::{Instance, Shape, binary},
    waiting::wait_for,
};

const SILENT: usize = 200;
/// The program's timeout is 10 s; the rest is for busy machines. Without a timeout the connections would stay open for
/// ever.
const GONE_WITHIN: Duration = Duration::from_secs(45);

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(GONE_WITHIN)).expect("a time limit");
    stream
}

/// Whether the server has closed the connection.
fn is_closed(stream: &mut TcpStream) -> bool {
    match stream.read(&mut [0]) {
        Ok(count) => count == 0,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn silent_connections_are_closed_while_other_clients_are_answered() {
    let instance = Instance::start(Shape::AllInOne);
    let address = instance.commands().trim_start_matches("http://");
    let began = Instant::now();
    let mut silent: Vec<TcpStream> = (0..SILENT).map(|_| connect(address)).collect();
    // Half of the clients begin a request and never finish it.
    for stream in silent.iter_mut().step_by(2) {
        stream.write_all(b"GET /api/products HTTP/1.1\r\nhost: shop\r\nx-slow: ").expect("the beginning");
    }
    Client::of(&instance).get("/products").ok();
    let open = silent.iter_mut().filter_map(|stream| (!is_closed(stream)).then_some(())).count();
    eprintln!("{SILENT} silent connections: {open} open after {:.1} s", began.elapsed().as_secs_f64());
    assert_eq!(open, 0, "after {:?}", began.elapsed());
    assert!(began.elapsed() < GONE_WITHIN, "{:?}", began.elapsed());
}

#[test]
fn an_address_with_too_many_connections_is_refused_and_logged() {
    let site = Site::open();
    let mut command = site.serve();
    command.env("GREENSTALL_HTTP__CONNECTIONS_PER_ADDRESS", "3");
    let process = Process::start(command, site.log("serve.log"));
    let address = process.ready();
    let kept: Vec<TcpStream> = (0..3).map(|_| connect(&address)).collect();
    assert!(is_closed(&mut connect(&address)));
    assert!(process.log().contains("too many connections"), "{}", process.log());
    drop(kept);
}

#[test]
fn a_process_without_free_file_descriptors_logs_it() {
    let site = Site::open();
    let serve = site.serve();
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 160; exec \"$0\" serve"]).arg(binary());
    limited.envs(serve.get_envs().filter_map(|(name, value)| Some((name, value?))));
    limited.env("GREENSTALL_HTTP__CONNECTIONS_PER_ADDRESS", "0");
    let process = Process::start(limited, site.log("serve.log"));
    let address = process.ready();
    let mut held = Vec::new();
    wait_for("a line about open files", || {
        held.push(connect(&address));
        process.log().contains("Too many open files").then_some(())
    });
    assert!(process.log().contains("no new connections can be accepted"), "{}", process.log());
}
