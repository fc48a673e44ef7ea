//! Benchmarks live streams: opens five thousand, lets them idle, then sends every account a message. Five hundred
//! customers open ten streams each, because as many log-ins would take too long.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use test_support::bench::{
    Budget, Figures,
    forms::{self, SAN_FRANCISCO},
    machine, percentile,
    processes::usage,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::{Mutex, Semaphore},
    task::JoinSet,
    time::sleep,
};

use super::{
    client::{Client, text},
    server::{ADMIN, Server},
};

const CUSTOMERS: u16 = 500;
/// Streams of each customer: the most that one account may have.
const STREAMS: usize = 10;
/// Sign-ups from one address; the program limits them.
const FROM_ONE_ADDRESS: u16 = 50;
/// Connections that are opened, or commands that are sent, at a time.
const AT_A_TIME: usize = 32;
/// Idle time: longer than two heartbeats.
const IDLE: Duration = Duration::from_secs(35);

pub(crate) async fn measure(server: &Server, figures: &mut Figures) -> io::Result<()> {
    let (merchant, product) = shop(server.address).await?;
    let customers = customers(server.address).await?;
    let idle_before = usage(server.id())?;
    let opened = Instant::now();
    let listening = listen(server.address, &customers).await?;
    let streams = listening.len();
    let name = |figure: &str| format!("{streams} streams of {CUSTOMERS} accounts: {figure}");
    figures.add(&name("opened in"), opened.elapsed().as_secs_f64(), "s", Budget::Free);
    let idle = usage(server.id())?;
    figures.add(&name("resident memory before"), idle_before.megabytes, "MB", Budget::Free);
    figures.add(&name("resident memory"), idle.megabytes, "MB", Budget::Free);
    let each = (idle.megabytes - idle_before.megabytes) * 1_024.0 / streams as f64;
    figures.add(&name("memory of each"), each, "KB", Budget::Free);
    sleep(IDLE).await;
    let waited = usage(server.id())?;
    let busy = (waited.seconds - idle.seconds) / IDLE.as_secs_f64() * 100.0;
    figures.add(&name("processor while nothing happens"), busy, "% of one", Budget::Free);

    let mut receivers = JoinSet::new();
    for stream in listening {
        receivers.spawn(receive(stream));
    }
    let began = Instant::now();
    send_messages(customers, &merchant, &product).await?;
    let sent_in = began.elapsed();
    let mut heard = Vec::with_capacity(receivers.len());
    while let Some(outcome) = receivers.join_next().await {
        heard.push((outcome.map_err(io::Error::other)?? - began).as_secs_f64() * 1e3);
    }
    let last = began.elapsed();
    figures.add(&name("all messages were sent in"), sent_in.as_secs_f64(), "s", Budget::Free);
    figures.add(&name("half had an event after"), percentile(&mut heard, 50), "ms", Budget::Free);
    figures.add(&name("all had an event after"), last.as_secs_f64(), "s", Budget::Free);
    let behind = last.saturating_sub(sent_in).as_secs_f64() * 1e3;
    figures.add(&name("the last one had it, after the last command"), behind, "ms", Budget::Free);
    let after = usage(server.id())?;
    figures.add(&name("resident memory afterwards"), after.megabytes, "MB", Budget::Free);
    figures.add(&name("load"), machine::load(), "", Budget::Free);
    Ok(())
}

/// Creates a merchant with a product that customers can ask about.
async fn shop(address: SocketAddr) -> io::Result<(String, String)> {
    let mut admin = Client::connect(address).await?;
    admin.log_in(ADMIN).await?;
    let mut merchant = Client::connect(address).await?;
    let form = forms::merchant("Lea Listener", "lea@market.example", "Valley Farm", SAN_FRANCISCO);
    let id = merchant.enter("/auth/signup", &form).await?;
    let approved = json!({ "approved": true });
    admin.send("PUT", &format!("/admin/users/{id}/approve"), &approved).await?;
    let form = forms::product("Leeks", 4.5, 10);
    let product = text(&merchant.send("POST", "/products", &form).await?["product"]["id"])?;
    admin.send("PUT", &format!("/admin/products/{product}/approve"), &approved).await?;
    Ok((id, product))
}

async fn customers(address: SocketAddr) -> io::Result<Vec<Client>> {
    let turns = Arc::new(Semaphore::new(4));
    let mut all = JoinSet::new();
    for number in 0..CUSTOMERS {
        let turns = Arc::clone(&turns);
        all.spawn(async move {
            let _turn = turns.acquire().await.map_err(io::Error::other)?;
            let [_, net] = (number / FROM_ONE_ADDRESS + 1).to_be_bytes();
            let mut customer = Client::connect_from(Ipv4Addr::new(127, 7, net, 1), address).await?;
            let form =
                forms::customer(&format!("Listener {number}"), &format!("listener{number}@market.example"));
            customer.enter("/auth/signup", &form).await?;
            Ok::<_, io::Error>(customer)
        });
    }
    all.join_all().await.into_iter().collect()
}

/// Opens all streams.
async fn listen(address: SocketAddr, customers: &[Client]) -> io::Result<Vec<TcpStream>> {
    let turns = Arc::new(Semaphore::new(AT_A_TIME));
    let mut all = JoinSet::new();
    for customer in customers {
        for _ in 0..STREAMS {
            let turns = Arc::clone(&turns);
            let token = customer.token().to_owned();
            all.spawn(async move {
                let _turn = turns.acquire().await.map_err(io::Error::other)?;
                let mut stream = TcpStream::connect(address).await?;
                let request = format!(
                    "GET /api/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\r\n"
                );
                stream.write_all(request.as_bytes()).await?;
                let mut answer = [0; 12];
                stream.read_exact(&mut answer).await?;
                if answer != *b"HTTP/1.1 200" {
                    return Err(io::Error::other(String::from_utf8_lossy(&answer).into_owned()));
                }
                Ok(stream)
            });
        }
    }
    all.join_all().await.into_iter().collect()
}

/// Waits until a message arrives on the stream; returns that moment.
async fn receive(mut stream: TcpStream) -> io::Result<Instant> {
    let mut heard = Vec::new();
    loop {
        if stream.read_buf(&mut heard).await? == 0 {
            return Err(io::Error::other("a stream has ended"));
        }
        if heard.windows(14).any(|some| some == b"event: message") {
            return Ok(Instant::now());
        }
    }
}

/// Every customer writes to the merchant, and so gets the message on each of its own streams.
async fn send_messages(customers: Vec<Client>, merchant: &str, product: &str) -> io::Result<()> {
    let question: Value = json!({
        "merchantId": merchant, "productId": product, "subject": "Leeks", "initialMessage": "Are they fresh?",
    });
    let waiting = Arc::new(Mutex::new(customers));
    let mut all = JoinSet::new();
    for _ in 0..AT_A_TIME {
        let (waiting, question) = (Arc::clone(&waiting), question.clone());
        all.spawn(async move {
            loop {
                let Some(mut customer) = waiting.lock().await.pop() else { return Ok::<_, io::Error>(()) };
                customer.send("POST", "/messages/start", &question).await?;
            }
        });
    }
    all.join_all().await.into_iter().collect()
}
