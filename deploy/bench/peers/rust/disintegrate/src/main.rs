//! The peer disintegrate-postgres, on the benchmark's Postgres.
//!
//! An append checks, as ours does, that the stream has no event yet: `EventStore::append` with a query for the stream
//! and version 0, in the serializable transaction that the crate opens for it. It is made again when Postgres finds
//! that transaction in conflict; the time of all tries counts as one append. The pool has a connection for each writer.

use std::{
    env,
    sync::Arc,
    time::{Duration, Instant},
};

use disintegrate::{Event, EventStore, StreamItem, query, serde::json::Json};
use disintegrate_postgres::{Error, PgEventStore};
use futures::StreamExt;
use peer::{Failure, Peer, concurrently, sample, serve, version};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{PgPool, postgres::PgPoolOptions};
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq, Event, Serialize, Deserialize)]
#[stream(OrderEvent, [OrderPlaced])]
enum ShopEvent {
    OrderPlaced {
        #[id]
        order_id: Uuid,
        order: Value,
    },
}

type Store = PgEventStore<ShopEvent, Json<ShopEvent>>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [url, event] = arguments.as_slice() else {
        return Err("disintegrate-peer DATABASE-URL EVENT".into());
    };
    let disintegrate = Disintegrate { url: url.clone(), event: serde_json::from_str(event)?, stream: None };
    disintegrate.make_tables().await?;
    let name = format!("disintegrate-postgres {}", version("disintegrate-postgres"));
    serve(
        disintegrate,
        json!({ "peer": name, "about": "append with a query for the stream, pool = writers" }),
    )
    .await;
    Ok(())
}

struct Disintegrate {
    url: String,
    event: Value,
    /// The stream of 100 events.
    stream: Option<Uuid>,
}

impl Disintegrate {
    async fn pool(&self, connections: usize) -> Result<PgPool, Failure> {
        let connections = u32::try_from(connections)?;
        // Only work that a long-lived pool would do is measured: all connections are opened before, and none is tested
        // when it is acquired.
        let options = PgPoolOptions::new().min_connections(connections).max_connections(connections);
        Ok(options.test_before_acquire(false).connect(&self.url).await?)
    }

    fn store(pool: PgPool) -> Store {
        PgEventStore::new_uninitialized(pool, Json::default())
    }

    /// The crate's own statements, of which one needs Postgres 16: `0xFFFFFFFF` in `event_store_begin_epoch` is written
    /// as a decimal number here.
    async fn make_tables(&self) -> Result<(), Failure> {
        let pool = self.pool(1).await?;
        sqlx::raw_sql(include_str!("tables.sql")).execute(&pool).await?;
        pool.close().await;
        Ok(())
    }
}

fn placed(order_id: Uuid, order: &Value, events: usize) -> Vec<ShopEvent> {
    vec![ShopEvent::OrderPlaced { order_id, order: order.clone() }; events]
}

async fn append(
    store: &Store,
    order: &Value,
    stream: Uuid,
    events: usize,
    version: i64,
) -> Result<i64, Failure> {
    loop {
        let of_stream = query!(ShopEvent; order_id == stream);
        match store.append(placed(stream, order, events), of_stream, version).await {
            Ok(appended) => return Ok(appended.last().map_or(version, |event| event.id())),
            Err(Error::Concurrency) => {}
            // The crate reports a serialization failure before the commit as a database error.
            Err(Error::Database(error))
                if error.as_database_error().and_then(|e| e.code()).as_deref() == Some("40001") => {}
            Err(error) => return Err(error.into()),
        }
    }
}

impl Peer for Disintegrate {
    async fn append(&mut self, writers: usize, events: usize, time: Duration) -> Result<Value, Failure> {
        let pool = self.pool(writers).await?;
        let (store, order) = (Arc::new(Self::store(pool.clone())), Arc::new(self.event.clone()));
        let sample = concurrently(writers, time, move || {
            let (store, order) = (Arc::clone(&store), Arc::clone(&order));
            Box::pin(async move { append(&store, &order, Uuid::new_v4(), events, 0).await.map(drop) })
        })
        .await;
        pool.close().await;
        sample
    }

    /// Reads the whole log, because the crate cannot read a page.
    async fn read_all(&mut self, _events: usize) -> Result<Value, Failure> {
        let store = Self::store(self.pool(1).await?);
        let everything = query!(ShopEvent);
        let (start, mut read) = (Instant::now(), 0);
        let mut log = store.stream(&everything);
        while let Some(item) = log.next().await {
            if let StreamItem::Event(_) = item? {
                read += 1;
            }
        }
        Ok(json!({ "operations": read, "seconds": start.elapsed().as_secs_f64() }))
    }

    async fn read_stream(&mut self, time: Duration) -> Result<Value, Failure> {
        let store = Self::store(self.pool(1).await?);
        let stream = match self.stream {
            Some(stream) => stream,
            None => {
                let stream = Uuid::new_v4();
                append(&store, &self.event, stream, 100, 0).await?;
                *self.stream.insert(stream)
            }
        };
        let of_stream = query!(ShopEvent; order_id == stream);
        let (start, mut latencies) = (Instant::now(), Vec::new());
        while start.elapsed() < time {
            let sent = Instant::now();
            let items: Vec<_> = store.stream(&of_stream).collect().await;
            let events = items.iter().filter(|item| matches!(item, Ok(StreamItem::Event(_)))).count();
            if events != 100 {
                return Err(format!("the stream of 100 events has {events}").into());
            }
            latencies.push(sent.elapsed().as_secs_f64() * 1e3);
        }
        Ok(sample(latencies, start.elapsed()))
    }
}
