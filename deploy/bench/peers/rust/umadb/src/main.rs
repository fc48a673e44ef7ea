//! The peer UmaDB: the server of the Python package, its client from crates.io.
//!
//! An append carries a condition, as ours carries the expected version: no event with the stream's tag may be there.
//! The server has the settings that it comes with; it syncs every commit and collects concurrent ones.

use std::{
    env,
    net::TcpListener,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures::StreamExt;
use peer::{Failure, Peer, concurrently, sample, serve, version};
use serde_json::{Value, json};
use tokio::process::{Child, Command};
use umadb_client::{AsyncUmaDbClient, UmaDbClient};
use umadb_dcb::{DcbAppendCondition, DcbEvent, DcbEventStoreAsync, DcbQuery, DcbQueryItem};
use uuid::Uuid;

/// The number of connections to the server, which requests share. More connections made it slower.
const CONNECTIONS: usize = 2;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let [program, folder, event] = arguments()?;
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let mut server = Command::new(program)
        .args(["--listen", &format!("127.0.0.1:{port}"), "--db-path", &folder])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let uma = Uma { clients: connect(&mut server, port).await?, event, stream: None };
    let about = "conditional appends by its Rust client, the server's own settings";
    serve(uma, json!({ "peer": format!("umadb {}", version("umadb-client")), "about": about })).await;
    Ok(server.kill().await?)
}

/// The server's program, the folder for its database, the data of an event.
fn arguments() -> Result<[String; 3], Failure> {
    env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "umadb-peer SERVER FOLDER EVENT".into())
}

async fn connect(server: &mut Child, port: u16) -> Result<Vec<Arc<AsyncUmaDbClient>>, Failure> {
    let deadline = Instant::now() + Duration::from_secs(20);
    let mut clients = Vec::new();
    while clients.len() < CONNECTIONS {
        match UmaDbClient::new(format!("http://127.0.0.1:{port}")).connect_async().await {
            Ok(client) => clients.push(Arc::new(client)),
            Err(error) if Instant::now() > deadline => return Err(error.into()),
            Err(_) => {}
        }
        if let Some(status) = server.try_wait()? {
            return Err(format!("its server ended: {status}").into());
        }
    }
    Ok(clients)
}

struct Uma {
    clients: Vec<Arc<AsyncUmaDbClient>>,
    event: String,
    /// The tag of the stream of 100 events.
    stream: Option<String>,
}

fn with_tag(tag: &str) -> DcbQuery {
    DcbQuery::new().item(DcbQueryItem::new().tags([tag]))
}

/// Appends `events` events to a new stream.
async fn append(client: &AsyncUmaDbClient, tag: &str, data: &str, events: usize) -> Result<(), Failure> {
    let events = (0..events)
        .map(|_| DcbEvent::default().event_type("OrderPlaced").tags([tag]).data(data).uuid(Uuid::new_v4()))
        .collect();
    client.append(events, Some(DcbAppendCondition::new(with_tag(tag))), None).await?;
    Ok(())
}

fn new_tag() -> String {
    format!("order-{}", Uuid::new_v4())
}

impl Peer for Uma {
    async fn append(&mut self, writers: usize, events: usize, time: Duration) -> Result<Value, Failure> {
        let clients = self.clients.clone();
        let data: Arc<str> = self.event.as_str().into();
        let turn = AtomicUsize::new(0);
        concurrently(writers, time, move || {
            let turn = turn.fetch_add(1, Ordering::Relaxed);
            let (client, data) = (Arc::clone(&clients[turn % clients.len()]), Arc::clone(&data));
            Box::pin(async move { append(&client, &new_tag(), &data, events).await })
        })
        .await
    }

    async fn read_all(&mut self, events: usize) -> Result<Value, Failure> {
        let start = Instant::now();
        let mut log = self.clients[0].read(None, None, false, Some(u32::try_from(events)?)).await?;
        let mut read = 0;
        while let Some(event) = log.next().await {
            event?;
            read += 1;
        }
        Ok(json!({ "operations": read, "seconds": start.elapsed().as_secs_f64() }))
    }

    async fn read_stream(&mut self, time: Duration) -> Result<Value, Failure> {
        let client = &self.clients[0];
        let tag = match &self.stream {
            Some(tag) => tag.clone(),
            None => {
                let tag = new_tag();
                append(client, &tag, &self.event, 100).await?;
                self.stream.insert(tag).clone()
            }
        };
        let (start, mut latencies) = (Instant::now(), Vec::new());
        while start.elapsed() < time {
            let sent = Instant::now();
            let (events, _) =
                client.read(Some(with_tag(&tag)), None, false, None).await?.collect_with_head().await?;
            if events.len() != 100 {
                return Err(format!("the stream of 100 events has {}", events.len()).into());
            }
            latencies.push(sent.elapsed().as_secs_f64() * 1e3);
        }
        Ok(sample(latencies, start.elapsed()))
    }
}
