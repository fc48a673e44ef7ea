//! Tests messages to a webhook between real processes: a crash loses none, and a repetition has the same id.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::{Value, json};

use crate::{
    client::PASSWORD,
    instance::{Events, Instance, Shape},
    market,
    waiting::wait_for,
};

/// A receiver of messages on this machine. At first it answers nothing.
#[derive(Clone)]
struct Receiver {
    address: String,
    /// The id and the body of each message so far.
    got: Arc<Mutex<Vec<(String, Value)>>>,
    answers: Arc<AtomicBool>,
}

impl Receiver {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}/hooks", listener.local_addr().expect("an address"));
        let receiver = Self { address, got: Arc::default(), answers: Arc::default() };
        let own = receiver.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let own = own.clone();
                // A message without an answer keeps its connection, and with it a thread.
                std::thread::spawn(move || while own.take(&connection).is_some() {});
            }
        });
        receiver
    }

    /// Reads a message, and answers it. `None` when the connection has ended.
    fn take(&self, mut connection: &TcpStream) -> Option<()> {
        let mut reader = BufReader::new(connection);
        let (mut id, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
            match line.trim_end().split_once(": ") {
                Some(("webhook-id", value)) => id = value.to_owned(),
                Some(("content-length", value)) => length = value.parse().ok()?,
                None if line == "\r\n" => break,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let body = serde_json::from_slice(&body).expect("a message is JSON");
        self.got.lock().expect("no test panics here").push((id, body));
        if self.answers.load(Ordering::Relaxed) {
            connection.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").ok()?;
        }
        Some(())
    }

    fn has_got(&self, count: usize) -> Vec<(String, Value)> {
        wait_for("a message", || {
            let got = self.got.lock().expect("no test panics here").clone();
            (got.len() >= count).then_some(got)
        })
    }
}

#[test]
fn a_message_survives_a_crash_while_it_is_sent() {
    survives(Instance::start(Shape::AllInOne));
}

#[test]
fn a_message_survives_a_crash_of_three_processes_with_kurrentdb() {
    survives(Instance::start_with(Shape::Split, Events::in_kurrentdb()));
}

fn survives(mut instance: Instance) {
    let receiver = Receiver::start();
    let mut admin = market::admin(&instance);
    let mut merchant = market::merchant(&instance, &mut admin);
    let form = json!({ "url": receiver.address, "types": ["product.approved"], "currentPassword": PASSWORD });
    let created = merchant.post("/webhooks", &form).ok();
    let id = created["webhook"]["id"].as_str().expect("an id").to_owned();
    let product = market::product(&mut merchant, &mut admin, "Beets", 2.5, 10);
    receiver.has_got(1);
    instance.crash_and_restart();
    receiver.answers.store(true, Ordering::Relaxed);
    let got = receiver.has_got(2);
    assert_eq!(got[0], got[1], "the same message with the same id");
    assert_eq!(got[1].1["data"]["productId"], json!(product));

    merchant.reconnect(&instance);
    let delivered = wait_for("the outcome", || {
        let list = merchant.get(&format!("/webhooks/{id}/deliveries")).ok();
        (list["deliveries"][0]["state"] == "delivered").then_some(list)
    });
    assert_eq!(delivered["deliveries"].as_array().map(Vec::len), Some(1), "{delivered}");
    assert_eq!(delivered["deliveries"][0]["messageId"], json!(got[0].0));
    merchant.post(&format!("/webhooks/{id}/replay"), &json!({ "after": 0 })).ok();
    assert_eq!(receiver.has_got(3)[2], got[0], "a replay is the same message again");
}
